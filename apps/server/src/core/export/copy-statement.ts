import type { ExportFormat } from '@stoa/contract'
import { quoteIdent } from '@stoa/sql'

/** A column of what is exported. */
export type ExportColumn = {
  readonly name: string
  readonly typeId: number
  /** Its number in its table; 0 for what is no column of a table. */
  readonly number: number
  /** Whether Postgres computes it, so that no INSERT gives it a value. */
  readonly isComputed?: boolean
}

/** Types whose text is a number in SQL as it is; of the others only texts between quotes are safe. */
const WHOLE_NUMBERS = new Set([20, 21, 23])
const BOOLEAN = 16

/** The most texts that one call joins: Postgres takes a hundred arguments, the comma among them. */
const JOINED_MAX = 99

/** Bytes of a name. Postgres leaves out the rest, which would make names that differ there the same again. */
const NAME_BYTES = 63

/** The beginning of a text that takes so many bytes at most, without half a character. */
function beginning(text: string, bytes: number): string {
  const whole = Buffer.from(text)
  return whole.length <= bytes
    ? text
    : new TextDecoder('utf-8', { ignoreBOM: true }).decode(whole.subarray(0, bytes), { stream: true })
}

/** Names that are all different, as keys of an object have to be: a second `id` becomes `id 2`. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let distinct = name
    for (let count = 2; taken.has(distinct); count++) {
      const suffix = ` ${count}`
      distinct = beginning(name, NAME_BYTES - suffix.length) + suffix
    }
    taken.add(distinct)
    return distinct
  })
}

/**
 * The COPY statement that lets Postgres itself write each row in a format, so that values keep every digit and this
 * process only passes bytes on.
 * @param query one whole statement that gives rows, without its semicolon. It is put into a pair of brackets, so the
 *   caller makes sure that it is one statement and nothing else.
 */
export function copyStatement(query: string, columns: readonly ExportColumn[], format: ExportFormat): string {
  // The line break ends a comment that the query may end with.
  if (format === 'csv') return `copy (${query}\n) to stdout with (format csv, header true)`
  const names = distinctNames(columns.map(({ name }) => name))
  const row = rowName(names)
  const aliases = names.map((name) => quoteIdent(name || '?column?')).join(', ')
  const from = `from (${query}\n) as ${row}(${aliases})`
  if (format === 'json') return `copy (select pg_catalog.row_to_json(${row}) ${from}) to stdout`
  const values = columns.flatMap(({ typeId, isComputed }, index) => {
    if (isComputed) return []
    const value = `${row}.${quoteIdent(names[index] || '?column?')}::pg_catalog.text`
    return WHOLE_NUMBERS.has(typeId) || typeId === BOOLEAN
      ? `coalesce(${value}, 'NULL')`
      : `pg_catalog.quote_nullable(${value})`
  })
  return `copy (select pg_catalog.concat('(', ${joined(values)}, ')') ${from}) to stdout`
}

/** Texts with a comma between them. A function takes a hundred of them, and rows are wider: they are joined in groups. */
function joined(texts: readonly string[]): string {
  if (texts.length === 0) return `''`
  if (texts.length <= JOINED_MAX) return `pg_catalog.concat_ws(', ', ${texts.join(', ')})`
  const groups = Array.from({ length: Math.ceil(texts.length / JOINED_MAX) }, (_, at) =>
    joined(texts.slice(at * JOINED_MAX, (at + 1) * JOINED_MAX)),
  )
  return joined(groups)
}

/** A name for a whole row that is none of its columns. */
function rowName(names: readonly string[]): string {
  let name = 'exported'
  while (names.includes(name)) name += '_'
  return name
}
