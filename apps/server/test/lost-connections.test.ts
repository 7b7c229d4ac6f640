import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestPlatform } from './harness.ts'
import { eventually } from './waiting.ts'

// A server that stops ends its connections, also those that somebody has in hand and that nobody asks anything just
// then. An event of theirs that nobody listened to would end the platform, and this run with it.

let platform: TestPlatform
let ref: string
beforeAll(async () => {
  platform = await TestPlatform.start()
  ref = await platform.createProject('Harbor')
})
afterAll(() => platform.dispose())

const LOST = /connection|terminat/i

/** Ends a session from beside, and waits until it is gone. */
async function end(pid: number, query: (text: string, values: unknown[]) => Promise<unknown[]>): Promise<void> {
  await query('select pg_terminate_backend($1)', [pid])
  const gone = async () => (await query('select 1 from pg_stat_activity where pid = $1', [pid])).length === 0
  await eventually('the session to be gone', gone)
}

test('a transaction of the platform whose connection is lost between two statements fails alone', async () => {
  const { store } = platform
  const lost = store.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await end(rows[0]?.pid ?? 0, (text, values) => platform.query(text, values))
    await eventually('the statement to be refused', () =>
      sql`select 1`.execute(tx).then(
        () => false,
        () => true,
      ),
    )
    return sql`select 1`.execute(tx)
  })
  await expect(lost).rejects.toThrow(LOST)
  expect((await sql<{ one: number }>`select 1 as one`.execute(store)).rows).toEqual([{ one: 1 }])
})

test('so does a page of rows, and its connection is not used again', async () => {
  const { databases, store } = platform.server.platform
  const { id } = await store.selectFrom('projects').select('id').where('ref', '=', ref).executeTakeFirstOrThrow()
  const pool = await databases.readPool({ id, ref }, 'rows', 'owner')
  const client = await pool.connect()
  const gone = new Promise((resolve) => client.once('end', resolve))
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await end(rows[0]?.pid ?? 0, async (text, values) => (await pool.query(text, values)).rows)
  await gone
  await expect(client.query('select 1')).rejects.toThrow(LOST)
  client.release()
  expect(pool.totalCount).toBe(1)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
