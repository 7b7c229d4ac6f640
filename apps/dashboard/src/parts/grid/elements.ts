import type { ColumnWidths } from './column-widths.ts'
import { HEADER_HEIGHT, ROW_HEIGHT } from './geometry.ts'
import type { CellPosition, GridSize } from './types.ts'

/** The elements that stay while rows and columns come and go. */
export type GridElements = {
  /** The grid itself: it scrolls, has the focus and the role. */
  readonly scroller: HTMLElement
  /** As big as all rows and columns, up to what browsers bear. */
  readonly space: HTMLElement
  readonly head: HTMLElement
  readonly gutter: HTMLElement
  readonly body: HTMLElement
  /** Lies over the cells, without the heads and row numbers; holds `overlay`. */
  readonly clip: HTMLElement
  readonly overlay: HTMLElement
}

/** Builds the elements into `host`; `clip` and `overlay` are React's, because what is in them is. */
export function createElements(host: HTMLElement, clip: HTMLElement, overlay: HTMLElement): GridElements {
  const scroller = element('dg', 'grid')
  const space = element('dg-space')
  const head = element('dg-head', 'row')
  const corner = element('dg-corner')
  const gutter = element('dg-gutter')
  const body = element('dg-body', 'rowgroup')
  scroller.tabIndex = 0
  scroller.setAttribute('aria-multiselectable', 'true')
  head.setAttribute('aria-rowindex', '1')
  // Screen readers tell the row by aria-rowindex.
  corner.setAttribute('aria-hidden', 'true')
  gutter.setAttribute('aria-hidden', 'true')
  head.append(corner)
  space.append(head, gutter, body)
  scroller.append(space)
  host.replaceChildren(scroller)
  return { scroller, space, head, gutter, body, clip, overlay }
}

function element(className: string, role?: string): HTMLElement {
  const div = document.createElement('div')
  div.className = className
  if (role) div.setAttribute('role', role)
  return div
}

/** The sizes that change with the content and the view, in pixels. */
export type ElementSizes = {
  readonly gutter: number
  readonly columnsWidth: number
  readonly rowsHeight: number
  readonly viewWidth: number
  readonly viewHeight: number
}

/** Gives the elements their sizes and tells how much there is. */
export function sizeElements(elements: GridElements, sizes: ElementSizes, count: GridSize): void {
  const { scroller, space, clip } = elements
  scroller.style.setProperty('--dg-gutter', `${sizes.gutter}px`)
  space.style.width = `${sizes.gutter + sizes.columnsWidth}px`
  space.style.height = `${HEADER_HEIGHT + sizes.rowsHeight}px`
  clip.style.inset = `${HEADER_HEIGHT}px auto auto ${sizes.gutter}px`
  clip.style.width = `${Math.max(0, sizes.viewWidth - sizes.gutter)}px`
  clip.style.height = `${Math.max(0, sizes.viewHeight - HEADER_HEIGHT)}px`
  scroller.setAttribute('aria-rowcount', String(count.rows + 1))
  scroller.setAttribute('aria-colcount', String(count.columns))
}

/**
 * Lays the overlay over a cell, or hides it.
 * @param left how far the columns are scrolled, and `top` the rows, in pixels
 */
export function placeOverlay(
  { overlay, clip }: GridElements,
  cell: CellPosition | null,
  widths: ColumnWidths,
  left: number,
  top: number,
): void {
  overlay.hidden = cell === null
  if (!cell) return
  const isFrozen = cell.column < widths.frozen
  // What scrolls passes below the columns that stay.
  clip.style.clipPath = isFrozen ? '' : `inset(0 0 0 ${widths.frozenWidth}px)`
  const x = (widths.edges[cell.column] ?? 0) - (isFrozen ? 0 : left)
  overlay.style.width = `${widths.of(cell.column)}px`
  overlay.style.height = `${ROW_HEIGHT}px`
  overlay.style.transform = `translate(${x}px, ${cell.row * ROW_HEIGHT - top}px)`
}
