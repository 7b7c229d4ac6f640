import type { Column, Relation } from '../schema/cache.ts'
import type { Field } from '../url/field.ts'
import type { Compare, Filter, Operation, Search, Simple } from '../url/filter.ts'
import { arrayLiteral, ident, literal, type Statement } from './statement.ts'

const COMPARE: Record<Compare, string> = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'LIKE',
  ilike: 'ILIKE',
  match: '~',
  imatch: '~*',
}
const SIMPLE: Record<Simple, string> = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}
const SEARCH: Record<Search, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}
const IS = { null: 'NULL', not_null: 'NOT NULL', true: 'TRUE', false: 'FALSE', unknown: 'UNKNOWN' } as const
const JSON_TYPES = ['json', 'jsonb']

export const columnOf = (relation: Relation | null, name: string): Column | null => relation?.columns.get(name) ?? null

/** A column, or the way into what it holds. Whatever is no JSON is made JSON first. */
export function fieldSql(qualifier: string, field: Field, relation: Relation | null): string {
  const base = `${qualifier}.${ident(field.name)}`
  if (field.path.length === 0) return base
  const type = columnOf(relation, field.name)?.type
  const start = type !== undefined && JSON_TYPES.includes(type) ? base : `to_jsonb(${base})`
  return (
    start + field.path.map(({ asText, key, index }) => `${asText ? '->>' : '->'}${index ? key : literal(key)}`).join('')
  )
}

/** A value as the column's domain reads it from text. */
const valueSql = (statement: Statement, value: string, parse: string | null): string =>
  parse === null ? statement.param(value) : `${parse}(${statement.param(value)}::text)`

const patterned = (op: Compare, value: string): string =>
  op === 'like' || op === 'ilike' ? value.replaceAll('*', '%') : value

function operationSql(
  statement: Statement,
  left: string,
  operation: Operation,
  column: Column | null,
  vector: boolean,
): string {
  const parse = column?.fromText ?? null
  switch (operation.kind) {
    case 'compare': {
      const value = patterned(operation.op, operation.value)
      if (operation.quantifier === null) return `${left} ${COMPARE[operation.op]} ${valueSql(statement, value, parse)}`
      return `${left} ${COMPARE[operation.op]} ${operation.quantifier.toUpperCase()}(${statement.param(value)})`
    }
    case 'simple':
      return `${left} ${SIMPLE[operation.op]} ${valueSql(statement, operation.value, parse)}`
    case 'in': {
      const values = statement.param(arrayLiteral(operation.values))
      return parse === null
        ? `${left} = ANY (${values})`
        : `${left} = ANY (ARRAY(SELECT ${parse}(pgrst_one) FROM unnest(${values}::text[]) pgrst_one))`
    }
    case 'is':
      return `${left} IS ${IS[operation.value]}`
    case 'distinct':
      return `${left} IS DISTINCT FROM ${valueSql(statement, operation.value, parse)}`
    case 'search': {
      const config = operation.config === null ? '' : `${statement.param(operation.config)}::regconfig, `
      const document = vector ? left : `to_tsvector(${config}${left})`
      return `${document} @@ ${SEARCH[operation.op]}(${config}${statement.param(operation.value)})`
    }
  }
}

/** A filter as a condition. */
export function filterSql(statement: Statement, qualifier: string, relation: Relation | null, filter: Filter): string {
  const column = filter.field.path.length === 0 ? columnOf(relation, filter.field.name) : null
  const left = fieldSql(qualifier, filter.field, relation)
  // What is not known, such as a column of a function's rows, is taken to be what searching is made for.
  const vector = filter.field.path.length === 0 && (column === null || column.type === 'tsvector')
  const condition = operationSql(statement, left, filter.operation, column, vector)
  return filter.negated ? `NOT ${condition}` : condition
}
