import { REQUESTS_DAYS } from '@stoa/contract'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Store, StoreLike } from '../store/store.ts'
import type { Log } from './log.ts'

/** A request to one of a project's own APIs, as it is kept. */
export type LoggedRequest = {
  readonly projectId: number
  readonly requestId: string
  /** When it came, in milliseconds since 1970. */
  readonly at: number
  readonly method: string
  /** Without its query, which may hold what nobody should find in a log. */
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly role: string | null
  readonly bytes: number | null
}

const EVERY_MS = 2_000
/** How many wait at most; a control database that does not answer must not fill the memory. */
const WAITING_MAX = 20_000
/** How many are written at once. */
const BATCH = 2_000
const PATH_MAX = 500

/**
 * Keeps the requests to the projects' APIs. They wait in memory and are written together every few seconds, so that
 * no request waits for its own line.
 */
export class RequestLog {
  readonly #control: pg.Pool
  readonly #log: Log
  #waiting: LoggedRequest[] = []
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()

  /** @param control connections to the control database */
  constructor(control: pg.Pool, log: Log) {
    this.#control = control
    this.#log = log
  }

  /** Notes a request that was answered. */
  note(request: LoggedRequest): void {
    if (this.#waiting.length >= WAITING_MAX) return
    this.#waiting.push(request)
    this.#timer ??= setTimeout(() => {
      this.flush().catch(() => {})
    }, EVERY_MS)
    this.#timer.unref()
  }

  /** Writes what waits; whoever reads the log asks for this first. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH)
      try {
        await insert(this.#control, batch)
      } catch (error) {
        this.#log.warn({ reason: String(error), requests: batch.length }, 'requests to projects not kept')
        return
      }
    }
  }
}

const COPY = `copy project_requests (project_id, request_id, at, method, path, status, ms, role, bytes) from stdin`
/** What would end a value of a COPY, or mean something else in it. */
const SPECIAL = /[\\\t\n\r\0]/
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '' }

const word = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\t\n\r\0]/g, (character) => ESCAPES[character] ?? '') : text

/** Requests as lines of a COPY. Many come in the same millisecond. */
function linesOf(batch: readonly LoggedRequest[]): string {
  let moment = Number.NaN
  let time = ''
  let lines = ''
  for (const { projectId, requestId, at, method, path, status, ms, role, bytes } of batch) {
    if (at !== moment) {
      moment = at
      time = new Date(at).toISOString()
    }
    lines += `${projectId}\t${requestId}\t${time}\t${word(method.slice(0, 20))}\t${word(path.slice(0, PATH_MAX))}\t${status}\t${ms.toFixed(3)}\t${role ?? '\\N'}\t${bytes ?? '\\N'}\n`
  }
  return lines
}

/**
 * Writes requests by COPY, the cheapest way there is: thousands come in a second. Ids follow the order of the
 * requests, which is what a page of them goes by.
 */
async function insert(control: pg.Pool, batch: readonly LoggedRequest[]): Promise<void> {
  const client = await control.connect()
  let failed = true
  try {
    await new Promise<void>((resolve, reject) => {
      const stream = client.query(copyFrom(COPY))
      stream.on('error', reject).on('finish', resolve)
      stream.end(linesOf(batch))
    })
    failed = false
  } finally {
    client.release(failed)
  }
}

/** Forgets the requests to a project, with the project. */
export async function forgetRequests(tx: StoreLike, projectId: number): Promise<void> {
  await tx.deleteFrom('project_requests').where('project_id', '=', projectId).execute()
}

/** Removes requests that are older than they are kept. */
export async function pruneRequests({ store }: { readonly store: Store }): Promise<void> {
  const before = new Date(Date.now() - REQUESTS_DAYS * 24 * 60 * 60 * 1000)
  await store.deleteFrom('project_requests').where('at', '<', before).execute()
}
