import {
  type ConnectAs,
  type ConnectionTarget,
  type Engine,
  type EngineCapabilities,
  EngineError,
  type EngineEvent,
  type EngineVersion,
  type Observation,
  type ServerSpec,
  type ServerState,
} from './engine.ts'

/** The operations that can be made to fail. */
export type FakeOperation =
  | 'create'
  | 'start'
  | 'stop'
  | 'restart'
  | 'remove'
  | 'observe'
  | 'state'
  | 'target'
  | 'publicTarget'
  | 'setPassword'
  | 'clone'
  | 'list'

export type FakeFailure = {
  readonly operation: FakeOperation
  /** Only for this server; for all when left out. */
  readonly ref?: string
  /** What the error says. */
  readonly message: string
}

type FakeServer = {
  version: string
  port: number
  state: Exclude<ServerState, 'absent'>
  startedAt: Date | null
  passwords: { owner: string; api: string; reader: string }
}

const VERSIONS: readonly EngineVersion[] = [
  { version: 'supabase-postgres-17.10.0', postgres_engine: '17', release_channel: 'ga' },
  { version: 'supabase-postgres-15.18.0', postgres_engine: '15', release_channel: 'ga' },
]
const RETRY_MS = 20
const START_MS = 1

/**
 * An engine in memory, for tests of what stands on an engine. Its servers have every state a real one's have and
 * hold no data: `target` gives addresses that lead nowhere.
 */
export class FakeEngine implements Engine {
  readonly name = 'fake'
  readonly capabilities: EngineCapabilities = {
    isolatesProcesses: false,
    clonesOnline: true,
    survivesPlatform: false,
    regions: [{ id: 'nowhere', name: 'Nowhere' }],
  }
  readonly #servers = new Map<string, FakeServer>()
  readonly #listeners = new Set<(event: EngineEvent) => void>()
  readonly #failures = new Set<FakeFailure>()
  readonly #attempts = new Map<string, number>()
  readonly #retries = new Map<string, NodeJS.Timeout>()
  #nextPort = 6000

  constructor(failures: readonly FakeFailure[] = []) {
    for (const failure of failures) this.#failures.add(failure)
  }

  /**
   * Makes an operation fail from now on with an `EngineError` `failed`, before it has any effect.
   * Failing `start` also makes the restarts after a crash fail.
   * @param ref only for this server; for all when left out
   * @returns the way to let the operation succeed again
   */
  fail(operation: FakeOperation, message: string, ref?: string): () => void {
    const failure: FakeFailure = ref === undefined ? { operation, message } : { operation, message, ref }
    this.#failures.add(failure)
    return () => this.#failures.delete(failure)
  }

  /** Lets a running server crash: listeners hear of it, and of the restart that follows. */
  crash(ref: string): void {
    const server = this.#servers.get(ref)
    if (server?.state !== 'running') throw new Error(`The fake server ${ref} does not run, so it cannot crash.`)
    server.state = 'crashed'
    server.startedAt = null
    this.#tell({ type: 'crashed', ref, attempt: this.#attempt(ref), retryInMs: RETRY_MS })
    this.#retryLater(ref, server)
  }

  /** The password that a role was given last. */
  passwordOf(ref: string, as: 'owner' | 'api' | 'reader'): string {
    return this.#present(ref).passwords[as]
  }

  versions(): readonly EngineVersion[] {
    return VERSIONS
  }

  async create(spec: ServerSpec): Promise<void> {
    this.#mayFail('create', spec.ref)
    this.#requireRef(spec.ref)
    if (!VERSIONS.some((entry) => entry.version === spec.version)) {
      throw new EngineError('unknown-version', `Postgres version ${spec.version} is not installed here.`)
    }
    if (!this.#servers.has(spec.ref)) this.#add(spec)
  }

  async start(ref: string): Promise<void> {
    this.#mayFail('start', ref)
    await this.#start(ref, this.#present(ref))
  }

  async stop(ref: string): Promise<void> {
    this.#mayFail('stop', ref)
    this.#halt(ref)
  }

  async restart(ref: string): Promise<void> {
    this.#mayFail('restart', ref)
    const server = this.#present(ref)
    this.#halt(ref)
    await this.#start(ref, server)
  }

  async remove(ref: string): Promise<void> {
    this.#mayFail('remove', ref)
    this.#halt(ref)
    this.#servers.delete(ref)
  }

  async observe(ref: string): Promise<Observation> {
    this.#mayFail('observe', ref)
    const server = this.#servers.get(ref)
    const running = server?.state === 'running'
    return {
      state: server?.state ?? 'absent',
      version: server?.version ?? null,
      port: server?.port ?? null,
      startedAt: server?.startedAt ?? null,
      memoryBytes: running ? 10_000_000 : null,
      cpuSeconds: running ? 0 : null,
      diskBytes: server ? 32_000_000 : null,
    }
  }

  async state(ref: string): Promise<ServerState> {
    this.#mayFail('state', ref)
    return this.#servers.get(ref)?.state ?? 'absent'
  }

  async target(ref: string, as: ConnectAs): Promise<ConnectionTarget> {
    this.#mayFail('target', ref)
    const users = { owner: 'postgres', api: 'authenticator', reader: 'stoa_reader', admin: 'stoa_admin' }
    return { host: 'fake.invalid', port: this.#present(ref).port, user: users[as], database: 'postgres' }
  }

  async publicTarget(ref: string): Promise<ConnectionTarget> {
    this.#mayFail('publicTarget', ref)
    return { host: 'fake.invalid', port: this.#present(ref).port, user: 'postgres', database: 'postgres' }
  }

  async setPassword(ref: string, as: 'owner' | 'api' | 'reader', password: string): Promise<void> {
    this.#mayFail('setPassword', ref)
    const server = this.#present(ref)
    if (server.state !== 'running') {
      throw new EngineError('not-running', 'The database has to run for its password to be changed.')
    }
    server.passwords[as] = password
  }

  async clone(from: string, spec: ServerSpec): Promise<void> {
    this.#mayFail('clone', spec.ref)
    this.#requireRef(spec.ref)
    if (this.#servers.has(spec.ref)) return
    const source = this.#present(from)
    if (source.version !== spec.version) {
      throw new EngineError('unknown-version', `A copy of this database has to be of version ${source.version}.`)
    }
    this.#add(spec)
  }

  async list(): Promise<string[]> {
    this.#mayFail('list')
    return [...this.#servers.keys()].sort()
  }

  on(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async detach(): Promise<void> {
    for (const retry of this.#retries.values()) clearTimeout(retry)
    this.#retries.clear()
  }

  #add(spec: ServerSpec): void {
    this.#servers.set(spec.ref, {
      version: spec.version,
      port: this.#nextPort++,
      state: 'stopped',
      startedAt: null,
      passwords: { ...spec.passwords },
    })
  }

  async #start(ref: string, server: FakeServer): Promise<void> {
    if (server.state === 'running') return
    this.#cancelRetry(ref)
    server.state = 'starting'
    await new Promise((resolve) => setTimeout(resolve, START_MS))
    // It may have been stopped, or removed, while it was starting.
    if (server.state !== 'starting') return
    server.state = 'running'
    server.startedAt = new Date()
  }

  #halt(ref: string): void {
    this.#cancelRetry(ref)
    this.#attempts.delete(ref)
    const server = this.#servers.get(ref)
    if (!server) return
    server.state = 'stopped'
    server.startedAt = null
  }

  #retryLater(ref: string, server: FakeServer): void {
    const retry = setTimeout(async () => {
      const failure = this.#failureOf('start', ref)
      if (!failure) {
        await this.#start(ref, server)
        this.#tell({ type: 'recovered', ref })
        return
      }
      this.#tell({
        type: 'restart-failed',
        ref,
        message: failure.message,
        attempt: this.#attempt(ref),
        retryInMs: RETRY_MS,
      })
      this.#retryLater(ref, server)
    }, RETRY_MS)
    this.#retries.set(ref, retry)
  }

  #cancelRetry(ref: string): void {
    clearTimeout(this.#retries.get(ref))
    this.#retries.delete(ref)
  }

  #attempt(ref: string): number {
    const attempt = (this.#attempts.get(ref) ?? 0) + 1
    this.#attempts.set(ref, attempt)
    return attempt
  }

  #present(ref: string): FakeServer {
    const server = this.#servers.get(ref)
    if (!server) throw new EngineError('absent', 'There is no database server with this ref.')
    return server
  }

  #requireRef(ref: string): void {
    if (/^[a-z]{20}$/.test(ref)) return
    throw new EngineError('failed', 'A server is named by a ref of 20 lower-case letters.')
  }

  #failureOf(operation: FakeOperation, ref?: string): FakeFailure | undefined {
    return [...this.#failures].find((one) => one.operation === operation && (one.ref === undefined || one.ref === ref))
  }

  #mayFail(operation: FakeOperation, ref?: string): void {
    const failure = this.#failureOf(operation, ref)
    if (failure) throw new EngineError('failed', failure.message)
  }

  #tell(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

/**
 * Makes a fake engine.
 * @param options.failures operations that fail from the start; `fail()` adds more
 */
export function createFakeEngine(options: { failures?: readonly FakeFailure[] } = {}): FakeEngine {
  return new FakeEngine(options.failures)
}
