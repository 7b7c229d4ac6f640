import { EMPTY, NULL, PENDING, TRUE } from './cell-class.ts'
import { type CellKind, displayText, timeText } from './format.ts'

/** A cell in the document and what it shows at the moment, so that nothing is written that already is as it should be. */
export type Cell = {
  readonly element: HTMLDivElement
  readonly text: Text
  /** What stands behind the text in grey. */
  time: Text | null
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

/** A new element of a class. */
export function div(className: string, role?: string): HTMLDivElement {
  const element = document.createElement('div')
  element.className = className
  if (role) element.setAttribute('role', role)
  return element
}

/** Adds a cell to a row, not shown yet. */
export function createCell(row: HTMLElement): Cell {
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

/** The bits that a value gives to its cell. */
export function contentBits(kind: CellKind, value: string | null | undefined): number {
  if (value === undefined) return PENDING
  if (value === null) return NULL
  if (value === '') return EMPTY
  return kind === 'boolean' && (value === 't' || value === 'true') ? TRUE : 0
}

/** What a cell shows of a value, as far as it is to be seen: the text, and what stands behind it in grey. */
export function cellText(
  kind: CellKind,
  value: string | null | undefined,
  hint: string | null,
  limit: number,
): { text: string; time: string } {
  if (value === undefined) return { text: '', time: '' }
  if (value === null) return { text: 'NULL', time: '' }
  if (value === '') return { text: "''", time: '' }
  return { text: displayText(kind, value).slice(0, limit), time: hint ?? timeText(kind, value) }
}

/** Writes the value of a cell. */
export function writeCell(cell: Cell): void {
  const { text, time } = cellText(cell.kind, cell.value, cell.hint, cell.limit)
  setText(cell.text, text)
  if (time !== '') {
    cell.time ??= createTime(cell.element)
    // The space keeps day and time apart when they are read out or selected as text.
    setText(cell.time, ` ${time}`)
  } else if (cell.time) setText(cell.time, '')
}

/** Changes a text in its place: another one in its stead would be laid out as something new. */
export function setText(text: Text, data: string): void {
  if (text.data !== data) text.data = data
}

function createTime(cell: HTMLElement): Text {
  const span = document.createElement('span')
  span.className = 'dg-time'
  const text = document.createTextNode('')
  span.append(text)
  cell.append(span)
  return text
}
