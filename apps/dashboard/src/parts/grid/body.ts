import { type Cell, contentBits, createCell, div, setText, writeCell } from './cell.ts'
import { cellClass, LEADS, markBits, SELECTED, selectionBits } from './cell-class.ts'
import { type CellKind, visibleLimit } from './format.ts'
import { ROW_HEIGHT } from './geometry.ts'
import type { CellPosition, CellRange, RowSource } from './types.ts'

/** What one painting needs to know. Distances are pixels from the first row and the first column. */
export type Scene = {
  readonly source: RowSource
  readonly kinds: readonly CellKind[]
  /** Which columns lead to something else. */
  readonly leads: readonly boolean[]
  readonly edges: readonly number[]
  /** The rows and columns to have on screen, inclusive; a last of -1 means none. */
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
  /** How many rows and columns can be on screen at once: the size of the pool. */
  readonly rowSlots: number
  readonly columnSlots: number
  /** Whether it is one of the pictures of a quick scroll, between which all rows are others. */
  readonly isPassing: boolean
  /** How many of the first columns do not scroll; firstColumn and lastColumn speak of the others. */
  readonly frozen: number
  /** See VirtualScroll.shift. */
  readonly shift: number
  readonly range: CellRange | null
  readonly active: CellPosition | null
}

// Pixels, as in grid.css: the padding and the line at the end of a cell; the square of a boolean and its gap.
const CELL_PADDING = 17
const BOOLEAN_SQUARE = 14

type Row = {
  readonly element: HTMLDivElement
  readonly number: HTMLDivElement
  readonly numberText: Text
  readonly cells: Cell[]
  /** The cells that do not scroll, column c in place c. */
  readonly frozen: Cell[]
  /** The row that is drawn here, or -1. */
  index: number
  y: number
  firstColumn: number
  lastColumn: number
  isMarked: boolean
}

/**
 * Draws the cells. Rows and columns that leave the view are reused for those that enter it, rows that follow each other
 * in slots that do, so that scrolling changes as little of the document as possible. Nothing is written that already is
 * as it should be: writing to the document, not computing, is what costs here.
 */
export class GridBody {
  readonly #body: HTMLElement
  readonly #gutter: HTMLElement
  readonly #activeId: string
  #rows: Row[] = []
  #columnSlots = 0
  #frozen = 0
  #activeElement: HTMLElement | null = null
  /** A row whose place is the first slot; it may be before the first row of all. */
  #base = 0
  /** The rows that were painted last. */
  #firstRow = 0
  #lastRow = -1

  constructor(body: HTMLElement, gutter: HTMLElement, activeId: string) {
    this.#body = body
    this.#gutter = gutter
    this.#activeId = activeId
  }

  /** The width that the cells of a column on screen need for their whole text, or 0 when none is on screen. */
  neededWidth(column: number): number {
    const range = document.createRange()
    let widest = 0
    for (const row of this.#rows) {
      const cell = this.#slot(row, column)
      if (row.index < 0 || cell?.column !== column || cell.element.hidden) continue
      range.selectNodeContents(cell.element)
      const square = cell.kind === 'boolean' ? BOOLEAN_SQUARE : 0
      widest = Math.max(widest, range.getBoundingClientRect().width + square + CELL_PADDING)
    }
    return widest
  }

  /** Takes every drawn row out, as when the columns have changed. */
  reset(): void {
    for (const row of this.#rows) {
      row.element.remove()
      row.number.remove()
    }
    this.#rows = []
    this.#base = 0
    this.#firstRow = 0
    this.#lastRow = -1
    this.#activeElement = null
  }

  /**
   * Draws a scene.
   * @param changed true when more than the position may have changed: data, selection or widths.
   * @returns whether the active cell is on screen; it then has the id that was given to the constructor.
   */
  paint(scene: Scene, changed: boolean): boolean {
    const isFitting =
      scene.rowSlots === this.#rows.length && scene.columnSlots === this.#columnSlots && scene.frozen === this.#frozen
    if (!isFitting) this.#build(scene)
    this.#settle(scene)
    for (let r = scene.firstRow; r <= scene.lastRow; r++) {
      const row = this.#rows[this.#place(r)]
      if (row) this.#paintRow(row, r, scene, changed)
    }
    for (const row of this.#rows) {
      const isInView = row.index >= scene.firstRow && row.index <= scene.lastRow
      if (isInView && this.#rows[this.#place(row.index)] === row) continue
      // What a quick scroll has left behind stays where it belongs until it is needed, which costs nothing.
      const isInPlace = !isInView && row.y === row.index * ROW_HEIGHT - scene.shift
      if (changed || !scene.isPassing || !isInPlace) hide(row)
    }
    return this.#markActive(scene.active)
  }

  /** The element of a cell that is on screen. */
  cellElement(cell: CellPosition): HTMLElement | null {
    const row = this.#rows[this.#place(cell.row)]
    if (row?.index !== cell.row) return null
    const slot = this.#slot(row, cell.column)
    return slot?.column === cell.column && !slot.element.hidden ? slot.element : null
  }

  /** In which of the slots a row is drawn. */
  #place(row: number): number {
    const slots = this.#rows.length
    return (((row - this.#base) % slots) + slots) % slots
  }

  /**
   * Finds the slots of a scene's rows. When none of them was there before, they take those that are shown already: an
   * element that is shown again costs as much as a new one.
   */
  #settle({ firstRow, lastRow }: Scene): void {
    const isJump = firstRow > this.#lastRow || lastRow < this.#firstRow
    if (isJump) this.#base = firstRow - this.#place(this.#firstRow)
    this.#firstRow = firstRow
    this.#lastRow = lastRow
  }

  /** Where a column is drawn in a row. */
  #slot(row: Row, column: number): Cell | undefined {
    return column < this.#frozen ? row.frozen[column] : row.cells[column % this.#columnSlots]
  }

  #markActive(active: CellPosition | null): boolean {
    const element = active ? this.cellElement(active) : null
    if (this.#activeElement !== element) {
      this.#activeElement?.removeAttribute('id')
      if (element) element.id = this.#activeId
      this.#activeElement = element
    }
    return element !== null
  }

  #build(scene: Scene): void {
    this.reset()
    this.#columnSlots = scene.columnSlots
    this.#frozen = scene.frozen
    for (let slot = 0; slot < scene.rowSlots; slot++) {
      const element = div('dg-row', 'row')
      const number = div('dg-number-cell')
      const numberText = document.createTextNode('')
      number.append(numberText)
      const frozen = scene.frozen > 0 ? createFrozen(element, scene.frozen) : []
      const cells: Cell[] = []
      for (let c = 0; c < scene.columnSlots; c++) cells.push(createCell(element))
      element.hidden = true
      number.hidden = true
      const unseen = { index: -1, y: 0, firstColumn: -1, lastColumn: -1, isMarked: false }
      this.#rows.push({ element, number, numberText, cells, frozen, ...unseen })
    }
    this.#body.append(...this.#rows.map((row) => row.element))
    this.#gutter.append(...this.#rows.map((row) => row.number))
  }

  #paintRow(row: Row, index: number, scene: Scene, changed: boolean): void {
    const isNew = row.index !== index
    const sameColumns = row.firstColumn === scene.firstColumn && row.lastColumn === scene.lastColumn
    const y = index * ROW_HEIGHT - scene.shift
    if (!isNew && !changed && sameColumns && row.y === y) return
    if (row.index < 0) {
      row.element.hidden = false
      row.number.hidden = false
    }
    if (row.index < 0 || row.y !== y) {
      row.y = y
      row.element.style.top = row.number.style.top = `${y}px`
    }
    if (isNew) {
      row.index = index
      row.element.setAttribute('aria-rowindex', String(index + 2))
      setText(row.numberText, String(index + 1))
    }
    const isMarked = scene.range !== null && index >= scene.range.top && index <= scene.range.bottom
    if (row.isMarked !== isMarked) {
      row.isMarked = isMarked
      row.number.classList.toggle('dg-marked', isMarked)
    }
    row.firstColumn = scene.firstColumn
    row.lastColumn = scene.lastColumn
    const values = scene.source.row(index)
    for (const cell of row.cells) {
      const isOutside = cell.column < scene.firstColumn || cell.column > scene.lastColumn
      if (isOutside && !cell.element.hidden) cell.element.hidden = true
    }
    const paint = (c: number) => {
      const cell = this.#slot(row, c)
      if (cell) this.#paintCell(cell, index, c, values ? (values[c] ?? null) : undefined, scene)
    }
    for (let c = 0; c < scene.frozen; c++) paint(c)
    for (let c = scene.firstColumn; c <= scene.lastColumn; c++) paint(c)
  }

  #paintCell(cell: Cell, r: number, c: number, value: string | null | undefined, scene: Scene): void {
    const { element } = cell
    if (element.hidden) element.hidden = false
    const kind = scene.kinds[c] ?? 'text'
    const isMoved = cell.column !== c
    let { limit } = cell
    if (isMoved || cell.edges !== scene.edges) {
      const left = scene.edges[c] ?? 0
      const width = (scene.edges[c + 1] ?? left) - left
      cell.edges = scene.edges
      element.style.left = `${left}px`
      element.style.width = `${width}px`
      limit = visibleLimit(kind, width)
    }
    if (isMoved) {
      cell.column = c
      element.setAttribute('aria-colindex', String(c + 1))
    }
    const hint = scene.source.hint?.(r, c) ?? null
    if (cell.value !== value || cell.kind !== kind || cell.limit !== limit || cell.hint !== hint) {
      cell.value = value
      cell.hint = hint
      cell.kind = kind
      cell.limit = limit
      writeCell(cell)
    }
    const bits =
      contentBits(kind, value) |
      (scene.leads[c] && typeof value === 'string' ? LEADS : 0) |
      selectionBits(r, c, scene.range, scene.active) |
      markBits(scene.source.mark?.(r, c))
    const className = cellClass(kind, bits)
    if (cell.className !== className) {
      cell.className = className
      element.className = className
    }
    const isSelected = (bits & SELECTED) !== 0
    if (cell.isSelected !== isSelected) {
      cell.isSelected = isSelected
      if (isSelected) element.setAttribute('aria-selected', 'true')
      else element.removeAttribute('aria-selected')
    }
  }
}

/** The cells of a row that stay while the others scroll, in an element that sticks to the edge. */
function createFrozen(row: HTMLElement, count: number): Cell[] {
  const host = div('dg-frozen', 'none')
  row.append(host)
  return Array.from({ length: count }, () => createCell(host))
}

function hide(row: Row): void {
  if (row.index < 0) return
  row.index = -1
  row.element.hidden = true
  row.number.hidden = true
}
