import type pg from 'pg'
import type { StoreLike } from '../store/store.ts'

/** The roles that a project's own APIs act as. */
export const API_ROLES = ['anon', 'authenticated', 'service_role'] as const
export type ApiRole = (typeof API_ROLES)[number]

/** The same, for a project by its number. */
export type DataApiSettings = {
  /** The schemas that have endpoints; the first answers requests that name none. */
  readonly schemas: readonly string[]
  /** The most rows that an answer has; null for no limit. */
  readonly maxRows: number | null
  /** Where functions and types are looked for after the schema of the request. */
  readonly extraSearchPath: readonly string[]
}

/** What holds as long as nobody has chosen. */
export const DATA_API_DEFAULTS: DataApiSettings = {
  schemas: ['public'],
  maxRows: 1000,
  extraSearchPath: ['public', 'extensions'],
}

type Row = { readonly db_schema: string[]; readonly max_rows: number | null; readonly extra_search_path: string[] }

/** How a project's data API reads its database, by its row; without one as it is until somebody sets it. */
export const dataApiFrom = (row: Row | undefined | null): DataApiSettings =>
  row ? { schemas: row.db_schema, maxRows: row.max_rows, extraSearchPath: row.extra_search_path } : DATA_API_DEFAULTS

/** The same, for a project by its number. */
export async function dataApiSettings(store: StoreLike, projectId: number): Promise<DataApiSettings> {
  return dataApiFrom(
    await store
      .selectFrom('project_api_settings')
      .select(['db_schema', 'max_rows', 'extra_search_path'])
      .where('project_id', '=', projectId)
      .executeTakeFirst(),
  )
}

/** The schemas of a project that have endpoints; the first answers requests that name none. */
export const exposedSchemas = async (store: StoreLike, projectId: number): Promise<readonly string[]> =>
  (await dataApiSettings(store, projectId)).schemas

/** The schemas that people may give endpoints to: those they made, and public. */
export async function exposableSchemas(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select nspname as name from pg_namespace
     where nspname not like 'pg\\_%' and nspname not in ('information_schema', 'extensions', 'auth', 'vault', 'realtime')
     order by nspname <> 'public', nspname`,
  )
  return rows.map(({ name }) => name)
}
