import type { SqlError, SqlRunLine, StatementPlace } from '@stoa/contract'
import { offsetOfPosition, type StatementRange } from '@stoa/sql'
import type pg from 'pg'
import type { Spool } from '../../../core/spool.ts'
import { namedColumns, type QueryListener } from '../../../core/sql/stream-query.ts'

/** Text collected before it is sent, in characters: few enough for a quick first row, many enough to be cheap. */
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
  #rows: string[] = []
  #size = 0
  /** What has been written and not passed on yet. */
  #lines = ''
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
    const text = JSON.stringify(values)
    this.#rows.push(text)
    this.#size += text.length
    if (this.#size >= CHUNK) this.#flush()
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
    if (this.#rows.length === 0) return
    const rows = this.#rows
    this.#rows = []
    this.#size = 0
    this.#write(`{"type":"rows","count":${rows.length},"rows":[${rows.join(',')}]}\n`)
  }

  #tell(line: SqlRunLine): void {
    this.#write(`${JSON.stringify(line)}\n`)
  }

  /** Lines that Postgres sent together go on together: many short ones would each be a piece of their own. */
  #write(line: string): void {
    this.#lines += line
    if (this.#lines.length >= CHUNK) this.#pass()
    else if (this.#lines.length === line.length) queueMicrotask(() => this.#pass())
  }

  #pass(): void {
    if (this.#lines === '') return
    const data = Buffer.from(this.#lines)
    this.#lines = ''
    if (!this.#spool.append(data)) return
    // Nobody takes the rows as fast as Postgres sends them: let them wait there and not in this process.
    this.#socket.pause()
    this.#spool.onDrained(() => this.#socket.resume())
  }
}

const since = (moment: number) => Math.round((performance.now() - moment) * 10) / 10
