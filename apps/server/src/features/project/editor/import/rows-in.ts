import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ImportInput, type RefusedRow, wrongCount } from '@stoa/contract'
import { quoteIdent, quoteLiteral } from '@stoa/sql'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type FileRow, recordFields } from './csv-records.ts'

/** So much of a row is told when it is refused, in characters. */
const TOLD = 200
/** What stands for a quote where there are none. */
const NO_QUOTE = '\u0001'
/** Characters that are handed to the connection at once. */
const CHUNK = 256 * 1024

/** A row that cannot be imported, found before Postgres has seen it. */
class WrongRow extends Error {
  readonly row: FileRow
  constructor(message: string, row: FileRow) {
    super(message)
    this.row = row
  }
}

/** Puts rows of a file into a table, in the transaction of its client. */
export type RowsIn = {
  /** Puts them in, all or none. */
  put(rows: readonly FileRow[]): Promise<void>
  /** Which of the rows an error speaks of; -1 when it does not say. */
  culprit(error: unknown, rows: readonly FileRow[]): number
}

export const tableOf = ({ schema, table }: { schema: string; table: string }): string =>
  `${quoteIdent(schema)}.${quoteIdent(table)}`

/** Makes what puts rows of an import's format into its table. */
export const rowsIn = (client: pg.Client, input: ImportInput): RowsIn =>
  input.format.kind === 'csv' ? csvIn(client, input, input.format) : jsonIn(client, input)

type CsvFormat = Extract<ImportInput['format'], { kind: 'csv' }>

/** Rows of CSV go on as they are: Postgres reads them by COPY, so that a value is never printed anew here. */
function csvIn(client: pg.Client, input: ImportInput, format: CsvFormat): RowsIn {
  const { delimiter, width, empty, null_word: nullWord, quoted } = format
  const names = input.columns.map(({ to }) => quoteIdent(to)).join(', ')
  // What no value can be, so that nothing is null.
  const nothing = empty === 'null' ? '' : '\\N'
  // Postgres always has a sign for quotes: where there are none, one that no text has.
  const quote = quoted ? '"' : NO_QUOTE
  const copy = `copy ${tableOf(input)} (${names}) from stdin with (format csv, delimiter ${quoteLiteral(delimiter)}, null ${quoteLiteral(nothing)}, quote ${quoteLiteral(quote)})`
  const places = input.columns.map(({ from }) => Number(from))
  const isWhole = places.length === width && places.every((place, at) => place === at)

  // Alone on a line this would end the file.
  const safe = (text: string): string => (text === '\\.' ? `${quote}\\.${quote}` : text)
  const written = (row: FileRow): string => {
    if (row.problem !== undefined) throw new WrongRow(row.problem, row)
    const hasWord = nullWord !== null && row.text.includes(nullWord)
    if (isWhole && !hasWord) return safe(row.text)
    const fields = recordFields(row.text, delimiter, quoted)
    if (fields.length !== width) throw new WrongRow(wrongCount(fields.length, width), row)
    const picked = places.map((place) => fields[place] ?? '')
    return safe((hasWord ? picked.map((field) => (field === nullWord ? nothing : field)) : picked).join(delimiter))
  }
  function* chunks(rows: readonly FileRow[]) {
    let chunk = ''
    for (const row of rows) {
      chunk += `${written(row)}\n`
      if (chunk.length < CHUNK) continue
      yield Buffer.from(chunk)
      chunk = ''
    }
    yield Buffer.from(chunk)
  }
  return {
    async put(rows) {
      await pipeline(Readable.from(chunks(rows), { objectMode: false }), client.query(copyFrom(copy)))
    },
    culprit(error, rows) {
      if (error instanceof WrongRow) return rows.indexOf(error.row)
      const found = error instanceof pg.DatabaseError ? /, line (\d+)/.exec(error.where ?? '')?.[1] : undefined
      if (found === undefined) return -1
      // Postgres counts lines, and has read the row it speaks of to its end.
      let line = 0
      return rows.findIndex(({ text }) => {
        line += text.split('\n').length
        return line >= Number(found)
      })
    },
  }
}

/** Objects are taken apart by Postgres, which keeps every digit and knows how each type is written in JSON. */
function jsonIn(client: pg.Client, input: ImportInput): RowsIn {
  const table = tableOf(input)
  const targets = input.columns.map(({ to }) => quoteIdent(to))
  const pairs = input.columns.map(({ to, from }) => `${quoteLiteral(to)}, doc -> ${quoteLiteral(String(from))}`)
  // Numbers of a counted column come with the file, as they do by COPY.
  const insert = `insert into ${table} (${targets.join(', ')}) overriding system value
select ${targets.map((name) => `made.${name}`).join(', ')}
from pg_catalog.unnest($1::pg_catalog.text[]) with ordinality as sent(text, place)
cross join lateral (select sent.text::pg_catalog.jsonb as doc) as read
cross join lateral pg_catalog.jsonb_populate_record(null::${table}, pg_catalog.jsonb_build_object(${pairs.join(', ')})) as made
order by sent.place`
  return {
    async put(rows) {
      await client.query(insert, [rows.map(({ text }) => text)])
    },
    culprit: () => -1,
  }
}

/** A refusal as people read it. */
export function refusedRow(error: unknown, row: FileRow | null): RefusedRow {
  const told = row === null ? '' : row.text.slice(0, TOLD)
  if (!(error instanceof pg.DatabaseError))
    return { line: row?.line ?? null, column: null, message: (error as Error).message, text: told }
  const column = error.column ?? /, column ([^:]+)/.exec(error.where ?? '')?.[1] ?? null
  const message = error.detail ? `${error.message}. ${error.detail}` : error.message
  return { line: row?.line ?? null, column, message, text: told }
}
