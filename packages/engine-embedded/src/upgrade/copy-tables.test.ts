import { lastingClient } from '@stoa/engine/connections'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { TestServers } from '../fixtures/test-servers.ts'
import { copyTables } from './copy-tables.ts'

const servers = new TestServers(256)

/** Does something in two sessions as the platform, one on each server. */
async function between<T>(from: string, to: string, work: (source: pg.Client, target: pg.Client) => Promise<T>) {
  const clients = await Promise.all(
    [from, to].map(async (ref) => lastingClient(await servers.engine.target(ref, 'admin'))),
  )
  for (const client of clients) await client.connect()
  try {
    const [source, target] = clients as [pg.Client, pg.Client]
    return await work(source, target)
  } finally {
    for (const client of clients) await client.end()
  }
}

test('a table of which not every row arrives is told, and one whose rows do not fit', { timeout: 60_000 }, async () => {
  const [from, to] = [await servers.started('17'), await servers.started('17')]
  for (const ref of [from, to]) await servers.asOwner(ref, 'create table counted (id int)')
  await servers.asOwner(from, 'insert into counted select generate_series(1, 100)')
  await between(from, to, copyTables)
  expect(await servers.asOwner(to, 'select count(*)::int as n from counted')).toEqual([{ n: 100 }])
  await servers.asOwner(
    to,
    `create function swallow() returns trigger language plpgsql as $$
       begin if new.id % 10 = 0 then return null; end if; return new; end $$;
     create trigger swallow before insert on counted for each row execute function swallow()`,
  )
  const copied = between(from, to, copyTables)
  await expect(copied).rejects.toMatchObject({
    code: 'failed',
    message: 'The table public.counted has 100 rows, of which 90 arrived.',
  })
  await servers.asOwner(
    to,
    'drop trigger swallow on counted; truncate counted; alter table counted add check (id < 50)',
  )
  await expect(between(from, to, copyTables)).rejects.toMatchObject({
    code: 'failed',
    message: 'The table public.counted could not be copied.',
    detail: expect.stringMatching(/check constraint/),
  })
})
