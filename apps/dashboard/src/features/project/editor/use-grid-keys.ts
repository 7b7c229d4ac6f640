import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react'
import type { GridHandle } from '../../../parts/grid/types.ts'
import type { Editing } from './edit/use-editing.ts'

/** Keys and pastes while the grid has the focus: Cmd+Z takes the last change back, a paste fills cells. */
export function useGridKeys({
  editing,
  indices,
  grid,
  readOnlyReason,
}: {
  editing: Editing
  indices: readonly number[]
  grid: RefObject<GridHandle | null>
  readOnlyReason: string | null
}) {
  const inGrid = (target: EventTarget) => target instanceof Element && target.getAttribute('role') === 'grid'
  return {
    onKeyDown(event: KeyboardEvent) {
      const range = grid.current?.selection() ?? null
      if (readOnlyReason !== null || !inGrid(event.target)) return
      const isUndo = event.key.toLowerCase() === 'z' && (event.metaKey || event.ctrlKey) && !event.shiftKey
      if (isUndo) editing.undo()
      else if ((event.key === 'Delete' || event.key === 'Backspace') && range !== null)
        editing.setRange(range, indices, null)
      else return
      event.preventDefault()
    },
    onPaste(event: ClipboardEvent) {
      const range = grid.current?.selection() ?? null
      if (readOnlyReason !== null || range === null || !inGrid(event.target)) return
      event.preventDefault()
      editing.paste(event.clipboardData.getData('text/plain'), range.top, indices.slice(range.left))
    },
  }
}
