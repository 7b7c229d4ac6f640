import type { CellKind } from './format.ts'
import type { CellMark, CellPosition, CellRange } from './types.ts'

/** Bits of how one cell is drawn beside its kind. */
export const SELECTED = 1
const TOP = 2
const BOTTOM = 4
const LEFT = 8
const RIGHT = 16
export const ACTIVE = 32
export const NULL = 64
export const EMPTY = 128
export const TRUE = 256
export const PENDING = 512
const EDITED = 1024
const INSERTED = 2048
const DELETED = 4096
const DEFAULT = 8192
const LARGE = 16384
export const LEADS = 32768

const NAMES: readonly (readonly [bit: number, name: string])[] = [
  [SELECTED, 'dg-selected'],
  [TOP, 'dg-top'],
  [BOTTOM, 'dg-bottom'],
  [LEFT, 'dg-left'],
  [RIGHT, 'dg-right'],
  [ACTIVE, 'dg-active'],
  [NULL, 'dg-null'],
  [EMPTY, 'dg-empty'],
  [TRUE, 'dg-true'],
  [PENDING, 'dg-pending'],
  [EDITED, 'dg-edited'],
  [INSERTED, 'dg-inserted'],
  [DELETED, 'dg-deleted'],
  [DEFAULT, 'dg-default'],
  [LARGE, 'dg-large'],
  [LEADS, 'dg-leads'],
]

const MARKS: Readonly<Record<CellMark, number>> = {
  edited: EDITED,
  inserted: INSERTED,
  deleted: DELETED,
  default: DEFAULT,
  'inserted-default': INSERTED | DEFAULT,
  large: LARGE,
}

/** The bits of a mark. */
export const markBits = (mark: CellMark | null | undefined): number => (mark ? MARKS[mark] : 0)

const built = new Map<string, string>()

/** The class attribute of a cell. Built once per combination: painting asks for it hundreds of times a frame. */
export function cellClass(kind: CellKind, bits: number): string {
  const key = bits === 0 ? kind : kind + bits
  let value = built.get(key)
  if (value === undefined) {
    value = ['dg-cell', `dg-${kind}`, ...NAMES.filter(([bit]) => bits & bit).map(([, name]) => name)].join(' ')
    built.set(key, value)
  }
  return value
}

/** The bits that the selection gives to a cell: inside, on which edges, active. */
export function selectionBits(
  row: number,
  column: number,
  range: CellRange | null,
  active: CellPosition | null,
): number {
  if (!range || row < range.top || row > range.bottom || column < range.left || column > range.right) return 0
  let bits = SELECTED
  if (row === range.top) bits |= TOP
  if (row === range.bottom) bits |= BOTTOM
  if (column === range.left) bits |= LEFT
  if (column === range.right) bits |= RIGHT
  if (active && row === active.row && column === active.column) bits |= ACTIVE
  return bits
}
