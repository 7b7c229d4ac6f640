import { MIGRATIONS_UNREADABLE, type Migration, NO_SUCH_MIGRATION } from '@stoa/contract'
import pg from 'pg'
import { askCatalog } from '../../../../core/catalog/list.ts'
import { api, type Context } from '../../../../core/context.ts'
import { conflict, notFound } from '../../../../core/errors.ts'

const UNDEFINED_TABLE = '42P01'
const PERMISSION_DENIED = '42501'

/** Reads the table of migrations; there are none while it is missing. */
async function read<T extends pg.QueryResultRow>(context: Context, text: string, values: string[] = []): Promise<T[]> {
  try {
    return (await askCatalog(context, (pool) => pool.query<T>(text, values))).rows
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    if (error.code === UNDEFINED_TABLE) return []
    throw error.code === PERMISSION_DENIED ? conflict(MIGRATIONS_UNREADABLE) : error
  }
}

// A table that another tool made may lack what is not needed to know what was applied.
const FIELD = (name: string) => `to_jsonb(m) ->> '${name}' as ${name}`
const STATEMENTS = `case when jsonb_typeof(to_jsonb(m) -> 'statements') = 'array' then to_jsonb(m) -> 'statements' end`

export const migrations = {
  list: api.project.database.migrations.list.handler(({ context }) =>
    read<Migration>(
      context,
      `select m.version, ${FIELD('name')}, jsonb_array_length(${STATEMENTS}) as statements
       from supabase_migrations.schema_migrations m order by m.version desc`,
    ),
  ),
  get: api.project.database.migrations.get.handler(async ({ input, context }) => {
    const [found] = await read<{ statements: string[] | null }>(
      context,
      `select ${STATEMENTS} as statements from supabase_migrations.schema_migrations m where m.version = $1`,
      [input.version],
    )
    if (found === undefined) throw notFound(NO_SUCH_MIGRATION)
    return { statements: found.statements ?? [] }
  }),
}
