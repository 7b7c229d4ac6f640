/** How the cells of a column are drawn. */
export type CellKind = 'text' | 'number' | 'boolean' | 'date' | 'timestamp' | 'json' | 'uuid' | 'binary'

/** The most characters of a value that are put on screen. Copying and viewing always take the whole value. */
export const DISPLAY_LIMIT = 256

const TYPES: Readonly<Record<Exclude<CellKind, 'text'>, readonly string[]>> = {
  number: [
    ...['int2', 'int4', 'int8', 'smallint', 'integer', 'bigint', 'oid'],
    ...['numeric', 'decimal', 'money', 'float4', 'float8', 'real', 'double precision'],
  ],
  boolean: ['bool', 'boolean'],
  date: ['date'],
  timestamp: ['timestamp', 'timestamptz', 'timestamp without time zone', 'timestamp with time zone'],
  json: ['json', 'jsonb'],
  uuid: ['uuid'],
  binary: ['bytea'],
}

// A map, because a person may name a type of their own `constructor`.
const KINDS = new Map(
  Object.entries(TYPES).flatMap(([kind, types]) => types.map((type) => [type, kind as CellKind] as const)),
)

/** The way to draw a Postgres type; what is not known is text. Modifiers, as in `numeric(10,2)`, do not matter. */
export function cellKind(type: string): CellKind {
  return KINDS.get(type.replace(/\(.*?\)/, '')) ?? 'text'
}

// The width of a character of the fixed-width face at 12 px.
const MONO_WIDTH = 7.2

/**
 * How many characters of a value can be seen in a cell of this width, in pixels. Where every character is as wide as
 * the next this is known, and the browser need not shape those beyond the edge.
 */
export function visibleLimit(kind: CellKind, width: number): number {
  const isMono = kind === 'json' || kind === 'uuid' || kind === 'binary'
  return isMono ? Math.min(DISPLAY_LIMIT, Math.ceil(width / MONO_WIDTH) + 1) : DISPLAY_LIMIT
}

const TIMESTAMP = /^\d{4,6}-\d\d-\d\d [\d:.]+(?:[+-][\d:]+)?$/

/**
 * The part of a value that is drawn in ink: one line, at most DISPLAY_LIMIT characters. Of a timestamp this is the
 * day; timeText() gives the rest.
 */
export function displayText(kind: CellKind, value: string): string {
  switch (kind) {
    case 'boolean':
      return value === 't' ? 'true' : value === 'f' ? 'false' : value
    case 'timestamp':
      return TIMESTAMP.test(value) ? value.slice(0, value.indexOf(' ')) : value
    case 'number':
      return grouped(value)
    default:
      return oneLine(value)
  }
}

/** The hour and minute of a timestamp, drawn in grey after the day; empty for everything else. */
export function timeText(kind: CellKind, value: string): string {
  if (kind !== 'timestamp' || !TIMESTAMP.test(value)) return ''
  const from = value.indexOf(' ') + 1
  return value.slice(from, from + 5)
}

/** How many characters wide a value is: as Postgres writes it, or as it is on screen where that is longer. */
export function contentLength(kind: CellKind, value: string | null): number {
  return value === null ? 4 : Math.max(value.length, kind === 'number' ? displayText(kind, value).length : 0)
}

/** Whether what is on screen leaves out some of the value. */
export function isShortened(kind: CellKind, value: string): boolean {
  return value.length > DISPLAY_LIMIT || timeText(kind, value) !== ''
}

/**
 * Commas between the thousands of an amount, which is a number with decimals. Whole numbers are left as they are:
 * most of them are keys and years, and a comma in those misleads.
 */
function grouped(value: string): string {
  const point = value.indexOf('.')
  if (point < 4 || !/^-?\d+\.\d+$/.test(value)) return value
  return value.slice(0, point).replace(/\B(?=(?:\d{3})+$)/g, ',') + value.slice(point)
}

function oneLine(value: string): string {
  const short = value.length > DISPLAY_LIMIT ? value.slice(0, DISPLAY_LIMIT) : value
  return /[\t\n\r]/.test(short) ? short.replace(/[\t\n\r]+/g, ' ') : short
}
