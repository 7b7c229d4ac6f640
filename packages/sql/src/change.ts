import { qualifiedName, quoteIdent, quoteLiteral } from './quote.ts'

/** Values by column; null is NULL. */
export type ChangedValues = Readonly<Record<string, string | null>>

/** A change of one row. `row` names it by its key, `version` is what its `xmin` was when it was read. */
export type RowChange =
  | { readonly kind: 'insert'; readonly values: ChangedValues }
  | {
      readonly kind: 'update'
      readonly row: Readonly<Record<string, string>>
      readonly version: string | null
      readonly values: ChangedValues
    }
  | { readonly kind: 'delete'; readonly row: Readonly<Record<string, string>>; readonly version: string | null }

const literal = (value: string | null): string => (value === null ? 'null' : quoteLiteral(value))

const theRow = (row: Readonly<Record<string, string>>, version: string | null): string =>
  [
    ...Object.entries(row).map(([name, value]) => `${quoteIdent(name)} = ${literal(value)}`),
    ...(version === null ? [] : [`xmin = ${literal(version)}`]),
  ].join(' and ')

/**
 * The statement that makes a change, without a semicolon. It touches the row only as long as nobody else has changed
 * it since it was read.
 * @throws RangeError for a row without a key or an update without values, which would touch other rows or none
 */
export function changeSql(table: { readonly schema: string; readonly name: string }, change: RowChange): string {
  const name = qualifiedName(table.schema, table.name)
  if (change.kind === 'insert') {
    const names = Object.keys(change.values)
    if (names.length === 0) return `insert into ${name} default values`
    const values = names.map((column) => literal(change.values[column] ?? null))
    return `insert into ${name} (${names.map(quoteIdent).join(', ')}) values (${values.join(', ')})`
  }
  if (Object.keys(change.row).length === 0) throw new RangeError('A row is changed by its key')
  if (change.kind === 'delete') return `delete from ${name} where ${theRow(change.row, change.version)}`
  const set = Object.entries(change.values).map(([column, value]) => `${quoteIdent(column)} = ${literal(value)}`)
  if (set.length === 0) throw new RangeError('An update changes at least one column')
  return `update ${name} set ${set.join(', ')} where ${theRow(change.row, change.version)}`
}
