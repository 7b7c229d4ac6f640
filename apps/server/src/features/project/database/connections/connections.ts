import {
  CONNECTION_GONE,
  CONNECTION_IDLE,
  CONNECTION_PROTECTED,
  type DatabaseConnection,
  NOT_RUNNING,
  projectPermissions,
} from '@stoa/contract'
import { withoutPasswords } from '@stoa/sql'
import pg from 'pg'
import { audit } from '../../../../core/audit.ts'
import { actorOf, api, type Context } from '../../../../core/context.ts'
import { conflict } from '../../../../core/errors.ts'
import { allows } from '../../../../core/guard.ts'

/** More locks of one connection are not listed: a dump or a migration can hold thousands. */
const LOCKS_MAX = 50

const STARTED = `to_char(a.backend_start at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Nobody but the platform is a superuser; what is no connection of a client is a process of the server's own. */
const BELONGS_TO = `case when a.backend_type not in ('client backend', 'parallel worker') then 'postgres'
  when (select r.rolsuper from pg_roles r where r.oid = a.usesysid) then 'platform' else 'project' end`

const since = (moment: string) =>
  `case when ${moment} is not null then greatest(extract(epoch from clock_timestamp() - ${moment}) * 1000, 0)::float8 end`

// pg_blocking_pids looks at all locks at once and holds everybody else up, so it is asked only for those who wait.
const CONNECTIONS = `
  with locked as materialized (
    select l.pid, json_agg(json_build_object('object', l.object, 'mode', l.mode, 'granted', l.granted)
      order by l.granted, l.object, l.mode) as list
    from (
      select l.*, row_number() over (partition by l.pid order by l.granted, l.object, l.mode) as place
      from (
        select distinct l.pid, l.mode, l.granted,
          case when l.relation is null then l.locktype
            when l.database = (select oid from pg_database where datname = current_database()) then l.relation::regclass::text
            else 'relation ' || l.relation end as object
        from pg_locks l where l.locktype <> 'virtualxid' or not l.granted
      ) l
    ) l
    where l.place <= ${LOCKS_MAX}
    group by l.pid
  )
  select a.pid, ${STARTED} as started_at, a.usename as role, a.application_name as application,
    host(a.client_addr) as address, a.backend_type as kind, ${BELONGS_TO} as belongs_to, a.state,
    case when a.state = 'active' and a.wait_event_type is not null then a.wait_event_type || ': ' || a.wait_event end as waits_for,
    case when a.state = 'active' then ${since('a.query_start')} else ${since('a.state_change')} end as query_ms,
    ${since('a.xact_start')} as transaction_ms,
    nullif(a.query, '') as query,
    case when a.wait_event_type = 'Lock' then pg_blocking_pids(a.pid) else '{}' end as blocked_by,
    coalesce(l.list, '[]') as locks
  from pg_stat_activity a left join locked l on l.pid = a.pid
  where a.pid <> pg_backend_pid()
  order by a.backend_start, a.pid`

const ONE = `select ${BELONGS_TO} as belongs_to, a.state, a.usename as role
  from pg_stat_activity a where a.pid = $1 and ${STARTED} = $2`

/** The owner sees what every role does, which the read-only role does not. */
async function ask<T extends pg.QueryResultRow>(context: Context, text: string, values: unknown[] = []): Promise<T[]> {
  try {
    const pool = await context.platform.databases.readPool(context.scope.project, 'catalog', 'owner')
    const { rows } = await pool.query<T>(text, values)
    return rows
  } catch (error) {
    throw error instanceof pg.DatabaseError ? error : conflict(NOT_RUNNING)
  }
}

/**
 * Tells a connection to stop, and writes down who did.
 * @throws ORPCError 409 when it is gone, is not the project's, or has nothing to stop
 */
async function signal(
  context: Context,
  { pid, started_at }: { pid: number; started_at: string },
  how: 'cancel' | 'terminate',
): Promise<void> {
  const { platform, scope } = context
  const [found] = await ask<Pick<DatabaseConnection, 'belongs_to' | 'state' | 'role'>>(context, ONE, [pid, started_at])
  if (!found) throw conflict(CONNECTION_GONE)
  if (found.belongs_to !== 'project') throw conflict(CONNECTION_PROTECTED)
  if (how === 'cancel' && found.state !== 'active') throw conflict(CONNECTION_IDLE)
  await platform.store.transaction().execute(async (tx) => {
    await audit(tx, actorOf(context), {
      action: how === 'cancel' ? 'project.query_canceled' : 'project.connection_ended',
      organization: scope.organization.slug,
      project: scope.project.ref,
      details: { pid, role: found.role },
    })
    const told = await ask<{ done: boolean }>(
      context,
      `select pg_${how}_backend(a.pid) as done from pg_stat_activity a where a.pid = $1 and ${STARTED} = $2`,
      [pid, started_at],
    )
    if (!told[0]?.done) throw conflict(CONNECTION_GONE)
  })
}

const { connections: routes } = api.project.database

export const connections = {
  list: routes.list.handler(async ({ context }) => {
    // Whoever runs SQL as the owner could read the texts there. Others would find values in them that are not theirs.
    const shown = allows(context, projectPermissions.writeSql)
    const rows = await ask<DatabaseConnection>(context, CONNECTIONS)
    const [limit] = await ask<{ max: number }>(context, `select current_setting('max_connections')::int as max`)
    return {
      max_connections: limit?.max ?? 0,
      queries_shown: shown,
      connections: rows.map((row) => ({
        ...row,
        query: shown && row.query !== null ? withoutPasswords(row.query) : null,
      })),
    }
  }),
  cancel: routes.cancel.handler(({ input, context }) => signal(context, input, 'cancel')),
  terminate: routes.terminate.handler(({ input, context }) => signal(context, input, 'terminate')),
}
