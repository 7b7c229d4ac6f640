import { qualifiedName, quoteIdent } from '../quote.ts'
import { alterColumns, columnClause, dropColumns, renameColumns } from './columns.ts'
import { commentOn } from './parts.ts'
import type { ConstraintShape, TableShape } from './table-shape.ts'

const list = (names: readonly string[]): string => names.map(quoteIdent).join(', ')

/**
 * A constraint as part of CREATE TABLE, or behind ADD.
 * @param nameOf gives the name of a column by its key
 */
export function constraintClause(constraint: ConstraintShape, nameOf: (key: string) => string): string {
  const columns = list(constraint.columns.map(nameOf))
  const named = constraint.name === null ? '' : `constraint ${quoteIdent(constraint.name)} `
  const late =
    constraint.deferrable == null
      ? ''
      : ` deferrable${constraint.deferrable === 'deferred' ? ' initially deferred' : ''}`
  if (constraint.kind === 'primary') return `${named}primary key (${columns})${late}`
  if (constraint.kind === 'unique')
    return `${named}unique${constraint.nulls_not_distinct ? ' nulls not distinct' : ''} (${columns})${late}`
  if (constraint.references === null) return `${named}check (${constraint.expression ?? 'true'})`
  const { schema, table, columns: targets } = constraint.references
  const some = (constraint.delete_columns ?? []).map(nameOf)
  const hasSome = constraint.on_delete.startsWith('SET') && some.length > 0
  const actions = [
    constraint.match_full ? ' match full' : '',
    constraint.on_delete === 'NO ACTION' ? '' : ` on delete ${constraint.on_delete.toLowerCase()}`,
    hasSome ? ` (${list(some)})` : '',
    constraint.on_update === 'NO ACTION' ? '' : ` on update ${constraint.on_update.toLowerCase()}`,
  ].join('')
  return `${named}foreign key (${columns}) references ${qualifiedName(schema, table)} (${list(targets)})${actions}${late}`
}

/** The names of a table's columns by their keys. */
const namesOf = (table: TableShape): ((key: string) => string) => {
  const names = new Map(table.columns.map(({ key, name }) => [key, name]))
  return (key) => names.get(key) ?? key
}

/**
 * The statements that make a table.
 * @throws RangeError for a name that Postgres cannot hold
 */
export function createTable(table: TableShape): string[] {
  const name = qualifiedName(table.schema, table.name)
  const lines = [
    ...table.columns.map(columnClause),
    ...table.constraints.map((constraint) => constraintClause(constraint, namesOf(table))),
  ]
  return [
    lines.length === 0 ? `create table ${name} ()` : `create table ${name} (\n  ${lines.join(',\n  ')}\n)`,
    ...(table.rls_enabled ? [`alter table ${name} enable row level security`] : []),
    ...(table.comment === null ? [] : [commentOn(`table ${name}`, table.comment)]),
    ...table.columns
      .filter((column) => column.comment !== null)
      .map((column) => commentOn(`column ${name}.${quoteIdent(column.name)}`, column.comment)),
  ]
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
/** Checks are compared as they are written; their columns follow from that. */
const meaning = (item: ConstraintShape) =>
  item.kind === 'check'
    ? [item.kind, item.expression]
    : [
        ...[item.kind, item.columns, item.references, item.on_delete, item.on_update],
        ...[item.delete_columns ?? [], item.match_full ?? false],
        ...[item.nulls_not_distinct ?? false, item.deferrable ?? null],
      ]

/**
 * The statements that turn a table into another one, in an order that Postgres takes: what stands in the way goes
 * first, and the table's own name changes last.
 * @param before as it is
 * @param after as it is to be, with the keys of the columns and the names of the constraints that stay
 * @throws RangeError for a name that Postgres cannot hold
 */
export function alterTable(before: TableShape, after: TableShape): string[] {
  const name = qualifiedName(before.schema, before.name)
  const kept = new Map(after.constraints.flatMap((item) => (item.name === null ? [] : [[item.name, item]])))
  const dropped = before.constraints.filter((item) => {
    const now = kept.get(item.name ?? '')
    // With a dropped column go the constraints on it, which cannot be dropped any more then.
    return now === undefined || !same(meaning(now), meaning(item))
  })
  // Foreign keys stand on keys, also on those of their own table.
  const order = (item: ConstraintShape) => (item.kind === 'foreign' ? 0 : 1)
  const added = after.constraints.filter((item) => {
    const old = before.constraints.find(({ name: known }) => known !== null && known === item.name)
    return old === undefined || !same(meaning(old), meaning(item))
  })
  return [
    ...dropped
      .toSorted((a, b) => order(a) - order(b))
      .map((item) => `alter table ${name} drop constraint ${quoteIdent(item.name ?? '')}`),
    ...dropColumns(before, after, name),
    ...renameColumns(before, after, name),
    ...alterColumns(before, after, name),
    ...added
      .toSorted((a, b) => order(b) - order(a))
      .map((item) => `alter table ${name} add ${constraintClause(item, namesOf(after))}`),
    ...(before.comment === after.comment ? [] : [commentOn(`table ${name}`, after.comment)]),
    ...after.columns
      .filter(
        ({ key, comment: text }) => text !== (before.columns.find((column) => column.key === key)?.comment ?? null),
      )
      .map((column) => commentOn(`column ${name}.${quoteIdent(column.name)}`, column.comment)),
    ...(before.rls_enabled === after.rls_enabled
      ? []
      : [`alter table ${name} ${after.rls_enabled ? 'enable' : 'disable'} row level security`]),
    ...(before.name === after.name ? [] : [`alter table ${name} rename to ${quoteIdent(after.name)}`]),
    ...(before.schema === after.schema
      ? []
      : [`alter table ${qualifiedName(before.schema, after.name)} set schema ${quoteIdent(after.schema)}`]),
  ]
}

/** What a relation is called in the statement that drops it. */
export type DroppedRelation = 'table' | 'view' | 'materialized view' | 'foreign table'

/**
 * Drops a table, a view or the like.
 * @param cascade whether what stands on it goes too; otherwise Postgres refuses
 */
export const dropRelation = (kind: DroppedRelation, schema: string, name: string, cascade = false): string =>
  `drop ${kind} ${qualifiedName(schema, name)}${cascade ? ' cascade' : ''}`

/**
 * Drops a column.
 * @param cascade whether what stands on it goes too; otherwise Postgres refuses
 */
export const dropColumn = (schema: string, table: string, column: string, cascade = false): string =>
  `alter table ${qualifiedName(schema, table)} drop column ${quoteIdent(column)}${cascade ? ' cascade' : ''}`
