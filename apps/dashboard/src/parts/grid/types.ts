import type { ReactNode } from 'react'

/** A column of the grid. */
export type GridColumn = {
  readonly name: string
  /** The Postgres type as format_type() writes it, modifiers included: `int8`, `numeric(10,2)`, `text[]`. */
  readonly type: string
  /** The width to begin with in pixels; by content when it is left out. */
  readonly width?: number
  /** What the width by content is at least, in pixels, for values that are still to come. */
  readonly minWidth?: number
  /** Whether its cells lead to something else: they get an arrow that can be pressed. */
  readonly leads?: boolean
  /** What the column is called by whoever keeps its place and width; its name when left out. */
  readonly key?: string
  /** Shown in the head in place of the type's picture. */
  readonly badge?: 'key' | 'link'
}

/** By which column the rows are sorted, as the heads show it. */
export type GridSort = { readonly column: number; readonly descending: boolean }

/** One row: the values as Postgres writes them in text, null for NULL, in the order of the columns. */
export type GridRow = readonly (string | null)[]

/**
 * Where the grid takes its rows from. It may grow, shrink or change at any time; it then calls its listeners, and the
 * grid paints again in the next frame. Nothing of this goes through React.
 */
export type RowSource = {
  readonly rowCount: number
  /** The row at an index from 0; undefined while it has not been loaded. */
  row(index: number): GridRow | undefined
  /** How a cell differs from others, if it does; asked for with every painting of it. */
  mark?(row: number, column: number): CellMark | null
  /** What is said of a value in grey behind it, if something is; asked for with every painting of it. */
  hint?(row: number, column: number): string | null
  /** Gives what fetches a value that is not here whole; null for one that is. */
  whole?(row: number, column: number): (() => Promise<string | null>) | null
  /** Calls the listener after every change, until the function that it returns is called. */
  subscribe(listener: () => void): () => void
}

/**
 * What a cell is besides its value: changed and not saved, of a row that is new or will be deleted, left for Postgres
 * to fill in, or with more than is here.
 */
export type CellMark = 'edited' | 'inserted' | 'deleted' | 'default' | 'inserted-default' | 'large'

/** A cell, both numbers from 0. */
export type CellPosition = { readonly row: number; readonly column: number }

/** A rectangle of cells; all four are inclusive and from 0. */
export type CellRange = {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** How many rows and columns there are. */
export type GridSize = { readonly rows: number; readonly columns: number }

/** A cell with what is in it: the whole value, null for NULL. */
export type GridCell = CellPosition & { readonly name: string; readonly type: string; readonly value: string | null }

/** What is selected, for a status line. */
export type SelectionSummary = {
  readonly rows: number
  readonly columns: number
  /** How many cells: rows times columns. */
  readonly count: number
  /**
   * The exact sum of the selected numbers, as a decimal text; null when no number is selected. In a large selection it
   * comes in a second call, a moment after the first.
   */
  readonly sum: string | null
}

/**
 * What became of a copy. Only `copied` has put something on the clipboard: `no-focus` means that the window did not
 * have the focus, `too-large` that the text would be too long, `not-loaded` that some of the rows are not there yet,
 * `not-whole` that too many values are not there whole, `failed` that the browser refused or a value did not come.
 */
export type CopyResult = {
  readonly status: 'copied' | 'no-focus' | 'too-large' | 'not-loaded' | 'not-whole' | 'failed'
  readonly rows: number
  readonly columns: number
}

/** What the grid tells while it is used. */
export type GridEvents = {
  onSelectionChange?: (summary: SelectionSummary) => void
  onCopy?: (result: CopyResult) => void
  /** The arrow of a cell that leads to something else was pressed. */
  onFollow?: (cell: GridCell) => void
  /** A cell was opened, by double click, Enter, F2 or the space bar. */
  onOpen?: (cell: GridCell) => void
  /** The menu of a cell is asked for, at a place in the window. */
  onMenu?: (cell: GridCell, x: number, y: number) => void
  /** The menu of a column is asked for, at a place in the window. */
  onHeadMenu?: (column: number, x: number, y: number) => void
  /** A column has got another width by hand, in pixels. */
  onColumnResize?: (column: number, width: number) => void
  /** A column was dragged to the place of another one. */
  onColumnMove?: (from: number, to: number) => void
}

/** One more entry of the cell menu, below those that the grid brings. */
export type CellMenuItem = { readonly label: string; readonly onSelect: () => void }

/** Something laid over one cell, such as an editor. It moves with the cell and takes its own keys. */
export type CellOverlay = CellPosition & { readonly content: ReactNode }

/** What the grid can be told to do from outside. */
export type GridHandle = {
  focus(): void
  /** Brings a cell into view with as little movement as possible, or its row to the upper edge. */
  scrollTo(cell: CellPosition, isFirst?: boolean): void
  /** Selects a rectangle, or nothing. The bottom right cell becomes the active one. */
  select(range: CellRange | null): void
  /** The selected rectangle, or null. */
  selection(): CellRange | null
  /** The first row in view. */
  topRow(): number
  /** A cell with what is in it; null while its row is not loaded. */
  cell(at: CellPosition): GridCell | null
  /** Copies the selection; the result also goes to `onCopy`. */
  copy(): Promise<CopyResult>
}
