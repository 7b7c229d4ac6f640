import { query } from '@stoa/engine/conformance'
import { expect, test } from 'vitest'
import { inSession } from '../fixtures/hard-schema.ts'
import { PASSWORDS, TestServers } from '../fixtures/test-servers.ts'
import { diskObstacle } from './obstacles.ts'

const servers = new TestServers()
test('a million rows arrive, every one as it was', { timeout: 120_000 }, async () => {
  const ref = await servers.started('15')
  await servers.asOwner(
    ref,
    `create table events (id bigint generated always as identity primary key, kind int, body jsonb, words text, at timestamptz);
     insert into events (kind, body, words, at)
       select i % 100, jsonb_build_object('n', i), md5(i::text), '2026-01-01'::timestamptz + i * interval '1 second'
       from generate_series(1, 1000000) i;
     create index on events (kind); create table marks (event bigint references events); insert into marks values (7)`,
  )
  const sum = 'select count(*)::int as rows, sum(hashtext(e::text))::text as sum, max(id)::int as last from events e'
  const before = await servers.asOwner(ref, sum)
  await servers.engine.upgrade(ref, servers.versionOf('17'), async () => {})
  expect(await servers.asOwner(ref, sum)).toEqual(before)
  expect(before).toMatchObject([{ rows: 1_000_000, last: 1_000_000 }])
  expect(await servers.asOwner(ref, 'insert into events (kind) values (1) returning id::int')).toEqual([
    { id: 1_000_001 },
  ])
  await expect(servers.asOwner(ref, 'insert into marks values (-1)')).rejects.toThrow(/foreign key/)
  const plan = await servers.asOwner(ref, 'explain select * from events where kind = 3')
  expect(JSON.stringify(plan)).toContain('events_kind_idx')
  await servers.engine.remove(ref)
})

test('what an upgrade reads does not change under it: sessions end, and others are not let in', {
  timeout: 60_000,
}, async () => {
  const ref = await servers.started('15')
  await servers.asOwner(ref, 'create table kept (id int)')
  const target = await servers.engine.publicTarget(ref)
  await inSession({ ...target, password: PASSWORDS.owner }, async (session) => {
    await session.query('begin; insert into kept values (1)')
    const refused: string[] = []
    await servers.engine.upgrade(ref, servers.versionOf('17'), async (progress) => {
      if (progress !== 'detached volume from upgraded instance') return
      await session.query('commit').catch((error: Error) => refused.push(error.message))
      await query(target, PASSWORDS.owner, 'select 1').catch((error: Error) => refused.push(error.message))
      await servers.asAdmin(ref, 'select 1')
    })
    expect(refused).toHaveLength(2)
    expect(refused[1]).toMatch(/pg_hba.conf/)
  }).catch((error: Error) => {
    if (!/terminat/.test(error.message)) throw error
  })
  expect(await servers.asOwner(ref, 'select * from kept')).toEqual([])
  await servers.asOwner(ref, 'insert into kept values (2)')
  await servers.engine.remove(ref)
})

test('what stands in the way of an upgrade is named, each with what to do', { timeout: 60_000 }, async () => {
  const ref = await servers.started('15')
  await servers.asOwner(ref, 'create database beside')
  await servers.asAdmin(ref, "select pg_create_logical_replication_slot('mine', 'pgoutput')")
  // A library that is not there cannot be loaded, so the extension is only said to be there.
  await servers.asAdmin(
    ref,
    `insert into pg_extension select 99999, 'plperl', extowner, extnamespace, false, '1.0', null, null
     from pg_extension where extname = 'plpgsql'`,
  )
  const obstacles = await servers.engine.upgradeObstacles(ref, servers.versionOf('17'))
  expect(obstacles).toEqual([
    { code: 'extension', message: 'Postgres 17 has no extension “plperl” here. Drop it before the upgrade.' },
    {
      code: 'replication-slot',
      message: 'The replication slot “mine” cannot be moved. Drop it before the upgrade and make it again afterwards.',
    },
    {
      code: 'connection',
      message: 'The database “beside” beside “postgres” cannot be moved. Drop it before the upgrade.',
    },
  ])
  await expect(servers.engine.upgrade(ref, servers.versionOf('17'), async () => {})).rejects.toMatchObject({
    code: 'failed',
    message: obstacles[0]?.message,
  })
  expect(await servers.asOwner(ref, 'select 1 as one')).toEqual([{ one: 1 }])
  await servers.engine.remove(ref)
})

test('an upgrade that the disk has no room for is refused, with how much it needs', async () => {
  const gigabyte = 1024 ** 3
  expect(diskObstacle(gigabyte, 100 * gigabyte)).toBeNull()
  expect(diskObstacle(gigabyte, gigabyte)).toEqual({
    code: 'disk',
    message: 'The upgrade needs 1,460 MB of disk space and 1,024 MB are free. Make room before the upgrade.',
  })
})
