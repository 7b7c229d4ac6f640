/** What the values of a key in JSON are. */
export type JsonKind = 'string' | 'number' | 'boolean' | 'deep' | 'mixed' | 'none'

/** The types that a column of a new table is offered. */
export const TYPES = [
  'text',
  'bigint',
  'integer',
  'numeric',
  'double precision',
  'boolean',
  'date',
  'time',
  'timestamp',
  'timestamptz',
  'uuid',
  'jsonb',
] as const
export type ColumnType = (typeof TYPES)[number]

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const DATE = String.raw`\d{4}-\d{2}-\d{2}`
const TIME = String.raw`\d{2}:\d{2}(:\d{2}(\.\d+)?)?`
const ZONE = String.raw`\s?(Z|[+-]\d{2}(:?\d{2})?)`

/** What texts of a type look like, in the order in which they are tried. */
const LOOKS: readonly (readonly [ColumnType, (text: string) => boolean])[] = [
  // A number with zeros in front is a code, such as a postcode, and would lose them.
  ['bigint', (text) => /^-?(0|[1-9]\d{0,17})$/.test(text)],
  // Without a point, digits and an E are more likely a code than a power of ten.
  ['numeric', (text) => /^-?(0|[1-9]\d*)(\.\d+([eE][+-]?\d+)?)?$/.test(text)],
  ['boolean', (text) => /^(true|false|t|f|yes|no)$/i.test(text)],
  ['date', (text) => new RegExp(`^${DATE}$`).test(text)],
  ['timestamptz', (text) => new RegExp(`^${DATE}[T ]${TIME}${ZONE}$`).test(text)],
  ['timestamp', (text) => new RegExp(`^${DATE}[T ]${TIME}$`).test(text)],
  ['time', (text) => new RegExp(`^${TIME}$`).test(text)],
  ['uuid', (text) => /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text)],
  ['jsonb', (text) => /^\s*[[{]/.test(text) && isJson(text)],
]

/** Words that databases write for NULL. */
export const NULL_WORDS = ['NULL', '\\N'] as const

/** The word that stands for NULL in some rows; an empty text when none does. */
export const nullWordIn = (rows: readonly (readonly (string | null)[])[]): string =>
  NULL_WORDS.find((word) => rows.some((row) => row.includes(word))) ?? ''

/**
 * The type that fits all values of a column, as far as they were looked at.
 * @param kind what JSON says they are; undefined for CSV, where everything is text
 */
export function inferType(values: readonly (string | null)[], kind?: JsonKind): ColumnType {
  if (kind === 'deep') return 'jsonb'
  if (kind === 'mixed' || kind === 'none') return kind === 'none' ? 'text' : 'jsonb'
  if (kind === 'boolean') return 'boolean'
  const texts = values.filter((value) => value !== null)
  if (texts.length === 0) return 'text'
  // What JSON has between quotes is no number there.
  if (kind === 'number') return texts.every((text) => /^-?\d{1,18}$/.test(text)) ? 'bigint' : 'numeric'
  const looks =
    kind === 'string' ? LOOKS.filter(([type]) => !['bigint', 'numeric', 'boolean', 'jsonb'].includes(type)) : LOOKS
  return looks.find(([, fits]) => texts.every(fits))?.[0] ?? 'text'
}

/** A name as tables and columns have it: lower case, words between underscores. */
export const plainName = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60)

/** Names for the columns of a new table, all different. */
export function columnNames(first: readonly string[], hasNames: boolean): string[] {
  const taken = new Set<string>()
  return first.map((text, at) => {
    const base = (hasNames && plainName(text)) || `column_${at + 1}`
    let name = base
    for (let count = 2; taken.has(name); count++) name = `${base}_${count}`
    taken.add(name)
    return name
  })
}
