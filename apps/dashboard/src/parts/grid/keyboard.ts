import type { GridController } from './controller.ts'
import { HEADER_HEIGHT, ROW_HEIGHT } from './geometry.ts'
import { keyAction } from './keys.ts'
import { move, rangeOf, sameRange, selectAll, selectCell, selectLine } from './selection.ts'

/**
 * Lets keys select, open and ask for menus while the grid itself has the focus.
 * @returns a function that takes all listeners away again.
 */
export function attachKeyboard(scroller: HTMLElement, grid: GridController): () => void {
  const listening = new AbortController()
  const { signal } = listening
  scroller.addEventListener('keydown', (event) => onKeyDown(event, scroller, grid), { signal })
  const onFocus = () => {
    // Reached by the Tab key, the grid shows where the keys will begin.
    const isByKey = scroller.matches(':focus-visible')
    if (isByKey && !grid.selection && grid.size.rows > 0) grid.goTo(selectCell({ row: 0, column: 0 }))
  }
  scroller.addEventListener('focus', onFocus, { signal })
  return () => listening.abort()
}

function onKeyDown(event: KeyboardEvent, scroller: HTMLElement, grid: GridController): void {
  const action = event.target === scroller ? keyAction(event) : null
  if (!action) return
  const current = grid.selection
  const active = current?.active
  if (action.type === 'move') {
    const page = Math.max(1, Math.floor((scroller.clientHeight - HEADER_HEIGHT) / ROW_HEIGHT) - 1)
    grid.goTo(move(current, action.movement, grid.size, page, action.extend) ?? current)
  } else if (action.type === 'select-all') grid.select(selectAll(current))
  else if (!active) return
  else if (action.type === 'select-row') grid.select(selectLine('rows', active.row, null, false))
  else if (action.type === 'select-column') grid.select(selectLine('columns', active.column, null, false))
  else if (action.type === 'menu') grid.openMenuAt(active)
  else if (action.type === 'head-menu') grid.openHeadMenu(active.column)
  else if (action.type === 'open') grid.open(active)
  else if (sameRange(grid.range, rangeOf(selectCell(active), grid.size))) return
  else grid.select(selectCell(active))
  event.preventDefault()
}
