import type { SqlError, SqlRunLine, StatementPlace } from '@stoa/contract'
import { offsetOfPosition, type StatementRange } from '@stoa/sql'
import type pg from 'pg'
import type { Spool } from '../../../core/spool.ts'
import { RowText } from '../../../core/sql/row-text.ts'
import { namedColumns, type QueryListener } from '../../../core/sql/stream-query.ts'

/** Text collected before it is sent, in bytes: few enough for a quick first row, many enough to be cheap. */
const CHUNK = 64 * 1024

type Socket = { pause(): void; resume(): void }

/**
 * Writes what a run gives into its spool, as lines of JSON, and lets Postgres wait when the spool is ahead of its
 * readers. Knows which statement is being told of.
 */
export class Teller implements QueryListener {
  readonly #spool: Spool
  readonly #socket: Socket
  readonly #types: ReadonlyMap<number, string>
  readonly #started = performance.now()
  #sql = ''
  #ranges: readonly StatementRange[] = []
  #statement = 0
  #begun = performance.now()
  readonly #rows = new RowText()
  /** What has been written and not passed on yet, and how many bytes that is. */
  #lines: Buffer[] = []
  #size = 0
  /** Rows that were given or changed, of all statements that have ended. */
  rowCount: number | null = null
  /** Statements that have ended. */
  completed = 0

  constructor(spool: Spool, client: pg.Client, types: ReadonlyMap<number, string>) {
    this.#spool = spool
    this.#socket = (client as unknown as { connection: { stream: Socket } }).connection.stream
    this.#types = types
    client.on('notice', ({ severity, message }) => {
      this.#flush()
      this.#tell({ type: 'notice', statement: this.#statement, severity: severity ?? 'NOTICE', message: message ?? '' })
    })
  }

  /** Tells what the run is called. @param ranges where its statements are in `sql` */
  begin(id: string, auto_limit: number | null, sql: string, ranges: readonly StatementRange[]): void {
    this.#sql = sql
    this.#ranges = ranges
    this.#tell({ type: 'run', id, auto_limit })
    this.#begun = performance.now()
  }

  columns(fields: readonly { name: string; typeId: number }[]): void {
    const columns = namedColumns(fields, this.#types)
    this.#tell({ type: 'columns', statement: this.#statement, place: this.#place(), columns })
  }

  row(values: (string | null)[]): void {
    this.#rows.add(values)
    if (this.#rows.size >= CHUNK) this.#flush()
  }

  sentRow(chunk: Buffer, from: number, to: number): void {
    this.#rows.addSent(chunk, from, to)
    if (this.#rows.size >= CHUNK) this.#flush()
  }

  complete(command: string, row_count: number | null): void {
    this.#flush()
    this.#tell({
      type: 'complete',
      statement: this.#statement,
      place: this.#place(),
      command,
      row_count,
      ms: since(this.#begun),
    })
    if (row_count !== null) this.rowCount = (this.rowCount ?? 0) + row_count
    this.completed++
    this.#statement++
    this.#begun = performance.now()
  }

  /** Tells that the run has failed. @param statement null when it was none of the statements */
  fail(error: SqlError, statement: 'this' | null): number {
    this.#flush()
    const ms = since(this.#started)
    // A text that cannot be parsed fails before its first statement, but because of any of them.
    if (error.position !== null) this.#statement = this.#at(error.position) ?? this.#statement
    const where =
      statement === null ? { statement: null, place: null } : { statement: this.#statement, place: this.#place() }
    this.#tell({ type: 'error', ...where, error, ms })
    this.#pass()
    return ms
  }

  /** Tells that the run has ended well. */
  done(): number {
    const ms = since(this.#started)
    this.#tell({ type: 'done', ms })
    this.#pass()
    return ms
  }

  /** The statement at a position as Postgres counts, in characters from 1. */
  #at(position: number): number | null {
    const offset = offsetOfPosition(this.#sql, position)
    const found = this.#ranges.findIndex(({ start, end }) => offset >= start && offset <= end)
    return found < 0 ? null : found
  }

  #place(): StatementPlace | null {
    const range = this.#ranges[this.#statement]
    return range ? { start: range.start, end: range.end } : null
  }

  #flush(): void {
    const { count } = this.#rows
    if (count === 0) return
    this.#write(this.#rows.take(`{"type":"rows","count":${count},"rows":[`, ']}\n'))
  }

  #tell(line: SqlRunLine): void {
    this.#write(Buffer.from(`${JSON.stringify(line)}\n`))
  }

  /** Lines that Postgres sent together go on together: many short ones would each be a piece of their own. */
  #write(line: Buffer): void {
    if (this.#size === 0) queueMicrotask(() => this.#pass())
    this.#lines.push(line)
    this.#size += line.length
    if (this.#size >= CHUNK) this.#pass()
  }

  #pass(): void {
    if (this.#size === 0) return
    const [only, ...more] = this.#lines
    const data = only !== undefined && more.length === 0 ? only : Buffer.concat(this.#lines, this.#size)
    this.#lines = []
    this.#size = 0
    if (!this.#spool.append(data)) return
    // Nobody takes the rows as fast as Postgres sends them: let them wait there and not in this process.
    this.#socket.pause()
    this.#spool.onDrained(() => this.#socket.resume())
  }
}

const since = (moment: number) => Math.round((performance.now() - moment) * 10) / 10
