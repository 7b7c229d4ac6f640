import type { Payload } from '../request/body.ts'
import type { Column, Relation } from '../schema/cache.ts'
import { ident, qualified, type Statement } from './statement.ts'

export type Insert = {
  readonly relation: Relation
  readonly columns: readonly Column[]
  readonly payload: Extract<Payload, { kind: 'json' }>
  /** Whether what a row leaves out gets the column's default. */
  readonly defaults: boolean
  readonly conflict: { readonly columns: readonly string[]; readonly merge: boolean } | null
  /** The condition on the payload that a PUT has: its primary key is the address's. */
  readonly matching: readonly (readonly [column: string, value: string])[]
}

/** Columns that come from JSON in a form of their own are read as JSON first. */
const readAs = (column: Column): string => (column.fromJson === null ? column.nominal : 'json')
const fromBody = (column: Column): string =>
  column.fromJson === null ? `pgrst_body.${ident(column.name)}` : `${column.fromJson}(pgrst_body.${ident(column.name)})`

function body(
  statement: Statement,
  payload: Extract<Payload, { kind: 'json' }>,
  columns: readonly Column[],
  options: { readonly defaults: boolean; readonly one: boolean },
): string {
  const list = columns.map(({ name }) => ident(name)).join(', ')
  const types = columns.map((column) => `${ident(column.name)} ${readAs(column)}`).join(', ')
  const kind = options.defaults ? 'jsonb' : 'json'
  const given = `SELECT ${statement.param(payload.text)}::${kind} AS pgrst_json`
  const to = payload.array ? 'to_recordset' : 'to_record'
  const limit = options.one ? ' LIMIT 1' : ''
  if (!options.defaults)
    return `(${given}) pgrst_payload, LATERAL (SELECT ${list} FROM ${kind}_${to}(pgrst_payload.pgrst_json) AS _(${types})${limit}) pgrst_body`
  const fallbacks = columns
    .filter((column) => column.default !== null)
    .map((column) => `'${column.name.replaceAll("'", "''")}', ${column.default}`)
  const base = `jsonb_build_object(${fallbacks.join(', ')})`
  const merged = payload.array
    ? `(SELECT jsonb_agg(${base} || pgrst_one) AS pgrst_json FROM jsonb_array_elements(pgrst_payload.pgrst_json) pgrst_one)`
    : `(SELECT ${base} || pgrst_payload.pgrst_json AS pgrst_json)`
  return `(${given}) pgrst_payload, LATERAL ${merged} pgrst_filled, LATERAL (SELECT ${list} FROM jsonb_${to}(pgrst_filled.pgrst_json) AS _(${types})${limit}) pgrst_body`
}

function conflictSql({ conflict, columns }: Insert): string {
  if (!conflict || conflict.columns.length === 0) return ''
  const target = `ON CONFLICT(${conflict.columns.map(ident).join(', ')})`
  if (!conflict.merge || columns.length === 0) return `${target} DO NOTHING`
  const sets = columns.map(({ name }) => `${ident(name)} = EXCLUDED.${ident(name)}`)
  return `${target} DO UPDATE SET ${sets.join(', ')}`
}

export function insertSql(statement: Statement, insert: Insert, returning: readonly string[]): string {
  const { relation, columns, payload } = insert
  const target = `INSERT INTO ${qualified(relation.schema, relation.name)}`
  const tail = [conflictSql(insert), returningSql(relation, returning)]
  if (columns.length === 0) {
    // Objects without keys are rows of defaults, as many as there are.
    const rows = payload.array
      ? `SELECT FROM json_array_elements(${statement.param(payload.text)}::json) pgrst_one`
      : 'DEFAULT VALUES'
    return [target, rows, ...tail].filter((part) => part !== '').join(' ')
  }
  const matching = insert.matching.map(([name, value]) => `pgrst_body.${ident(name)} = ${statement.param(value)}`)
  return [
    `${target}(${columns.map(({ name }) => ident(name)).join(', ')})`,
    `SELECT ${columns.map(fromBody).join(', ')} FROM`,
    body(statement, payload, columns, { defaults: insert.defaults, one: false }),
    matching.length > 0 ? `WHERE ${matching.join(' AND ')}` : '',
    ...tail,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

export function updateSql(
  statement: Statement,
  update: {
    readonly relation: Relation
    readonly columns: readonly Column[]
    readonly payload: Extract<Payload, { kind: 'json' }>
    readonly defaults: boolean
    readonly where: () => string
  },
  returning: readonly string[],
): string {
  const { relation, columns, payload } = update
  const table = qualified(relation.schema, relation.name)
  if (columns.length === 0) {
    const shown =
      returning.length > 0 ? returning.map((name) => `${table}.${ident(name)}`).join(', ') : '1 AS pgrst_one'
    return `SELECT ${shown} FROM ${table} WHERE false`
  }
  const sets = columns.map((column) => `${ident(column.name)} = ${fromBody(column)}`).join(', ')
  const from = body(statement, payload, columns, { defaults: update.defaults, one: true })
  return [`UPDATE ${table} SET ${sets} FROM`, from, update.where(), returningSql(relation, returning)]
    .filter((part) => part !== '')
    .join(' ')
}

export const deleteSql = (relation: Relation, where: string, returning: readonly string[]): string =>
  [`DELETE FROM ${qualified(relation.schema, relation.name)}`, where, returningSql(relation, returning)]
    .filter((part) => part !== '')
    .join(' ')

/** What a write gives back: a name that starts with `pgrst_` is an expression of ours. */
function returningSql(relation: Relation, returning: readonly string[]): string {
  const table = qualified(relation.schema, relation.name)
  const columns = returning.map((name) =>
    name === INSERTED ? `(${table}.xmax = 0) AS ${INSERTED}` : name === '*' ? `${table}.*` : `${table}.${ident(name)}`,
  )
  return `RETURNING ${columns.length > 0 ? columns.join(', ') : '1 AS pgrst_one'}`
}

/** The name under which a row tells whether it is new. */
export const INSERTED = 'pgrst_inserted'
