import { columnEdges, columnWidths, frozenThatFit, MAX_WIDTH, MIN_WIDTH, SAMPLE_ROWS } from './geometry.ts'
import { columnKeys } from './layout.ts'
import type { GridColumn, RowSource } from './types.ts'

/** How wide the columns of a grid are and where each begins. */
export class ColumnWidths {
  /** In pixels; another array after every change. */
  edges: readonly number[] = [0]
  /** How many of the first columns stay while the others scroll; at most as many as the view has room for. */
  frozen = 0
  #columns: readonly GridColumn[] = []
  #keys: readonly string[] = []
  #widths: readonly number[] = []
  #sampledRows = -1
  #wantedFrozen = 0
  /** Widths that were set by hand, by the keys of their columns. */
  readonly #resized = new Map<string, number>()

  /**
   * Takes other columns.
   * @param keep whether columns that were there before keep the widths set by hand
   */
  show(columns: readonly GridColumn[], frozen: number, keep: boolean): void {
    this.#columns = columns
    this.#keys = columnKeys(columns)
    this.#wantedFrozen = frozen
    this.#sampledRows = -1
    if (!keep) this.#resized.clear()
  }

  /** Follows the content while the first rows come in; a width that was set by hand stays. */
  sample(source: RowSource): void {
    const rows = Math.min(SAMPLE_ROWS, source.rowCount)
    if (rows <= this.#sampledRows) return
    this.#sampledRows = rows
    const widths = columnWidths(this.#columns, source)
    this.#widths = widths.map((width, column) => this.#resized.get(this.#keys[column] ?? '') ?? width)
    this.edges = columnEdges(this.#widths)
  }

  /** Finds how many columns can stay in a view of this width. */
  fit(view: number): void {
    this.frozen = frozenThatFit(this.edges, this.#wantedFrozen, view)
  }

  /** The width of all columns that stay. */
  get frozenWidth(): number {
    return this.edges[this.frozen] ?? 0
  }

  /** The widths of the columns that scroll. */
  get scrolling(): readonly number[] {
    return this.#widths.slice(this.frozen)
  }

  of(column: number): number {
    return this.#widths[column] ?? 0
  }

  set(column: number, width: number): void {
    const wide = Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)))
    this.#widths = this.#widths.with(column, wide)
    this.#resized.set(this.#keys[column] ?? '', wide)
    this.edges = columnEdges(this.#widths)
  }
}
