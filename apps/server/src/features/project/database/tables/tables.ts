import { NO_SUCH_TABLE, noDefinition, type TableDetail } from '@stoa/contract'
import { readDefinition } from '../../../../core/catalog/definition.ts'
import { askCatalog } from '../../../../core/catalog/list.ts'
import { api } from '../../../../core/context.ts'
import { notFound } from '../../../../core/errors.ts'

const ACTION = (field: string) =>
  `case k.${field} when 'r' then 'RESTRICT' when 'c' then 'CASCADE' when 'n' then 'SET NULL' when 'd' then 'SET DEFAULT' else 'NO ACTION' end`

const TABLE = `
  select c.oid::int8::float8 as id, n.nspname as schema, c.relname as name, obj_description(c.oid, 'pg_class') as comment,
    c.relrowsecurity as rls_enabled, c.relkind = 'p' as is_partitioned,
    case when c.reltuples >= 0 then c.reltuples::float8 end as estimated_rows,
    (select coalesce(json_agg(x order by x.id), '[]') from (
      select a.attnum as id, a.attname as name, format_type(a.atttypid, a.atttypmod) as data_type,
        case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as default_value,
        case a.attidentity when 'a' then 'ALWAYS' when 'd' then 'BY DEFAULT' end as identity,
        case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end as generated,
        not a.attnotnull as is_nullable, col_description(c.oid, a.attnum) as comment, a.attinhcount > 0 as is_inherited
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) x) as columns,
    (select coalesce(json_agg(x order by x.kind <> 'primary', x.name), '[]') from (
      select k.conname as name,
        case k.contype when 'p' then 'primary' when 'u' then 'unique' when 'c' then 'check' when 'f' then 'foreign' else 'exclusion' end as kind,
        array(select a.attname from unnest(k.conkey) with ordinality p(attnum, place)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.attnum order by p.place) as columns,
        case when k.contype = 'c' then pg_get_expr(k.conbin, k.conrelid) end as expression,
        case when k.contype = 'f' then (select json_build_object('schema', rn.nspname, 'table', r.relname,
            'columns', array(select a.attname from unnest(k.confkey) with ordinality p(attnum, place)
              join pg_attribute a on a.attrelid = k.confrelid and a.attnum = p.attnum order by p.place))
          from pg_class r join pg_namespace rn on rn.oid = r.relnamespace where r.oid = k.confrelid) end as "references",
        ${ACTION('confdeltype')} as on_delete, ${ACTION('confupdtype')} as on_update,
        array(select a.attname from unnest(k.confdelsetcols) with ordinality p(attnum, place)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.attnum order by p.place) as delete_columns,
        k.confmatchtype = 'f' as match_full,
        coalesce((select i.indnullsnotdistinct from pg_index i where i.indexrelid = k.conindid and k.contype = 'u'), false) as nulls_not_distinct,
        case when k.condeferrable then case when k.condeferred then 'deferred' else 'immediate' end end as deferrable,
        pg_get_constraintdef(k.oid) as definition, k.coninhcount > 0 or k.conparentid <> 0 as is_inherited
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'f', 'x')) x) as constraints
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.oid = $1::int8::oid and c.relkind in ('r', 'p')`

export const tables = {
  get: api.project.database.tables.get.handler(async ({ input, context }) => {
    const found = await askCatalog(context, (pool) => pool.query<TableDetail>(TABLE, [input.id]))
    const [table] = found.rows
    if (table === undefined) throw notFound(NO_SUCH_TABLE)
    return table
  }),
  definition: api.project.database.tables.definition.handler(async ({ input, context }) => {
    const sql = await askCatalog(context, (pool) => readDefinition(pool, input.schema, input.name))
    if (sql === null) throw notFound(noDefinition(input.schema, input.name))
    return { sql }
  }),
}
