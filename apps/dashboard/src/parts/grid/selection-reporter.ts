import { sameRange } from './selection.ts'
import { SUM_AT_ONCE, sizeOf, summableColumns, sumOf } from './summary.ts'
import type { CellRange, GridColumn, RowSource, SelectionSummary } from './types.ts'

// Milliseconds. While a large selection is still being dragged, it is not added up.
const SUM_AFTER = 150

/** Tells what is selected whenever that changes; the sum of a large selection follows in a second telling. */
export class SelectionReporter {
  readonly #tell: (summary: SelectionSummary) => void
  #range: CellRange | null = null
  #timer = 0

  constructor(tell: (summary: SelectionSummary) => void) {
    this.#tell = tell
  }

  report(range: CellRange | null, columns: readonly GridColumn[], source: RowSource): void {
    if (sameRange(range, this.#range)) return
    this.#range = range
    this.stop()
    const size = sizeOf(range)
    if (!range) {
      this.#tell(size)
      return
    }
    const summable = summableColumns(range, columns)
    const withSum = () => this.#tell({ ...size, sum: sumOf(range, summable, source) })
    if (size.rows * summable.length <= SUM_AT_ONCE) withSum()
    else {
      this.#tell(size)
      this.#timer = window.setTimeout(withSum, SUM_AFTER)
    }
  }

  /** Forgets a sum that has not been told yet. */
  stop(): void {
    clearTimeout(this.#timer)
  }
}
