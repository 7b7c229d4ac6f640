import { GridBody } from './body.ts'
import { ColumnWidths } from './column-widths.ts'
import { Copying } from './copying.ts'
import { type GridElements, placeOverlay, sizeElements } from './elements.ts'
import { type CellKind, cellKind } from './format.ts'
import {
  columnWindow,
  distanceIntoView,
  gutterWidth,
  HEADER_HEIGHT,
  type Hit,
  hitTest,
  maxColumnsInView,
  ROW_HEIGHT,
  rowWindow,
} from './geometry.ts'
import { GridHeader } from './header.ts'
import { QuickScroll } from './quick-scroll.ts'
import { rangeOf, type Selection } from './selection.ts'
import { SelectionReporter } from './selection-reporter.ts'
import type {
  CellPosition,
  CellRange,
  CopyResult,
  GridCell,
  GridColumn,
  GridEvents,
  GridSize,
  GridSort,
  RowSource,
} from './types.ts'
import { VirtualScroll } from './virtual-scroll.ts'

// After so many milliseconds without a scroll the scroll bar may be put right, see VirtualScroll.hasDrifted.
const SETTLE_AFTER = 150
// A scroll within so many milliseconds of a wheel or touch event was caused by it.
const WHEEL_MEMORY = 300

/** Everything the grid does, outside React. Events come in through pointer.ts and keyboard.ts. */
export class GridController {
  events: GridEvents = {}
  readonly #elements: GridElements
  readonly #activeId: string
  readonly #body: GridBody
  readonly #header: GridHeader
  readonly #scroll = new VirtualScroll()
  readonly #quick: QuickScroll
  readonly #observer = new ResizeObserver(() => this.#layout())
  readonly #listening = new AbortController()
  #columns: readonly GridColumn[] = []
  #kinds: readonly CellKind[] = []
  #leads: readonly boolean[] = []
  readonly #widths = new ColumnWidths()
  #columnSlots = 0
  #subject: unknown = undefined
  #sort: GridSort | null = null
  #source: RowSource = { rowCount: 0, row: () => undefined, subscribe: () => () => {} }
  #unsubscribe = () => {}
  #selection: Selection | null = null
  readonly #copying = new Copying(this, () => this.#source)
  readonly #reporter = new SelectionReporter((summary) => this.events.onSelectionChange?.(summary))
  #overlay: CellPosition | null = null
  #view = { width: 0, height: 0 }
  #left = 0
  #frame = 0
  #settleTimer = 0
  #lastWheel = -Infinity

  constructor(elements: GridElements, activeId: string) {
    this.#elements = elements
    this.#activeId = activeId
    this.#body = new GridBody(elements.body, elements.gutter, activeId)
    this.#header = new GridHeader(elements.head)
    this.#quick = new QuickScroll(elements)
    const { scroller } = elements
    const options = { passive: true, signal: this.#listening.signal }
    scroller.addEventListener('scroll', this.#onScroll, options)
    scroller.addEventListener('wheel', this.#onWheel, options)
    scroller.addEventListener('touchmove', this.#onWheel, options)
    scroller.addEventListener('copy', this.#copying.onCopy, { signal: options.signal })
    this.#observer.observe(scroller)
  }

  destroy(): void {
    this.#listening.abort()
    this.#observer.disconnect()
    this.#unsubscribe()
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#settleTimer)
    this.#reporter.stop()
    this.#body.reset()
    this.#header.reset()
    this.#quick.remove()
  }

  /**
   * Shows other columns or rows, of which the first `frozen` stay while the others scroll. The selection goes, and so
   * do the scroll position and the widths set by hand, unless these are columns or rows of the same subject.
   */
  show(columns: readonly GridColumn[], source: RowSource, options: { frozen?: number; subject?: unknown } = {}): void {
    const isSame = options.subject !== undefined && options.subject === this.#subject
    this.#unsubscribe()
    this.#columns = columns
    this.#kinds = columns.map((column) => cellKind(column.type))
    this.#leads = columns.map((column) => column.leads === true)
    this.#source = source
    this.#subject = options.subject
    this.#widths.show(columns, options.frozen ?? 0, isSame)
    this.#selection = null
    this.#body.reset()
    this.#header.reset()
    this.#unsubscribe = source.subscribe(() => {
      if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#refresh)
    })
    // While there are no cells: a browser that is asked for its scroll position lays out those that there are.
    if (!isSame) this.#scroll.moveTo(0)
    if (!isSame && this.#left !== 0) this.#elements.scroller.scrollLeft = this.#left = 0
    this.#layout()
    this.#report()
  }

  /** Shows in the heads by which column the rows are sorted. */
  setSort(sort: GridSort | null): void {
    this.#sort = sort
    this.#paint(false)
  }

  setLabel(label: string): void {
    this.#elements.scroller.setAttribute('aria-label', label)
  }

  focus(): void {
    this.#elements.scroller.focus({ preventScroll: true })
  }

  get size(): GridSize {
    return { rows: this.#source.rowCount, columns: this.#columns.length }
  }

  /** The first row in view. */
  get topRow(): number {
    return Math.floor(this.#scroll.virtualTop / ROW_HEIGHT)
  }

  get selection(): Selection | null {
    return this.#selection
  }

  get range(): CellRange | null {
    return rangeOf(this.#selection, this.size)
  }

  select(selection: Selection | null): void {
    this.#selection = selection
    this.#paint(true)
    this.#report()
  }

  /** What is at a place in the window, also before the browser has told of a scroll that a program caused. */
  hit(x: number, y: number): Hit {
    const { scroller } = this.#elements
    if (scroller.scrollLeft !== this.#left || scroller.scrollTop !== this.#scroll.realTop) this.#onScroll()
    const box = scroller.getBoundingClientRect()
    return hitTest(x - box.left, y - box.top, {
      ...this.#view,
      gutter: gutterWidth(this.size.rows),
      left: this.#left,
      top: this.#scroll.virtualTop,
      edges: this.#widths.edges,
      rows: this.size.rows,
      frozen: this.#widths.frozen,
    })
  }

  /** Scrolls by pixels, as a drag beyond the edge does. */
  scrollBy(x: number, y: number): void {
    this.#left = Math.max(0, this.#left + x)
    this.#scroll.moveTo(this.#scroll.virtualTop + y)
    this.#writeScroll()
    this.#paint(false)
  }

  scrollTo(cell: CellPosition, isFirst = false): void {
    const top = this.#scroll.virtualTop
    const height = isFirst ? 0 : Math.max(ROW_HEIGHT, this.#view.height - HEADER_HEIGHT)
    const width = this.#view.width - gutterWidth(this.size.rows)
    const y = distanceIntoView(cell.row * ROW_HEIGHT, (cell.row + 1) * ROW_HEIGHT, top, top + height)
    const start = this.#widths.edges[cell.column] ?? 0
    const x =
      cell.column < this.#widths.frozen
        ? 0
        : distanceIntoView(
            start,
            this.#widths.edges[cell.column + 1] ?? start,
            this.#left + this.#widths.frozenWidth,
            this.#left + width,
          )
    if (x !== 0 || y !== 0) this.scrollBy(x, y)
  }

  /** Selects a cell and brings it into view. */
  goTo(selection: Selection | null): void {
    if (selection) this.scrollTo(selection.active)
    this.select(selection)
  }

  width(column: number): number {
    return this.#widths.of(column)
  }

  setWidth(column: number, width: number): void {
    this.#widths.set(column, width)
    this.#layout()
  }

  /** Makes a column as wide as its name and the values on screen need. */
  fitWidth(column: number): void {
    this.setWidth(column, Math.ceil(Math.max(this.#header.neededWidth(column), this.#body.neededWidth(column))))
    this.endResize(column)
  }

  /** Tells that the width of a column will not change further. */
  endResize(column: number): void {
    this.events.onColumnResize?.(column, this.width(column))
  }

  /** Tells that a column was dragged to the place of another. */
  moveColumn(from: number, to: number): void {
    if (from !== to) this.events.onColumnMove?.(from, to)
  }

  /** Shows before or behind which column a dragged one would come to stand; null when nothing is dragged. */
  markDrop(from: number, to: number | null): void {
    this.#header.markDrop(from, to)
  }

  cell({ row, column }: CellPosition): GridCell | null {
    const of = this.#columns[column]
    const values = this.#source.row(row)
    return of && values ? { row, column, name: of.name, type: of.type, value: values[column] ?? null } : null
  }

  copy(range?: CellRange): Promise<CopyResult> {
    return this.#copying.copy(range)
  }

  /** Asks for the menu of a cell, at its lower left corner. */
  openMenuAt(cell: CellPosition): void {
    this.scrollTo(cell)
    const content = this.cell(cell)
    const box = this.#body.cellElement(cell)?.getBoundingClientRect()
    if (content && box) this.events.onMenu?.(content, box.left + 8, box.bottom)
  }

  /** Asks for the menu of a column, below its head. */
  openHeadMenu(column: number): void {
    // A row that is wholly in view, so that this does not scroll up or down.
    this.scrollTo({ row: Math.ceil(this.#scroll.virtualTop / ROW_HEIGHT), column })
    const box = this.#header.head(column)?.getBoundingClientRect()
    if (box) this.events.onHeadMenu?.(column, box.left, box.bottom)
  }

  open(cell: CellPosition): void {
    const content = this.cell(cell)
    if (content) this.events.onOpen?.(content)
  }

  /** Keeps the overlay over this cell, or hides it. */
  setOverlay(cell: CellPosition | null): void {
    this.#overlay = cell
    if (cell) this.scrollTo(cell)
    this.#placeOverlay()
  }

  readonly #refresh = () => {
    this.#frame = 0
    this.#layout()
    this.#report()
  }

  /** Measures and sizes everything anew, then paints. */
  #layout(): void {
    const { scroller } = this.#elements
    const { rows } = this.size
    this.#widths.sample(this.#source)
    this.#view = { width: scroller.clientWidth, height: scroller.clientHeight }
    const gutter = gutterWidth(rows)
    this.#widths.fit(this.#view.width - gutter)
    this.#columnSlots = maxColumnsInView(this.#widths.scrolling, this.#view.width - gutter - this.#widths.frozenWidth)
    this.#scroll.resize(rows * ROW_HEIGHT, Math.max(0, this.#view.height - HEADER_HEIGHT))
    sizeElements(
      this.#elements,
      {
        gutter,
        columnsWidth: this.#widths.edges.at(-1) ?? 0,
        rowsHeight: this.#scroll.realHeight,
        viewWidth: this.#view.width,
        viewHeight: this.#view.height,
      },
      this.size,
    )
    if (scroller.scrollTop !== this.#scroll.realTop) this.#writeScroll()
    this.#paint(true)
  }

  #writeScroll(): void {
    const { scroller } = this.#elements
    scroller.scrollTop = this.#scroll.realTop
    scroller.scrollLeft = this.#left
    this.#scroll.accept(scroller.scrollTop)
    this.#left = scroller.scrollLeft
  }

  /**
   * Draws what is in view, and rows beyond either edge.
   * @param isPassing draws none beyond, as when all rows are others than before, which is work enough
   * @param isQuick leaves the cells as they are where a picture of them will do
   */
  #paint(changed: boolean, isPassing = false, isQuick = false): void {
    const { width, height } = this.#view
    if (width === 0 || height === 0) return
    const gutter = gutterWidth(this.size.rows)
    const drawn = rowWindow(this.#scroll.virtualTop, height - HEADER_HEIGHT, this.size.rows, isPassing)
    const { edges, frozen, frozenWidth } = this.#widths
    const shown = columnWindow(edges, this.#left + frozenWidth, this.#left + width - gutter)
    const first = Math.max(frozen, shown.first)
    // Where all columns are frozen or the view is too narrow for others, there is nothing to scroll.
    const last = frozen >= this.#columns.length ? -1 : shown.last
    const range = this.range
    const scene = {
      source: this.#source,
      kinds: this.#kinds,
      leads: this.#leads,
      edges,
      firstRow: drawn.first,
      lastRow: drawn.last,
      firstColumn: first,
      lastColumn: last,
      rowSlots: drawn.slots,
      isPassing,
      columnSlots: this.#columnSlots,
      frozen,
      shift: this.#scroll.shift,
      range,
      active: range && this.#selection ? this.#selection.active : null,
    }
    const place = { left: this.#left, top: this.#scroll.virtualTop, gutter }
    if (isQuick && this.#quick.draw(scene, { ...this.#view, ...place })) return
    const isActiveShown = this.#body.paint(scene, changed)
    this.#quick.hide()
    this.#header.paint({
      columns: this.#columns,
      kinds: this.#kinds,
      edges,
      first,
      last,
      frozen,
      range,
      sort: this.#sort,
    })
    const { scroller } = this.#elements
    if (isActiveShown) scroller.setAttribute('aria-activedescendant', this.#activeId)
    else scroller.removeAttribute('aria-activedescendant')
    if (this.#overlay) this.#placeOverlay()
  }

  #placeOverlay(): void {
    placeOverlay(this.#elements, this.#overlay, this.#widths, this.#left, this.#scroll.virtualTop)
  }

  #report(): void {
    this.#reporter.report(this.range, this.#columns, this.#source)
  }

  readonly #onScroll = () => {
    const { scroller } = this.#elements
    const isWheel = performance.now() - this.#lastWheel < WHEEL_MEMORY
    const before = this.#scroll.virtualTop
    this.#left = scroller.scrollLeft
    this.#scroll.follow(scroller.scrollTop, isWheel)
    if (this.#scroll.isStuck) this.#settle()
    const isJump = Math.abs(this.#scroll.virtualTop - before) >= this.#view.height
    this.#paint(false, isJump, this.#quick.step(isJump))
    clearTimeout(this.#settleTimer)
    if (isJump || this.#scroll.hasDrifted) this.#settleTimer = window.setTimeout(() => this.#settle(), SETTLE_AFTER)
  }

  #settle(): void {
    if (this.#scroll.isStuck || this.#scroll.hasDrifted) {
      this.#scroll.moveTo(this.#scroll.virtualTop)
      this.#writeScroll()
    }
    this.#quick.end()
    this.#paint(false)
  }

  readonly #onWheel = () => {
    this.#lastWheel = performance.now()
  }
}
