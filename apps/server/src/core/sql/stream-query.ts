import type { SqlColumn, SqlError } from '@stoa/contract'
import type pg from 'pg'
import { GuardedSocket } from './guarded-socket.ts'

/** What a run tells, in order; the caller turns it into lines. */
export type QueryListener = {
  columns(fields: readonly { name: string; typeId: number }[]): void
  /** One row, as Postgres prints it. */
  row(values: (string | null)[]): void
  /** One row as Postgres sends it, see `RowText`. Most rows are told like this to whoever takes them so. */
  sentRow?(chunk: Buffer, from: number, to: number): void
  complete(command: string, rowCount: number | null): void
}

type Field = { name: string; dataTypeID: number }
type Connection = {
  readonly stream: unknown
  query(text: string): void
  parse(query: { text: string }): void
  bind(query: object): void
  describe(target: { type: 'P' }): void
  execute(query: object): void
  sync(): void
  sendCopyFail(message: string): void
}

/** The affected rows that a command tag counts, such as 3 in `UPDATE 3`; null when it counts none. */
function tagCount(tag: string): number | null {
  const found = /^(?:INSERT \d+|SELECT|UPDATE|DELETE|MERGE|FETCH|MOVE|COPY) (\d+)$/.exec(tag)
  return found ? Number(found[1]) : null
}

/**
 * A query that hands out every result of a text with any number of statements while the server sends it, keeping
 * values as the server's text. The driver's own query object would collect all rows first and show only some results.
 */
class StreamQuery {
  readonly #text: string
  readonly #single: boolean
  readonly #listener: QueryListener
  readonly #done: (error: Error | null) => void
  #socket: GuardedSocket | null = null

  constructor(text: string, single: boolean, listener: QueryListener, done: (error: Error | null) => void) {
    this.#text = text
    this.#single = single
    this.#listener = listener
    this.#done = done
  }

  submit(connection: Connection): void {
    const { stream } = connection
    const listener = this.#listener
    if (stream instanceof GuardedSocket && listener.sentRow !== undefined) {
      this.#socket = stream
      stream.onRow = (chunk, from, to) => listener.sentRow?.(chunk, from, to)
    }
    if (!this.#single) {
      connection.query(this.#text)
      return
    }
    // The extended protocol takes one statement only, whatever the text says.
    connection.parse({ text: this.#text })
    connection.bind({})
    connection.describe({ type: 'P' })
    connection.execute({})
    connection.sync()
  }
  handleRowDescription(message: { fields: Field[] }): void {
    this.#listener.columns(message.fields.map((field) => ({ name: field.name, typeId: field.dataTypeID })))
  }
  handleDataRow(message: { fields: (string | null)[] }): void {
    this.#listener.row(message.fields)
  }
  handleCommandComplete(message: { text: string }): void {
    this.#listener.complete(message.text.replace(/ \d.*$/, ''), tagCount(message.text))
  }
  handleEmptyQuery(): void {}
  handleParseComplete(): void {}
  handleBindComplete(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFail('COPY FROM STDIN needs a file; use the import of a table instead')
  }
  handleCopyData(): void {}
  // The driver lets go of a query at its first error: nothing more is told after this.
  handleError(error: Error): void {
    this.#end(error)
  }
  handleReadyForQuery(): void {
    this.#end(null)
  }
  #end(error: Error | null): void {
    if (this.#socket !== null) this.#socket.onRow = null
    this.#done(error)
  }
}

/**
 * Runs SQL on a connected client and tells every result as it comes.
 * @param single take exactly one statement, refusing texts with more
 * @throws the server's error, after which earlier statements of the text have been told
 */
export function streamQuery(client: pg.Client, text: string, single: boolean, listener: QueryListener): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = new StreamQuery(text, single, listener, (error) => (error ? reject(error) : resolve()))
    client.query(query as unknown as pg.Submittable)
  })
}

/** The error in the shape that crosses the wire. */
export function sqlError(error: unknown): SqlError {
  const raw = error as Partial<Record<'message' | 'code' | 'detail' | 'hint' | 'position', string>>
  const position = Number(raw.position)
  return {
    message: raw.message ?? String(error),
    code: raw.code ?? null,
    detail: raw.detail ?? null,
    hint: raw.hint ?? null,
    position: Number.isInteger(position) && position > 0 ? position : null,
  }
}

/** Type names by oid for the types that every server has; others are asked of the server. */
const BUILT_IN = new Map<number, string>([
  [16, 'bool'],
  [17, 'bytea'],
  [18, 'char'],
  [19, 'name'],
  [20, 'int8'],
  [21, 'int2'],
  [23, 'int4'],
  [25, 'text'],
  [26, 'oid'],
  [114, 'json'],
  [142, 'xml'],
  [600, 'point'],
  [650, 'cidr'],
  [700, 'float4'],
  [701, 'float8'],
  [705, 'unknown'],
  [790, 'money'],
  [829, 'macaddr'],
  [869, 'inet'],
  [1000, '_bool'],
  [1007, '_int4'],
  [1009, '_text'],
  [1015, '_varchar'],
  [1016, '_int8'],
  [1042, 'bpchar'],
  [1043, 'varchar'],
  [1082, 'date'],
  [1083, 'time'],
  [1114, 'timestamp'],
  [1184, 'timestamptz'],
  [1186, 'interval'],
  [1231, '_numeric'],
  [1266, 'timetz'],
  [1560, 'bit'],
  [1562, 'varbit'],
  [1700, 'numeric'],
  [2205, 'regclass'],
  [2249, 'record'],
  [2278, 'void'],
  [2950, 'uuid'],
  [2951, '_uuid'],
  [3614, 'tsvector'],
  [3802, 'jsonb'],
  [3807, '_jsonb'],
])

/**
 * Columns with the names of their types.
 * @param own names of types that are not built in, by oid
 */
export const namedColumns = (
  fields: readonly { name: string; typeId: number }[],
  own: ReadonlyMap<number, string>,
): SqlColumn[] =>
  fields.map(({ name, typeId }) => ({ name, type: BUILT_IN.get(typeId) ?? own.get(typeId) ?? String(typeId) }))
