import type { CellPosition, CellRange, GridSize } from './types.ts'

/**
 * What is selected: everything between the anchor, where the selection began, and the active cell, where it is now.
 * With the unit `rows` or `columns` it always reaches from edge to edge, also when rows are added.
 */
export type Selection = {
  readonly unit: 'cells' | 'rows' | 'columns' | 'all'
  readonly anchor: CellPosition
  readonly active: CellPosition
}

/** A movement of the active cell. `pages` are heights of the view; Infinity goes to the edge. */
export type Movement = { readonly rows: number; readonly pages: number; readonly columns: number }

const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))

/** One cell. */
export function selectCell(cell: CellPosition): Selection {
  return { unit: 'cells', anchor: cell, active: cell }
}

/** The same selection, now reaching to this cell; the cell alone when there was none. */
export function extendTo(selection: Selection | null, cell: CellPosition): Selection {
  if (!selection) return selectCell(cell)
  return { unit: selection.unit === 'all' ? 'cells' : selection.unit, anchor: selection.anchor, active: cell }
}

/** A whole row or column, by its number; with `extend`, all from where the selection of rows or columns began. */
export function selectLine(
  unit: 'rows' | 'columns',
  index: number,
  selection: Selection | null,
  extend: boolean,
): Selection {
  const cell = unit === 'rows' ? { row: index, column: 0 } : { row: 0, column: index }
  const anchor = extend && selection?.unit === unit ? selection.anchor : cell
  return { unit, anchor, active: cell }
}

/** Everything. The active cell stays where it is, so that nothing scrolls. */
export function selectAll(selection: Selection | null): Selection {
  const active = selection?.active ?? { row: 0, column: 0 }
  return { unit: 'all', anchor: active, active }
}

/**
 * Moves the active cell, and with `extend` keeps the anchor.
 * @param page how many rows one page is.
 * @returns null when there is no cell to go to. The first movement selects the first cell, unless it goes to an end.
 */
export function move(
  selection: Selection | null,
  movement: Movement,
  size: GridSize,
  page: number,
  extend: boolean,
): Selection | null {
  if (size.rows === 0 || size.columns === 0) return null
  const first = selectCell({ row: 0, column: 0 })
  const goesToEnd = !Number.isFinite(movement.rows) || !Number.isFinite(movement.columns)
  if (!selection && !goesToEnd) return first
  const from = selection ?? first
  const { row, column } = from.active
  const active = {
    row: clamp(row + movement.rows + movement.pages * page, size.rows),
    column: clamp(column + movement.columns, size.columns),
  }
  return extend ? extendTo(from, active) : selectCell(active)
}

/** The rectangle that is selected in a grid of this size, or null when none of it exists (any more). */
export function rangeOf(selection: Selection | null, size: GridSize): CellRange | null {
  if (!selection || size.rows === 0 || size.columns === 0) return null
  const { unit, anchor, active } = selection
  const allRows = unit === 'columns' || unit === 'all'
  const allColumns = unit === 'rows' || unit === 'all'
  const top = allRows ? 0 : Math.min(anchor.row, active.row)
  const left = allColumns ? 0 : Math.min(anchor.column, active.column)
  if (top >= size.rows || left >= size.columns) return null
  return {
    top,
    left,
    bottom: allRows ? size.rows - 1 : clamp(Math.max(anchor.row, active.row), size.rows),
    right: allColumns ? size.columns - 1 : clamp(Math.max(anchor.column, active.column), size.columns),
  }
}

/** Whether two rectangles are the same. */
export function sameRange(a: CellRange | null, b: CellRange | null): boolean {
  if (a === null || b === null) return a === b
  return a.top === b.top && a.left === b.left && a.bottom === b.bottom && a.right === b.right
}
