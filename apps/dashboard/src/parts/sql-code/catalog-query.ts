/**
 * The query for everything that an editor can name or explain, as one row with one value: schemas, relations with
 * their columns, functions that a person would call, types. Lists instead of objects, since a database can hold tens
 * of thousands.
 * @param whose people's own things, or those of Postgres, which never change while its version does not
 */
export const catalogQuery = (whose: 'own' | 'system'): string => `
with space as (
  select oid, nspname as name from pg_catalog.pg_namespace
  where nspname !~ '^pg_(toast|temp)' and nspname ${whose === 'own' ? 'not in' : 'in'} ('pg_catalog', 'information_schema')
    and has_schema_privilege(oid, 'usage')
),
relation as (
  select c.oid, s.name as schema, c.relname as name, c.relkind as kind,
    obj_description(c.oid, 'pg_class') as comment
  from pg_catalog.pg_class c join space s on s.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
  order by s.name, c.relname
  limit 5000
),
foreign_key as (
  select k.conrelid, k.conkey[i] as attnum,
    format('%I.%I(%I)', n.nspname, t.relname, f.attname) as target
  from pg_catalog.pg_constraint k
  cross join lateral generate_subscripts(k.conkey, 1) i
  join pg_catalog.pg_class t on t.oid = k.confrelid
  join pg_catalog.pg_namespace n on n.oid = t.relnamespace
  join pg_catalog.pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[i]
  where k.contype = 'f'
),
primary_key as (
  select i.indrelid, unnest(i.indkey::int2[]) as attnum from pg_catalog.pg_index i where i.indisprimary
)
select json_build_object(
  'path', to_json(current_schemas(false)),
  'schemas', (select coalesce(json_agg(name order by name), '[]') from space),
  'relations', (select coalesce(json_agg(json_build_array(r.schema, r.name, r.kind, r.comment, (
      select coalesce(json_agg(json_build_array(
          a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, p.attnum is not null,
          (select min(target) from foreign_key f where f.conrelid = a.attrelid and f.attnum = a.attnum),
          col_description(a.attrelid, a.attnum)
        ) order by a.attnum), '[]')
      from pg_catalog.pg_attribute a
      left join primary_key p on p.indrelid = a.attrelid and p.attnum = a.attnum
      where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    ))), '[]') from relation r),
  'functions', (select coalesce(json_agg(f), '[]') from (
      select json_build_array(s.name, p.proname, p.prokind, pg_get_function_arguments(p.oid),
        coalesce(pg_get_function_result(p.oid), ''), d.description) as f
      from pg_catalog.pg_proc p
      join space s on s.oid = p.pronamespace
      left join pg_catalog.pg_description d on d.objoid = p.oid and d.classoid = 'pg_proc'::regclass and d.objsubid = 0
      where s.name <> 'pg_catalog' or (
        p.prorettype not in ('internal'::regtype, 'cstring'::regtype, 'trigger'::regtype, 'event_trigger'::regtype)
        and not p.proargtypes::oid[] && array['internal'::regtype, 'cstring'::regtype]::oid[]
        and p.proname !~ '^(_|RI_|pg_stat_get_|binary_upgrade|pg_logical_slot_|pg_replication_)'
        and d.description is not null and d.description not like 'implementation of %'
        and d.description not like '(internal)%' and d.description not like 'convert % to %')
      order by s.name, p.proname, p.pronargs
      limit 8000
    ) named),
  'types', (select coalesce(json_agg(json_build_array(s.name, t.typname, t.typtype, (
        select json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = t.oid
      ), obj_description(t.oid, 'pg_type'))), '[]')
    from pg_catalog.pg_type t
    join space s on s.oid = t.typnamespace
    left join pg_catalog.pg_class c on c.oid = t.typrelid
    where t.typtype in ('e', 'd', 'r') or (t.typtype = 'c' and c.relkind = 'c'))
) as catalog`
