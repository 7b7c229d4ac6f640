import { isUtf8 } from 'node:buffer'
import {
  IMPORT_REFUSED_MAX,
  IMPORT_WAITS_SECONDS,
  type ImportInput,
  NOT_RUNNING,
  notUtf8,
  type RefusedRow,
  TOO_MANY_REFUSED,
} from '@stoa/contract'
import { quoteIdent } from '@stoa/sql'
import pg from 'pg'
import { badRequest, conflict } from '../../../../core/errors.ts'
import { csvIn } from './csv-in.ts'
import { jsonIn } from './json-in.ts'
import { type Part, type Piece, Pieces } from './pieces.ts'
import { type FileRow, KeptRows, listed, type RowFinder } from './rows.ts'
import { NotUtf8, type RowsIn, refusedRow, tableOf } from './rows-in.ts'

/** Rows that are put in together once one of many was refused. */
const BATCH = 1_000
const NOTHING = Buffer.alloc(0)

/** Refusals that are about a row and not about the connection or the server. */
const isAboutRows = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(57|58|53|XX|08)/.test(error.code ?? '')

/**
 * An import under way: one transaction of a connection of its own. Whatever ends it before its last part undoes all.
 */
export class ImportSession {
  rows = 0
  readonly #client: pg.Client
  readonly #input: ImportInput
  readonly #in: RowsIn
  readonly #stop: () => Promise<void>
  readonly #pieces: Pieces
  #refused: RefusedRow[] = []
  #refusedInAll = 0
  #timer: NodeJS.Timeout | undefined
  isOver = false

  private constructor(client: pg.Client, input: ImportInput, stop: () => Promise<void>) {
    this.#client = client
    this.#input = input
    this.#stop = stop
    const { format } = input
    this.#in = format.kind === 'csv' ? csvIn(client, input, format) : jsonIn(client, input)
    this.#pieces = new Pieces(this.#in.find, format.kind === 'csv' && format.header)
  }

  /**
   * Begins the transaction and makes the table, where that is asked for.
   * @param client not connected yet; it belongs to the import from now on
   * @param stop ends what the connection does at that moment
   * @throws ORPCError 400 with what Postgres refused, 409 while the server does not run
   */
  static async begin(client: pg.Client, input: ImportInput, stop: () => Promise<void>): Promise<ImportSession> {
    try {
      await client.connect()
      await client.query(
        `begin; set local datestyle = 'ISO, ${input.dates}'; set local lock_timeout = '10s'; set local statement_timeout = 0`,
      )
      // One statement by the extended protocol, whatever its text says.
      for (const text of input.prepare) await client.query({ text, queryMode: 'extended' } as pg.QueryConfig)
      return new ImportSession(client, input, stop)
    } catch (error) {
      client.end().catch(() => {})
      if (error instanceof pg.DatabaseError) throw badRequest(error.message)
      throw conflict(NOT_RUNNING)
    }
  }

  /** Ends the import when nothing more comes. */
  wait(onGivenUp: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      void this.end()
      onGivenUp()
    }, IMPORT_WAITS_SECONDS * 1000)
    this.#timer.unref()
  }

  /**
   * Takes a part of the file, whose memory is needed no longer then; the last one ends the transaction.
   * @returns what was left out of it
   * @throws ORPCError 400 with the row in `data` for what ends the import; it is over then
   */
  async take(part: Part, last: boolean): Promise<RefusedRow[]> {
    clearTimeout(this.#timer)
    let piece: Piece | null = null
    try {
      piece = this.#pieces.next(part, last)
      const rows = piece.find()
      if (this.#input.on_refusal === 'skip') await this.#putWhatGoes(piece, rows)
      else await this.#putAll(piece, rows)
      this.#pieces.keep(piece, rows)
      if (last) await this.#finish()
      const refused = this.#refused.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
      this.#refused = []
      return refused
    } catch (error) {
      await this.end()
      if (error instanceof NotUtf8 && piece !== null) throw badRequest(notUtf8(lineNotUtf8(piece)))
      if (error instanceof pg.DatabaseError) throw badRequest(error.message, refusedRow(error, NOTHING, null))
      if (error instanceof Error && /Connection terminated|not queryable/.test(error.message))
        throw conflict(NOT_RUNNING)
      throw error
    }
  }

  /** Undoes everything, if it is not over yet. */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.isOver) return
    this.isOver = true
    await this.#stop().catch(() => {})
    await this.#client.end().catch(() => {})
  }

  async #putAll({ bytes, find }: Piece, rows: RowFinder): Promise<void> {
    const isJson = this.#input.format.kind === 'json'
    if (isJson) await this.#client.query('savepoint import')
    const wrong: FileRow[] = []
    try {
      this.rows += await this.#in.put(bytes, rows, (row) => wrong.push(row) === 0)
    } catch (error) {
      if (!isAboutRows(error)) throw error
      let row = this.#in.culprit(error, bytes, find())
      let why = error
      if (row === null && isJson) {
        const found = await this.#firstRefused(bytes, listed(find()))
        if (found !== null) ({ row, error: why } = found)
      }
      throw refusal(refusedRow(why, bytes, row))
    }
    const [first] = wrong
    if (first !== undefined) throw refusal(refusedRow(new Error(first.problem ?? ''), bytes, first))
    if (isJson) await this.#client.query('release import')
  }

  /** The first row that is refused, found by halves. */
  async #firstRefused(bytes: Buffer, rows: readonly FileRow[]): Promise<{ row: FileRow; error: unknown } | null> {
    await this.#client.query('rollback to import')
    if (rows.length === 0) return null
    try {
      await this.#putKept(bytes, rows)
      return null
    } catch (error) {
      const [only] = rows
      if (rows.length === 1 && only) return { row: only, error }
      const half = Math.ceil(rows.length / 2)
      const first = await this.#firstRefused(bytes, rows.slice(0, half))
      if (first !== null) return first
      // The first half is in the table now, as the second one may need it.
      try {
        await this.#putKept(bytes, rows.slice(half))
        return null
      } catch {
        return await this.#firstRefused(bytes, rows.slice(half))
      }
    }
  }

  /** Puts in the rows that Postgres takes, and keeps the others as refused. */
  async #putWhatGoes({ bytes, find }: Piece, rows: RowFinder): Promise<void> {
    const wrong: FileRow[] = []
    await this.#client.query('savepoint import')
    try {
      const count = await this.#in.put(bytes, rows, (row) => wrong.push(row) <= IMPORT_REFUSED_MAX)
      await this.#client.query('release import')
      this.rows += count
      for (const row of wrong) this.#leaveOut(refusedRow(new Error(row.problem ?? ''), bytes, row))
    } catch (error) {
      if (!isAboutRows(error)) throw error
      await this.#client.query('rollback to import; release import')
      const right: FileRow[] = []
      for (const row of listed(find())) {
        const problem = this.#in.problemOf(bytes, row)
        if (problem === null) right.push(row)
        else this.#leaveOut(refusedRow(new Error(problem), bytes, row))
      }
      for (let at = 0; at < right.length; at += BATCH) await this.#putSome(bytes, right.slice(at, at + BATCH))
    }
  }

  async #putSome(bytes: Buffer, rows: readonly FileRow[]): Promise<void> {
    if (rows.length === 0) return
    await this.#client.query('savepoint import')
    try {
      await this.#putKept(bytes, rows)
      await this.#client.query('release import')
      this.rows += rows.length
    } catch (error) {
      if (!isAboutRows(error)) throw error
      await this.#client.query('rollback to import; release import')
      const culprit = this.#in.culprit(error, bytes, new KeptRows(rows))
      const found = culprit === null ? -1 : rows.findIndex(({ start }) => start === culprit.start)
      if (found >= 0 || rows.length === 1) {
        const at = Math.max(0, found)
        this.#leaveOut(refusedRow(error, bytes, rows[at] ?? null))
        await this.#putSome(bytes, rows.slice(0, at))
        await this.#putSome(bytes, rows.slice(at + 1))
        return
      }
      const half = Math.ceil(rows.length / 2)
      await this.#putSome(bytes, rows.slice(0, half))
      await this.#putSome(bytes, rows.slice(half))
    }
  }

  /** Puts in rows that are known to be right by their own text. */
  #putKept(bytes: Buffer, rows: readonly FileRow[]): Promise<number> {
    return this.#in.put(bytes, new KeptRows(rows), () => true)
  }

  #leaveOut(refused: RefusedRow): void {
    this.#refused.push(refused)
    if (++this.#refusedInAll > IMPORT_REFUSED_MAX) throw badRequest(TOO_MANY_REFUSED, refused)
  }

  async #finish(): Promise<void> {
    await this.#advanceSequences()
    // Constraints that are checked at the end speak here.
    await this.#client.query('commit')
    this.isOver = true
    // What the planner thinks of the table is not worth a failure, nor that anybody waits for it.
    void this.#client
      .query(`analyze ${tableOf(this.#input)}`)
      .catch(() => {})
      .then(() => this.#client.end())
      .catch(() => {})
  }

  /** Numbers that came with the file shall not be given out once more by the columns' sequences. */
  async #advanceSequences(): Promise<void> {
    const table = tableOf(this.#input)
    const { rows } = await this.#client.query<{ name: string; sequence: string }>(
      `select a.attname as name, pg_get_serial_sequence($1, a.attname) as sequence from pg_attribute a
       where a.attrelid = $1::regclass and a.attname = any ($2) and pg_get_serial_sequence($1, a.attname) is not null`,
      [table, this.#input.columns.map(({ to }) => to)],
    )
    for (const { name, sequence } of rows) {
      await this.#client.query(
        `select setval($1::regclass, most) from (select max(${quoteIdent(name)})::bigint as most from ${table}) as numbers
         where most > coalesce((select last_value from ${sequence}), 0)`,
        [sequence],
      )
    }
  }
}

/** What ends an import for the sake of a row. */
const refusal = (refused: RefusedRow) =>
  badRequest(refused.line === null ? refused.message : `Line ${refused.line}: ${refused.message}`, refused)

function lineNotUtf8({ bytes, find }: Piece): number {
  const rows = find()
  while (rows.find()) if (!isUtf8(bytes.subarray(rows.start, rows.end))) break
  return rows.line
}
