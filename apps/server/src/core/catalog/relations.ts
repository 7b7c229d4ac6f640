// Statements that ask the catalogue of a project's server. Each stands for one list and is wrapped by `catalog.ts`,
// which gives it the parameters named there. They run with only pg_catalog in sight.

/** Columns of every relation that has rows. `c` and `n` are its relation and schema. Most have nothing to look up. */
const COLUMN_FIELDS = `
  c.oid::int8 as table_id, n.nspname as schema, c.relname as "table",
  c.oid || '.' || a.attnum as id, a.attnum as ordinal_position, a.attname as name,
  case when a.attgenerated = '' or a.atthasdef then pg_get_expr(d.adbin, d.adrelid) end as default_value,
  case when b.typelem <> 0 and b.typlen = -1 then 'ARRAY'
    when b.typnamespace = 'pg_catalog'::regnamespace then format_type(b.oid, null) else 'USER-DEFINED' end as data_type,
  b.typname as format,
  a.attidentity in ('a', 'd') as is_identity,
  case a.attidentity when 'a' then 'ALWAYS' when 'd' then 'BY DEFAULT' end as identity_generation,
  a.attgenerated <> '' as is_generated,
  not (a.attnotnull or t.typtype = 'd' and t.typnotnull) as is_nullable,
  c.relkind in ('r', 'p') or c.relkind in ('v', 'f') and pg_column_is_updatable(c.oid, a.attnum, false) as is_updatable,
  c.relhasindex and exists (select from pg_constraint k
    where k.conrelid = c.oid and k.contype = 'u' and k.conkey = array[a.attnum]) as is_unique,
  case when b.typtype = 'e'
    then array(select e.enumlabel::text from pg_enum e where e.enumtypid = b.oid order by e.enumsortorder) else '{}' end as enums,
  case when c.relchecks > 0 then (select pg_get_expr(k.conbin, k.conrelid, true) from pg_constraint k
    where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.oid limit 1) end as "check",
  said.description as comment`

const COLUMN_SOURCES = `
  pg_attribute a
  join pg_type t on t.oid = a.atttypid
  join pg_type b on b.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  -- Joined, as col_description would be a statement of its own for each column.
  left join pg_description said
    on said.objoid = a.attrelid and said.classoid = 'pg_class'::regclass and said.objsubid = a.attnum`

const OWN_COLUMNS = `
  case when $include_columns then (select coalesce(json_agg(x order by x.ordinal_position), '[]')
    from (select ${COLUMN_FIELDS} from ${COLUMN_SOURCES}
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) x) end as columns`

export const COLUMNS = `
  select ${COLUMN_FIELDS}
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join ${COLUMN_SOURCES} on a.attrelid = c.oid
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped and $schemas
  order by n.nspname, c.relname, a.attnum`

export const TABLES = `
  -- Written so that Postgres expects many: expecting one, it would look through all of them for each table.
  with relationships as materialized (
    select y.table_id, json_agg(json_build_object(
        'id', k.oid::int8, 'constraint_name', k.conname,
        'source_schema', sn.nspname, 'source_table_name', sc.relname,
        'source_column_name', (select attname from pg_attribute where attrelid = k.conrelid and attnum = p.source),
        'target_table_schema', tn.nspname, 'target_table_name', tc.relname,
        'target_column_name', (select attname from pg_attribute where attrelid = k.confrelid and attnum = p.target))
        order by k.conname, k.oid, p.place) as list
    from pg_constraint k
      join pg_class sc on sc.oid = k.conrelid join pg_namespace sn on sn.oid = sc.relnamespace
      join pg_class tc on tc.oid = k.confrelid join pg_namespace tn on tn.oid = tc.relnamespace
      cross join unnest(k.conkey, k.confkey) with ordinality p(source, target, place)
      -- Both tables tell of it, and one that points to itself tells it once.
      cross join unnest(case when k.conrelid = k.confrelid then array[k.conrelid]
        else array[k.conrelid, k.confrelid] end) y(table_id)
    where k.contype = 'f' and k.conparentid = 0
    group by y.table_id
  )
  select c.oid::int8 as id, n.nspname as schema, c.relname as name,
    c.relrowsecurity as rls_enabled, c.relforcerowsecurity as rls_forced,
    case c.relreplident when 'd' then 'DEFAULT' when 'i' then 'INDEX' when 'f' then 'FULL' else 'NOTHING' end as replica_identity,
    z.bytes, pg_size_pretty(z.bytes) as size,
    pg_stat_get_live_tuples(c.oid) as live_rows_estimate, pg_stat_get_dead_tuples(c.oid) as dead_rows_estimate,
    obj_description(c.oid, 'pg_class') as comment,
    (select coalesce(json_agg(json_build_object(
        'schema', n.nspname, 'table_name', c.relname, 'name', a.attname, 'table_id', c.oid::int8) order by p.place), '[]')
      from pg_index i, unnest(i.indkey) with ordinality p(attnum, place)
        join pg_attribute a on a.attnum = p.attnum
      where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and p.place <= i.indnkeyatts) as primary_keys,
    coalesce(r.list, '[]') as relationships,
    ${OWN_COLUMNS}
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    -- Joined, and not looked up for each table: thousands of tables have thousands of lists.
    left join relationships r on r.table_id = c.oid
    -- Each size asks for every file of the table: once, and not once more for its words.
    cross join lateral (select pg_total_relation_size(c.oid) as bytes offset 0) z
  where c.relkind in ('r', 'p') and $schemas
  order by c.relname, n.nspname`

export const VIEWS = `
  select c.oid::int8 as id, n.nspname as schema, c.relname as name,
    pg_relation_is_updatable(c.oid, false) & 20 = 20 as is_updatable,
    obj_description(c.oid, 'pg_class') as comment, ${OWN_COLUMNS}
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'v' and $schemas
  order by c.relname, n.nspname`

export const MATERIALIZED_VIEWS = `
  select c.oid::int8 as id, n.nspname as schema, c.relname as name, c.relispopulated as is_populated,
    obj_description(c.oid, 'pg_class') as comment, ${OWN_COLUMNS}
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'm' and $schemas
  order by c.relname, n.nspname`

export const FOREIGN_TABLES = `
  select c.oid::int8 as id, n.nspname as schema, c.relname as name,
    obj_description(c.oid, 'pg_class') as comment, ${OWN_COLUMNS}
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'f' and $schemas
  order by c.relname, n.nspname`

export const INDEXES = `
  select i.indexrelid::int8 as id, i.indrelid::int8 as table_id, n.nspname as schema,
    i.indnatts as number_of_attributes, i.indnkeyatts as number_of_key_attributes,
    i.indisunique as is_unique, i.indisprimary as is_primary, i.indisexclusion as is_exclusion,
    i.indimmediate as is_immediate, i.indisclustered as is_clustered, i.indisvalid as is_valid,
    i.indcheckxmin as check_xmin, i.indisready as is_ready, i.indislive as is_live,
    i.indisreplident as is_replica_identity,
    i.indkey::int2[]::int4[] as key_attributes, i.indcollation::oid[]::int8[]::float8[] as collation,
    i.indclass::oid[]::int8[]::float8[] as class, i.indoption::int2[]::int4[] as options,
    pg_get_expr(i.indpred, i.indrelid) as index_predicate, obj_description(i.indexrelid, 'pg_class') as comment,
    pg_get_indexdef(i.indexrelid) as index_definition, m.amname as access_method,
    (select json_agg(json_build_object('attribute_number', a.attnum, 'attribute_name', a.attname,
        'data_type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from pg_attribute a where a.attrelid = i.indexrelid) as index_attributes
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_am m on m.oid = c.relam
  where $schemas
  order by n.nspname, c.relname`

export const COLUMN_PRIVILEGES = `
  with granted as (
    select x.*, g.grantor, g.grantee, g.privilege_type, g.is_grantable
    from (
      select c.oid, a.attnum, n.nspname, c.relname, a.attname, c.relowner, c.relacl, a.attacl
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped and $schemas
    ) x, lateral (
      select * from aclexplode(coalesce(x.relacl, acldefault('r', x.relowner)))
      union all select * from aclexplode(x.attacl)
    ) g
    where g.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
  )
  select g.oid || '.' || g.attnum as column_id, nspname as relation_schema, relname as relation_name,
    attname as column_name,
    json_agg(distinct jsonb_build_object(
      'grantor', pg_get_userbyid(grantor), 'grantee', case when grantee = 0 then 'PUBLIC' else pg_get_userbyid(grantee)::text end,
      'privilege_type', privilege_type, 'is_grantable', is_grantable)) as privileges
  from granted g
  group by g.oid, g.attnum, nspname, relname, attname
  order by nspname, relname, g.attnum`
