import type { DrawnKey, DrawnTable } from '@stoa/contract'

/** Sizes of a drawn table, in px; its look in the browser and in a picture follow them. */
export const TABLE_WIDTH = 248
export const HEAD_HEIGHT = 34
export const ROW_HEIGHT = 22
const FOOT = 6
/** More columns than so are told by their number, so that no table is a wall. */
const COLUMNS_MAX = 40

/** Room around the tables of one schema, and above them for its name. */
export const CLUSTER_PADDING = 24
export const CLUSTER_HEAD = 36

export type Point = { readonly x: number; readonly y: number }
export type Rect = Point & { readonly width: number; readonly height: number }

/** A table as it is drawn: the columns it shows, and where its keys begin and end. */
export type Box = {
  readonly table: DrawnTable
  readonly columns: DrawnTable['columns']
  /** How many columns are not shown. */
  readonly more: number
  readonly foreign: ReadonlySet<string>
  readonly width: number
  readonly height: number
}

/** A table's name with its schema, as the address and the memory have it. */
export const nameOf = ({ schema, name }: Pick<DrawnTable, 'schema' | 'name'>) => `${schema}.${name}`

/**
 * The tables that are drawn.
 * @param schema the one that is looked at; null for all of them
 * @param keysOnly leaves out columns that are part of no key
 */
export function boxesOf(
  tables: readonly DrawnTable[],
  keys: readonly DrawnKey[],
  schema: string | null,
  keysOnly: boolean,
): Box[] {
  const foreign = new Map<number, Set<string>>()
  const pointed = new Map<number, Set<string>>()
  const note = (in_: Map<number, Set<string>>, table: number, columns: readonly string[]) => {
    const known = in_.get(table) ?? new Set<string>()
    for (const column of columns) known.add(column)
    in_.set(table, known)
  }
  for (const { source, source_columns, target, target_columns } of keys) {
    note(foreign, source, source_columns)
    note(pointed, target, target_columns)
  }
  return tables
    .filter((table) => schema === null || table.schema === schema)
    .map((table) => {
      const own = foreign.get(table.id) ?? new Set<string>()
      const asked = keysOnly
        ? table.columns.filter(({ name, primary }) => primary || own.has(name) || pointed.get(table.id)?.has(name))
        : table.columns
      const columns = asked.slice(0, COLUMNS_MAX)
      const more = table.columns.length - columns.length
      const rows = columns.length + (more > 0 ? 1 : 0)
      return { table, columns, more, foreign: own, width: TABLE_WIDTH, height: HEAD_HEIGHT + rows * ROW_HEIGHT + FOOT }
    })
}

/** The height at which a key leaves or reaches a table: its column's row, or the head when that is not shown. */
export function rowY(box: Box, column: string | undefined): number {
  const row = box.columns.findIndex(({ name }) => name === column)
  return row === -1 ? HEAD_HEIGHT / 2 : HEAD_HEIGHT + (row + 0.5) * ROW_HEIGHT
}

/** The smallest rectangle around some others; null around none. */
export function around(rects: readonly Rect[], padding = 0, head = 0): Rect | null {
  if (rects.length === 0) return null
  const x = Math.min(...rects.map((rect) => rect.x)) - padding
  const y = Math.min(...rects.map((rect) => rect.y)) - padding - head
  const right = Math.max(...rects.map((rect) => rect.x + rect.width)) + padding
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height)) + padding
  return { x, y, width: right - x, height: bottom - y }
}

const FOOT_LENGTH = 10
export const FOOT_SPREAD = 5
const BEND = 40

/** The line of a foreign key: out of one table, a bend, into another. `out` and `into` are 1 to the right, -1 to the left. */
type KeyCurve = {
  readonly start: Point
  readonly out: 1 | -1
  readonly toe: number
  readonly bend: number
  readonly bar: number
  readonly into: 1 | -1
  readonly end: Point
}

/**
 * Where the line of a foreign key runs.
 * @param from the table that has the key, and the height in it
 * @param to the table that it points to
 */
export function keyCurve(from: Rect, fromY: number, to: Rect, toY: number): KeyCurve {
  const isSame = from.x === to.x && from.y === to.y
  const apart = to.x - (from.x + from.width)
  const back = from.x - (to.x + to.width)
  // Towards each other where there is room between, and around the right side where there is none.
  const out = !isSame && back > apart && back > 0 ? -1 : 1
  const into = !isSame && apart > 0 ? -1 : 1
  const start = { x: out > 0 ? from.x + from.width : from.x, y: from.y + fromY }
  const end = { x: into > 0 ? to.x + to.width : to.x, y: to.y + toY }
  const bend = Math.max(BEND, Math.abs(end.x - start.x) / 2)
  return { start, out, toe: start.x + out * FOOT_LENGTH, bend, bar: end.x + into * FOOT_LENGTH, into, end }
}

/** The line as the path of an SVG: a foot of three toes where many rows begin, a bar where they meet one. */
export function pathOf({ start, out, toe, bend, bar, into, end }: KeyCurve): string {
  return [
    `M ${start.x} ${start.y - FOOT_SPREAD} L ${toe} ${start.y} L ${start.x} ${start.y + FOOT_SPREAD}`,
    `M ${start.x} ${start.y} L ${toe} ${start.y}`,
    `C ${toe + out * bend} ${start.y} ${bar + into * bend} ${end.y} ${bar} ${end.y} L ${end.x} ${end.y}`,
    `M ${bar - into * 3} ${end.y - FOOT_SPREAD} L ${bar - into * 3} ${end.y + FOOT_SPREAD}`,
  ].join(' ')
}

/** A rectangle that the whole line lies in. */
export function boundsOf({ start, out, toe, bend, bar, into, end }: KeyCurve): Rect {
  const xs = [start.x, end.x, toe + out * bend, bar + into * bend]
  const [x, y] = [Math.min(...xs), Math.min(start.y, end.y) - FOOT_SPREAD]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(start.y, end.y) + FOOT_SPREAD - y }
}

const PIECES = 32

/** How far a point is from the line, in px of the drawing. */
export function distanceTo({ start, out, toe, bend, bar, into, end }: KeyCurve, { x, y }: Point): number {
  const at = (t: number): Point => {
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
    return {
      x: a * toe + b * (toe + out * bend) + c * (bar + into * bend) + d * bar,
      y: (a + b) * start.y + (c + d) * end.y,
    }
  }
  let least = Math.min(lineDistance(start, at(0), x, y), lineDistance(at(1), end, x, y))
  let before = at(0)
  for (let piece = 1; piece <= PIECES; piece++) {
    const next = at(piece / PIECES)
    least = Math.min(least, lineDistance(before, next, x, y))
    before = next
  }
  return least
}

function lineDistance(from: Point, to: Point, x: number, y: number): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const long = dx * dx + dy * dy
  const along = long === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / long))
  return Math.hypot(x - from.x - along * dx, y - from.y - along * dy)
}

/** Whether two rectangles have a point in common. */
export const meet = (a: Rect, b: Rect): boolean =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height

/** A table where it stands. */
export type Standing = { readonly box: Box; readonly rect: Rect }
/** A foreign key between two tables of the drawing, with its line. */
export type Line = { readonly key: DrawnKey; readonly from: Standing; readonly to: Standing; readonly curve: KeyCurve }

/** The lines of the keys whose both tables are drawn. */
export function linesOf(tables: ReadonlyMap<number, Standing>, keys: readonly DrawnKey[]): Line[] {
  return keys.flatMap((key) => {
    const [from, to] = [tables.get(key.source), tables.get(key.target)]
    if (!from || !to) return []
    const curve = keyCurve(
      from.rect,
      rowY(from.box, key.source_columns[0]),
      to.rect,
      rowY(to.box, key.target_columns[0]),
    )
    return [{ key, from, to, curve }]
  })
}

/** What a key says in words. */
export const wordsOf = ({ key: { name, source_columns, target_columns }, to }: Line): string =>
  `${name}: ${source_columns.join(', ')} → ${nameOf(to.box.table)} (${target_columns.join(', ')})`
