import { NOT_RUNNING, STATEMENTS_OFF, type StatementOrder, type StatementUse, type StatementUses } from '@stoa/contract'
import { quoteIdent, withoutPasswords } from '@stoa/sql'
import pg from 'pg'
import { audit } from '../../../core/audit.ts'
import { actorOf, api, type Context } from '../../../core/context.ts'
import { badRequest, conflict } from '../../../core/errors.ts'
import { OWN } from '../../../core/sql/own.ts'

const LIBRARY_NOT_LOADED = '55000'
/** More of a statement's text than this is not sent: a list is for finding, and texts can have megabytes. */
const TEXT_MAX = 10_000
/**
 * Postgres keeps what makes roles and the like as it was written. What is left out of a text cannot be found in it
 * either, or it could be guessed letter by letter.
 */
const MAY_HOLD_PASSWORD = `(pg_catalog.strpos(query, '''') > 0 and query operator(pg_catalog.~*) 'password')`

const ORDERS: Readonly<Record<StatementOrder, string>> = {
  total: 'total_exec_time',
  mean: 'mean_exec_time',
  calls: 'calls',
  rows: 'rows',
}

export const statements = {
  list: api.project.sql.statements.list.handler(async ({ input, context }) => {
    const pool = await ownerPool(context)
    const schema = await extensionSchema(pool)
    if (schema === null) return none('off')
    try {
      return await read(pool, schema, input)
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === LIBRARY_NOT_LOADED) return none('not-loaded')
      throw error
    }
  }),

  reset: api.project.sql.statements.reset.handler(async ({ context }) => {
    const pool = await ownerPool(context)
    const schema = await extensionSchema(pool)
    if (schema === null) throw conflict(STATEMENTS_OFF)
    await change(context, 'project.statements_reset', () =>
      pool.query(`${OWN} select ${quoteIdent(schema)}.pg_stat_statements_reset()`),
    )
  }),

  enable: api.project.sql.statements.enable.handler(async ({ context }) => {
    const { platform, scope } = context
    const pool = await platform.databases.pool(scope.project, 'admin').catch(() => {
      throw conflict(NOT_RUNNING)
    })
    // Only a superuser may make this extension; its owner-to-be must be able to start its counting anew.
    await change(context, 'project.statements_enabled', () =>
      pool.query(`create extension if not exists pg_stat_statements with schema extensions;
        grant execute on function extensions.pg_stat_statements_reset to postgres`),
    )
  }),
}

/** The owner sees what everybody ran; the read-only role would see its own statements alone. */
async function ownerPool({ platform, scope }: Context): Promise<pg.Pool> {
  return platform.databases.pool(scope.project, 'owner').catch(() => {
    throw conflict(NOT_RUNNING)
  })
}

const none = (state: 'off' | 'not-loaded'): StatementUses => ({ state, since: null, count: 0, statements: [] })

async function extensionSchema(pool: pg.Pool): Promise<string | null> {
  const query = `${OWN} select nspname from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
    where extname = 'pg_stat_statements'`
  const { rows } = await pool.query<{ nspname: string }>(query).catch((error) => {
    throw error instanceof pg.DatabaseError ? error : conflict(NOT_RUNNING)
  })
  return rows[0]?.nspname ?? null
}

async function read(
  pool: pg.Pool,
  schemaName: string,
  { order, search, limit }: { order: StatementOrder; search: string; limit: number },
): Promise<StatementUses> {
  const schema = quoteIdent(schemaName)
  const { rows } = await pool.query<StatementUse & { count: string }>(
    `${OWN} with counted as (
       select s.*, sum(total_exec_time) over () as all_time
       from ${schema}.pg_stat_statements s
       where dbid = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
         and pg_catalog.strpos(query, '${OWN}') = 0
     )
     select pg_catalog.concat_ws('.', queryid, userid, case when not toplevel then 'inside' end) as id, coalesce(r.rolname, 'a role that is gone') as role,
       pg_catalog.left(query, ${TEXT_MAX}) as query, calls::float8 as calls, rows::float8 as rows,
       total_exec_time as total_ms, mean_exec_time as mean_ms, max_exec_time as max_ms,
       coalesce(total_exec_time / nullif(all_time, 0), 0) as share,
       shared_blks_hit::float8 / nullif(shared_blks_hit + shared_blks_read, 0) as cache_hits,
       temp_blks_written * pg_catalog.current_setting('block_size')::float8 / 1048576 as temp_mb,
       toplevel as top_level,
       count(*) over () as count
     from counted left join pg_catalog.pg_roles r on r.oid = userid
     where $1 = '' or (pg_catalog.strpos(pg_catalog.lower(query), pg_catalog.lower($1)) > 0 and not ${MAY_HOLD_PASSWORD})
     order by ${ORDERS[order]} desc, queryid, userid, toplevel
     limit $2`,
    [search, limit],
  )
  const since = await pool
    .query<{ stats_reset: Date | null }>(`${OWN} select stats_reset from ${schema}.pg_stat_statements_info`)
    .then((found) => found.rows[0]?.stats_reset?.toISOString() ?? null)
  return {
    state: 'on',
    since,
    count: Number(rows[0]?.count ?? 0),
    statements: rows.map(({ count: _, query, ...row }) => ({ ...row, query: withoutPasswords(query) })),
  }
}

/** Changes something in the project's server and writes down who did. */
async function change(context: Context, action: string, work: () => Promise<unknown>): Promise<void> {
  const { platform, scope } = context
  try {
    await platform.store.transaction().execute(async (tx) => {
      await audit(tx, actorOf(context), {
        action,
        organization: scope.organization.slug,
        project: scope.project.ref,
      })
      await work()
    })
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw badRequest(`Postgres refused: ${error.message}`)
    throw error
  }
}
