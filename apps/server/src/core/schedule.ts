import { sql } from 'kysely'
import type { Store } from '../store/store.ts'
import type { Log } from './log.ts'
import type { Platform } from './platform.ts'

/** Work that is done again and again. A crash may interrupt it anywhere; it is then done again. */
export type Job = {
  /** Names it in the control database and the log. */
  readonly name: string
  readonly everyMs: number
  readonly run: (platform: Platform) => Promise<void>
}

type Known = { readonly everyMs: number; readonly run: () => Promise<void>; timer: NodeJS.Timeout | null }

/** How long until a job is tried again that another process is just doing, or that could not be looked at. */
const RETRY_MS = 60_000
/** How often somebody who wants a job done now looks whether the run that is under way has ended. */
const AGAIN_MS = 50
/** How long after one another jobs begin: each holds a connection, and all of them at once many of its kind for nothing. */
const APART_MS = 100
/** The longest that a timer can wait. */
const TIMER_MAX_MS = 2_147_483_647

/**
 * Does work again and again while the platform runs. When each job ran last is kept in the control database, so that
 * a restart neither forgets a job nor does it early, and a lock there lets one process at a time do it.
 */
export class Schedule {
  readonly #store: Store
  readonly #log: Log
  readonly #jobs = new Map<string, Known>()
  readonly #running = new Set<Promise<unknown>>()
  #stopped = false

  constructor(platform: { store: Store; log: Log }) {
    this.#store = platform.store
    this.#log = platform.log
  }

  /**
   * Does something every so often, the first time soon unless it was done lately. Errors are logged, and do not
   * keep it from being done the next time.
   * @param name names it in the control database and the log
   * @param ms from the beginning of one run to the beginning of the next
   */
  every(name: string, ms: number, run: () => Promise<void>): void {
    if (this.#jobs.has(name)) throw new Error(`There are two scheduled jobs named ${name}`)
    const after = this.#jobs.size * APART_MS
    this.#jobs.set(name, { everyMs: ms, run, timer: null })
    this.#wait(name, after)
  }

  /** Does a job now, whenever it was done last. Waits for a run that is under way. */
  async now(name: string): Promise<void> {
    while (!(await this.#tracked(this.#attempt(name, true))).ran)
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }

  /** Starts nothing more, and resolves when what runs has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const { timer } of this.#jobs.values()) if (timer) clearTimeout(timer)
    await Promise.all(this.#running)
  }

  #tracked<T>(work: Promise<T>): Promise<T> {
    const ended = work.then(
      () => {},
      () => {},
    )
    this.#running.add(ended)
    void ended.then(() => this.#running.delete(ended))
    return work
  }

  #wait(name: string, ms: number): void {
    const known = this.#jobs.get(name)
    if (!known || this.#stopped) return
    known.timer = setTimeout(
      () => {
        this.#tracked(this.#attempt(name, false)).then(
          ({ waitMs }) => this.#wait(name, waitMs),
          (error) => {
            this.#log.error({ err: error, job: name }, 'scheduled job could not be looked at')
            this.#wait(name, RETRY_MS)
          },
        )
      },
      Math.min(Math.max(ms, 0), TIMER_MAX_MS),
    )
    known.timer.unref()
  }

  /** Does a job if it is due and nobody else is doing it. The lock is let go of by a process that dies, too. */
  #attempt(name: string, atOnce: boolean): Promise<{ ran: boolean; waitMs: number }> {
    const known = this.#jobs.get(name)
    if (!known) throw new Error(`There is no scheduled job named ${name}`)
    const { everyMs } = known
    return this.#store.connection().execute(async (connection) => {
      const lock = sql<{
        taken: boolean
      }>`select pg_try_advisory_lock(hashtextextended(${`schedule ${name}`}, 0)) as taken`
      if (!(await lock.execute(connection)).rows[0]?.taken) return { ran: false, waitMs: Math.min(everyMs, RETRY_MS) }
      try {
        const last = await connection.selectFrom('schedules').selectAll().where('name', '=', name).executeTakeFirst()
        const dueMs = last?.finished_at ? last.started_at.getTime() + everyMs - Date.now() : 0
        if (!atOnce && dueMs > 0) return { ran: false, waitMs: dueMs }
        const startedAt = new Date()
        await connection
          .insertInto('schedules')
          .values({ name, started_at: startedAt })
          .onConflict((conflict) =>
            conflict.column('name').doUpdateSet({ started_at: startedAt, finished_at: null, error: null }),
          )
          .execute()
        const error = await known.run().then(
          () => null,
          (reason: unknown) => {
            this.#log.error({ err: reason, job: name }, 'scheduled job failed')
            return reason instanceof Error ? reason.message : String(reason)
          },
        )
        await connection
          .updateTable('schedules')
          .set({ finished_at: new Date(), error })
          .where('name', '=', name)
          .execute()
        return { ran: true, waitMs: startedAt.getTime() + everyMs - Date.now() }
      } finally {
        await sql`select pg_advisory_unlock(hashtextextended(${`schedule ${name}`}, 0))`.execute(connection)
      }
    })
  }
}
