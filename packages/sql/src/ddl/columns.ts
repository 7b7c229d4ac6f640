import { quoteIdent } from '../quote.ts'
import { inOrder } from './names.ts'
import type { ColumnShape, TableShape } from './table-shape.ts'

const identityClause = (identity: 'ALWAYS' | 'BY DEFAULT'): string => `generated ${identity.toLowerCase()} as identity`

/** A column as CREATE TABLE has it, or as stands behind ADD COLUMN. */
export function columnClause(column: ColumnShape): string {
  return [
    `${quoteIdent(column.name)} ${column.data_type}`,
    column.identity === null ? '' : identityClause(column.identity),
    column.generated === null ? '' : `generated always as (${column.generated}) stored`,
    column.default_value === null || column.generated !== null || column.identity !== null
      ? ''
      : `default ${column.default_value}`,
    column.is_nullable ? '' : 'not null',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** Drops the columns that are not there any more. */
export const dropColumns = (before: TableShape, after: TableShape, table: string): string[] =>
  before.columns
    .filter(({ key }) => !after.columns.some((column) => column.key === key))
    .map(({ name }) => `alter table ${table} drop column ${quoteIdent(name)}`)

/** Renames columns, also where they take each other's names. */
export function renameColumns(before: TableShape, after: TableShape, table: string): string[] {
  const renames = after.columns.flatMap(({ key, name }) => {
    const old = before.columns.find((column) => column.key === key)
    return old === undefined ? [] : [{ from: old.name, to: name }]
  })
  return inOrder(renames).map(
    ({ from, to }) => `alter table ${table} rename column ${quoteIdent(from)} to ${quoteIdent(to)}`,
  )
}

/** Changes the columns that stay, which have their new names already, and adds those that are new. */
export function alterColumns(before: TableShape, after: TableShape, table: string): string[] {
  return after.columns.flatMap((column) => {
    const old = before.columns.find(({ key }) => key === column.key)
    if (old === undefined) return [`alter table ${table} add column ${columnClause(column)}`]
    const changes = changesOf(old, column)
    const name = quoteIdent(column.name)
    return changes.map((change) => `alter table ${table} alter column ${name} ${change}`)
  })
}

/** What is done to one column, in an order that Postgres takes. */
function changesOf(old: ColumnShape, column: ColumnShape): string[] {
  const changes: string[] = []
  const isRetyped = old.data_type !== column.data_type
  const hadDefault = old.default_value !== null && old.generated === null && old.identity === null
  const hasDefault = column.default_value !== null && column.generated === null && column.identity === null
  if (old.generated !== null && column.generated === null) changes.push('drop expression')
  if (old.identity !== null && column.identity === null) changes.push('drop identity')
  // A default keeps its type, and may not become the new one by itself.
  if (hadDefault && (isRetyped || !hasDefault)) changes.push('drop default')
  if (isRetyped)
    changes.push(
      column.generated === null
        ? `type ${column.data_type} using ${quoteIdent(column.name)}::${column.data_type}`
        : `type ${column.data_type}`,
    )
  if (old.generated !== null && column.generated !== null && old.generated !== column.generated)
    changes.push(`set expression as (${column.generated})`)
  if (hasDefault && old.default_value !== column.default_value) changes.push(`set default ${column.default_value}`)
  // The same default as before is of the type before.
  else if (hasDefault && isRetyped) changes.push(`set default ${recast(column)}`)
  if (old.is_nullable && !column.is_nullable) changes.push('set not null')
  if (!old.is_nullable && column.is_nullable) changes.push('drop not null')
  if (old.identity === null && column.identity !== null) changes.push(`add ${identityClause(column.identity)}`)
  if (old.identity !== null && column.identity !== null && old.identity !== column.identity)
    changes.push(`set generated ${column.identity.toLowerCase()}`)
  return changes
}

/** The default of a column for its new type: a constant by itself, anything else by a cast. */
function recast({ default_value, data_type }: ColumnShape): string {
  const text = default_value ?? 'null'
  const constant = /^('(?:[^']|'')*')::[\w ."()[\],]+$/.exec(text)?.[1]
  return constant ?? (/^-?[\d.]+$/.test(text) ? text : `(${text})::${data_type}`)
}
