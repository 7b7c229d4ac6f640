import { cellKind, contentLength } from './format.ts'
import type { CellPosition, GridColumn, RowSource } from './types.ts'

/** All in CSS pixels. */
export const ROW_HEIGHT = 30
export const HEADER_HEIGHT = 32
const CHARACTER_WIDTH = 8.25
const MIN_CONTENT_WIDTH = 100
const MAX_CONTENT_WIDTH = 500
/** The narrowest and widest a column can be made by hand. */
export const MIN_WIDTH = 48
export const MAX_WIDTH = 2000
/** How many rows decide the width of a column. */
export const SAMPLE_ROWS = 100

/** The width of a column whose longest text has this many characters. */
export function contentWidth(characters: number): number {
  return Math.min(MAX_CONTENT_WIDTH, Math.max(MIN_CONTENT_WIDTH, characters * CHARACTER_WIDTH))
}

/** The widths to begin with: by the longest of the column's name and its values in the first rows. */
export function columnWidths(columns: readonly GridColumn[], source: Pick<RowSource, 'rowCount' | 'row'>): number[] {
  const longest = columns.map((column) => column.name.length)
  const kinds = columns.map((column) => cellKind(column.type))
  const rows = Math.min(source.rowCount, SAMPLE_ROWS)
  for (let r = 0; r < rows; r++) {
    const row = source.row(r)
    if (!row) continue
    for (let c = 0; c < columns.length; c++) {
      const length = contentLength(kinds[c] ?? 'text', row[c] ?? null)
      if (length > (longest[c] ?? 0)) longest[c] = length
    }
  }
  return columns.map((column, c) => column.width ?? Math.max(column.minWidth ?? 0, contentWidth(longest[c] ?? 0)))
}

/** Where each column begins, counted from the first, and at the end where the last one ends. */
export function columnEdges(widths: readonly number[]): number[] {
  const edges = [0]
  let x = 0
  for (const width of widths) {
    x += width
    edges.push(x)
  }
  return edges
}

/** The column at a distance from the left edge of the first one, moved into the grid when it is outside. */
export function columnAt(edges: readonly number[], x: number): number {
  let low = 0
  let high = Math.max(0, edges.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((edges[middle] ?? 0) <= x) low = middle
    else high = middle - 1
  }
  return low
}

/** The first and the last column that can be seen between two distances; `last` is -1 when there is no column. */
export function columnWindow(edges: readonly number[], from: number, to: number): { first: number; last: number } {
  if (edges.length < 2) return { first: 0, last: -1 }
  return { first: columnAt(edges, from), last: columnAt(edges, Math.max(from, to - 1)) }
}

/** The most columns that a view of this width can show at once, wherever it stands. */
export function maxColumnsInView(widths: readonly number[], view: number): number {
  let most = 0
  let from = 0
  let width = 0
  for (let to = 0; to < widths.length; to++) {
    width += widths[to] ?? 0
    // The first and the last column may be seen by a sliver only, so neither counts.
    while (to - from >= 2 && width - (widths[from] ?? 0) - (widths[to] ?? 0) >= view) {
      width -= widths[from] ?? 0
      from++
    }
    most = Math.max(most, to - from + 1)
  }
  return most
}

// Rows drawn beyond either edge of the view, so that a scroll does not show an empty strip before the next painting.
const OVERSCAN = 2

/** The rows to draw, of which `last` is -1 when there are none, and how many can be drawn at once. */
type RowWindow = { readonly first: number; readonly last: number; readonly slots: number }

/**
 * The rows to draw for a view of this height that begins so far from the first row, in pixels.
 * @param isPassing draws only what is in view, as when all rows are others than before, which is work enough. Else
 *   there are as many as can be drawn: hiding one row and showing another with every step would cost more.
 */
export function rowWindow(top: number, height: number, rows: number, isPassing: boolean): RowWindow {
  const slots = Math.ceil(height / ROW_HEIGHT) + 1 + 2 * OVERSCAN
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - (isPassing ? 0 : OVERSCAN))
  const last = isPassing ? Math.ceil((top + height) / ROW_HEIGHT) - 1 : first + slots - 1
  return { first, last: Math.min(rows - 1, last), slots }
}

// At most this share of the view is taken by columns that do not scroll, so that the others can be reached.
const MAX_FROZEN_SHARE = 0.6

/** How many of the first `wanted` columns can stay at the edge of a view of this width, in pixels. */
export function frozenThatFit(edges: readonly number[], wanted: number, view: number): number {
  let count = Math.min(wanted, edges.length - 1)
  while (count > 0 && (edges[count] ?? 0) > view * MAX_FROZEN_SHARE) count--
  return Math.max(0, count)
}

/** The width of the column of row numbers. */
export function gutterWidth(rowCount: number): number {
  return Math.max(40, String(rowCount).length * 7 + 20)
}

/** How far to move along one axis so that the stretch from `start` to `end` is in view: 0 when it already is. */
export function distanceIntoView(start: number, end: number, viewStart: number, viewEnd: number): number {
  if (start < viewStart || end - start > viewEnd - viewStart) return start - viewStart
  return end > viewEnd ? end - viewEnd : 0
}

/** What is at a place. Row and column are moved into the grid when the place is outside of it. */
export type Hit = CellPosition & { readonly area: 'corner' | 'head' | 'gutter' | 'cell' | 'outside' }

/** Where a grid stands: the size of its view, what is scrolled away, and what is in it. Pixels. */
export type Standing = {
  readonly width: number
  readonly height: number
  readonly gutter: number
  readonly left: number
  readonly top: number
  readonly edges: readonly number[]
  readonly rows: number
  /** How many of the first columns do not scroll. */
  readonly frozen?: number
}

/** What is at a place, counted from the upper left corner of the view. */
export function hitTest(x: number, y: number, at: Standing): Hit {
  const isFrozen = x - at.gutter < (at.edges[at.frozen ?? 0] ?? 0)
  const fromFirstColumn = x - at.gutter + (isFrozen ? 0 : at.left)
  const below = Math.floor((y - HEADER_HEIGHT + at.top) / ROW_HEIGHT)
  const cell = {
    row: Math.max(0, Math.min(at.rows - 1, below)),
    column: columnAt(at.edges, fromFirstColumn),
  }
  const isInGutter = x < at.gutter
  const isInHead = y < HEADER_HEIGHT
  if (x < 0 || y < 0 || x >= at.width || y >= at.height) return { ...cell, area: 'outside' }
  if (!isInGutter && fromFirstColumn >= (at.edges.at(-1) ?? 0)) return { ...cell, area: 'outside' }
  if (isInHead) return { ...cell, area: isInGutter ? 'corner' : 'head' }
  if (below >= at.rows) return { ...cell, area: 'outside' }
  return { ...cell, area: isInGutter ? 'gutter' : 'cell' }
}
