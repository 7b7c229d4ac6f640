import type { GridController } from './controller.ts'
import { cellKind, isShortened } from './format.ts'
import { HEADER_HEIGHT, type Hit } from './geometry.ts'
import { extendTo, selectAll, selectCell, selectLine } from './selection.ts'

// The most pixels per frame that a drag beyond the edge scrolls.
const MAX_DRAG_SCROLL = 60
// After so many milliseconds over a cell its value is looked at, which has the browser lay out the page: what passes
// below the pointer in a scroll is not. Browsers show a tooltip later than that.
const RESTS_AFTER = 150
// Characters; a tooltip is for a glance, the cell viewer for the rest.
const TITLE_LIMIT = 1000

/**
 * Lets mouse, pen and finger select, resize and open. A finger that moves scrolls, as everywhere; its tap selects.
 * @returns a function that takes all listeners away again.
 */
export function attachPointer(scroller: HTMLElement, grid: GridController): () => void {
  const listening = new AbortController()
  const { signal } = listening
  scroller.addEventListener('pointerdown', (event) => onPointerDown(event, scroller, grid, signal), { signal })
  scroller.addEventListener('click', (event) => onTap(event, grid), { signal })
  scroller.addEventListener('dblclick', (event) => onDoubleClick(event, grid), { signal })
  scroller.addEventListener('contextmenu', (event) => onContextMenu(event, grid), { signal })
  let titled: HTMLElement | null = null
  let resting: ReturnType<typeof setTimeout> | undefined
  const onPointerOver = (event: PointerEvent) => {
    titled?.removeAttribute('title')
    titled = null
    clearTimeout(resting)
    resting = setTimeout(() => {
      titled = showWholeValue(event, grid)
    }, RESTS_AFTER)
  }
  scroller.addEventListener('pointerover', onPointerOver, { signal })
  signal.addEventListener('abort', () => clearTimeout(resting))
  return () => listening.abort()
}

function resizeHandle(event: Event): number | null {
  const column = event.target instanceof HTMLElement ? event.target.dataset.resize : undefined
  return column === undefined ? null : Number(column)
}

function onPointerDown(event: PointerEvent, scroller: HTMLElement, grid: GridController, signal: AbortSignal): void {
  if (event.button !== 0) return
  const column = resizeHandle(event)
  if (column !== null) {
    const before = grid.width(column)
    // Held by the handle itself, so that a double click still finds it.
    const handle = event.target instanceof HTMLElement ? event.target : scroller
    follow(
      event,
      handle,
      signal,
      (move) => grid.setWidth(column, before + move.clientX - event.clientX),
      () => {
        if (grid.width(column) !== before) grid.endResize(column)
      },
    )
    return
  }
  if (isHeadMenu(event)) return
  if (event.pointerType === 'touch') return
  const hit = grid.hit(event.clientX, event.clientY)
  if (hit.area === 'outside') return
  if (hit.area === 'head' && !event.shiftKey && isSelectedColumn(hit.column, grid)) {
    dragColumn(event, hit, scroller, grid, signal)
    return
  }
  pick(hit, event.shiftKey, grid)
  if (hit.area === 'cell' && isArrow(event)) {
    const cell = grid.cell(hit)
    if (cell) grid.events.onFollow?.(cell)
    return
  }
  if (hit.area !== 'corner') dragSelection(event, hit.area, scroller, grid, signal)
}

const isHeadMenu = (event: Event): boolean =>
  event.target instanceof Element && event.target.closest('.dg-head-menu') !== null

// Pixels, as in cell-leads.css.
const ARROW_WIDTH = 26

/** Whether a press is on the arrow of a cell that leads to something else. */
function isArrow(event: PointerEvent): boolean {
  const cell = event.target instanceof Element ? event.target.closest('.dg-leads') : null
  return cell !== null && !event.shiftKey && event.clientX >= cell.getBoundingClientRect().right - ARROW_WIDTH
}

/** Whether a column can be dragged: it alone is selected as a whole. */
function isSelectedColumn(column: number, grid: GridController): boolean {
  const { selection } = grid
  return (
    grid.events.onColumnMove !== undefined &&
    selection?.unit === 'columns' &&
    selection.anchor.column === column &&
    selection.active.column === column
  )
}

/** Moves a column to where it is let go. */
function dragColumn(
  start: PointerEvent,
  from: Hit,
  scroller: HTMLElement,
  grid: GridController,
  signal: AbortSignal,
): void {
  let to = from.column
  const onMove = (event: PointerEvent) => {
    to = grid.hit(event.clientX, start.clientY).column
    grid.markDrop(from.column, to)
  }
  follow(start, scroller, signal, onMove, () => {
    grid.markDrop(from.column, null)
    grid.moveColumn(from.column, to)
  })
}

/** Selects what was pressed; with shift, everything up to it. */
function pick(hit: Hit, extend: boolean, grid: GridController): void {
  const { selection } = grid
  if (hit.area === 'corner') grid.select(selectAll(selection))
  else if (hit.area === 'head') grid.select(selectLine('columns', hit.column, selection, extend))
  else if (hit.area === 'gutter') grid.select(selectLine('rows', hit.row, selection, extend))
  else grid.select(extend ? extendTo(selection, hit) : selectCell({ row: hit.row, column: hit.column }))
}

/** Extends the selection while the pointer is down, and scrolls while it is beyond an edge. */
function dragSelection(
  start: PointerEvent,
  area: Hit['area'],
  scroller: HTMLElement,
  grid: GridController,
  signal: AbortSignal,
): void {
  let at: { clientX: number; clientY: number } = start
  let frame = 0
  const extend = () => {
    const { row, column } = grid.hit(at.clientX, at.clientY)
    const cell = area === 'head' ? { row: 0, column } : area === 'gutter' ? { row, column: 0 } : { row, column }
    const active = grid.selection?.active
    if (active?.row !== cell.row || active.column !== cell.column) grid.select(extendTo(grid.selection, cell))
  }
  const scroll = () => {
    const box = scroller.getBoundingClientRect()
    const x = area === 'gutter' ? 0 : beyond(at.clientX, box.left, box.left + scroller.clientWidth)
    const y = area === 'head' ? 0 : beyond(at.clientY, box.top + HEADER_HEIGHT, box.top + scroller.clientHeight)
    if (x !== 0 || y !== 0) {
      grid.scrollBy(x, y)
      extend()
    }
    frame = requestAnimationFrame(scroll)
  }
  const onMove = (move: PointerEvent) => {
    at = move
    extend()
    if (frame === 0) frame = requestAnimationFrame(scroll)
  }
  follow(start, scroller, signal, onMove, () => cancelAnimationFrame(frame))
}

function beyond(at: number, from: number, to: number): number {
  const distance = at < from ? at - from : at > to ? at - to : 0
  return Math.max(-MAX_DRAG_SCROLL, Math.min(MAX_DRAG_SCROLL, distance))
}

/** Follows a pointer until it is let go, wherever it goes meanwhile. */
function follow(
  start: PointerEvent,
  holder: HTMLElement,
  outer: AbortSignal,
  onMove: (event: PointerEvent) => void,
  onEnd?: () => void,
): void {
  const dragging = new AbortController()
  const signal = AbortSignal.any([dragging.signal, outer])
  const end = () => dragging.abort()
  holder.setPointerCapture(start.pointerId)
  holder.addEventListener('pointermove', onMove, { signal })
  holder.addEventListener('lostpointercapture', end, { signal })
  signal.addEventListener('abort', () => onEnd?.(), { once: true })
}

function onTap(event: PointerEvent, grid: GridController): void {
  if (isHeadMenu(event)) {
    grid.openHeadMenu(grid.hit(event.clientX, event.clientY).column)
    return
  }
  if (event.pointerType !== 'touch' || resizeHandle(event) !== null) return
  const hit = grid.hit(event.clientX, event.clientY)
  if (hit.area !== 'outside') pick(hit, false, grid)
}

function onDoubleClick(event: MouseEvent, grid: GridController): void {
  const column = resizeHandle(event)
  if (column !== null) {
    grid.fitWidth(column)
    return
  }
  const hit = grid.hit(event.clientX, event.clientY)
  if (hit.area === 'cell') grid.open(hit)
}

function onContextMenu(event: MouseEvent, grid: GridController): void {
  const hit = grid.hit(event.clientX, event.clientY)
  if (hit.area === 'head' && grid.events.onHeadMenu) {
    event.preventDefault()
    grid.events.onHeadMenu(hit.column, event.clientX, event.clientY)
    return
  }
  const cell = hit.area === 'cell' ? grid.cell(hit) : null
  if (!cell) return
  event.preventDefault()
  const { range } = grid
  const isInside =
    range !== null &&
    hit.row >= range.top &&
    hit.row <= range.bottom &&
    hit.column >= range.left &&
    hit.column <= range.right
  if (!isInside) grid.select(selectCell({ row: hit.row, column: hit.column }))
  grid.events.onMenu?.(cell, event.clientX, event.clientY)
}

/** Gives a cell that cannot show its whole value a tooltip that does; returns that cell. */
function showWholeValue(event: PointerEvent, grid: GridController): HTMLElement | null {
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('.dg-cell') : null
  const hit = grid.hit(event.clientX, event.clientY)
  const cell = element && hit.area === 'cell' ? grid.cell(hit) : null
  if (!element || !cell?.value) return null
  if (!isShortened(cellKind(cell.type), cell.value) && element.scrollWidth <= element.clientWidth) return null
  element.title = cell.value.length > TITLE_LIMIT ? `${cell.value.slice(0, TITLE_LIMIT)}…` : cell.value
  return element
}
