import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ProjectStatus } from '@stoa/contract'
import { lastingPool } from '@stoa/engine/connections'
import { openTestEngine, type TestEngine } from '@stoa/engine-embedded/testing'
import type pg from 'pg'
import { expect } from 'vitest'
import { hashToken, newAccessToken } from '../src/core/secrets.ts'
import type { StoreAddress } from '../src/store/store.ts'
import { type Arrangement, type DeadlyPoint, HAND_OVER, type Order } from './crash-main.ts'
import { eventually, freePort } from './waiting.ts'

const MAIN = join(import.meta.dirname, 'crash-main.ts')
/** How long any request may take. */
const ANSWERS_MS = 20_000
/** How long a start, or the way of one round to its points or to its end, may take on a machine that has other things to do. */
const DIES_MS = 120_000

export type Arrangements = Readonly<Record<string, Arrangement>>
/** What a project can be asked for that has a route of its own and no body. */
export type Verb = 'pause' | 'restore' | 'restart'
type Found = { status: ProjectStatus | 'absent'; open: number }
/** A piece of work of one workflow, and the points where it dies, in the order in which it comes to them. */
export type Life = { readonly points: readonly DeadlyPoint[]; readonly arrangement: Arrangement }

/** The platform as a process of its own that is killed and started again, and the eyes and hands of its tests. */
export class CrashPlatform {
  #engine!: TestEngine
  #child!: ChildProcess
  #output = ''
  #port = 0
  #database: pg.Pool | null = null
  #serial = 0
  /** What has come to where it is to die, by its project, or by its workflow where that makes the project. */
  readonly #arrived = new Set<string>()
  /** Projects that this round's work has for itself, by name. */
  readonly #taken = new Set<string>()
  readonly #token = newAccessToken()

  /** Opens an engine of its own, starts the platform on it, and signs its owner up. */
  async open(): Promise<void> {
    this.#engine = await openTestEngine()
    this.#port = await freePort()
    await this.start()
    const { database } = this
    await database.query("insert into users (id, name, email) values ('owner', 'Owner', 'owner@example.com')")
    await database.query("insert into organizations (slug, name, plan) values ('crash', 'Crash', 'enterprise')")
    await database.query("insert into members (organization_id, user_id) select id, 'owner' from organizations")
    await database.query(
      "insert into role_assignments (organization_id, user_id, role) select id, 'owner', 'Owner' from organizations",
    )
    await database.query(
      "insert into access_tokens (user_id, name, prefix, hash) values ('owner', 'test', 'sbp_', $1)",
      [hashToken(this.#token)],
    )
  }

  /** Ends the platform and every server of it, and removes its folder. */
  async close(): Promise<void> {
    if (this.#runs) await this.kill()
    await this.#database?.end()
    await this.#engine?.dispose()
  }

  /** Starts the platform as a process of its own. @param orders where the work that it goes on with is to end or to wait */
  async start(orders: readonly Order[] = []): Promise<void> {
    this.#output = ''
    this.#arrived.clear()
    this.#child = fork(MAIN, [JSON.stringify(this.#engine.options), String(this.#port), JSON.stringify(orders)], {
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // It starts once for every point: compiled code is kept in between.
      env: { NODE_COMPILE_CACHE: join(this.dataDir, 'compiled'), ...process.env },
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (part) => {
        this.#output += part
      })
    this.#child.on('message', (message: { arrived?: string }) => {
      if (message.arrived !== undefined) this.#arrived.add(message.arrived)
    })
    const { control } = await this.heard<{ control: StoreAddress }>('ready')
    if (this.#database) return
    this.#database = lastingPool({ ...control, max: 3 })
  }

  /** Waits for a message of the platform that has a field. */
  heard<T>(field: string): Promise<T> {
    const child = this.#child
    return new Promise((resolve, reject) => {
      const done = (end: () => void) => {
        clearTimeout(timer)
        child.off('message', hear)
        child.off('exit', gone)
        end()
      }
      const failed = (what: string) => done(() => reject(new Error(`${what}\n${this.#output}`)))
      const timer = setTimeout(() => failed(`No ${field} within ${DIES_MS / 1000} seconds`), DIES_MS)
      const gone = () => failed(`The platform ended before it was ${field}`)
      const hear = (message: unknown) => {
        if (field in (message as object)) done(() => resolve(message as T))
      }
      child.on('message', hear)
      child.on('exit', gone)
    })
  }

  /** Tells the platform where to end or to wait. */
  async order(what: readonly Order[]): Promise<void> {
    const armed = this.heard('armed')
    this.#arrived.clear()
    this.#child.send(what)
    await armed
  }

  /**
   * Lets the platform die while the work of each life is at its first point, starts it again, lets it die at their
   * second points, and so on, until the last start ends all of it.
   * @returns the projects that they were about, settled
   */
  async dieAt(lives: readonly Life[]): Promise<Map<Life, string>> {
    this.#taken.clear()
    // Whatever went wrong before must not be what this round fails of.
    if (!this.#runs) await this.start()
    await eventually('earlier work to end', () => this.#idle(), DIES_MS)
    try {
      const lanes = await Promise.all(
        lives.map(async (life) => ({ ...life, life, arranged: await life.arrangement.arrange() })),
      )
      const orders = (death: number) =>
        lanes.flatMap(({ points: { [death]: point }, arrangement, arranged }): Order[] =>
          point ? [{ ...point, action: 'die', ref: arrangement.makes ? null : arranged }] : [],
        )
      const refs = new Map<Life, string>()
      const settled = (ended: readonly Life[]) =>
        Promise.all(ended.map((life) => this.settled(refs.get(life) ?? '', life.arrangement.expected)))
      const request = (handedOver: boolean) =>
        Promise.all(
          lanes
            .filter(({ points }) => (points[0]?.step === HAND_OVER) !== handedOver)
            .map(async ({ life, arranged }) => refs.set(life, await life.arrangement.request(arranged))),
        )
      await this.order(orders(0))
      await request(true)
      await this.#arrivals(orders(0).filter(({ step }) => step !== HAND_OVER))
      // The platform ends itself as soon as all of these are committed, and by our hand where there are none.
      await request(false)
      if (orders(0).every(({ step }) => step !== HAND_OVER)) this.#child.kill('SIGKILL')
      expect(await this.ended()).toBe('SIGKILL')
      for (let death = 1; orders(death).length > 0; death++) {
        await this.start(orders(death))
        await this.#arrivals(orders(death))
        // What has died often enough ends well before the platform is killed once more.
        await settled(lives.filter(({ points }) => points.length <= death))
        await this.kill()
      }
      await this.start()
      await settled(lives)
      return refs
    } catch (error) {
      if (this.#runs) await this.kill()
      throw error
    }
  }

  /** Waits until the work of all these orders has come to its point. */
  async #arrivals(orders: readonly Order[]): Promise<void> {
    const missing = () =>
      orders.filter(({ kind, ref }) => !this.#arrived.has(ref ?? kind)).map(({ kind, step }) => `${kind} ${step}`)
    const done = async () => missing().length === 0 || !this.#runs
    const failed = (what: string) => new Error(`${what}; missing: ${missing().join(', ')}\n${this.#output}`)
    await eventually('all work to come to its point', done, DIES_MS).catch((error: Error) => {
      throw failed(error.message)
    })
    if (missing().length > 0) throw failed('The platform ended before all work had come to its point')
  }

  get #runs(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Kills the platform as it is, and waits until it is gone. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.ended()
  }

  /** Asks the platform to stop, as a service manager does. */
  stop(): void {
    this.#child.kill('SIGTERM')
  }

  /** Waits until the platform has ended and gives the signal or the code that it ended with. */
  async ended(): Promise<string | number | null> {
    const child = this.#child
    if (child.exitCode === null && child.signalCode === null)
      await once(child, 'exit', { signal: AbortSignal.timeout(ANSWERS_MS) }).catch(() => {
        throw new Error(`The platform did not end\n${this.#output}`)
      })
    return child.signalCode ?? child.exitCode
  }

  /** What the platform has written since it was started. */
  get output(): string {
    return this.#output
  }

  /** The control database, as the platform left it. */
  get database(): pg.Pool {
    if (!this.#database) throw new Error('The platform was never started.')
    return this.#database
  }

  get dataDir(): string {
    return this.#engine.options.dataDir
  }

  /** Calls a route as the owner. */
  async call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWERS_MS),
    })
    return { status: answer.status, body: (await answer.json()) as T }
  }

  /** Calls a route that may die before it answers. */
  async attempt(method: string, path: string, body?: unknown): Promise<void> {
    await this.call(method, path, body).catch(() => {})
  }

  /** Asks a project's own REST address with a key. @returns the status of the answer */
  async gateway(ref: string, apikey: string): Promise<number> {
    const url = `http://127.0.0.1:${this.#port}/p/${ref}/rest/v1/`
    const answer = await fetch(url, { headers: { apikey }, signal: AbortSignal.timeout(ANSWERS_MS) })
    return answer.status
  }

  /** Runs SQL in a project. @throws when it is refused */
  async sql(ref: string, query: string): Promise<unknown> {
    const answer = await this.call('POST', `/v1/projects/${ref}/database/query`, { query })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer))
    return answer.body
  }

  /** Waits until a project has a status and nothing works on it. */
  async settled(ref: string, status: Found['status']): Promise<void> {
    let last: Found | null = null
    const done = async () => {
      last = await this.#look(ref)
      return last.status === status && last.open === 0
    }
    await eventually(`${ref} to be ${status}`, done, DIES_MS).catch((error: Error) => {
      throw new Error(`${error.message}; it is ${JSON.stringify(last)}\n${this.#output}`)
    })
  }

  async #idle(): Promise<boolean> {
    const { rows } = await this.database.query('select from operations where finished_at is null limit 1')
    return rows.length === 0
  }

  async #look(ref: string): Promise<Found> {
    const { rows } = await this.database.query<Found>(
      `select coalesce((select status from projects where ref = $1), 'absent') as status,
        (select count(*)::int from operations where project_ref = $1 and finished_at is null) as open`,
      [ref],
    )
    return rows[0] ?? { status: 'absent', open: 0 }
  }

  /** The ref of the project of a name, or nothing when its creation was never committed. */
  async refOf(name: string): Promise<string> {
    const { rows } = await this.database.query<{ ref: string }>('select ref from projects where name = $1', [name])
    return rows[0]?.ref ?? ''
  }

  /**
   * A healthy project that holds the marker row, and that nobody else works on in this round; one that exists is taken
   * before one is made.
   */
  async healthy(engine: '17' | '18' = '18'): Promise<string> {
    const { rows } = await this.database.query<{ ref: string; name: string }>(
      "select ref, name from projects where status = 'ACTIVE_HEALTHY' and postgres_engine = $1",
      [engine],
    )
    const known = rows.find(({ name }) => !this.#taken.has(name))
    const name = known?.name ?? `Made ${++this.#serial}`
    this.#taken.add(name)
    if (known) return known.ref
    const { body } = await this.call<{ ref: string }>('POST', '/v1/projects', {
      name,
      organization_slug: 'crash',
      postgres_engine: engine,
    })
    await this.settled(body.ref, 'ACTIVE_HEALTHY')
    await this.mark(body.ref)
    return body.ref
  }

  /** A paused project that holds the marker row. */
  async paused(engine: '17' | '18' = '18'): Promise<string> {
    const ref = await this.healthy(engine)
    await this.again(ref, 'pause', 'INACTIVE')
    return ref
  }

  /** Writes the row that nothing may lose. */
  mark(ref: string): Promise<unknown> {
    return this.sql(ref, "create table if not exists mark as select 'kept' as value")
  }

  /** The project has kept the marker row and takes new ones. */
  async works(ref: string): Promise<void> {
    expect(await this.sql(ref, 'table mark')).toEqual([{ value: 'kept' }])
    await this.sql(ref, 'create table if not exists written (at timestamptz); insert into written values (now())')
  }

  /** A further operation is accepted and ends well. */
  async again(ref: string, what: Verb, status: ProjectStatus): Promise<void> {
    expect((await this.call('POST', `/platform/projects/${ref}/${what}`)).status).toBeLessThan(300)
    await this.settled(ref, status)
  }
}
