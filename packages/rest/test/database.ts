import { randomBytes } from 'node:crypto'
import { lastingClient, lastingPool, openTestEngine } from '@stoa/engine-embedded/testing'
import type pg from 'pg'

/** A database of its own on a server of its own, and its superuser's connections. */
export type TestDatabase = {
  readonly pool: pg.Pool
  /** The superuser's name. */
  readonly admin: string
  sql(text: string): Promise<void>
  dispose(): Promise<void>
}

/** Starts a server with an empty database that sorts by bytes. Whoever starts it disposes of it. */
export async function startDatabase(connections = 4): Promise<TestDatabase> {
  const subject = await openTestEngine()
  const ref = [...randomBytes(20)].map((byte) => 'abcdefghijklmnopqrstuvwxyz'[byte % 26]).join('')
  const version = subject.engine.versions().find((one) => one.postgres_engine === '17')?.version ?? ''
  await subject.engine.create({
    ref,
    version,
    resources: { memoryMb: 256, maxConnections: 30, workers: 2 },
    passwords: { owner: 'owner secret', api: 'api secret', reader: 'reader secret' },
  })
  await subject.engine.start(ref)
  const target = await subject.engine.target(ref, 'admin')
  const first = lastingClient(target)
  await first.connect()
  await first.query(
    `create database cases template template0 encoding 'UTF8' locale_provider libc lc_collate 'C' lc_ctype 'C'`,
  )
  await first.end()
  const pool = lastingPool({ ...target, database: 'cases', max: connections })
  const { rows } = await pool.query<{ name: string }>('select current_user as name')
  return {
    pool,
    admin: rows[0]?.name ?? '',
    sql: async (text) => {
      const client = await pool.connect()
      try {
        await client.query(`set search_path = public; ${text}`)
      } finally {
        client.release(true)
      }
    },
    dispose: async () => {
      await pool.end()
      await subject.dispose()
    },
  }
}
