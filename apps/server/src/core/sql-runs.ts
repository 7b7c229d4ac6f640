import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { RUN_KEPT_MINUTES, type SqlRunInfo } from '@stoa/contract'
import { Spool } from './spool.ts'

/** Most bytes that are kept of one run. */
const RUN_MAX = 512 * 1024 * 1024
/** Most bytes that are kept of all ended runs together; the oldest go first. */
const ALL_MAX = 2 * 1024 * 1024 * 1024
/** Most runs that one person has under way in one project. */
export const RUNNING_MAX = 8
/** Most ended runs that are kept for one person. */
const ENDED_MAX = 24
/** How long a platform that stops waits for its runs to be cancelled. */
const CLOSE_MS = 2_000
const KEPT_MS = RUN_KEPT_MINUTES * 60 * 1000

/** What was asked for, which a page that is loaded again needs. */
export type SqlRunRequest = Omit<SqlRunInfo, 'id' | 'started_at' | 'ended_at'>

/** One run of SQL. It belongs to the server and not to the page that asked for it. */
export type SqlRun = {
  readonly id: string
  readonly projectId: number
  readonly accountId: string
  readonly request: SqlRunRequest
  readonly startedAt: Date
  endedAt: Date | null
  readonly spool: Spool
  /** Cancels it in Postgres; nothing happens once it has ended. */
  readonly cancel: () => void
  /** To be called when a reader of the spool leaves before its end. */
  readonly readerLeft: () => void
  /** Resolves when it has ended and that was noted. */
  finished: Promise<void>
}

/**
 * The runs that are under way, and what those that ended lately gave. Kept in the data folder for a while, so that a
 * page that is loaded again finds its run; gone with the process, as what was under way then is.
 */
export class SqlRuns {
  readonly #folder: string
  readonly #runs = new Map<string, SqlRun>()
  readonly #timers = new Map<string, NodeJS.Timeout>()

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'runs')
  }

  /** Removes what an earlier process left. */
  async open(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
    await mkdir(this.#folder, { mode: 0o700 })
  }

  /**
   * A place for what a run gives.
   * @param kept false keeps only what its reader has not taken yet
   * @param onLost called when it cannot be kept any longer
   */
  spool(id: string, kept: boolean, onLost: () => void): Spool {
    return new Spool({ path: kept ? join(this.#folder, id) : null, max: RUN_MAX, onLost })
  }

  /** How many runs somebody has under way in a project. */
  running(projectId: number, accountId: string): number {
    return this.of(projectId, accountId).filter((run) => run.endedAt === null).length
  }

  /** Begins to hold a run. What the same document gave before makes way. */
  add(run: SqlRun): void {
    const { document_id } = run.request
    for (const other of this.of(run.projectId, run.accountId))
      if (other.endedAt !== null && document_id !== null && other.request.document_id === document_id) this.#drop(other)
    this.#runs.set(run.id, run)
  }

  /** Notes that a run has ended. It is kept for a while, unless it was not to be. */
  ended(run: SqlRun): void {
    run.endedAt = new Date()
    run.spool.end()
    if (!run.spool.isWhole) {
      // A reader that is behind takes what is still in memory; the run itself cannot be come back to.
      this.#runs.delete(run.id)
      return
    }
    const timer = setTimeout(() => this.#drop(run), KEPT_MS)
    timer.unref()
    this.#timers.set(run.id, timer)
    const kept = [...this.#runs.values()].filter((one) => one.endedAt !== null)
    const own = kept.filter((one) => one.accountId === run.accountId)
    for (const one of own.slice(0, Math.max(0, own.length - ENDED_MAX))) this.#drop(one)
    let size = kept.reduce((sum, one) => sum + one.spool.sizeOnDisk, 0)
    for (const one of kept) {
      if (size <= ALL_MAX) break
      size -= one.spool.sizeOnDisk
      this.#drop(one)
    }
  }

  /** Whether there is a run of an id, whoever's it is. */
  has(id: string): boolean {
    return this.#runs.has(id)
  }

  /** A run, for the one whose it is. */
  find(id: string, projectId: number, accountId: string): SqlRun | null {
    const run = this.#runs.get(id)
    return run && run.projectId === projectId && run.accountId === accountId ? run : null
  }

  /** Somebody's runs in a project, oldest first. */
  of(projectId: number, accountId: string): SqlRun[] {
    return [...this.#runs.values()].filter((run) => run.projectId === projectId && run.accountId === accountId)
  }

  #drop(run: SqlRun): void {
    this.#runs.delete(run.id)
    clearTimeout(this.#timers.get(run.id))
    this.#timers.delete(run.id)
    void run.spool.remove()
  }

  /** Cancels what is under way and lets go of everything. */
  async close(): Promise<void> {
    const open = [...this.#runs.values()].filter((run) => run.endedAt === null)
    for (const run of open) run.cancel()
    const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref())
    await Promise.race([Promise.all(open.map((run) => run.finished)), late])
    for (const timer of this.#timers.values()) clearTimeout(timer)
    await Promise.all([...this.#runs.values()].map((run) => run.spool.remove()))
    this.#runs.clear()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
