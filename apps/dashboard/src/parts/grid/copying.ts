import { copyText, rangeText } from './clipboard.ts'
import { sizeOf } from './summary.ts'
import type { CellRange, CopyResult, GridEvents, RowSource } from './types.ts'

/** What is selected, and who is told. */
type Grid = { readonly range: CellRange | null; readonly events: GridEvents }

/** Copies what is selected in a grid, and tells the grid's listener what became of it. */
export class Copying {
  readonly #grid: Grid
  readonly #source: () => RowSource

  constructor(grid: Grid, source: () => RowSource) {
    this.#grid = grid
    this.#source = source
  }

  /** Copies by a command: a button, a menu. */
  copy(): Promise<CopyResult> {
    return this.#finish(async (range) => {
      const text = rangeText(this.#source(), range)
      return 'problem' in text ? text.problem : await copyText(text.text)
    })
  }

  /** Copies by the browser's own event, which needs no permission. */
  readonly onCopy = (event: ClipboardEvent) => {
    if (!this.#grid.range) return
    event.preventDefault()
    void this.#finish((range) => {
      if (!document.hasFocus()) return 'no-focus'
      const text = rangeText(this.#source(), range)
      if ('problem' in text) return text.problem
      event.clipboardData?.setData('text/plain', text.text)
      return event.clipboardData ? 'copied' : 'failed'
    })
  }

  async #finish(copy: (range: CellRange) => CopyResult['status'] | Promise<CopyResult['status']>): Promise<CopyResult> {
    const { range, events } = this.#grid
    const { rows, columns } = sizeOf(range)
    const status = range ? await copy(range) : 'failed'
    const result = { status, rows, columns }
    events.onCopy?.(result)
    return result
  }
}
