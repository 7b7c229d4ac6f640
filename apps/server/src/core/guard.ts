import { ORPCError } from '@orpc/server'
import { type Access, can, type Permission, Ref } from '@stoa/contract'
import type { Store } from '../store/store.ts'
import type { OrganizationRow, ProjectRow } from '../store/tables.ts'
import { identify } from './callers.ts'
import type { Caller, Context } from './context.ts'
import { isOperator } from './people.ts'

const NOT_FOUND_ORGANIZATION = 'Organization not found'
const NOT_FOUND_PROJECT = 'Project not found'

const refuse = (code: 'UNAUTHORIZED' | 'FORBIDDEN' | 'NOT_FOUND', message: string) => new ORPCError(code, { message })

/** Reads a name from an input that has not been checked yet, wherever the route's structure puts it. */
function named(input: unknown, ...keys: string[]): string | null {
  if (typeof input !== 'object' || input === null) return null
  const record = input as Record<string, unknown>
  for (const place of [record, record.params]) {
    if (typeof place !== 'object' || place === null) continue
    for (const key of keys) {
      const value = (place as Record<string, unknown>)[key]
      if (typeof value === 'string') return value
    }
  }
  return null
}

/**
 * Lets a request through to its handler, or refuses it. Things that the caller cannot see are answered as if they did
 * not exist. Fills in the scope.
 * @throws ORPCError 401 without an account, 404 for what is not the caller's, 403 for what the caller may not do
 */
export async function guard(access: Access | undefined, context: Context, input: unknown): Promise<void> {
  if (access === undefined) throw new Error('A route without an access rule cannot be called')
  const { platform, scope, request } = context
  if (access.kind === 'public') return
  const caller = await identify(platform, request.headers)
  if (caller === null) throw refuse('UNAUTHORIZED', 'Sign in to continue')
  scope.set({ caller })
  if (access.kind === 'account') return
  if (access.kind === 'instance') {
    if (await isOperator(platform.store, caller.account.id)) return
    throw refuse('FORBIDDEN', access.denied)
  }
  if (access.kind === 'organization') {
    const slug = named(input, 'slug', 'organization_slug', 'organization_id')
    const organization = slug === null ? null : organizationOf(caller, slug)
    // Without a name there is nothing to refuse: the handler's input check says what is missing.
    if (slug === null) throw new ORPCError('BAD_REQUEST', { message: 'Organization is required' })
    if (organization === null) throw refuse('NOT_FOUND', NOT_FOUND_ORGANIZATION)
    scope.set({ organization })
    if (!allowed(caller, access, organization, null)) throw refuse('FORBIDDEN', access.denied)
    return
  }
  const found = await projectOf(platform.store, caller, named(input, 'ref', 'projectRef') ?? '')
  if (found === null) throw refuse('NOT_FOUND', NOT_FOUND_PROJECT)
  scope.set(found)
  if (!allowed(caller, access, found.organization, found.project)) throw refuse('FORBIDDEN', access.denied)
}

function organizationOf(caller: Caller, slug: string): OrganizationRow | null {
  return caller.memberships.find((membership) => membership.organization.slug === slug)?.organization ?? null
}

async function projectOf(
  store: Store,
  caller: Caller,
  ref: string,
): Promise<{ organization: OrganizationRow; project: ProjectRow } | null> {
  // What cannot be a ref names no project, and not all of it could be sent to the database.
  if (!Ref.safeParse(ref).success) return null
  const project = await store.selectFrom('projects').selectAll().where('ref', '=', ref).executeTakeFirst()
  const organization = caller.memberships.find(
    (item) => item.organization.id === project?.organization_id,
  )?.organization
  if (!project || !organization) return null
  return visible(caller, organization, project) ? { organization, project } : null
}

/** Whether the caller may know that a project exists. */
export const visible = (caller: Caller, organization: OrganizationRow, project: Pick<ProjectRow, 'ref'>): boolean =>
  can(caller.grants, {
    action: 'read:Read',
    resource: 'projects',
    organization: organization.slug,
    project: project.ref,
  })

function allowed(
  caller: Caller,
  permission: Pick<Permission, 'action' | 'resource' | 'own'>,
  organization: OrganizationRow,
  project: ProjectRow | null,
  owner?: string,
): boolean {
  const ownerId = permission.own ? caller.account.id : owner
  return can(caller.grants, {
    action: permission.action,
    resource: permission.resource,
    organization: organization.slug,
    project: project?.ref ?? null,
    data: {
      subject: { id: caller.account.id },
      ...(ownerId !== undefined && { resource: { owner_id: ownerId } }),
    },
  })
}

/**
 * Whether the caller has one more permission on the organization or project that the guard has found.
 * @param owner whose thing it is about, for grants that ask for that
 */
export function allows({ scope }: Context, permission: Permission, owner?: string): boolean {
  const project = permission.kind === 'project' ? scope.project : null
  return allowed(scope.caller, permission, scope.organization, project, owner)
}

/**
 * Asks for one more permission inside a handler, about the organization or project that the guard has found.
 * @throws ORPCError 403 with the permission's own sentence
 */
export function demand(context: Context, permission: Permission, owner?: string): void {
  if (!allows(context, permission, owner)) throw refuse('FORBIDDEN', permission.denied)
}
