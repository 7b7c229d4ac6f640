import pg from 'pg'
import { ADMIN } from './access.ts'

/** Runs `work` in a session of the platform's superuser, let in by the unix socket. */
export async function asAdmin<T>(
  server: { sockets: string; port: number },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    host: server.sockets,
    port: server.port,
    user: ADMIN,
    database: 'postgres',
    connectionTimeoutMillis: 10_000,
  })
  // A server that stops breaks the session; the query that is under way rejects and says so.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
