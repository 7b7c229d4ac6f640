import type { Resource, ResourceWarning, WarningLevel } from '@stoa/contract'
import { api, type Context } from '../../core/context.ts'
import { visible } from '../../core/guard.ts'
import { STALE_MS } from '../../core/resources.ts'

/** What the caller's projects run short of. A project that has not been measured yet is not listed. */
async function warnings({ platform, scope }: Context): Promise<ResourceWarning[]> {
  const { caller } = scope
  const organizations = new Map(caller.memberships.map(({ organization }) => [organization.id, organization]))
  if (organizations.size === 0) return []
  const rows = await platform.store
    .selectFrom('projects as p')
    .innerJoin('resource_states as r', 'r.project_id', 'p.id')
    .select(['p.ref', 'p.status', 'p.organization_id', 'r.read_only', 'r.warnings', 'r.sampled_at'])
    .where('p.organization_id', 'in', [...organizations.keys()])
    .orderBy('p.name')
    .execute()
  return rows.flatMap((row) => {
    const organization = organizations.get(row.organization_id)
    if (!organization || !visible(caller, organization, row)) return []
    // What a stopped server used says nothing about now; what it stored is still there.
    const fresh =
      row.status === 'ACTIVE_HEALTHY' && row.sampled_at !== null && Date.now() - row.sampled_at.getTime() < STALE_MS
    const level = (resource: Resource): WarningLevel | null => row.warnings[resource]?.level ?? null
    const now = (resource: Resource) => (fresh ? level(resource) : null)
    return [
      {
        project: row.ref,
        is_readonly_mode_enabled: row.read_only,
        disk_io_exhaustion: now('disk_io_exhaustion'),
        disk_space_exhaustion: level('disk_space_exhaustion'),
        cpu_exhaustion: now('cpu_exhaustion'),
        memory_and_swap_exhaustion: now('memory_and_swap_exhaustion'),
        auth_rate_limit_exhaustion: now('auth_rate_limit_exhaustion'),
      },
    ]
  })
}

export const resourceWarnings = {
  resourceWarnings: api.projects.resourceWarnings.handler(({ context }) => warnings(context)),
}
