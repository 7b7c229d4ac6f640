import type { StoreLike } from '../store/store.ts'

/** Who may reach a project's server by network, and whether the server knows. */
export type ProjectAccess = {
  readonly ssl_only: boolean
  /** CIDR; null for all addresses. */
  readonly networks: readonly string[] | null
  readonly applied: boolean
}

/** What holds for a project. One that was never told lets everybody in, which every server does from its start. */
export async function accessOf(store: StoreLike, projectId: number): Promise<ProjectAccess> {
  const row = await store
    .selectFrom('project_access')
    .select(['ssl_only', 'networks', 'applied_at'])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row
    ? { ssl_only: row.ssl_only, networks: row.networks, applied: row.applied_at !== null }
    : { ssl_only: false, networks: null, applied: true }
}
