import { cellClass, EMPTY, LEADS, markBits, NULL, PENDING, SELECTED, selectionBits, TRUE } from './cell-class.ts'
import { type CellKind, displayText, timeText, visibleLimit } from './format.ts'
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

type Cell = {
  readonly element: HTMLDivElement
  readonly text: Text
  time: HTMLSpanElement | null
  column: number
  /** The edges that the element was placed by; they are replaced, never changed. */
  edges: readonly number[]
  kind: CellKind
  limit: number
  /** undefined: nothing has been drawn here yet, or the row is not loaded. */
  value: string | null | undefined
  hint: string | null
  className: string
  isSelected: boolean
}

type Row = {
  readonly element: HTMLDivElement
  readonly number: HTMLDivElement
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
 * Draws the cells. Rows and columns that leave the view are reused for those that enter it, row r in slot
 * r modulo the number of slots, so that scrolling changes as little of the document as possible. Nothing is written
 * that already is as it should be: writing to the document, not computing, is what costs here.
 */
export class GridBody {
  readonly #body: HTMLElement
  readonly #gutter: HTMLElement
  readonly #activeId: string
  #rows: Row[] = []
  #columnSlots = 0
  #frozen = 0
  #activeElement: HTMLElement | null = null

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
    for (let r = scene.firstRow; r <= scene.lastRow; r++) {
      const row = this.#rows[r % scene.rowSlots]
      if (row) this.#paintRow(row, r, scene, changed)
    }
    for (const row of this.#rows) {
      if (row.index < scene.firstRow || row.index > scene.lastRow) hide(row)
    }
    return this.#markActive(scene.active)
  }

  /** The element of a cell that is on screen. */
  cellElement(cell: CellPosition): HTMLElement | null {
    const row = this.#rows[cell.row % this.#rows.length]
    if (row?.index !== cell.row) return null
    const slot = this.#slot(row, cell.column)
    return slot?.column === cell.column && !slot.element.hidden ? slot.element : null
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
      const frozen = scene.frozen > 0 ? createFrozen(element, scene.frozen) : []
      const cells: Cell[] = []
      for (let c = 0; c < scene.columnSlots; c++) cells.push(createCell(element))
      element.hidden = true
      number.hidden = true
      const unseen = { index: -1, y: 0, firstColumn: -1, lastColumn: -1, isMarked: false }
      this.#rows.push({ element, number, cells, frozen, ...unseen })
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
      row.number.textContent = String(index + 1)
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
      write(cell)
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

function div(className: string, role?: string): HTMLDivElement {
  const element = document.createElement('div')
  element.className = className
  if (role) element.setAttribute('role', role)
  return element
}

function createCell(row: HTMLElement): Cell {
  const element = div('', 'gridcell')
  const text = document.createTextNode('')
  element.append(text)
  element.hidden = true
  row.append(element)
  return {
    element,
    text,
    time: null,
    column: -1,
    edges: [],
    kind: 'text',
    limit: 0,
    value: undefined,
    hint: null,
    className: '',
    isSelected: false,
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

function contentBits(kind: CellKind, value: string | null | undefined): number {
  if (value === undefined) return PENDING
  if (value === null) return NULL
  if (value === '') return EMPTY
  return kind === 'boolean' && (value === 't' || value === 'true') ? TRUE : 0
}

function write(cell: Cell): void {
  const { kind, value, limit, hint } = cell
  let text = ''
  let time = ''
  if (value === null) text = 'NULL'
  else if (value === '') text = "''"
  else if (value !== undefined) {
    text = displayText(kind, value).slice(0, limit)
    time = hint ?? timeText(kind, value)
  }
  if (cell.text.data !== text) cell.text.data = text
  if (time !== '') {
    if (!cell.time) {
      cell.time = document.createElement('span')
      cell.time.className = 'dg-time'
      cell.element.append(cell.time)
    }
    // The space keeps day and time apart when they are read out or selected as text.
    cell.time.textContent = ` ${time}`
  } else if (cell.time?.firstChild) cell.time.textContent = ''
}
