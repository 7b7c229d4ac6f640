import type { EditorTable, TableFilter } from '@stoa/contract'

/** The row that a key points to. */
export type PeekTarget = { readonly schema: string; readonly table: string; readonly filter: readonly TableFilter[] }

/** What stands beside the rows. */
export type OpenPanel =
  | { readonly kind: 'row'; readonly row: number; readonly focus: string | null }
  | { readonly kind: 'peek'; readonly target: PeekTarget }

/** The rows that a column's value points to, alone or together with other values of its row. */
export function peekTargets(table: EditorTable, row: readonly (string | null)[], at: number): PeekTarget[] {
  const column = table.columns[at]
  const value = (name: string) => row[table.columns.findIndex((item) => item.name === name)] ?? null
  const eq = (name: string, wanted: string): TableFilter => ({ column: name, operator: 'eq', value: wanted })
  const targets: PeekTarget[] = []
  const own = row[at] ?? null
  if (!column || own === null) return targets
  const { foreign_key: single } = column
  if (single !== null) targets.push({ schema: single.schema, table: single.table, filter: [eq(single.column, own)] })
  for (const key of table.foreign_keys) {
    const values = key.columns.map(value)
    // A key with a NULL in it points to nothing.
    if (!key.columns.includes(column.name) || values.includes(null)) continue
    const filter = key.target_columns.map((name, place) => eq(name, values[place] ?? ''))
    targets.push({ schema: key.schema, table: key.table, filter })
  }
  return targets
}
