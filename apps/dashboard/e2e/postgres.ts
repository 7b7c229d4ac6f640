import pg from 'pg'
import type { Stoa } from './stoa.ts'

/**
 * Does something over a connection of its own.
 * @throws when the server does not let it in, and what `work` throws
 */
export async function connected<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config)
  // A server that stops ends its connections, and an error that nobody listens to would end the tests.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Connects to a project as a customer's own program does, over TCP with the owner's password.
 * @returns the first value of the first row
 */
export async function queryOne(stoa: Stoa, ref: string, password: string, sql: string): Promise<unknown> {
  const { connectionString } = await stoa.call<{ connectionString: string }>('GET', `/platform/projects/${ref}`)
  const { hostname, port, username, pathname } = new URL(connectionString)
  const target = { host: hostname, port: Number(port), user: username, database: pathname.slice(1), password }
  const { rows } = await connected(target, (client) => client.query<unknown[]>({ text: sql, rowMode: 'array' }))
  return rows[0]?.[0]
}
