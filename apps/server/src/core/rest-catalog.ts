import type pg from 'pg'

/** A column of a table or view that has endpoints. */
export type RestColumn = {
  readonly name: string
  /** As Postgres writes it, such as `character varying(40)`. */
  readonly format: string
  readonly required: boolean
  readonly default: string | null
  readonly comment: string | null
  readonly enum: readonly string[] | null
  readonly primary_key: boolean
  /** Where a foreign key of this one column leads. */
  readonly references: { readonly table: string; readonly column: string } | null
}

export type RestRelation = {
  readonly name: string
  readonly comment: string | null
  readonly columns: readonly RestColumn[]
  /** What the role may do with it. */
  readonly select: boolean
  readonly insert: boolean
  readonly update: boolean
  readonly delete: boolean
}

export type RestFunction = {
  readonly name: string
  readonly comment: string | null
  /** Whether it promises to change nothing, and so answers GET as well. */
  readonly reads: boolean
  readonly arguments: readonly { readonly name: string; readonly format: string; readonly required: boolean }[]
}

export type RestCatalog = {
  readonly comment: string | null
  readonly relations: readonly RestRelation[]
  readonly functions: readonly RestFunction[]
}

// One round trip, with only pg_catalog in sight. $1 is the schema, $2 the role that looks.
const SQL = `
with visible as (
  select n.oid, obj_description(n.oid, 'pg_namespace') as comment from pg_namespace n
  where n.nspname = $1 and has_schema_privilege($2::name, n.oid, 'usage')
), relations as (
  select c.oid, c.relname as name, obj_description(c.oid, 'pg_class') as comment,
    has_any_column_privilege($2::name, c.oid, 'select') as "select",
    has_any_column_privilege($2::name, c.oid, 'insert') and (c.relkind in ('r', 'p') or pg_relation_is_updatable(c.oid, true) & 8 <> 0) as insert,
    has_any_column_privilege($2::name, c.oid, 'update') and (c.relkind in ('r', 'p') or pg_relation_is_updatable(c.oid, true) & 4 <> 0) as update,
    has_table_privilege($2::name, c.oid, 'delete') and (c.relkind in ('r', 'p') or pg_relation_is_updatable(c.oid, true) & 16 <> 0) as delete
  from pg_class c join visible n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
), columns as (
  select a.attrelid, json_agg(json_build_object(
    'name', a.attname,
    'format', format_type(a.atttypid, a.atttypmod),
    'required', a.attnotnull,
    'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
    'comment', col_description(a.attrelid, a.attnum),
    'enum', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid),
    'primary_key', exists (select from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'p' and a.attnum = any (k.conkey)),
    'references', (select json_build_object('table', r.relname, 'column', t.attname)
      from pg_constraint k join pg_class r on r.oid = k.confrelid join pg_attribute t on t.attrelid = k.confrelid and t.attnum = k.confkey[1]
      where k.conrelid = a.attrelid and k.contype = 'f' and k.conkey = array[a.attnum] order by k.conname limit 1)
  ) order by a.attnum) as list
  from pg_attribute a join relations c on c.oid = a.attrelid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped
    and (has_column_privilege($2::name, a.attrelid, a.attnum, 'select') or has_column_privilege($2::name, a.attrelid, a.attnum, 'insert')
      or has_column_privilege($2::name, a.attrelid, a.attnum, 'update'))
  group by a.attrelid
), functions as (
  select distinct on (p.proname) p.proname as name, obj_description(p.oid, 'pg_proc') as comment,
    p.provolatile in ('i', 's') as reads,
    (select coalesce(json_agg(json_build_object(
        'name', g.name, 'format', format_type(g.type, null), 'required', g.place <= g.inputs - p.pronargdefaults) order by g.place), '[]')
      from (
        select p.proargnames[i.place] as name, i.type, row_number() over (order by i.place) as place, count(*) over () as inputs
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality i(type, place)
        where coalesce(p.proargmodes[i.place], 'i') in ('i', 'b', 'v')
      ) g where g.name <> '') as arguments
  from pg_proc p join visible n on n.oid = p.pronamespace
  where p.prokind = 'f' and has_function_privilege($2::name, p.oid, 'execute')
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
  order by p.proname, p.pronargs desc, p.oid
)
select (select comment from visible) as comment,
  (select coalesce(json_agg(json_build_object('name', name, 'comment', comment, 'columns', list,
      'select', "select", 'insert', insert, 'update', update, 'delete', delete) order by name), '[]')
    from relations join columns on attrelid = oid where "select" or insert or update or delete) as relations,
  (select coalesce(json_agg(json_build_object('name', name, 'comment', comment, 'reads', reads, 'arguments', arguments) order by name), '[]')
    from functions) as functions`

/**
 * What a role sees of a schema, from the live catalogue.
 * @param pool a pool of the platform's own role, which looks at pg_catalog alone
 * @param role an existing role of the project's server
 */
export async function restCatalog(pool: pg.Pool, schema: string, role: string): Promise<RestCatalog> {
  const { rows } = await pool.query<RestCatalog>(SQL, [schema, role])
  return rows[0] ?? { comment: null, relations: [], functions: [] }
}

/** The schemas that people may give endpoints to: those they made, and public. */
export async function exposableSchemas(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select nspname as name from pg_namespace
     where nspname not like 'pg\\_%' and nspname not in ('information_schema', 'extensions', 'auth', 'vault', 'realtime')
     order by nspname <> 'public', nspname`,
  )
  return rows.map(({ name }) => name)
}
