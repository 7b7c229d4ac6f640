import { DecimalSum } from './decimal.ts'
import { cellKind } from './format.ts'
import type { CellRange, GridColumn, RowSource, SelectionSummary } from './types.ts'

/** Selections up to this many numbers are added up at once, larger ones a moment later. */
export const SUM_AT_ONCE = 20_000
/** Selections with more numbers than this are not added up: it would take seconds. */
const SUM_LIMIT = 5_000_000

/** The size of a selection, still without its sum. */
export function sizeOf(range: CellRange | null): SelectionSummary {
  const rows = range ? range.bottom - range.top + 1 : 0
  const columns = range ? range.right - range.left + 1 : 0
  return { rows, columns, count: rows * columns, sum: null }
}

/** The columns of a selection whose values can be added up. Money is written with a currency and is not one of them. */
export function summableColumns(range: CellRange, columns: readonly GridColumn[]): number[] {
  const found: number[] = []
  for (let c = range.left; c <= range.right; c++) {
    const type = columns[c]?.type ?? ''
    if (cellKind(type) === 'number' && type !== 'money' && type !== 'oid') found.push(c)
  }
  return found
}

/**
 * The exact sum of the numbers in a selection; NULL counts for nothing.
 * @returns null when there is no number in it, one of them is not finite, some rows are not loaded, or there are
 * more than five million.
 */
export function sumOf(range: CellRange, columns: readonly number[], source: RowSource): string | null {
  if ((range.bottom - range.top + 1) * columns.length > SUM_LIMIT) return null
  const sum = new DecimalSum()
  for (let r = range.top; r <= range.bottom; r++) {
    const row = source.row(r)
    if (!row) return null
    for (const c of columns) {
      const value = row[c]
      if (value !== null && value !== undefined) sum.add(value)
    }
  }
  return sum.toString()
}
