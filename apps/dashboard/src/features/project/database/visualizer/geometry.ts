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
const FOOT_SPREAD = 5
const BEND = 40

/**
 * The line of a foreign key: a foot of three toes where many rows begin, a bar where they meet one.
 * @param from the table that has the key, and the height in it
 * @param to the table that it points to
 */
export function keyPath(from: Rect, fromY: number, to: Rect, toY: number): string {
  const isSame = from.x === to.x && from.y === to.y
  const apart = to.x - (from.x + from.width)
  const back = from.x - (to.x + to.width)
  // Towards each other where there is room between, and around the right side where there is none.
  const out = !isSame && back > apart && back > 0 ? -1 : 1
  const into = !isSame && apart > 0 ? -1 : 1
  const start = { x: out > 0 ? from.x + from.width : from.x, y: from.y + fromY }
  const end = { x: into > 0 ? to.x + to.width : to.x, y: to.y + toY }
  const bend = Math.max(BEND, Math.abs(end.x - start.x) / 2)
  const toe = start.x + out * FOOT_LENGTH
  const bar = end.x + into * FOOT_LENGTH
  return [
    `M ${start.x} ${start.y - FOOT_SPREAD} L ${toe} ${start.y} L ${start.x} ${start.y + FOOT_SPREAD}`,
    `M ${start.x} ${start.y} L ${toe} ${start.y}`,
    `C ${toe + out * bend} ${start.y} ${bar + into * bend} ${end.y} ${bar} ${end.y} L ${end.x} ${end.y}`,
    `M ${bar - into * 3} ${end.y - FOOT_SPREAD} L ${bar - into * 3} ${end.y + FOOT_SPREAD}`,
  ].join(' ')
}
