import pg from 'pg'
import { RestError } from '../errors.ts'

type Waiting = {
  readonly take: (client: pg.PoolClient) => void
  readonly fail: (error: unknown) => void
  readonly until: number
}

/** Said like the pool says it: whoever reads it need not know who it was that waited. */
const tooLate = () => new Error('timeout exceeded when trying to connect')

/** Whether an error leaves a connection of no use: it is none of Postgres's own, or its last word. */
const breaks = (error: unknown): boolean =>
  !(error instanceof RestError) &&
  !(error instanceof pg.DatabaseError && error.severity !== 'FATAL' && !error.code?.startsWith('57P'))

/**
 * Hands the connections of a pool from one request straight to the next while there is one. The pool's own way of
 * giving a connection back and taking it again, with a clock for each, costs more than many a request.
 */
export class Lanes {
  readonly #pool: pg.Pool
  readonly #waiting: Waiting[] = []
  readonly #broken = new WeakSet<pg.PoolClient>()
  readonly #ended = new WeakMap<pg.PoolClient, () => void>()
  #taken = 0
  #timer: NodeJS.Timeout | null = null

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /**
   * Does something with a connection. One that an error has broken is not used again.
   * @throws what the pool throws when it has none, also after its `connectionTimeoutMillis`
   */
  async use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#take()
    let broken = false
    try {
      return await work(client)
    } catch (error) {
      broken = breaks(error)
      throw error
    } finally {
      this.#give(client, broken)
    }
  }

  #take(): Promise<pg.PoolClient> {
    if (this.#taken < this.#pool.options.max) return this.#connect()
    const { connectionTimeoutMillis: patience } = this.#pool.options
    return new Promise((take, fail) => {
      this.#waiting.push({ take, fail, until: patience ? performance.now() + patience : Number.POSITIVE_INFINITY })
      if (patience) this.#watch()
    })
  }

  #give(client: pg.PoolClient, broken: boolean): void {
    // Others who ask the pool itself, such as for the definitions, have their turn too.
    const usable = !broken && !this.#broken.has(client)
    if (usable && !this.#pool.ending && this.#pool.waitingCount === 0) {
      const next = this.#waiting.shift()
      if (next) {
        next.take(client)
        return
      }
    }
    this.#taken -= 1
    const ended = this.#ended.get(client)
    if (ended) client.off('error', ended)
    client.release(!usable)
    this.#proceed()
  }

  async #connect(): Promise<pg.PoolClient> {
    this.#taken += 1
    try {
      const client = await this.#pool.connect()
      // A server that goes away ends its connections. Whoever has one hears it from their statement; an error that
      // nobody listens to would end the program.
      const ended = (): void => {
        this.#broken.add(client)
      }
      this.#ended.set(client, ended)
      client.on('error', ended)
      return client
    } catch (error) {
      this.#taken -= 1
      this.#proceed()
      throw error
    }
  }

  /** Lets the next one ask the pool. */
  #proceed(): void {
    const next = this.#waiting.shift()
    if (next) this.#connect().then(next.take, next.fail)
  }

  /** Ends the waiting of those who have waited long enough. */
  #watch(): void {
    const [first] = this.#waiting
    if (this.#timer !== null || !first) return
    this.#timer = setTimeout(
      () => {
        this.#timer = null
        while ((this.#waiting[0]?.until ?? Number.POSITIVE_INFINITY) <= performance.now())
          this.#waiting.shift()?.fail(tooLate())
        this.#watch()
      },
      Math.max(1, first.until - performance.now()),
    )
    this.#timer.unref()
  }
}
