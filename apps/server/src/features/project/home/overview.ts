import { COMPUTE_SIZES, NOT_RUNNING, type Overview } from '@stoa/contract'
import type { Context } from '../../../core/context.ts'
import { conflict } from '../../../core/errors.ts'

const TABLES_SHOWN = 8
const MB = 1024 * 1024

/** One round trip: what the database holds, in bytes, and who is connected. Runs with only pg_catalog in sight. */
const SQL = `
with relations as (
  select n.nspname as schema, c.relname as name, c.relkind, c.reltuples,
    case when c.relkind in ('r', 'm') then pg_table_size(c.oid) - coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0) else 0 end as heap,
    case when c.relkind in ('r', 'm') then pg_indexes_size(c.oid) else 0 end as indexes,
    case when c.reltoastrelid <> 0 then pg_total_relation_size(c.reltoastrelid) else 0 end as large,
    case when c.relkind = 'p' then (select coalesce(sum(pg_total_relation_size(t.relid)), 0) from pg_partition_tree(c.oid) t where t.isleaf)
      else pg_total_relation_size(c.oid) end as total,
    c.relispartition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'm', 'p') and n.nspname not like 'pg\\_%' and n.nspname not in ('information_schema', 'extensions')
), people as (
  select * from relations where relkind in ('r', 'p') and not relispartition
    and schema not in ('auth', 'storage', 'realtime', 'vault', 'graphql_public')
)
select current_setting('server_version') as server_version,
  pg_postmaster_start_time() as started_at,
  pg_database_size(current_database())::float8 as database_bytes,
  (select coalesce(sum(heap), 0)::float8 from relations) as tables_bytes,
  (select coalesce(sum(indexes), 0)::float8 from relations) as indexes_bytes,
  (select coalesce(sum(large), 0)::float8 from relations) as large_bytes,
  (select coalesce(sum(size), 0)::float8 from pg_ls_waldir()) as wal_bytes,
  (select count(*)::int from pg_stat_activity where backend_type = 'client backend'
    and not (application_name = 'stoa' and state = 'idle') and pid <> pg_backend_pid()) as used,
  (select count(*)::int from people) as table_count,
  (select coalesce(json_agg(t), '[]') from (
    select schema, name, case when reltuples < 0 then null else reltuples::bigint end as estimated_rows, total::float8 as total_bytes
    from people order by total desc, schema, name limit ${TABLES_SHOWN}) t) as tables`

/** What a running project's database holds and uses. @throws ORPCError 409 while it does not run */
export async function overview({ platform, scope }: Context): Promise<Overview> {
  const { project } = scope
  const size = COMPUTE_SIZES[project.compute_size]
  const [seen, row] = await Promise.all([
    platform.engine.observe(project.ref).catch(() => null),
    platform.databases
      .pool(project, 'admin')
      .then((pool) => pool.query(SQL))
      .then((result) => result.rows[0])
      .catch(() => null),
  ])
  if (!row) throw conflict(NOT_RUNNING)
  return {
    server_version: String(row.server_version).split(' ')[0] ?? '',
    started_at: row.started_at.toISOString(),
    database_bytes: row.database_bytes,
    sizes: {
      tables: row.tables_bytes,
      indexes: row.indexes_bytes,
      large_values: row.large_bytes,
      wal: row.wal_bytes,
    },
    connections: { used: row.used, limit: size.maxConnections },
    memory: { used: seen?.memoryBytes ?? null, limit: size.memoryMb * MB },
    tables: row.tables,
    table_count: row.table_count,
  }
}
