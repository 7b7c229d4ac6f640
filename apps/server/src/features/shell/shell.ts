import type { Shell } from '@stoa/contract'
import { api, type Caller } from '../../core/context.ts'
import { visible } from '../../core/guard.ts'
import { organizationOnWire } from '../../core/organizations.ts'
import { isOperator } from '../../core/people.ts'
import type { Platform } from '../../core/platform.ts'
import { defaultVersion } from '../../core/versions.ts'

/** What the dashboard's frame needs to know for a caller. Also inlined into the page. */
export async function shellFor(platform: Platform, caller: Caller): Promise<Shell> {
  const organizations = caller.memberships.map((membership) => membership.organization)
  const byId = new Map(organizations.map((organization) => [organization.id, organization]))
  const { id, name, email } = caller.account
  const [rows, operator] = await Promise.all([
    organizations.length === 0
      ? []
      : platform.store
          .selectFrom('projects')
          .select(['ref', 'name', 'organization_id'])
          .where('organization_id', 'in', [...byId.keys()])
          .orderBy('name')
          .execute(),
    isOperator(platform.store, id),
  ])
  const projects = rows.flatMap((row) => {
    const organization = byId.get(row.organization_id)
    return organization && visible(caller, organization, row)
      ? [{ ref: row.ref, name: row.name, organization_slug: organization.slug }]
      : []
  })
  const versions = platform.engine.versions()
  return {
    profile: { id, name, primary_email: email },
    operator,
    organizations: organizations.map(organizationOnWire),
    projects,
    permissions: [...caller.grants],
    flags: { ...platform.config.flags },
    engine: {
      regions: [...platform.engine.capabilities.regions],
      versions: [...versions],
      default_version: defaultVersion(platform.engine)?.version ?? '',
    },
    version: platform.version,
  }
}

export const shell = {
  get: api.shell.get.handler(({ context }) => shellFor(context.platform, context.scope.caller)),
}
