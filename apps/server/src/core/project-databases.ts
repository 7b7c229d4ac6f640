import { ROW_TOO_LARGE } from '@stoa/contract'
import type { ConnectAs, Engine } from '@stoa/engine'
import { lastingClient, lastingPool } from '@stoa/engine/connections'
import type pg from 'pg'
import type { Store } from '../store/store.ts'
import { type ProjectSecretName, readProjectSecret } from './project-secrets.ts'
import type { Sealer } from './secrets.ts'
import { GuardedSocket } from './sql/guarded-socket.ts'
import { NOTHING, OWN } from './sql/own.ts'

const POOL_SIZE = 5
/** The projects' own APIs ask more, and more at once, than the platform does. */
const API_POOL_SIZE = 10
const IDLE_MS = 10_000
/** Between two things that somebody does who looks at rows: a new connection would take longer than to read them. */
const READ_IDLE_MS = 60_000
const CONNECT_TIMEOUT_MS = 5_000

const SECRETS: Record<Exclude<ConnectAs, 'admin'>, ProjectSecretName> = {
  owner: 'owner_password',
  api: 'api_password',
  reader: 'reader_password',
}

/** Rows are read and not changed, for a minute at most, and printed in one way whatever the database is set to. */
const ROWS =
  '-c default_transaction_read_only=on -c jit=off -c statement_timeout=60s -c datestyle=ISO,MDY -c intervalstyle=postgres -c bytea_output=hex -c extra_float_digits=1'

/**
 * What pools that only read are for. `catalog` has only pg_catalog in sight, as nothing that people define may be met
 * by the platform's own statements; `rows` sees what people see, because values are compared by their operators.
 * `places` reads in the order in which rows lie in their table without sorting them, which no index gives.
 */
const READ_POOLS = {
  catalog: { max: 2, options: '-c search_path=pg_catalog -c default_transaction_read_only=on -c jit=off' },
  rows: { max: 4, options: ROWS },
  places: {
    max: 2,
    options: `${ROWS} -c enable_indexscan=off -c enable_indexonlyscan=off -c max_parallel_workers_per_gather=0 -c synchronize_seqscans=off`,
  },
} as const

/** How long a connection made ahead of need waits for it, in milliseconds. */
const SPARE_MS = 60_000

/** A connected session of its own, and the names of the types that people made in its database, by oid. */
export type ProjectSession = { readonly client: pg.Client; readonly types: ReadonlyMap<number, string> }

type Named = { readonly id: number; readonly ref: string }

/**
 * Connections to the projects' own servers. Each project has small pools of its own, made at first need and closed
 * when its server stops. Nothing is ever shared between projects.
 */
export class ProjectDatabases {
  readonly #pools = new Map<string, Promise<pg.Pool>>()
  readonly #spares = new Map<string, { session: Promise<ProjectSession>; timer: NodeJS.Timeout }>()
  readonly #listeners: ((ref: string) => Promise<void>)[] = []
  readonly #engine: Engine
  readonly #secrets: { sealer: Sealer; store: Store }
  #isClosed = false

  constructor(engine: Engine, secrets: { sealer: Sealer; store: Store }) {
    this.#engine = engine
    this.#secrets = secrets
  }

  /**
   * How to connect to a project's server.
   * @throws EngineError `absent`
   */
  async settings(project: Named, as: ConnectAs): Promise<pg.ClientConfig> {
    const target = await this.#engine.target(project.ref, as)
    return {
      ...target,
      password: as === 'admin' ? undefined : await readProjectSecret(this.#secrets, project.id, SECRETS[as]),
      application_name: 'stoa',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      // People may define functions and operators of any name: the platform's own statements must never meet them.
      ...(as === 'admin' ? { options: '-c search_path=pg_catalog' } : {}),
    }
  }

  /** A connection of its own, not yet connected, for statements that may change the session. The caller ends it. */
  async client(project: Named, as: ConnectAs): Promise<pg.Client> {
    return lastingClient(guarded(await this.settings(project, as)))
  }

  /**
   * A connected session that nobody else uses, for statements that may change it. The caller ends its client.
   * One made ahead of need is taken if there is one.
   */
  async session(project: Named, as: ConnectAs): Promise<ProjectSession> {
    const key = `${project.ref}:${as}`
    const spare = this.#spares.get(key)
    if (spare) {
      this.#spares.delete(key)
      clearTimeout(spare.timer)
      const session = await spare.session.catch(() => null)
      try {
        // The server may have ended it in the meantime, which shows at the first statement, and types may be new.
        if (session !== null) return { client: session.client, types: await typesOn(session.client) }
      } catch {
        session?.client.end().catch(() => {})
      }
    }
    return this.#connect(project, as)
  }

  /** Makes a session ahead of need, for whoever is about to run something. */
  prepareSession(project: Named, as: ConnectAs): void {
    const key = `${project.ref}:${as}`
    if (this.#isClosed || this.#spares.has(key)) return
    const session = this.#connect(project, as)
    const timer = setTimeout(() => this.#drop(key), SPARE_MS)
    timer.unref()
    this.#spares.set(key, { session, timer })
    session.catch(() => this.#drop(key))
  }

  #drop(key: string): void {
    const spare = this.#spares.get(key)
    if (!spare) return
    this.#spares.delete(key)
    clearTimeout(spare.timer)
    spare.session.then(({ client }) => client.end()).catch(() => {})
  }

  async #connect(project: Named, as: ConnectAs): Promise<ProjectSession> {
    const client = await this.client(project, as)
    try {
      await client.connect()
      return { client, types: await typesOn(client) }
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
  }

  /** The project's pool for short statements of the platform. */
  pool(project: Named, as: ConnectAs): Promise<pg.Pool> {
    return this.#pool(`${project.ref}:${as}`, project, as, { max: as === 'api' ? API_POOL_SIZE : POOL_SIZE })
  }

  #pool(key: string, project: Named, as: ConnectAs, more: pg.PoolConfig): Promise<pg.Pool> {
    const known = this.#pools.get(key)
    if (known) return known
    const made = this.settings(project, as).then((settings) =>
      lastingPool({ ...guarded(settings), idleTimeoutMillis: IDLE_MS, ...more }),
    )
    this.#pools.set(key, made)
    made.catch(() => this.#pools.delete(key))
    return made
  }

  /** A pool whose transactions can only read, and never for long. */
  readPool(project: Named, kind: keyof typeof READ_POOLS, as: 'owner' | 'reader'): Promise<pg.Pool> {
    const more = { ...READ_POOLS[kind], idleTimeoutMillis: READ_IDLE_MS }
    return this.#pool(`${project.ref}:${kind}:${as}`, project, as, more)
  }

  /**
   * Whether the project's server answers the role that its APIs use.
   * @param timeoutMs after which it counts as not reached
   */
  async reachable(project: Named, timeoutMs: number): Promise<boolean> {
    try {
      const client = lastingClient({
        ...(await this.settings(project, 'api')),
        connectionTimeoutMillis: timeoutMs,
        query_timeout: timeoutMs,
      })
      try {
        await client.connect()
        await client.query(NOTHING)
        return true
      } finally {
        client.end().catch(() => {})
      }
    } catch {
      return false
    }
  }

  /** Calls a function whenever a project's pools are closed, for whoever keeps connections of its own. */
  whenClosed(listener: (ref: string) => Promise<void>): void {
    this.#listeners.push(listener)
  }

  /** Closes a project's pools, for example because its server stops or a password changed. */
  async close(ref: string): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener(ref)))
    const closing = [...this.#pools].filter(([key]) => key.startsWith(`${ref}:`))
    for (const [key] of closing) this.#pools.delete(key)
    for (const key of [...this.#spares.keys()]) if (key.startsWith(`${ref}:`)) this.#drop(key)
    await Promise.all(closing.map(([, pool]) => pool.then((opened) => opened.end()).catch(() => {})))
  }

  /** Closes every pool. Nothing is made ahead of need after that. */
  async closeAll(): Promise<void> {
    this.#isClosed = true
    for (const key of [...this.#spares.keys()]) this.#drop(key)
    await Promise.all(
      [...new Set([...this.#pools.keys()].map((key) => key.split(':')[0] ?? ''))].map((ref) => this.close(ref)),
    )
  }
}

/** Settings with a socket that nothing a server sends can harm; what is encrypted cannot be looked at on its way. */
const guarded = (settings: pg.ClientConfig): pg.ClientConfig =>
  settings.ssl ? settings : { ...settings, stream: () => new GuardedSocket(ROW_TOO_LARGE) }

/** The types that people made in a connection's database. Costs one round trip over the unix socket. */
async function typesOn(client: pg.Client): Promise<ReadonlyMap<number, string>> {
  const { rows } = await client.query<{ oid: number; typname: string }>(
    `select oid, typname from pg_catalog.pg_type where oid >= 16384 ${OWN}`,
  )
  return new Map(rows.map((row) => [row.oid, row.typname]))
}
