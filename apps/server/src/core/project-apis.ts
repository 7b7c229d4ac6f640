import type { StoreLike } from '../store/store.ts'

/** What has endpoints as long as nobody has chosen. */
const DEFAULT_SCHEMAS: readonly string[] = ['public']

/** The schemas of a project that have endpoints; the first answers requests that name none. */
export async function exposedSchemas(store: StoreLike, projectId: number): Promise<readonly string[]> {
  const row = await store
    .selectFrom('project_api_settings')
    .select('db_schema')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row?.db_schema ?? DEFAULT_SCHEMAS
}
