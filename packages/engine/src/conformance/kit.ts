import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { lastingClient } from '../connections.ts'
import type { ConnectionTarget, Engine, EngineErrorCode, EngineEvent, ServerSpec } from '../engine.ts'

/** An engine together with what a test may do to it that the platform may not. */
export type EngineUnderTest = {
  readonly engine: Engine
  /** Ends all processes of a running server as a crash would. */
  crash(ref: string): Promise<void>
  /** Stops and removes all that was made. */
  dispose(): Promise<void>
}

export type Claims = {
  /** Its servers take real Postgres connections. */
  readonly connectable: boolean
  /** The catalogue version to test with. The newest unless given. */
  readonly version?: string
  /** Only this part of the suite, for engines whose servers take their time; all of it when left out. */
  readonly part?: 'servers' | 'operating' | 'moving'
}

/** A ref that no other test uses. */
export function randomRef(): string {
  return Array.from({ length: 20 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')
}

export const PASSWORDS = { owner: 'owner secret', api: 'api secret', reader: 'reader secret' }

/** Connects as someone and runs one statement. */
export async function query<T extends pg.QueryResultRow>(
  target: ConnectionTarget,
  password: string | undefined,
  text: string,
): Promise<T[]> {
  const client = lastingClient({ ...target, ...(password === undefined ? {} : { password }) })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/** What the parts of the suite have in common: one engine for each part, and the steps that many tests begin with. */
export class ConformanceKit {
  readonly claims: Claims
  readonly #makeEngine: () => Promise<EngineUnderTest>
  #subject: EngineUnderTest | null = null
  #folder = ''
  #folders = 0

  constructor(makeEngine: () => Promise<EngineUnderTest>, claims: Claims) {
    this.#makeEngine = makeEngine
    this.claims = claims
  }

  /** Makes an engine before the tests of the block that this is called in, and disposes of it after them. */
  open(): void {
    beforeAll(async () => {
      this.#subject = await this.#makeEngine()
      this.#folder = await mkdtemp(join(tmpdir(), 'stoa-test-conformance-'))
      // Servers may run under accounts of their own, which pass through it.
      await chmod(this.#folder, 0o711)
    })
    afterAll(async () => {
      await this.#subject?.dispose()
      await rm(this.#folder, { recursive: true, force: true })
    })
  }

  get subject(): EngineUnderTest {
    if (!this.#subject) throw new Error('The engine is made before the first test.')
    return this.#subject
  }

  get engine(): Engine {
    return this.subject.engine
  }

  /** A path that nothing lies at, in a folder that is removed in the end. */
  path(name: string): string {
    return join(this.#folder, `${this.#folders++}-${name}`)
  }

  spec(more: Partial<ServerSpec> = {}): ServerSpec {
    return {
      ref: randomRef(),
      version: this.claims.version ?? this.engine.versions()[0]?.version ?? '',
      resources: { memoryMb: 256, maxConnections: 20, workers: 2 },
      passwords: PASSWORDS,
      ...more,
    }
  }

  async created(more?: Partial<ServerSpec>): Promise<ServerSpec> {
    const made = this.spec(more)
    await this.engine.create(made)
    return made
  }

  async started(more?: Partial<ServerSpec>): Promise<ServerSpec> {
    const made = await this.created(more)
    await this.engine.start(made.ref)
    return made
  }

  /** Asks as someone of the server, from the platform's side. */
  async as(made: ServerSpec, who: 'owner' | 'api' | 'reader', text: string) {
    return query(await this.engine.target(made.ref, who), made.passwords[who], text)
  }

  nextEvent(ref: string, type: EngineEvent['type']): Promise<EngineEvent> {
    return new Promise((resolve) => {
      const off = this.engine.on((event) => {
        if (event.ref !== ref || event.type !== type) return
        off()
        resolve(event)
      })
    })
  }
}

/** What an EngineError with this code is equal to. */
export const refusal = (code: EngineErrorCode) => expect.objectContaining({ name: 'EngineError', code })
