import type { EditorTable } from '@stoa/contract'
import { toast } from '@stoa/ui'
import { type RefObject, useState } from 'react'
import type { CellOverlay, CellPosition, GridCell, GridHandle } from '../../../../parts/grid/types.ts'
import { CellEditor, type CellStep, isLine } from './CellEditor.tsx'
import { editorKind, isDeep, whyFixed } from './columns.ts'
import type { StagedSource } from './staged-source.ts'
import type { Editing } from './use-editing.ts'

/** From so many characters on a value is edited in the row's panel and not in its cell. */
const LONG = 120

/** Edits values in their cells, and shows the row of those that a cell has no room for. */
export function useCellEditor({
  table,
  source,
  editing,
  real,
  columnCount,
  grid,
  readOnlyReason,
  insertReason,
  onRow,
}: {
  table: EditorTable
  source: StagedSource
  editing: Editing
  /** The place in the table of a column on screen. */
  real: (column: number) => number
  columnCount: number
  grid: RefObject<GridHandle | null>
  readOnlyReason: string | null
  insertReason: string | null
  /** Shows a row beside the grid, beginning in a column. */
  onRow: (row: number, focus: string) => void
}) {
  const [editor, setEditor] = useState<(CellPosition & { readonly typed: string | undefined }) | null>(null)

  const open = (cell: GridCell) => {
    const at = real(cell.column)
    const column = table.columns[at]
    const of = source.at(cell.row)
    if (!column) return
    const showRow = () => onRow(cell.row, column.name)
    const reason = typeof of === 'string' ? insertReason : readOnlyReason
    if (reason !== null || of === null || source.largeSize(cell.row, at) !== null) return showRow()
    const fixed = whyFixed(column, typeof of === 'string')
    if (fixed !== null) return void toast.info(`${column.name} is not edited. ${fixed}`)
    const value = cell.value ?? ''
    if (isDeep(editorKind(column)) || value.length > LONG || /[\r\n]/.test(value)) return showRow()
    if (source.mark(cell.row, at) !== 'deleted') setEditor({ row: cell.row, column: cell.column, typed: undefined })
  }

  /** Begins to write into a cell with a character, where it takes one. @returns whether it does */
  const type = (cell: CellPosition, typed: string): boolean => {
    const at = real(cell.column)
    const column = table.columns[at]
    const of = source.at(cell.row)
    if (!column || of === null || (typeof of === 'string' ? insertReason : readOnlyReason) !== null) return false
    if (!isLine(column) || isDeep(editorKind(column)) || whyFixed(column, typeof of === 'string') !== null) return false
    if (source.mark(cell.row, at) === 'deleted') return false
    setEditor({ row: cell.row, column: cell.column, typed })
    return true
  }

  const done = ({ row, column }: CellPosition, value: string | null | undefined, step: CellStep = 0) => {
    if (value !== undefined) editing.setCell(row, real(column), value)
    setEditor(null)
    const next = Math.min(Math.max(0, column + step), columnCount - 1)
    if (step !== 0) grid.current?.select({ top: row, bottom: row, left: next, right: next })
    grid.current?.focus()
  }

  const at = editor === null ? -1 : real(editor.column)
  const column = table.columns[at]
  const overlay: CellOverlay | null =
    editor === null || !column
      ? null
      : {
          row: editor.row,
          column: editor.column,
          content: (
            <CellEditor
              key={`${editor.row} ${editor.column}`}
              column={column}
              value={source.mark(editor.row, at) === 'inserted-default' ? null : (source.row(editor.row)?.[at] ?? null)}
              typed={editor.typed}
              onDone={(value, step) => done(editor, value, step)}
            />
          ),
        }
  return { open, type, overlay }
}
