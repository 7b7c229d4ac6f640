import { REQUESTS_DAYS } from '@stoa/contract'
import { sql } from 'kysely'
import type { Store } from '../store/store.ts'
import type { Log } from './log.ts'

/** A request to one of a project's own APIs, as it is kept. */
export type LoggedRequest = {
  readonly projectId: number
  readonly requestId: string
  readonly at: Date
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
  readonly #store: Store
  readonly #log: Log
  #waiting: LoggedRequest[] = []
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(store: Store, log: Log) {
    this.#store = store
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
        await insert(this.#store, batch)
      } catch (error) {
        this.#log.warn({ reason: String(error), requests: batch.length }, 'requests to projects not kept')
        return
      }
    }
  }
}

/** A request as JSON. There are thousands in a second, which is why it is written by hand. */
function jsonOf({ projectId, requestId, at, method, path, status, ms, role, bytes }: LoggedRequest): string {
  const shown = JSON.stringify(path.slice(0, PATH_MAX).replaceAll('\0', '').replaceAll('\\u0000', ''))
  const words = `"method":${JSON.stringify(method.slice(0, 20))},"path":${shown},"role":${JSON.stringify(role)}`
  const numbers = `"project_id":${projectId},"status":${status},"ms":${ms},"bytes":${bytes}`
  return `{"request_id":"${requestId}","at":"${at.toISOString()}",${words},${numbers}}`
}

async function insert(store: Store, batch: readonly LoggedRequest[]): Promise<void> {
  // A project may have gone since: its requests have gone with it. Ids follow the order of the requests, which is
  // what a page of them goes by.
  await sql`
    insert into project_requests (project_id, request_id, at, method, path, status, ms, role, bytes)
    select r.project_id, r.request_id, r.at, r.method, r.path, r.status, r.ms, r.role, r.bytes
    from rows from (json_to_recordset(${`[${batch.map(jsonOf).join(',')}]`}::json)
      as (project_id bigint, request_id uuid, at timestamptz, method text, path text, status smallint, ms real, role text, bytes bigint))
      with ordinality as r(project_id, request_id, at, method, path, status, ms, role, bytes, place)
    join projects on projects.id = r.project_id order by r.place`.execute(store)
}

/** Removes requests that are older than they are kept. */
export async function pruneRequests({ store }: { readonly store: Store }): Promise<void> {
  const before = new Date(Date.now() - REQUESTS_DAYS * 24 * 60 * 60 * 1000)
  await store.deleteFrom('project_requests').where('at', '<', before).execute()
}
