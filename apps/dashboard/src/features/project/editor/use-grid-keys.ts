import { toast } from '@stoa/ui'
import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react'
import type { CellPosition, CellRange, GridHandle } from '../../../parts/grid/types.ts'
import type { Editing } from './edit/use-editing.ts'

/** Whether a key writes something; the space bar opens a cell. */
const isCharacter = (key: string): boolean => [...key].length === 1 && key !== ' '
const isOneCell = (range: CellRange | null): range is CellRange =>
  range !== null && range.top === range.bottom && range.left === range.right

/**
 * Keys and pastes while the grid has the focus: Cmd+Z takes the last change back, with Shift makes it again, a paste
 * fills cells, and a character begins to write into one.
 */
export function useGridKeys({
  editing,
  indices,
  grid,
  readOnlyReason,
  onType,
}: {
  editing: Editing
  indices: readonly number[]
  grid: RefObject<GridHandle | null>
  readOnlyReason: string | null
  /** @returns whether the cell takes it */
  onType: (cell: CellPosition, typed: string) => boolean
}) {
  const inGrid = (target: EventTarget) => target instanceof Element && target.getAttribute('role') === 'grid'
  return {
    onKeyDown(event: KeyboardEvent) {
      const range = grid.current?.selection() ?? null
      if (readOnlyReason !== null || !inGrid(event.target)) return
      const key = event.key.toLowerCase()
      const isCommand = (event.metaKey || event.ctrlKey) && !event.altKey
      if (isCommand && key === 'z' && !event.shiftKey) editing.undo()
      else if (isCommand && (key === 'y' || (key === 'z' && event.shiftKey))) editing.redo()
      else if ((event.key === 'Delete' || event.key === 'Backspace') && range !== null)
        editing.setRange(range, indices, null)
      else if (!isCommand && !event.altKey && isCharacter(event.key) && isOneCell(range)) {
        if (!onType({ row: range.top, column: range.left }, event.key)) return
      } else return
      event.preventDefault()
    },
    onPaste(event: ClipboardEvent) {
      const range = grid.current?.selection() ?? null
      if (range === null || !inGrid(event.target)) return
      event.preventDefault()
      if (readOnlyReason !== null) toast.info({ title: 'Nothing was pasted', description: readOnlyReason })
      else
        void editing.paste(event.clipboardData.getData('text/plain'), range, indices).then((added) => {
          // New rows stand on top: what was selected stays so.
          const { top, bottom } = range
          if (added > 0) grid.current?.select({ ...range, top: top + added, bottom: bottom + added })
        })
    },
  }
}
