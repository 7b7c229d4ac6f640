import type { ExportFormat } from '@stoa/contract'
import { quoteIdent } from '@stoa/sql'
import { distinctNames, type ExportColumn } from './copy-statement.ts'

/** How many rows one INSERT has: few enough for any tool to read, many enough to be quick. */
const ROWS_PER_INSERT = 500
const BACKSLASH = 0x5c
/** What Postgres writes after a backslash, and what it stands for. */
const ESCAPES: Readonly<Record<number, number>> = { 98: 8, 102: 12, 110: 10, 114: 13, 116: 9, 118: 11 }

/** Makes a file of the rows that COPY gives. */
export type RowWriter = {
  /** How many of the first lines are no rows: COPY sends them before it has begun to run the query. */
  readonly headLines: number
  /** One row as COPY sent it, its line break included. */
  row(sent: Buffer): Buffer | readonly Buffer[]
  /** What comes after the last row. */
  end(): string
}

/**
 * Makes what turns rows of `copyStatement` into a file.
 * @param table what the rows of an SQL file are inserted into, quoted where it has to be
 * @param isCounted whether the table counts a column up itself, and has to be told to take its numbers
 */
export function rowWriter(
  format: ExportFormat,
  columns: readonly ExportColumn[],
  table: string,
  isCounted = false,
): RowWriter {
  if (format === 'csv') return { headLines: 1, row: (sent) => sent, end: () => '' }
  if (format === 'json') return separated('[\n', ',\n', (count) => (count === 0 ? '[]\n' : '\n]\n'))
  const names = distinctNames(columns.map(({ name }) => name)).flatMap((name, at) =>
    columns[at]?.isComputed ? [] : [quoteIdent(name || '?column?')],
  )
  const insert = `insert into ${table} (${names.join(', ')})${isCounted ? ' overriding system value' : ''} values\n`
  return separated(insert, ',\n', (count) => (count === 0 ? '-- No rows\n' : ';\n'), `;\n\n${insert}`)
}

/**
 * Rows with something between them.
 * @param again what comes between every so many rows in place of the separator
 */
function separated(first: string, between: string, end: (count: number) => string, again = between): RowWriter {
  const [start, comma, restart] = [Buffer.from(first), Buffer.from(between), Buffer.from(again)]
  let count = 0
  return {
    headLines: 0,
    row(sent) {
      const before = count === 0 ? start : count % ROWS_PER_INSERT === 0 ? restart : comma
      count++
      return [before, unescaped(sent.subarray(0, -1))]
    },
    end: () => end(count),
  }
}

/** The text of a row without the escapes that COPY puts into it. */
function unescaped(sent: Buffer): Buffer {
  let at = sent.indexOf(BACKSLASH)
  if (at < 0) return sent
  const plain = Buffer.allocUnsafe(sent.length)
  let from = 0
  let length = 0
  while (at >= 0) {
    length += sent.copy(plain, length, from, at)
    const after = sent[at + 1] ?? BACKSLASH
    plain[length++] = ESCAPES[after] ?? after
    from = at + 2
    at = sent.indexOf(BACKSLASH, from)
  }
  length += sent.copy(plain, length, from)
  return plain.subarray(0, length)
}
