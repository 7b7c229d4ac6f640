import { lastingClient } from '@stoa/engine/connections'
import type pg from 'pg'
import { ADMIN } from './access.ts'

/** Runs `work` in a session of the platform's superuser, let in by the unix socket. */
export async function asAdmin<T>(
  server: { sockets: string; port: number },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = lastingClient({
    host: server.sockets,
    port: server.port,
    user: ADMIN,
    database: 'postgres',
    connectionTimeoutMillis: 10_000,
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
