import { pipeline } from 'node:stream/promises'
import { EngineError } from '@stoa/engine'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** Types whose binary form is the same in every version and names no other type by its number. */
const BINARY = [
  ...['bool', 'int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'text', 'varchar', 'bpchar', 'char', 'name'],
  ...['bytea', 'uuid', 'json', 'jsonb', 'date', 'time', 'timetz', 'timestamp', 'timestamptz', 'inet', 'cidr'],
  ...['macaddr', 'macaddr8', 'bit', 'varbit', 'oid', 'pg_lsn', 'point', 'lseg', 'box', 'path', 'polygon', 'line'],
  ...['circle', 'tsvector', 'int4range', 'int8range', 'numrange', 'tsrange', 'tstzrange', 'daterange'],
]

const TABLES = `
  with recursive base (type, oid) as (
    select oid, oid from pg_type
    union all
    select base.type, pg_type.typbasetype from base join pg_type on pg_type.oid = base.oid where typtype = 'd'
  ), plain as (
    select base.type from base join pg_type one on one.oid = base.oid left join pg_type element
      on element.oid = one.typelem and one.typcategory = 'A'
    where one.typtype = 'e' or (one.oid < 10000 and one.typname = any ($1::text[]))
       or (element.oid < 10000 and element.typname = any ($1::text[]))
  )
  select format('%I.%I', nspname, relname) as name,
         coalesce((select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
           where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''), '') as columns,
         not exists (select from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
           and attgenerated = '' and atttypid not in (select type from plain)) as binary
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and relpersistence <> 't' and nspname !~ '^pg_' and nspname <> 'information_schema'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  order by pg_relation_size(pg_class.oid) desc, 1`

const SEQUENCES = `
  select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'S' and relpersistence <> 't'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  order by 1`

/** How values are written where a table has to be copied as text: alike on both sides, and losing nothing. */
const AS_TEXT = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 3; set bytea_output = 'hex'; set client_encoding = 'UTF8'`

/**
 * Copies the rows of all tables, straight from one server into the other.
 * @param source a superuser session inside a transaction that sees the moment to copy
 * @param target a session that owns what it fills
 * @throws EngineError `failed` when a table arrives with another number of rows
 */
export async function copyTables(source: pg.Client, target: pg.Client): Promise<void> {
  await source.query(AS_TEXT)
  await target.query(AS_TEXT)
  const { rows } = await source.query<{ name: string; columns: string; binary: boolean }>(TABLES, [BINARY])
  for (const { name, columns, binary } of rows) {
    const table = columns === '' ? name : `${name} (${columns})`
    const format = binary ? 'binary' : 'text'
    // A table that is emptied in the transaction that fills it needs no log and can be written as old from the start.
    await target.query('begin')
    await target.query(`truncate only ${name}`)
    const from = source.query(copyTo(`copy ${table} to stdout (format ${format})`))
    const to = target.query(copyFrom(`copy ${table} from stdin (format ${format}, freeze)`))
    try {
      await pipeline(from, to)
    } catch (error) {
      throw new EngineError(
        'failed',
        `The table ${name} could not be copied.`,
        error instanceof Error ? error.message : null,
      )
    }
    if (from.rowCount !== to.rowCount) {
      throw new EngineError('failed', `The table ${name} has ${from.rowCount} rows, of which ${to.rowCount} arrived.`)
    }
    await target.query('commit')
  }
}

/** Sets all sequences to where they are. */
export async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string }>(SEQUENCES)
  for (const { name } of rows) {
    const at = await source.query<{ last: string; called: boolean }>(
      `select last_value as last, is_called as called from ${name}`,
    )
    await target.query('select pg_catalog.setval($1::regclass, $2::bigint, $3)', [
      name,
      at.rows[0]?.last,
      at.rows[0]?.called,
    ])
  }
}
