import { GridBody } from './body.ts'
import { copyText, rangeText } from './clipboard.ts'
import { type GridElements, sizeElements } from './elements.ts'
import { type CellKind, cellKind } from './format.ts'
import {
  columnEdges,
  columnWidths,
  columnWindow,
  distanceIntoView,
  gutterWidth,
  HEADER_HEIGHT,
  type Hit,
  hitTest,
  MAX_WIDTH,
  MIN_WIDTH,
  maxColumnsInView,
  ROW_HEIGHT,
  SAMPLE_ROWS,
} from './geometry.ts'
import { GridHeader } from './header.ts'
import { keyAction } from './keys.ts'
import { move, rangeOf, type Selection, sameRange, selectAll, selectCell, selectLine } from './selection.ts'
import { SelectionReporter } from './selection-reporter.ts'
import { sizeOf } from './summary.ts'
import type {
  CellPosition,
  CellRange,
  CopyResult,
  GridCell,
  GridColumn,
  GridEvents,
  GridSize,
  RowSource,
} from './types.ts'
import { VirtualScroll } from './virtual-scroll.ts'

// Rows drawn beyond either edge of the view, so that a scroll does not show an empty strip before the next painting.
const OVERSCAN = 2
// After so many milliseconds without a scroll the scroll bar may be put right, see VirtualScroll.hasDrifted.
const SETTLE_AFTER = 150
// A scroll within so many milliseconds of a wheel or touch event was caused by it.
const WHEEL_MEMORY = 300

/** Everything the grid does, outside React. Pointer events come in through pointer.ts. */
export class GridController {
  events: GridEvents = {}
  readonly #elements: GridElements
  readonly #activeId: string
  readonly #body: GridBody
  readonly #header: GridHeader
  readonly #scroll = new VirtualScroll()
  readonly #observer: ResizeObserver
  readonly #listening = new AbortController()
  #columns: readonly GridColumn[] = []
  #kinds: readonly CellKind[] = []
  #widths: number[] = []
  #edges: readonly number[] = [0]
  #sampledRows = 0
  #columnSlots = 0
  readonly #resized = new Set<number>()
  #source: RowSource = { rowCount: 0, row: () => undefined, subscribe: () => () => {} }
  #unsubscribe = () => {}
  #selection: Selection | null = null
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
    const { scroller } = elements
    const options = { passive: true, signal: this.#listening.signal }
    scroller.addEventListener('scroll', this.#onScroll, options)
    scroller.addEventListener('wheel', this.#onWheel, options)
    scroller.addEventListener('touchmove', this.#onWheel, options)
    scroller.addEventListener('copy', this.#onCopy, { signal: options.signal })
    scroller.addEventListener('keydown', this.#onKeyDown, { signal: options.signal })
    scroller.addEventListener('focus', this.#onFocus, { signal: options.signal })
    this.#observer = new ResizeObserver(() => this.#layout())
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
  }

  /** Shows other columns or rows. The selection and the scroll position go back to the beginning. */
  show(columns: readonly GridColumn[], source: RowSource): void {
    this.#unsubscribe()
    this.#columns = columns
    this.#kinds = columns.map((column) => cellKind(column.type))
    this.#source = source
    this.#resized.clear()
    this.#sampledRows = -1
    this.#selection = null
    this.#body.reset()
    this.#header.reset()
    this.#unsubscribe = source.subscribe(() => {
      if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#refresh)
    })
    this.#layout()
    this.scrollTo({ row: 0, column: 0 })
    this.#report()
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
      edges: this.#edges,
      rows: this.size.rows,
    })
  }

  /** Scrolls by pixels, as a drag beyond the edge does. */
  scrollBy(x: number, y: number): void {
    this.#left = Math.max(0, this.#left + x)
    this.#scroll.moveTo(this.#scroll.virtualTop + y)
    this.#writeScroll()
    this.#paint(false)
  }

  scrollTo(cell: CellPosition): void {
    const top = this.#scroll.virtualTop
    const height = Math.max(ROW_HEIGHT, this.#view.height - HEADER_HEIGHT)
    const width = this.#view.width - gutterWidth(this.size.rows)
    const y = distanceIntoView(cell.row * ROW_HEIGHT, (cell.row + 1) * ROW_HEIGHT, top, top + height)
    const start = this.#edges[cell.column] ?? 0
    const x = distanceIntoView(start, this.#edges[cell.column + 1] ?? start, this.#left, this.#left + width)
    if (x !== 0 || y !== 0) this.scrollBy(x, y)
  }

  /** Selects a cell and brings it into view. */
  goTo(selection: Selection | null): void {
    if (selection) this.scrollTo(selection.active)
    this.select(selection)
  }

  width(column: number): number {
    return this.#widths[column] ?? 0
  }

  setWidth(column: number, width: number): void {
    this.#widths[column] = Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)))
    this.#resized.add(column)
    this.#edges = columnEdges(this.#widths)
    this.#layout()
  }

  /** Makes a column as wide as its name and the values on screen need. */
  fitWidth(column: number): void {
    this.setWidth(column, Math.ceil(Math.max(this.#header.neededWidth(column), this.#body.neededWidth(column))))
  }

  cell({ row, column }: CellPosition): GridCell | null {
    const of = this.#columns[column]
    const values = this.#source.row(row)
    return of && values ? { row, column, name: of.name, type: of.type, value: values[column] ?? null } : null
  }

  async copy(): Promise<CopyResult> {
    return this.#finishCopy(async (range) => {
      const text = rangeText(this.#source, range)
      return 'problem' in text ? text.problem : await copyText(text.text)
    })
  }

  /** Asks for the menu of a cell, at its lower left corner. */
  openMenuAt(cell: CellPosition): void {
    this.scrollTo(cell)
    const content = this.cell(cell)
    const box = this.#body.cellElement(cell)?.getBoundingClientRect()
    if (content && box) this.events.onMenu?.(content, box.left + 8, box.bottom)
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
    this.#sampleWidths()
    this.#view = { width: scroller.clientWidth, height: scroller.clientHeight }
    const gutter = gutterWidth(rows)
    this.#columnSlots = maxColumnsInView(this.#widths, this.#view.width - gutter)
    this.#scroll.resize(rows * ROW_HEIGHT, Math.max(0, this.#view.height - HEADER_HEIGHT))
    sizeElements(
      this.#elements,
      {
        gutter,
        columnsWidth: this.#edges.at(-1) ?? 0,
        rowsHeight: this.#scroll.realHeight,
        viewWidth: this.#view.width,
        viewHeight: this.#view.height,
      },
      this.size,
    )
    if (scroller.scrollTop !== this.#scroll.realTop) this.#writeScroll()
    this.#paint(true)
  }

  /** Follows the content while the first rows come in; a width that was set by hand stays. */
  #sampleWidths(): void {
    const rows = Math.min(SAMPLE_ROWS, this.#source.rowCount)
    if (rows <= this.#sampledRows) return
    this.#sampledRows = rows
    const widths = columnWidths(this.#columns, this.#source)
    for (const column of this.#resized) widths[column] = this.#widths[column] ?? widths[column] ?? MIN_WIDTH
    this.#widths = widths
    this.#edges = columnEdges(widths)
  }

  #writeScroll(): void {
    const { scroller } = this.#elements
    scroller.scrollTop = this.#scroll.realTop
    scroller.scrollLeft = this.#left
    this.#scroll.accept(scroller.scrollTop)
    this.#left = scroller.scrollLeft
  }

  #paint(changed: boolean): void {
    const { width, height } = this.#view
    if (width === 0 || height === 0) return
    const rows = this.size.rows
    const viewWidth = width - gutterWidth(rows)
    const viewHeight = height - HEADER_HEIGHT
    const top = this.#scroll.virtualTop
    const { first, last } = columnWindow(this.#edges, this.#left, this.#left + viewWidth)
    const range = this.range
    const active = range && this.#selection ? this.#selection.active : null
    const isActiveShown = this.#body.paint(
      {
        source: this.#source,
        kinds: this.#kinds,
        edges: this.#edges,
        firstRow: Math.max(0, Math.floor(top / ROW_HEIGHT) - OVERSCAN),
        lastRow: Math.min(rows - 1, Math.ceil((top + viewHeight) / ROW_HEIGHT) - 1 + OVERSCAN),
        firstColumn: first,
        lastColumn: last,
        rowSlots: Math.ceil(viewHeight / ROW_HEIGHT) + 1 + 2 * OVERSCAN,
        columnSlots: this.#columnSlots,
        shift: this.#scroll.shift,
        range,
        active,
      },
      changed,
    )
    this.#header.paint(this.#columns, this.#kinds, this.#edges, first, last, range)
    const { scroller } = this.#elements
    if (isActiveShown) scroller.setAttribute('aria-activedescendant', this.#activeId)
    else scroller.removeAttribute('aria-activedescendant')
    if (this.#overlay) this.#placeOverlay()
  }

  #placeOverlay(): void {
    const { overlay } = this.#elements
    const cell = this.#overlay
    overlay.hidden = cell === null
    if (!cell) return
    const left = this.#edges[cell.column] ?? 0
    overlay.style.width = `${this.width(cell.column)}px`
    overlay.style.height = `${ROW_HEIGHT}px`
    const y = cell.row * ROW_HEIGHT - this.#scroll.virtualTop
    overlay.style.transform = `translate(${left - this.#left}px, ${y}px)`
  }

  #report(): void {
    this.#reporter.report(this.range, this.#columns, this.#source)
  }

  readonly #onScroll = () => {
    const { scroller } = this.#elements
    const isWheel = performance.now() - this.#lastWheel < WHEEL_MEMORY
    this.#left = scroller.scrollLeft
    this.#scroll.follow(scroller.scrollTop, isWheel)
    if (this.#scroll.isStuck) this.#settle()
    this.#paint(false)
    clearTimeout(this.#settleTimer)
    if (this.#scroll.hasDrifted) this.#settleTimer = window.setTimeout(() => this.#settle(), SETTLE_AFTER)
  }

  #settle(): void {
    this.#scroll.moveTo(this.#scroll.virtualTop)
    this.#writeScroll()
    this.#paint(false)
  }

  readonly #onWheel = () => {
    this.#lastWheel = performance.now()
  }

  readonly #onFocus = () => {
    // Reached by the Tab key, the grid shows where the keys will begin.
    const isByKey = this.#elements.scroller.matches(':focus-visible')
    if (isByKey && !this.#selection && this.size.rows > 0) this.goTo(selectCell({ row: 0, column: 0 }))
  }

  readonly #onKeyDown = (event: KeyboardEvent) => {
    const action = event.target === this.#elements.scroller ? keyAction(event) : null
    if (!action) return
    const current = this.#selection
    const active = current?.active
    if (action.type === 'move') {
      const page = Math.max(1, Math.floor((this.#view.height - HEADER_HEIGHT) / ROW_HEIGHT) - 1)
      this.goTo(move(current, action.movement, this.size, page, action.extend) ?? current)
    } else if (action.type === 'select-all') this.select(selectAll(current))
    else if (!active) return
    else if (action.type === 'select-row') this.select(selectLine('rows', active.row, null, false))
    else if (action.type === 'select-column') this.select(selectLine('columns', active.column, null, false))
    else if (action.type === 'menu') this.openMenuAt(active)
    else if (action.type === 'open') this.open(active)
    else if (sameRange(this.range, rangeOf(selectCell(active), this.size))) return
    else this.select(selectCell(active))
    event.preventDefault()
  }

  readonly #onCopy = (event: ClipboardEvent) => {
    if (!this.range) return
    event.preventDefault()
    void this.#finishCopy((range) => {
      if (!document.hasFocus()) return 'no-focus'
      const text = rangeText(this.#source, range)
      if ('problem' in text) return text.problem
      event.clipboardData?.setData('text/plain', text.text)
      return event.clipboardData ? 'copied' : 'failed'
    })
  }

  async #finishCopy(
    copy: (range: CellRange) => CopyResult['status'] | Promise<CopyResult['status']>,
  ): Promise<CopyResult> {
    const range = this.range
    const { rows, columns } = sizeOf(range)
    const status = range ? await copy(range) : 'failed'
    const result = { status, rows, columns }
    this.events.onCopy?.(result)
    return result
  }
}
