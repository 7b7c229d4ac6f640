import { type IndexProgress, NOT_RUNNING, type TableIndex } from '@stoa/contract'
import { askCatalog } from '../../../../core/catalog/list.ts'
import { api } from '../../../../core/context.ts'
import { conflict } from '../../../../core/errors.ts'

const INDEXES = `
  select i.indexrelid::int8::float8 as id, n.nspname as schema, c.relname as name, i.indrelid::int8::float8 as table_id, t.relname as "table",
    m.amname as method, i.indisunique as is_unique, i.indisprimary as is_primary, i.indisvalid and i.indisready as is_valid,
    (select k.conname from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x') limit 1) as "constraint",
    array(select pg_get_indexdef(c.oid, p, true) || case when i.indoption[p - 1] & 1 = 1 then ' desc' else '' end
      from generate_series(1, i.indnkeyatts) p) as keys,
    pg_get_expr(i.indpred, i.indrelid) as predicate, pg_get_indexdef(c.oid) as definition,
    pg_relation_size(c.oid)::float8 as bytes, coalesce(pg_stat_get_numscans(c.oid), 0)::float8 as scans
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    join pg_namespace n on n.oid = t.relnamespace join pg_am m on m.oid = c.relam
  where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' and t.relkind in ('r', 'p', 'm')
  order by t.relname, c.relname, n.nspname`

const PROGRESS = `
  select p.pid, n.nspname as schema, t.relname as "table", i.relname as index, p.command, p.phase,
    case when p.blocks_total > 0 then least(1, p.blocks_done::float8 / p.blocks_total)
      when p.tuples_total > 0 then least(1, p.tuples_done::float8 / p.tuples_total) end as share,
    greatest(0, p.lockers_total - p.lockers_done)::int4 as waiting_for
  from pg_stat_progress_create_index p join pg_class t on t.oid = p.relid join pg_namespace n on n.oid = t.relnamespace
    left join pg_class i on i.oid = p.index_relid
  where p.datname = current_database()
  order by p.pid`

export const indexes = {
  list: api.project.database.indexes.list.handler(async ({ context }) => {
    const { rows } = await askCatalog(context, (pool) => pool.query<TableIndex>(INDEXES))
    return rows
  }),
  // What others do is told to the administrator alone.
  progress: api.project.database.indexes.progress.handler(async ({ context }) => {
    const { databases } = context.platform
    try {
      const pool = await databases.pool(context.scope.project, 'admin')
      return (await pool.query<IndexProgress>(PROGRESS)).rows
    } catch {
      throw conflict(NOT_RUNNING)
    }
  }),
}
