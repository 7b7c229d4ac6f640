import type { EditorTable } from '@stoa/contract'
import type { RefObject } from 'react'
import type { CellMenuItem, GridCell, GridHandle } from '../../../parts/grid/types.ts'
import { takesEmptyText, whyFixed } from './edit/columns.ts'
import type { StagedSource } from './edit/staged-source.ts'
import { type Editing, rowsOf } from './edit/use-editing.ts'
import { type OpenPanel, peekTargets } from './panel/open-panel.ts'
import type { Words } from './use-editor.ts'

const several = (word: string, count: number) => (count === 1 ? `${word} row` : `${word} ${count} rows`)

/** What the menu of a cell offers besides copying. */
export function useCellMenu({
  table,
  source,
  editing,
  readOnlyReason,
  insertReason,
  words,
  onWords,
  real,
  grid,
  onPanel,
  onEdit,
}: {
  table: EditorTable
  source: StagedSource
  editing: Editing
  readOnlyReason: string | null
  /** Why no row can be put in. */
  insertReason: string | null
  words: Words
  onWords: (words: Words) => void
  /** The place in the table of a column on screen. */
  real: (column: number) => number
  grid: RefObject<GridHandle | null>
  onPanel: (panel: OpenPanel) => void
  onEdit: (cell: GridCell) => void
}) {
  return (cell: GridCell): CellMenuItem[] => {
    const at = real(cell.column)
    const column = table.columns[at]
    const of = source.at(cell.row)
    if (!column) return []
    const value = source.row(cell.row)?.[at] ?? null
    const isWhole = source.largeSize(cell.row, at) === null
    const isNew = typeof of === 'string'
    const range = grid.current?.selection() ?? null
    const rows = range === null ? [cell.row] : rowsOf(range)
    const items: CellMenuItem[] = [
      { label: 'Open row', onSelect: () => onPanel({ kind: 'row', row: cell.row, focus: column.name }) },
    ]
    if (!isNew)
      for (const target of peekTargets(table, source.row(cell.row) ?? [], at))
        items.push({ label: `Peek at ${target.table}`, onSelect: () => onPanel({ kind: 'peek', target }) })
    if (isWhole && !isNew)
      items.push({
        label: 'Filter by this value',
        onSelect: () =>
          onWords({
            ...words,
            filter: [
              ...words.filter,
              value === null
                ? { column: column.name, operator: 'is', value: 'null' }
                : { column: column.name, operator: 'eq', value },
            ],
          }),
      })
    const isEditable = of !== null && (isNew ? insertReason : readOnlyReason) === null
    if (isEditable && whyFixed(column, isNew) === null) {
      items.push({ label: 'Edit cell', onSelect: () => onEdit(cell) })
      if (takesEmptyText(column) && value !== '')
        items.push({ label: 'Set empty text', onSelect: () => editing.setCell(cell.row, at, '') })
      if (column.is_nullable) items.push({ label: 'Set NULL', onSelect: () => editing.setCell(cell.row, at, null) })
      if (source.mark(cell.row, at) === 'inserted')
        items.push({ label: 'Leave to Postgres', onSelect: () => editing.toDefault(cell.row, at) })
    }
    if (insertReason === null)
      items.push({ label: several('Duplicate', rows.length), onSelect: () => void editing.duplicate(rows) })
    if (isEditable) items.push({ label: several('Delete', rows.length), onSelect: () => editing.remove(rows) })
    return items
  }
}
