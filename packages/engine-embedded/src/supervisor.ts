import type { ChildProcess } from 'node:child_process'
import { EngineError, type EngineEvent } from '@stoa/engine'
import type { KeyedLock } from './locks.ts'
import {
  clearCrash,
  findPostmaster,
  isPostmaster,
  logLength,
  readPidFile,
  type Stoppable,
  spawnPostmaster,
  stopApart,
  stopPostmaster,
  type Unit,
  waitUntilReady,
} from './postmaster.ts'
import { capLog } from './server-log.ts'

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 30_000
const HEALTHY_AFTER_MS = 60_000
const LOOK_EVERY_MS = 500
const LOG_LOOK_EVERY_MS = 60_000
const LOG_LIMIT_BYTES = 8 * 1024 * 1024

export type Log = (level: 'info' | 'warn' | 'error', message: string, fields: Record<string, unknown>) => void

/** A server that ought to run. */
type Watch = {
  readonly unit: Unit
  pid: number
  child: ChildProcess | null
  runningSince: number
  /** Crashes in a row; forgotten after a minute of health. */
  attempt: number
  down: boolean
  retry: NodeJS.Timeout | null
}

/** A server that is run apart, until somebody wants it. */
export type Apart = { wanted: boolean }

/** How long to wait before restart number `attempt`, in ms: half a second, doubling up to half a minute. */
export function retryDelay(attempt: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempt - 1))
}

/**
 * Starts, adopts and stops servers, and starts those again that end without being asked to.
 * Its methods expect the caller to hold the server's lock; restarts after a crash take it themselves.
 */
export class Supervisor {
  readonly #watches = new Map<string, Watch>()
  readonly #apart = new Map<string, { unit: Unit; apart: Apart }>()
  readonly #locks: KeyedLock
  readonly #emit: (event: EngineEvent) => void
  readonly #log: Log
  #timers: NodeJS.Timeout[] = []

  constructor(locks: KeyedLock, emit: (event: EngineEvent) => void, log: Log) {
    this.#locks = locks
    this.#emit = emit
    this.#log = log
  }

  /** Whether this server ought to run but does not. */
  isDown(key: string): boolean {
    return this.#watches.get(key)?.down ?? false
  }

  /** Starts the server, or adopts the one that runs, and returns once it takes connections. @throws EngineError `failed` */
  async start(unit: Unit): Promise<void> {
    const watch = this.#watches.get(unit.key)
    if (watch?.retry) clearTimeout(watch.retry)
    await this.endApart(unit)
    const running = await findPostmaster(unit.data)
    if (running) {
      await waitUntilReady(unit, running.pid, () => isPostmaster(running.pid, unit.data), await logLength(unit))
      if (watch?.pid !== running.pid || watch.down) this.#watch(unit, running.pid, null, 0)
      return
    }
    try {
      await this.#spawn(unit, 0)
    } catch (error) {
      // A start that was asked for reports its failure to the asker; nobody goes on trying behind their back.
      this.#forget(unit.key)
      throw error
    }
  }

  /** Stops the server and stops watching it. One that crashed is left ready for its next start. */
  async stop(unit: Stoppable): Promise<void> {
    this.#forget(unit.key)
    await this.endApart(unit)
    const running = await findPostmaster(unit.data)
    if (running) await stopPostmaster(running.pid, unit.data)
    if (await readPidFile(unit.data)) await clearCrash(unit)
  }

  /**
   * Runs a stopped server apart. Nothing starts it again when it ends, and whatever else is done to the server ends it.
   * @param unit as `Servers.apart` gives it
   * @returns what tells whether it was ended because somebody wanted the server @throws EngineError `failed`
   */
  async runApart(unit: Unit): Promise<Apart> {
    await this.endApart(unit)
    if (await readPidFile(unit.data)) await clearCrash(unit)
    const logFrom = await logLength(unit)
    const child = await spawnPostmaster(unit)
    const { pid } = child
    if (pid === undefined) throw new EngineError('failed', 'The database server could not be started.')
    const apart: Apart = { wanted: false }
    this.#apart.set(unit.key, { unit, apart })
    try {
      await waitUntilReady(unit, pid, () => child.exitCode === null && child.signalCode === null, logFrom)
    } catch (error) {
      await this.endApart(unit)
      throw error
    }
    return apart
  }

  /**
   * Ends a server that runs apart, whoever runs it.
   * @param only nothing is done when another has been begun since
   */
  async endApart(unit: Stoppable, only?: Apart): Promise<void> {
    const known = this.#apart.get(unit.key)
    if (only && known?.apart !== only) return
    this.#apart.delete(unit.key)
    if (known) known.apart.wanted = true
    await stopApart(unit.data)
    // One that died by itself.
    if (known && (await readPidFile(unit.data))) await clearCrash(unit)
  }

  /** The servers that this process runs apart. */
  runningApart(): readonly Unit[] {
    return [...this.#apart.values()].map(({ unit }) => unit)
  }

  /** Lets go of all servers; they run on. */
  detach(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
    for (const key of [...this.#watches.keys()]) this.#forget(key)
  }

  async #spawn(unit: Unit, attempt: number): Promise<void> {
    const logFrom = await logLength(unit)
    const child = await spawnPostmaster(unit)
    const pid = child.pid
    if (pid === undefined) throw new EngineError('failed', 'The database server could not be started.')
    await waitUntilReady(unit, pid, () => child.exitCode === null && child.signalCode === null, logFrom)
    this.#watch(unit, pid, child, attempt)
  }

  #watch(unit: Unit, pid: number, child: ChildProcess | null, attempt: number): void {
    const watch: Watch = { unit, pid, child, attempt, runningSince: Date.now(), down: false, retry: null }
    this.#watches.set(unit.key, watch)
    if (this.#timers.length === 0) {
      this.#timers = [
        setInterval(() => void this.#look(), LOOK_EVERY_MS).unref(),
        setInterval(() => void this.#capLogs(), LOG_LOOK_EVERY_MS).unref(),
      ]
    }
    if (!child) return
    child.once('exit', () => this.#gone(watch))
    // It may have ended between being ready and being listened to.
    if (child.exitCode !== null || child.signalCode !== null) this.#gone(watch)
  }

  #forget(key: string): void {
    const watch = this.#watches.get(key)
    if (watch?.retry) clearTimeout(watch.retry)
    watch?.child?.removeAllListeners('exit')
    this.#watches.delete(key)
  }

  #gone(watch: Watch): void {
    if (this.#watches.get(watch.unit.key) !== watch || watch.down) return
    watch.down = true
    watch.attempt = Date.now() - watch.runningSince >= HEALTHY_AFTER_MS ? 1 : watch.attempt + 1
    const retryInMs = retryDelay(watch.attempt)
    const { key } = watch.unit
    this.#log('error', 'A database server stopped unexpectedly.', { ref: key, attempt: watch.attempt, retryInMs })
    this.#emit({ type: 'crashed', ref: key, attempt: watch.attempt, retryInMs })
    this.#retryLater(watch, retryInMs)
  }

  #retryLater(watch: Watch, delay: number): void {
    watch.retry = setTimeout(() => void this.#locks.run(watch.unit.key, () => this.#retry(watch)), delay)
    watch.retry.unref()
  }

  async #retry(watch: Watch): Promise<void> {
    const { key } = watch.unit
    if (this.#watches.get(key) !== watch) return
    try {
      await this.#spawn(watch.unit, watch.attempt)
      this.#log('info', 'A crashed database server is running again.', { ref: key })
      this.#emit({ type: 'recovered', ref: key })
    } catch (error) {
      watch.attempt += 1
      const retryInMs = retryDelay(watch.attempt)
      const message = error instanceof Error ? error.message : String(error)
      this.#log('error', 'A crashed database server could not be restarted.', { ref: key, message, retryInMs })
      this.#emit({ type: 'restart-failed', ref: key, message, attempt: watch.attempt, retryInMs })
      this.#retryLater(watch, retryInMs)
    }
  }

  /** Looks whether adopted servers still run; those that this process started tell by their exit. */
  async #look(): Promise<void> {
    for (const watch of this.#watches.values()) {
      if (watch.child || watch.down) continue
      const runs = await isPostmaster(watch.pid, watch.unit.data).catch(() => true)
      if (!runs) this.#gone(watch)
    }
  }

  /** Keeps each log, and one older part of it, below a limit. */
  async #capLogs(): Promise<void> {
    for (const { unit } of this.#watches.values()) {
      await capLog(unit.log, LOG_LIMIT_BYTES).catch((error: Error) =>
        this.#log('warn', 'A server log could not be shortened.', { ref: unit.key, message: error.message }),
      )
    }
  }
}
