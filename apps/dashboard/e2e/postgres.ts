import { connected } from './connected.ts'
import type { Stoa } from './stoa.ts'

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
