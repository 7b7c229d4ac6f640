import pg from 'pg'

/** What triggers of the control database call when one of the remembered tables changes. */
const CHANNEL = 'stoa_changes'
/** How long one waits before listening again after the connection was lost, in milliseconds. */
const AGAIN_MS = 1_000

const READS = /^\s*select\b/i
const REMEMBERED = /\b(?:projects|project_secrets|project_api_settings|project_api_keys|custom_hostnames)\b/i

/** Whether a statement may change one of the tables of which something is remembered. */
export const mayChange = (sql: string): boolean => !READS.test(sql) && REMEMBERED.test(sql)

/**
 * Tells whether what was read from some tables of the control database still holds, so that it need not be read again.
 * This program's own changes count from before they are made until their transaction has ended. Those of others are
 * heard of over a connection that listens; while there is none, nothing is known to hold.
 */
export class Changes {
  readonly #address: pg.ClientConfig | null
  readonly #underWay = new Set<object>()
  #version = 0
  #hears = false
  #listener: pg.Client | null = null
  #again: NodeJS.Timeout | null = null
  #closed = false

  /** @param address where the control database is; null when nothing is ever remembered of it */
  constructor(address: pg.ClientConfig | null) {
    this.#address = address
  }

  /** Equal marks say that nothing has changed in between; null says that nobody knows. */
  get mark(): number | null {
    return this.#hears && this.#underWay.size === 0 ? this.#version : null
  }

  /** Says that a connection may now change something. */
  begin(connection: object): void {
    this.#version += 1
    this.#underWay.add(connection)
  }

  /** Says that all that a connection has changed is there, or undone. */
  end(connection: object): void {
    if (this.#underWay.delete(connection)) this.#version += 1
  }

  /** Begins to listen, if nobody does yet: for whoever wants to remember something. */
  listen(): void {
    if (this.#listener || this.#again || this.#closed || this.#address === null) return
    const client = new pg.Client({ ...this.#address, application_name: 'stoa', keepAlive: true })
    this.#listener = client
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    client.on('notification', () => {
      this.#version += 1
      this.#hears = this.#listener === client
    })
    // One listens once the own word has come back.
    client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      .then(() => client.query(`select pg_notify('${CHANNEL}', '')`))
      .catch(() => this.#lost(client))
  }

  /** Stops listening, for good. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#again) clearTimeout(this.#again)
    const client = this.#listener
    this.#lost(client)
    await client?.end().catch(() => {})
  }

  #lost(client: pg.Client | null): void {
    if (client === null || this.#listener !== client) return
    this.#listener = null
    this.#hears = false
    if (this.#closed) return
    client.end().catch(() => {})
    this.#again = setTimeout(() => {
      this.#again = null
    }, AGAIN_MS)
    this.#again.unref()
  }
}
