import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { EngineError } from '@stoa/engine'
import { isRoot } from './account.ts'
import { writeAtomically } from './files.ts'
import type { Layout } from './layout.ts'
import { KeyedLock } from './locks.ts'
import { listRecords } from './record.ts'

type AllocatorOptions = { portRange: readonly [number, number]; uidBase: number; host: string }

/** Hands out TCP ports and account numbers, each to one server of this data folder. */
export class Allocator {
  readonly #layout: Layout
  readonly #options: AllocatorOptions
  readonly #lock = new KeyedLock()
  /** Ports given to servers that are still being made and have no record yet. */
  readonly #reserved = new Set<number>()

  constructor(layout: Layout, options: AllocatorOptions) {
    this.#layout = layout
    this.#options = options
  }

  /** The control server's account. */
  get controlUid(): number | null {
    return isRoot ? this.#options.uidBase : null
  }

  /**
   * Reserves a port and an account number for the time that `work` runs; after it, the server's record holds them.
   * @throws EngineError `failed` when every port of the range is taken
   */
  async reserve<T>(work: (given: { port: number; uid: number | null }) => Promise<T>): Promise<T> {
    const given = await this.#lock.run('allocate', async () => {
      const port = await this.#freePort()
      this.#reserved.add(port)
      return { port, uid: isRoot ? await this.#nextUid() : null }
    })
    try {
      return await work(given)
    } finally {
      // Under the lock, lest a search that has read the records before this one was written finds the port free.
      await this.#lock.run('allocate', async () => this.#reserved.delete(given.port))
    }
  }

  async #freePort(): Promise<number> {
    const [from, to] = this.#options.portRange
    const taken = new Set((await listRecords(this.#layout.projects)).map((record) => record.port))
    for (let port = from; port <= to; port++) {
      if (taken.has(port) || this.#reserved.has(port)) continue
      if (await isFree(port, this.#options.host)) return port
    }
    throw new EngineError('failed', `Every port from ${from} to ${to} is taken, so no further database can be made.`)
  }

  /** Numbers only go up: what a removed server left behind in shared places never becomes another server's. */
  async #nextUid(): Promise<number> {
    let last = this.#options.uidBase
    try {
      const kept: unknown = JSON.parse(await readFile(this.#layout.allocations, 'utf8'))
      last = Math.max(last, (kept as { lastUid: number }).lastUid)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    for (const { uid } of await listRecords(this.#layout.projects)) last = Math.max(last, uid ?? 0)
    await writeAtomically(this.#layout.allocations, `${JSON.stringify({ lastUid: last + 1 })}\n`, 0o600)
    return last + 1
  }
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}
