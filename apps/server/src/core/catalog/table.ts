import type { EditorColumn, EditorTable, EditorView, Entity, EntityKind, ForeignKeys } from '@stoa/contract'
import type pg from 'pg'
import { PLATFORM_SCHEMAS } from './origins.ts'

const KINDS: Record<string, EntityKind> = {
  r: 'table',
  p: 'partitioned_table',
  f: 'foreign_table',
  v: 'view',
  m: 'materialized_view',
}

const ENTITY_FIELDS = `c.oid::int8 as id, c.relname as name, c.relkind::text as kind, obj_description(c.oid, 'pg_class') as comment,
  case when c.relkind <> 'v' and c.reltuples >= 0 then c.reltuples::float8 end as estimated_rows,
  c.relrowsecurity as rls_enabled`

const ENTITIES = `
  select (select json_agg(nspname order by nspname <> 'public', nspname) from pg_namespace
      where nspname not like 'pg\\_%' and nspname <> 'information_schema') as schemas,
    (select coalesce(json_agg(x order by x.name), '[]') from (
      select ${ENTITY_FIELDS} from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f')) x) as entities,
    (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not like 'pg\\_%'
        and n.nspname <> all ('{information_schema,${PLATFORM_SCHEMAS.join(',')}}')
        and not exists (select from pg_class own join pg_namespace o on o.oid = own.relnamespace
          where o.nspname = $1 and own.relkind in ('r', 'p', 'v', 'm', 'f'))
      order by n.nspname <> 'public', n.nspname limit 1) as elsewhere`

const ACTION = (field: string) =>
  `case k.${field} when 'r' then 'RESTRICT' when 'c' then 'CASCADE' when 'n' then 'SET NULL' when 'd' then 'SET DEFAULT' else 'NO ACTION' end`

const NAMES = (relation: string, numbers: string) =>
  `(select json_agg(a.attname order by p.place) from unnest(${numbers}) with ordinality p(attnum, place)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = p.attnum)`

const TABLE = `
  select ${ENTITY_FIELDS},
    (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies,
    pg_relation_is_updatable(c.oid, false) as updatable,
    (select json_agg(x order by x.position) from (
      select a.attnum as position, a.attname as name,
        case when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), case when t.typtype = 'd' then t.typdefault end) end as default_value,
        format_type(a.atttypid, a.atttypmod) as data_type, b.typname as format, b.typlen as length, b.typcategory as category,
        a.attidentity <> '' as is_identity, a.attidentity = 'd' as is_generatable,
        case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end as generated,
        not (a.attnotnull or t.typtype = 'd' and t.typnotnull) as is_nullable,
        case when c.relkind in ('r', 'p') then true when c.relkind in ('v', 'f') then pg_column_is_updatable(c.oid, a.attnum, false) else false end as is_updatable,
        (select coalesce(json_agg(e.enumlabel order by e.enumsortorder), '[]') from pg_enum e where e.enumtypid = b.oid or e.enumtypid = b.typelem and b.typlen = -1) as enums,
        col_description(c.oid, a.attnum) as comment,
        (select json_build_object('schema', rn.nspname, 'table', r.relname, 'column', ra.attname,
            'deletion_action', ${ACTION('confdeltype')}, 'update_action', ${ACTION('confupdtype')})
          from pg_constraint k join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
            join pg_attribute ra on ra.attrelid = r.oid and ra.attnum = k.confkey[1]
          where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum] order by k.conname limit 1) as foreign_key
      from pg_attribute a join pg_type t on t.oid = a.atttypid
        join pg_type b on b.oid = case when t.typtype <> 'd' then t.oid else (
          with recursive below(oid, kind) as (select t.typbasetype, (select typtype from pg_type where oid = t.typbasetype)
            union all select d.typbasetype, (select typtype from pg_type where oid = d.typbasetype)
              from below join pg_type d on d.oid = below.oid where below.kind = 'd')
          select oid from below where kind <> 'd') end
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) x) as columns,
    (select coalesce(json_agg(json_build_object('columns', ${NAMES('k.conrelid', 'k.conkey')}, 'schema', rn.nspname,
        'table', r.relname, 'target_columns', ${NAMES('k.confrelid', 'k.confkey')}) order by k.conname), '[]')
      from pg_constraint k join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
      where k.conrelid = c.oid and k.contype = 'f' and cardinality(k.conkey) > 1) as foreign_keys,
    c.relkind = 'r' and exists (select from pg_inherits i where i.inhparent = c.oid) as has_heirs,
    (select json_build_object('primary', i.indisprimary, 'names', (select json_agg(a.attname order by p.place)
        from unnest(i.indkey) with ordinality p(attnum, place) join pg_attribute a on a.attrelid = c.oid and a.attnum = p.attnum
        where p.place <= i.indnkeyatts))
      from pg_index i
      where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indimmediate and i.indpred is null and i.indexprs is null
        and c.relkind in ('r', 'p')
        and (i.indisprimary or not exists (select from unnest(i.indkey) with ordinality p(attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = p.attnum
          where p.place <= i.indnkeyatts and not a.attnotnull))
      order by i.indisprimary desc, i.indnkeyatts, i.indexrelid limit 1) as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p', 'v', 'm', 'f')`

/** What the platform needs besides to read a column's values. */
export type ReadColumn = EditorColumn & {
  /** Bytes of the type, or -1 when it varies. */
  readonly length: number
  /** Postgres's own category: `S` for texts. */
  readonly category: string
}
export type ReadTable = Omit<EditorTable, 'columns'> & {
  readonly columns: readonly ReadColumn[]
  readonly estimated_rows: number | null
  /** Whether reading it gives rows of other tables too, which inherit from it. */
  readonly has_heirs: boolean
}

type Row = Omit<Entity, 'kind' | 'id'> & {
  id: string
  kind: string
  policies: number
  updatable: number
  columns: Omit<ReadColumn, 'is_primary_key'>[] | null
  foreign_keys: ForeignKeys[]
  has_heirs: boolean
  key: { primary: boolean; names: string[] } | null
}

/** The schemas of a database, and what has rows in one of them. */
export async function readEntities(
  catalog: Pick<pg.Pool, 'query'>,
  schema: string,
): Promise<Pick<EditorView, 'schemas' | 'entities' | 'elsewhere'>> {
  const { rows } = await catalog.query({ name: 'entities', text: ENTITIES, values: [schema] })
  const { schemas, entities, elsewhere } = rows[0] as {
    schemas: string[] | null
    entities: (Entity & { kind: string })[]
    elsewhere: string | null
  }
  const told = entities.map((item) => ({ ...item, kind: KINDS[item.kind] ?? 'table' }))
  return { schemas: schemas ?? [], entities: told, elsewhere }
}

const INSERT = 8
const INSERT_UPDATE_DELETE = 4 + INSERT + 16
const HAS_HEIRS =
  'Other tables inherit from this one, so that nothing tells its rows apart. Edit them in their own tables'

/** The sentence why rows cannot be edited. */
function whyNotEditable(kind: EntityKind, key: readonly string[], updatable: number): string | null {
  if (kind === 'view')
    return updatable === 0
      ? 'This view joins or groups, so that Postgres cannot tell which rows a change would mean'
      : 'Views have no key that tells their rows apart. Edit the table below it'
  if (kind === 'materialized_view') return 'A materialized view is a stored result. It changes when it is refreshed'
  if (kind === 'foreign_table') return 'The rows of a foreign table live in another database'
  if (key.length === 0)
    return 'This table has no primary key, so that nothing tells its rows apart. Add one to edit them here'
  return (updatable & INSERT_UPDATE_DELETE) === 0 ? 'Postgres does not let these rows be changed' : null
}

const whyNotInsertable = (updatable: number): string | null =>
  (updatable & INSERT) === 0 ? 'Postgres does not let rows be put into this table' : null

/**
 * A table or view with its columns, from the live catalogue.
 * @param catalog a connection with only pg_catalog in sight
 * @returns null when there is none of this name
 */
export async function readTable(
  catalog: Pick<pg.Pool, 'query'>,
  schema: string,
  name: string,
): Promise<ReadTable | null> {
  const { rows } = await catalog.query<Row>({ name: 'table', text: TABLE, values: [schema, name] })
  const [row] = rows
  if (!row) return null
  const kind = KINDS[row.kind] ?? 'table'
  // A key is kept by its own table alone: tables that inherit from it may hold the same values.
  const key = row.has_heirs ? [] : (row.key?.names ?? [])
  const columns = (row.columns ?? []).map((column) => ({
    ...column,
    is_primary_key: row.key?.primary === true && row.key.names.includes(column.name),
  }))
  return {
    id: Number(row.id),
    schema,
    name: row.name,
    kind,
    comment: row.comment,
    columns,
    key,
    foreign_keys: row.foreign_keys,
    has_heirs: row.has_heirs,
    not_editable: row.has_heirs ? HAS_HEIRS : whyNotEditable(kind, key, row.updatable),
    not_insertable:
      kind === 'table' || kind === 'partitioned_table'
        ? whyNotInsertable(row.updatable)
        : whyNotEditable(kind, key, row.updatable),
    rls_enabled: row.rls_enabled,
    policies: row.policies,
    estimated_rows: row.estimated_rows,
    shape: shapeOf(row.id, columns, key),
  }
}

/** A short text that is another one when columns come, go, move or change their type. */
function shapeOf(id: string, columns: readonly { name: string; data_type: string }[], key: readonly string[]): string {
  let hash = 5381
  const text = JSON.stringify([key, columns.map(({ name, data_type }) => [name, data_type])])
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 33) ^ text.charCodeAt(i)) >>> 0
  return `${id}-${columns.length}-${hash.toString(36)}`
}

/** The table as the page gets it. */
export const onWire = ({ columns, estimated_rows: _, has_heirs: _heirs, ...table }: ReadTable): EditorTable => ({
  ...table,
  columns: columns.map(({ length: _length, category: _category, ...column }) => column),
})
