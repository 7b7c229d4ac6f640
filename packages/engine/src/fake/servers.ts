import {
  EngineError,
  type EngineEvent,
  type EngineVersion,
  type ServerAccess,
  type ServerPasswords,
  type ServerResources,
  type ServerSpec,
  type ServerState,
} from '../engine.ts'
import type { Failures } from './failures.ts'

export type FakeServer = {
  version: string
  port: number
  state: Exclude<ServerState, 'absent'>
  startedAt: Date | null
  resources: ServerResources
  passwords: { -readonly [as in keyof ServerPasswords]: string }
  access: ServerAccess
  readOnly: boolean
  archive: string | null
  /** The ref whose place it was in before it took this one. */
  formerRef?: string
}

export const VERSIONS: readonly EngineVersion[] = [
  { version: 'supabase-postgres-18.4.0', postgres_engine: '18', release_channel: 'ga' },
  { version: 'supabase-postgres-17.10.0', postgres_engine: '17', release_channel: 'ga' },
  { version: 'supabase-postgres-15.18.0', postgres_engine: '15', release_channel: 'ga' },
]
const RETRY_MS = 20
const START_MS = 1

/** The major version of a catalogue entry, 0 for one that there is none of. */
export function majorOf(version: string): number {
  return Number(VERSIONS.find((entry) => entry.version === version)?.postgres_engine ?? 0)
}

/** @throws EngineError `unknown-version` */
export function requireVersion(version: string): void {
  if (majorOf(version) > 0) return
  throw new EngineError('unknown-version', `Postgres version ${version} is not installed here.`)
}

/** The servers of the fake engine: which there are, what state each has, and what they do unasked. */
export class FakeServers {
  readonly #servers = new Map<string, FakeServer>()
  readonly #listeners = new Set<(event: EngineEvent) => void>()
  readonly #attempts = new Map<string, number>()
  readonly #retries = new Map<string, NodeJS.Timeout>()
  readonly #failures: Failures
  #nextPort = 6000

  constructor(failures: Failures) {
    this.#failures = failures
  }

  get(ref: string): FakeServer | undefined {
    return this.#servers.get(ref)
  }

  /** @throws EngineError `absent` */
  present(ref: string): FakeServer {
    const server = this.#servers.get(ref)
    if (!server) throw new EngineError('absent', 'There is no database server with this ref.')
    return server
  }

  /** @param purpose ends the sentence “The database has to run …” @throws EngineError `absent`, `not-running` */
  running(ref: string, purpose: string): FakeServer {
    const server = this.present(ref)
    if (server.state !== 'running') throw new EngineError('not-running', `The database has to run ${purpose}.`)
    return server
  }

  refs(): string[] {
    return [...this.#servers.keys()].sort()
  }

  /** Makes a stopped server. @throws EngineError `failed` when the ref is none */
  add(spec: ServerSpec): void {
    if (!/^[a-z]{20}$/.test(spec.ref)) {
      throw new EngineError('failed', 'A server is named by a ref of 20 lower-case letters.')
    }
    this.#servers.set(spec.ref, {
      version: spec.version,
      port: this.#nextPort++,
      state: 'stopped',
      startedAt: null,
      resources: spec.resources,
      passwords: { ...spec.passwords },
      access: { sslOnly: false, networks: null },
      readOnly: false,
      archive: null,
    })
  }

  /** Puts `by` in the place of `ref`, which keeps its port and who reaches it. */
  replace(ref: string, by: string): void {
    const old = this.present(ref)
    // Asked for again after it was done.
    if (old.formerRef === by && !this.#servers.has(by)) return
    const next = this.present(by)
    this.halt(ref)
    this.halt(by)
    this.#servers.set(ref, { ...next, port: old.port, access: old.access, formerRef: by })
    this.#servers.delete(by)
  }

  async start(ref: string, server: FakeServer): Promise<void> {
    if (server.state === 'running') return
    this.#cancelRetry(ref)
    server.state = 'starting'
    await new Promise((resolve) => setTimeout(resolve, START_MS))
    // It may have been stopped, or removed, while it was starting.
    if (server.state !== 'starting') return
    server.state = 'running'
    server.startedAt = new Date()
  }

  halt(ref: string): void {
    this.#cancelRetry(ref)
    this.#attempts.delete(ref)
    const server = this.#servers.get(ref)
    if (!server) return
    server.state = 'stopped'
    server.startedAt = null
  }

  remove(ref: string): void {
    this.halt(ref)
    this.#servers.delete(ref)
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

  on(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  detach(): void {
    for (const retry of this.#retries.values()) clearTimeout(retry)
    this.#retries.clear()
  }

  #retryLater(ref: string, server: FakeServer): void {
    const retry = setTimeout(async () => {
      const failure = this.#failures.find('start', ref)
      if (!failure) {
        await this.start(ref, server)
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

  #tell(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
