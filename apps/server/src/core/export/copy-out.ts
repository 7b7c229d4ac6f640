import type { Socket } from 'node:net'
import type pg from 'pg'
import { GuardedSocket } from '../sql/guarded-socket.ts'
import type { ExportColumn } from './copy-statement.ts'
import type { RowWriter } from './row-writer.ts'

/** Bytes collected before they are passed on, and room for the row that makes them so many. */
const CHUNK = 64 * 1024
const ROOM = CHUNK + 8 * 1024

type Connection = {
  query(text: string): void
  parse(query: { text: string }): void
  describe(target: { type: 'S' }): void
  sync(): void
  sendCopyFail(message: string): void
}
type Field = { name: string; dataTypeID: number; tableID: number; columnID: number }

const withoutRows = {
  handleDataRow() {},
  handleEmptyQuery() {},
  handleParseComplete() {},
  handlePortalSuspended() {},
  handleCopyInResponse(connection: Connection) {
    connection.sendCopyFail('There is nothing to copy in')
  },
}

/**
 * What the rows of a statement consist of, without running it.
 * @param text exactly one statement; the server refuses more
 * @returns no columns for a statement that gives no rows, and the oid of the table when all come from one
 * @throws the server's error
 */
export function describeStatement(
  client: pg.Client,
  text: string,
): Promise<{ columns: ExportColumn[]; tableId: number | null }> {
  return new Promise((resolve, reject) => {
    let fields: readonly Field[] = []
    const query = {
      ...withoutRows,
      submit(connection: Connection) {
        connection.parse({ text })
        connection.describe({ type: 'S' })
        connection.sync()
      },
      handleRowDescription: (message: { fields: Field[] }) => {
        fields = message.fields
      },
      handleCommandComplete() {},
      handleError: reject,
      handleReadyForQuery() {
        const tables = new Set(fields.map(({ tableID }) => tableID).filter((id) => id !== 0))
        resolve({
          columns: fields.map(({ name, dataTypeID, columnID }) => ({ name, typeId: dataTypeID, number: columnID })),
          tableId: tables.size === 1 ? ([...tables][0] ?? null) : null,
        })
      },
    }
    client.query(query as unknown as pg.Submittable)
  })
}

/**
 * Collects bytes as copies: what the driver gives is a view of its own buffer, into which it writes again as soon as
 * it reads on, while a row waits here for the ones after it.
 */
function collector() {
  let bytes = Buffer.allocUnsafeSlow(ROOM)
  let size = 0
  return {
    size: () => size,
    add(part: Buffer): void {
      if (size + part.length > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, size + part.length))
        bytes.copy(larger, 0, 0, size)
        bytes = larger
      }
      part.copy(bytes, size)
      size += part.length
    },
    /** Gives away what was collected, and begins anew. */
    take(): Uint8Array {
      const taken = bytes.subarray(0, size)
      // What is given away is collected as garbage by its size, so it is not larger than it has to be.
      bytes = Buffer.allocUnsafeSlow(ROOM)
      size = 0
      return taken
    },
  }
}

/** A file while it is written. */
export type CopyFile = {
  readonly stream: ReadableStream<Uint8Array>
  /** Says that nobody will take more of it. */
  leave(): void
  /** Called when the statement fails on its way, before the stream does. */
  onBroken: (() => void) | null
}

/**
 * Runs a COPY TO STDOUT and gives its rows as a file, at the pace at which they are taken: nothing is collected here
 * or in the driver. An error after the first row breaks the stream, so that no part of a file looks like all of it.
 * @param onEnd called once when the statement is over or its stream was left; in the latter case with `true`, and the
 *   statement still runs
 * @returns as soon as the first row is there, or the end
 * @throws the server's error when it comes before the first row
 */
export function copyOut(
  client: pg.Client,
  statement: string,
  writer: RowWriter,
  onEnd: (left: boolean) => void,
): Promise<CopyFile> {
  const { stream: socket } = (client as unknown as { connection: { stream: Socket } }).connection
  const guarded = socket instanceof GuardedSocket ? socket : null
  return new Promise((resolve, reject) => {
    const collected = collector()
    let over = false
    const file = (): CopyFile => {
      made ??= { stream, leave: () => end(true), onBroken: null }
      return made
    }
    let made: CopyFile | null = null
    let lines = 0
    let controller: ReadableStreamDefaultController<Uint8Array>
    const end = (left: boolean) => {
      if (over) return
      over = true
      if (guarded !== null) guarded.onCopyData = null
      socket.resume()
      onEnd(left)
    }
    const stream = new ReadableStream<Uint8Array>(
      {
        start(given) {
          controller = given
        },
        pull() {
          socket.resume()
        },
        cancel: () => end(true),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 4 * CHUNK }),
    )
    const flush = () => {
      if (over || collected.size() === 0) return
      controller.enqueue(collected.take())
      if ((controller.desiredSize ?? 0) <= 0) socket.pause()
    }
    const take = (line: Buffer) => {
      if (over) return
      const written = writer.row(line)
      if (Buffer.isBuffer(written)) collected.add(written)
      else for (const part of written) collected.add(part)
      if (collected.size() >= CHUNK) flush()
      if (++lines > writer.headLines) resolve(file())
    }
    // The driver would make a buffer of every read, and an event of every row.
    if (guarded !== null) guarded.onCopyData = (chunk, from, to) => take(chunk.subarray(from, to))
    const query = {
      ...withoutRows,
      submit: (connection: Connection) => connection.query(statement),
      handleRowDescription() {},
      // Lines that come in pieces.
      handleCopyData: ({ chunk }: { chunk: Buffer }) => take(chunk),
      handleCommandComplete() {
        if (over) return
        collected.add(Buffer.from(writer.end()))
        flush()
      },
      handleError(error: Error) {
        if (!over) {
          // Whatever answers requests may print an error, so it says nothing of the data; where the connection has
          // been ended, there is nobody left to tell.
          if (!made?.onBroken) controller.error(new Error('An export broke off'))
          else {
            made.onBroken()
            controller.close()
          }
        }
        end(false)
        reject(error)
      },
      handleReadyForQuery() {
        if (!over) controller.close()
        end(false)
        resolve(file())
      },
    }
    client.query(query as unknown as pg.Submittable)
  })
}
