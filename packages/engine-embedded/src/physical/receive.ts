import { createWriteStream, type WriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { EngineError } from '@stoa/engine'
import type pg from 'pg'

/** What pg's connection offers to whoever speaks the protocol on it. */
type Wire = { query(text: string): void; stream: { pause(): void; resume(): void; destroy(error?: Error): void } }

const NEW_FILE = 'n'.charCodeAt(0)
const MANIFEST = 'm'.charCodeAt(0)
const DATA = 'd'.charCodeAt(0)

/** The file that the server's own list of all files, with their checksums, is written to. */
const MANIFEST_FILE = 'backup_manifest'

/** A place in the log, as the server writes one: `0/3000028` on a timeline. */
export type LogPlace = { readonly lsn: string; readonly timeline: number }

export type Received = {
  /** The names of the files. */
  readonly files: readonly string[]
  /** From where to where the log has to be replayed to make the copy a whole one. */
  readonly start: LogPlace
  readonly end: LogPlace
}

/**
 * Takes in what the server sends on a BASE_BACKUP command, each archive to a file of its own in a folder. Holds a
 * few pieces in memory at most: the server waits while the disk is slower. Files have their names only once they are
 * whole and on disk; until then these end in `.part`.
 * @param client a session that was opened for replication, used by nothing else
 * @param command the command
 */
export function receiveBaseBackup(client: pg.Client, command: string, folder: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const files: { name: string; stream: WriteStream }[] = []
    let wire: Wire | null = null
    const rows: (string | null)[][] = []
    let refused: Error | null = null
    const stop = (error: Error) => {
      refused ??= error
      // The server cannot be told to stop while it sends: the session ends.
      wire?.stream.destroy()
      reject(refused)
    }
    const open = (name: string) => {
      files.at(-1)?.stream.end()
      const stream = createWriteStream(join(folder, `${name}.part`), {
        mode: 0o600,
        flush: true,
        highWaterMark: 1024 * 1024,
      })
      stream.on('error', stop)
      files.push({ name, stream })
    }
    /** @param piece a copy, as the connection uses its own bytes again */
    const write = (piece: Buffer) => {
      const stream = files.at(-1)?.stream
      if (!stream || stream.write(piece)) return
      wire?.stream.pause()
      stream.once('drain', () => wire?.stream.resume())
    }
    const finish = async () => {
      files.at(-1)?.stream.end()
      for (const { name, stream } of files) {
        await finished(stream)
        await rename(join(folder, `${name}.part`), join(folder, name))
      }
      const place = (row: (string | null)[] | undefined) => ({ lsn: row?.[0] ?? '', timeline: Number(row?.[1]) })
      return { files: files.map(({ name }) => name), start: place(rows[0]), end: place(rows.at(-1)) }
    }
    const taker = {
      submit(connection: Wire) {
        wire = connection
        connection.query(command)
      },
      handleRowDescription() {},
      handleDataRow({ fields }: { fields: (Buffer | string | null)[] }) {
        rows.push(fields.map((field) => field?.toString() ?? null))
      },
      handleCommandComplete() {},
      handleEmptyQuery() {},
      handlePortalSuspended() {},
      handleCopyInResponse() {},
      handleCopyData({ chunk }: { chunk: Buffer }) {
        if (refused) return
        if (chunk[0] === NEW_FILE) {
          const name = chunk.toString('utf8', 1, chunk.indexOf(0, 1))
          // A name that is a path could only come of a server that is not ours.
          if (/^[\w.]+$/.test(name)) open(name)
          else stop(new EngineError('failed', 'The database server sent a backup that cannot be kept.', name))
        } else if (chunk[0] === MANIFEST) open(MANIFEST_FILE)
        else if (chunk[0] === DATA) write(Buffer.from(chunk.subarray(1)))
      },
      handleError(error: Error) {
        refused ??= error
        for (const { stream } of files) stream.destroy()
        reject(refused)
      },
      handleReadyForQuery() {
        if (!refused) finish().then(resolve, reject)
      },
    }
    client.query(taker as unknown as pg.Submittable)
  })
}
