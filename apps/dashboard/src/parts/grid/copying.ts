import { copyText, rangeText, rememberCopied } from './clipboard.ts'
import { sizeOf } from './summary.ts'
import type { CellRange, CopyResult, GridEvents, GridRow, RowSource } from './types.ts'

/** What is selected, and who is told. */
type Grid = { readonly range: CellRange | null; readonly events: GridEvents }

/** The most values that are fetched for one copy. */
const FETCHED_MAX = 50

type Fetch = { readonly row: number; readonly column: number; readonly load: () => Promise<string | null> }

/** What fetches the values of a range that are not here whole. */
function missing(source: RowSource, range: CellRange): Fetch[] {
  if (!source.whole) return []
  const found: Fetch[] = []
  for (let row = range.top; row <= range.bottom; row++)
    for (let column = range.left; column <= range.right; column++) {
      const load = source.whole(row, column)
      if (load !== null) found.push({ row, column, load })
      if (found.length > FETCHED_MAX) return found
    }
  return found
}

/** The same rows with some values in place of those that they hold only a part of. */
function filledSource(source: RowSource, values: ReadonlyMap<number, ReadonlyMap<number, string | null>>): RowSource {
  return {
    rowCount: source.rowCount,
    subscribe: () => () => {},
    row(index): GridRow | undefined {
      const [row, filled] = [source.row(index), values.get(index)]
      return row && filled
        ? row.map((value, column) => (filled.has(column) ? (filled.get(column) ?? null) : value))
        : row
    },
  }
}

/**
 * Copies what is selected in a grid, and tells the grid's listener what became of it. Values that are not here whole
 * are fetched first: what is copied is never a part of a value.
 */
export class Copying {
  readonly #grid: Grid
  readonly #source: () => RowSource

  constructor(grid: Grid, source: () => RowSource) {
    this.#grid = grid
    this.#source = source
  }

  /** Copies by a command: a button, a menu. */
  copy(range = this.#grid.range): Promise<CopyResult> {
    return this.#finish(range, async (wanted) => {
      const source = this.#source()
      const fetches = missing(source, wanted)
      if (fetches.length > FETCHED_MAX) return 'not-whole'
      return this.#write(fetches.length === 0 ? source : await this.#fetched(source, fetches), wanted, copyText)
    })
  }

  /** Copies by the browser's own event, which needs no permission. */
  readonly onCopy = (event: ClipboardEvent) => {
    const { range } = this.#grid
    if (!range) return
    event.preventDefault()
    const source = this.#source()
    // The event does not wait for values that have to be fetched.
    if (missing(source, range).length > 0) return void this.copy(range)
    void this.#finish(range, (wanted) => {
      if (!document.hasFocus()) return 'no-focus'
      return this.#write(source, wanted, (text) => {
        event.clipboardData?.setData('text/plain', text)
        return event.clipboardData ? 'copied' : 'failed'
      })
    })
  }

  async #write(
    source: RowSource,
    range: CellRange,
    put: (text: string) => CopyResult['status'] | Promise<CopyResult['status']>,
  ): Promise<CopyResult['status']> {
    const text = rangeText(source, range)
    if ('problem' in text) return text.problem
    const status = await put(text.text)
    if (status === 'copied') rememberCopied(text.text, source, range)
    return status
  }

  async #fetched(source: RowSource, fetches: readonly Fetch[]): Promise<RowSource> {
    const values = new Map<number, Map<number, string | null>>()
    for (const { row, column, load } of fetches) {
      const filled = values.get(row) ?? new Map<number, string | null>()
      values.set(row, filled.set(column, await load()))
    }
    return filledSource(source, values)
  }

  async #finish(
    range: CellRange | null,
    copy: (range: CellRange) => CopyResult['status'] | Promise<CopyResult['status']>,
  ): Promise<CopyResult> {
    const { rows, columns } = sizeOf(range)
    let status: CopyResult['status'] = 'failed'
    try {
      if (range) status = await copy(range)
    } catch {
      // A value did not come.
    }
    const result = { status, rows, columns }
    this.#grid.events.onCopy?.(result)
    return result
  }
}
