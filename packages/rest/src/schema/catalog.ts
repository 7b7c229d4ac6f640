import type pg from 'pg'

/** A column as the catalogue tells it. */
export type CatalogColumn = {
  readonly name: string
  readonly num: number
  /** The type without its length, and the whole type that values are read as. */
  readonly type: string
  readonly nominal: string
  readonly oid: number
  readonly nullable: boolean
  readonly default: string | null
  readonly length: number | null
  readonly enum: readonly string[] | null
  readonly comment: string | null
}
export type CatalogRelation = {
  readonly oid: number
  readonly schema: string
  readonly name: string
  readonly kind: string
  readonly comment: string | null
  readonly insertable: boolean
  readonly updatable: boolean
  readonly deletable: boolean
  readonly columns: readonly CatalogColumn[]
}
export type CatalogForeignKey = {
  readonly name: string
  readonly table: number
  readonly foreign: number
  readonly keys: readonly number[]
  readonly foreignKeys: readonly number[]
}
export type CatalogUnique = { readonly table: number; readonly keys: readonly number[]; readonly primary: boolean }
export type CatalogView = { readonly oid: number; readonly tree: string }
export type CatalogArgument = {
  readonly name: string
  readonly type: string
  readonly mode: string
  readonly required: boolean
}
export type CatalogFunction = {
  readonly oid: number
  readonly schema: string
  readonly name: string
  readonly comment: string | null
  readonly volatility: string
  readonly args: readonly CatalogArgument[]
  readonly returnOid: number
  readonly returnType: string
  readonly returnRelation: number
  readonly returnsSet: boolean
  readonly composite: boolean
  readonly rows: number
  readonly variadic: boolean
  readonly settings: readonly string[]
}
export type CatalogCast = {
  readonly source: string
  readonly sourceOid: number
  readonly target: string
  readonly targetOid: number
  readonly function: string
}
export type CatalogMediaHandler = {
  readonly media: string
  readonly schema: string
  readonly name: string
  readonly aggregate: boolean
  /** What an aggregate takes: a relation, 0 for rows of any, -1 for what is no row. */
  readonly relation: number
  readonly typeOid: number
  readonly bytea: boolean
}
export type Catalog = {
  readonly version: number
  readonly relations: readonly CatalogRelation[]
  readonly foreignKeys: readonly CatalogForeignKey[]
  readonly uniques: readonly CatalogUnique[]
  readonly views: readonly CatalogView[]
  readonly names: readonly { readonly oid: number; readonly schema: string; readonly name: string }[]
  readonly attributes: readonly { readonly table: number; readonly num: number; readonly name: string }[]
  readonly functions: readonly CatalogFunction[]
  readonly casts: readonly CatalogCast[]
  readonly handlers: readonly CatalogMediaHandler[]
  readonly roleSettings: readonly { readonly role: string; readonly settings: readonly string[] }[]
  readonly comments: readonly { readonly schema: string; readonly comment: string | null }[]
  readonly missingSchemas: readonly string[]
  /** Whether the database can write shapes as GeoJSON. */
  readonly geojson: boolean
}

const OTHERS = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_toast%' and n.nspname not like 'pg\\_temp%'`
const ALL_TYPES = `case when t.typtype = 'd' then
    case when b.typnamespace = 'pg_catalog'::regnamespace then format_type(b.oid, null) else format_type(a.atttypid, a.atttypmod) end
  when t.typnamespace = 'pg_catalog'::regnamespace then format_type(a.atttypid, null)
  else format_type(a.atttypid, a.atttypmod) end`

/** The longest text or the most bits that a column takes, of a domain by what it is made of. */
const LENGTH = `case when w.typmod < 0 then null when w.base in ('varchar'::regtype, 'bpchar'::regtype) then w.typmod - 4
  when w.base in ('bit'::regtype, 'varbit'::regtype) then w.typmod end`

// The columns of all relations are put together at once: asking for those of each takes Postgres several times as long.
const RELATIONS = `
with chosen as materialized (
  select c.oid, n.nspname, c.relname, c.relkind from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
), columns as (
  select a.attrelid, json_agg(json_build_object('name', a.attname, 'num', a.attnum,
      'type', ${ALL_TYPES}, 'nominal', format_type(a.atttypid, a.atttypmod), 'oid', a.atttypid::int8,
      'nullable', not (a.attnotnull or t.typtype = 'd' and t.typnotnull),
      'default', case when a.attidentity = 'd' then (select 'nextval(' || quote_literal(quote_ident(sn.nspname) || '.' || quote_ident(sc.relname)) || '::regclass)'
          from pg_depend q join pg_class sc on sc.oid = q.objid join pg_namespace sn on sn.oid = sc.relnamespace
          where q.classid = 'pg_class'::regclass and q.refobjid = a.attrelid and q.refobjsubid = a.attnum and q.deptype = 'i')
        when a.attidentity = 'a' then null when a.attgenerated <> '' then null
        when t.typtype = 'd' and d.adbin is null then t.typdefault else pg_get_expr(d.adbin, d.adrelid) end,
      'length', ${LENGTH},
      'enum', case when t.typtype in ('e', 'd') then (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid in (t.oid, t.typbasetype)) end,
      'comment', s.description) order by a.attnum) as columns
  from pg_attribute a join chosen c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid left join pg_type b on b.oid = t.typbasetype
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  left join pg_description s on s.classoid = 'pg_class'::regclass and s.objoid = a.attrelid and s.objsubid = a.attnum
  cross join lateral (select case when t.typtype = 'd' then t.typbasetype else a.atttypid end as base,
    case when t.typtype = 'd' then t.typtypmod else a.atttypmod end as typmod) w
  where a.attnum > 0 and not a.attisdropped group by a.attrelid
)
select c.oid::int8, c.nspname as schema, c.relname as name, c.relkind as kind, obj_description(c.oid, 'pg_class') as comment,
  c.relkind in ('r', 'p') or pg_relation_is_updatable(c.oid, true) & 8 <> 0 as insertable,
  c.relkind in ('r', 'p') or pg_relation_is_updatable(c.oid, true) & 4 <> 0 as updatable,
  c.relkind in ('r', 'p') or pg_relation_is_updatable(c.oid, true) & 16 <> 0 as deletable,
  coalesce(o.columns, '[]') as columns
from chosen c left join columns o on o.attrelid = c.oid order by c.nspname, c.relname`

const FOREIGN_KEYS = `
select conname as name, conrelid::int8 as "table", confrelid::int8 as "foreign", to_json(conkey) as keys, to_json(confkey) as "foreignKeys"
from pg_constraint where contype = 'f' and conparentid = 0 order by conrelid, conname`

const UNIQUES = `
select conrelid::int8 as "table", to_json(conkey) as keys, contype = 'p' as "primary" from pg_constraint where contype in ('p', 'u')`

const VIEWS = `
select c.oid::int8, r.ev_action::text as tree from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('v', 'm') and r.ev_type = '1' and r.rulename = '_RETURN' and ${OTHERS}
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

const NAMES = `
select c.oid::int8, n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${OTHERS}`

const ATTRIBUTES = `
select a.attrelid::int8 as "table", a.attnum as num, a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
join pg_namespace n on n.oid = c.relnamespace
where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f') and ${OTHERS}
  and (c.relkind in ('v', 'm') or (a.attrelid, a.attnum) in (
    select conrelid, unnest(conkey) from pg_constraint where contype in ('f', 'p')
    union select confrelid, unnest(confkey) from pg_constraint where contype = 'f'))`

const FUNCTIONS = `
select p.oid::int8, n.nspname as schema, p.proname as name, obj_description(p.oid, 'pg_proc') as comment, p.provolatile as volatility,
  coalesce((select json_agg(json_build_object('name', coalesce(p.proargnames[i.place], ''), 'type', format_type(i.type, null),
      'mode', i.mode, 'required', i.input <= p.pronargs - p.pronargdefaults) order by i.place)
    from (select u.place, u.type, coalesce(p.proargmodes[u.place], 'i') as mode,
        count(*) filter (where coalesce(p.proargmodes[u.place], 'i') in ('i', 'b', 'v')) over (order by u.place) as input
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality u(type, place)) i
    where i.mode in ('i', 'b', 'v')), '[]') as args,
  p.prorettype::int8 as "returnOid", format_type(p.prorettype, null) as "returnType", coalesce(bt.typrelid, t.typrelid)::int8 as "returnRelation",
  p.proretset as "returnsSet",
  (coalesce(bt.typtype, t.typtype) = 'c' or p.prorettype = 'record'::regtype or coalesce(p.proargmodes::text[] && '{t,b,o}', false)) as composite,
  p.prorows as rows, p.provariadic <> 0 as variadic, to_json(coalesce(p.proconfig, '{}')) as settings
from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype left join pg_type bt on bt.oid = t.typbasetype
where n.nspname = any ($1) and p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
order by n.nspname, p.proname, p.pronargs, p.oid`

const CASTS = `
select format_type(c.castsource, null) as source, c.castsource::int8 as "sourceOid", format_type(c.casttarget, null) as target,
  c.casttarget::int8 as "targetOid", quote_ident(n.nspname) || '.' || quote_ident(p.proname) as function
from pg_cast c join pg_proc p on p.oid = c.castfunc join pg_namespace n on n.oid = p.pronamespace
join pg_type s on s.oid = c.castsource join pg_type g on g.oid = c.casttarget
where c.castcontext = 'i' and c.castmethod = 'f' and has_function_privilege(p.oid, 'execute')
  and ((s.typtype = 'd' and c.casttarget in ('json'::regtype, 'text'::regtype))
    or (g.typtype = 'd' and c.castsource in ('json'::regtype, 'text'::regtype)))`

const HANDLERS = `
select lower(t.typname) as media, pn.nspname as schema, p.proname as name, p.prokind = 'a' as aggregate,
  case when p.prokind <> 'a' or p.proargtypes[0] = 'anyelement'::regtype then 0
    else coalesce((select nullif(a.typrelid, 0)::int8 from pg_type a where a.oid = p.proargtypes[0]), -1) end as relation,
  t.oid::int8 as "typeOid", t.typbasetype = 'bytea'::regtype as bytea
from pg_type t join pg_proc p on p.prorettype = t.oid join pg_namespace pn on pn.oid = p.pronamespace
where t.typtype = 'd' and (t.typname ~* '^[a-z0-9.-]+/[a-z0-9.+-]+$' or t.typname = '*/*')
  and pn.nspname = any ($1 || $2::text[]) and (p.prokind = 'a' and p.pronargs = 1 or p.prokind = 'f')`

const ROLE_SETTINGS = `
select r.rolname as role, to_json(s.setconfig) as settings from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
  and pg_has_role(current_user, r.oid, 'member')`

const COMMENTS = `
select w.schema, obj_description(n.oid, 'pg_namespace') as comment, n.oid is null as missing
from unnest($1::text[]) w(schema) left join pg_namespace n on n.nspname = w.schema`

const VERSION = `
select current_setting('server_version_num')::int8 as version, exists (select from pg_proc where proname = 'st_asgeojson') as geojson`

/** Reads everything that requests are planned with, in one transaction. */
export async function readCatalog(
  pool: pg.Pool,
  schemas: readonly string[],
  extraSearchPath: readonly string[],
): Promise<Catalog> {
  const client = await pool.connect()
  try {
    await client.query(
      `begin isolation level repeatable read read only; set local search_path = ''; set local jit = off`,
    )
    const rows = async <T>(sql: string, values: unknown[] = []): Promise<T[]> => {
      const result = await client.query({ text: sql, values, types: { getTypeParser: parserOf } })
      return result.rows as T[]
    }
    const comments = await rows<{ schema: string; comment: string | null; missing: boolean }>(COMMENTS, [schemas])
    const [version] = await rows<{ version: number; geojson: boolean }>(VERSION)
    const catalog: Catalog = {
      version: version?.version ?? 0,
      relations: await rows(RELATIONS, [schemas]),
      foreignKeys: await rows(FOREIGN_KEYS),
      uniques: await rows(UNIQUES),
      views: await rows(VIEWS),
      names: await rows(NAMES),
      attributes: await rows(ATTRIBUTES),
      functions: await rows(FUNCTIONS, [schemas]),
      casts: await rows(CASTS),
      handlers: await rows(HANDLERS, [schemas, extraSearchPath]),
      roleSettings: await rows(ROLE_SETTINGS),
      comments,
      geojson: version?.geojson ?? false,
      missingSchemas: comments.filter(({ missing }) => missing).map(({ schema }) => schema),
    }
    await client.query('commit')
    client.release()
    return catalog
  } catch (error) {
    client.release(true)
    throw error
  }
}

const BOOL = 16
const NUMBERS = new Set([20, 21, 23, 26, 700, 701])
const JSONS = new Set([114, 3802])

/** Parsers of this package's own, so that nobody else's changes to the driver's parsers reach in here. */
const parserOf =
  (oid: number) =>
  (value: string): unknown =>
    oid === BOOL ? value === 't' : NUMBERS.has(oid) ? Number(value) : JSONS.has(oid) ? JSON.parse(value) : value
