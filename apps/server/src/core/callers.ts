import { type Grant, grantsOf } from '@stoa/contract'
import type { Store } from '../store/store.ts'
import type { Caller, Membership } from './context.ts'
import { type Account, accountBySession, accountByToken } from './people.ts'
import type { Platform } from './platform.ts'

/** What an account may do: its memberships and the grants of all its roles. */
export async function loadMemberships(
  store: Store,
  accountId: string,
): Promise<{ memberships: Membership[]; grants: Grant[] }> {
  const rows = await store
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .leftJoin('role_assignments', (join) =>
      join
        .onRef('role_assignments.organization_id', '=', 'members.organization_id')
        .onRef('role_assignments.user_id', '=', 'members.user_id'),
    )
    .leftJoin('projects', 'projects.id', 'role_assignments.project_id')
    .selectAll('organizations')
    .select(['role_assignments.role', 'role_assignments.project_id', 'projects.ref as project_ref'])
    .where('members.user_id', '=', accountId)
    .orderBy('organizations.name')
    .execute()
  const memberships = new Map<number, Membership>()
  const grants: Grant[] = []
  for (const { role, project_id, project_ref, ...organization } of rows) {
    const known = memberships.get(organization.id)
    const whole = role !== null && project_id === null
    memberships.set(organization.id, { organization, wholeOrganization: whole || (known?.wholeOrganization ?? false) })
    if (role === null) continue
    grants.push(...grantsOf(role, organization.slug, project_ref === null ? null : [project_ref]))
    // Whoever works in one project may see the organization around it.
    if (project_ref !== null)
      grants.push({
        actions: ['read:Read'],
        resources: ['organizations'],
        condition: null,
        restrictive: false,
        organization_slug: organization.slug,
        project_refs: null,
      })
  }
  return { memberships: [...memberships.values()], grants }
}

const BEARER = /^Bearer +(\S+)$/i

/**
 * Finds out who calls: a personal access token in the Authorization header, or else the session cookie.
 * @returns null when there is neither or it does not hold; a wrong token is never made up for by a cookie
 */
export async function identify(platform: Platform, headers: Headers): Promise<Caller | null> {
  const authorization = headers.get('authorization')
  let account: (Account & { tokenId?: string; renewed?: readonly string[] }) | null
  if (authorization !== null) {
    const token = BEARER.exec(authorization)?.[1]
    account = token ? await accountByToken(platform.store, token) : null
  } else {
    account = headers.has('cookie') ? await accountBySession(platform.people, headers) : null
  }
  if (account === null) return null
  const { tokenId = null, renewed = [], ...person } = account
  return { account: person, tokenId, renewed, ...(await loadMemberships(platform.store, account.id)) }
}
