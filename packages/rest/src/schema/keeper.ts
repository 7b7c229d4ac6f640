import type pg from 'pg'
import { loadCache, type SchemaCache } from './cache.ts'
import { fingerprint } from './fingerprint.ts'

/**
 * Keeps the snapshot of the catalogue fresh. Requests never wait for a look whether something changed, except one
 * that did not find what it asked for.
 */
export class SchemaKeeper {
  readonly #pool: pg.Pool
  readonly #schemas: readonly string[]
  readonly #extraSearchPath: readonly string[]
  readonly #everyMs: number
  #cache: Promise<SchemaCache> | null = null
  #ready: SchemaCache | null = null
  #mark = ''
  #looked = 0
  #looking: Promise<boolean> | null = null
  #timezones: Promise<ReadonlySet<string>> | null = null

  constructor(pool: pg.Pool, schemas: readonly string[], extraSearchPath: readonly string[], everyMs: number) {
    this.#pool = pool
    this.#schemas = schemas
    this.#extraSearchPath = extraSearchPath
    this.#everyMs = everyMs
  }

  /** The snapshot to plan with. */
  current(): Promise<SchemaCache> | SchemaCache {
    if (this.#cache === null) return this.reload()
    return this.ready() ?? this.#cache
  }

  /** The snapshot to plan with, if there is one already. */
  ready(): SchemaCache | null {
    if (this.#ready !== null && Date.now() - this.#looked >= this.#everyMs) this.#lookOnce().catch(() => {})
    return this.#ready
  }

  /** Reads everything again. */
  reload(): Promise<SchemaCache> {
    const loading = this.#load()
    const before = this.#cache
    if (before === null) {
      this.#cache = loading
      loading.then(
        (cache) => {
          if (this.#cache === loading) this.#ready = cache
        },
        () => {
          if (this.#cache === loading) this.#cache = null
        },
      )
      return loading
    }
    return loading.then((cache) => {
      this.#cache = loading
      this.#ready = cache
      return cache
    })
  }

  /**
   * Looks whether definitions changed since before this was asked, and reads them again if so.
   * @returns whether they had changed
   */
  async refresh(): Promise<boolean> {
    // A look that is under way may have begun before the change.
    if (this.#looking && (await this.#looking.catch(() => false))) return true
    return this.#lookOnce()
  }

  /** One look at a time. */
  #lookOnce(): Promise<boolean> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #look(): Promise<boolean> {
    this.#looked = Date.now()
    const mark = await fingerprint(this.#pool)
    if (mark === this.#mark) return false
    await this.reload()
    return true
  }

  async #load(): Promise<SchemaCache> {
    // The mark is taken first: what changes while everything is read is then seen at the next look.
    const mark = await fingerprint(this.#pool)
    const cache = await loadCache(this.#pool, this.#schemas, this.#extraSearchPath)
    this.#mark = mark
    this.#looked = Date.now()
    return cache
  }

  /** The time zones that Postgres knows, read at first need: it takes Postgres a while to tell them. */
  timezones(): Promise<ReadonlySet<string>> {
    this.#timezones ??= this.#pool
      .query<{ name: string }>('SELECT name FROM pg_catalog.pg_timezone_names')
      .then(({ rows }) => new Set(rows.map(({ name }) => name)))
    this.#timezones.catch(() => {
      this.#timezones = null
    })
    return this.#timezones
  }
}
