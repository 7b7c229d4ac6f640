import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lastingClient, lastingPool } from '@stoa/engine/connections'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRoot } from './account.ts'
import { createEmbeddedEngine } from './index.ts'
import { findPostmaster } from './postmaster.ts'
import { openTestEngine, type TestEngine } from './testing.ts'

let subject: TestEngine
beforeAll(async () => {
  subject = await openTestEngine()
})
afterAll(async () => subject?.dispose())

const dataDir = () => join(subject.options.dataDir, 'control', 'data')
const pid = async () => (await findPostmaster(dataDir()))?.pid
const ask = async (config: string | pg.ClientConfig, text: string) => {
  const client = lastingClient(config)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('it is made once, keeps its data and is owned by a role that is no superuser', async () => {
  const first = await subject.engine.controlDatabase()
  expect(first.version).toBe('supabase-postgres-17.10.0')
  await ask({ ...first.config }, 'create table kept as select 1 as id')
  const before = await pid()
  const again = await subject.engine.controlDatabase()
  expect(await pid()).toBe(before)
  expect(
    await ask(
      again.connectionString,
      "select id, current_user::text as user, current_setting('is_superuser') as super from kept",
    ),
  ).toEqual([{ id: 1, user: 'stoa', super: 'off' }])
})

test('no network reaches it, and no project’s list shows it', async () => {
  const { config } = await subject.engine.controlDatabase()
  expect(await ask({ ...config }, "select current_setting('listen_addresses') as addresses")).toEqual([
    { addresses: '' },
  ])
  expect(await subject.engine.list()).toEqual([])
  if (isRoot) {
    const record = JSON.parse(await readFile(join(subject.options.dataDir, 'control', 'server.json'), 'utf8'))
    expect(record.uid).toBe(200_000)
  }
})

test('it takes sixty connections', async () => {
  const { config } = await subject.engine.controlDatabase()
  const pool = lastingPool({ ...config, max: 60 })
  const clients = await Promise.all(Array.from({ length: 60 }, () => pool.connect()))
  for (const client of clients) {
    client.release()
  }
  await pool.end()
})

test('it is stopped and started again', async () => {
  const control = await subject.engine.controlDatabase()
  await control.stop()
  expect(await pid()).toBeUndefined()
  await control.stop()
  const { config } = await subject.engine.controlDatabase()
  expect(await ask({ ...config }, 'select id from kept')).toEqual([{ id: 1 }])
})

test('a platform that starts anew adopts it', async () => {
  await subject.engine.controlDatabase()
  const before = await pid()
  await subject.engine.detach()
  const second = await createEmbeddedEngine(subject.options)
  const { config } = await second.controlDatabase()
  expect(await pid()).toBe(before)
  expect(await ask({ ...config }, 'select id from kept')).toEqual([{ id: 1 }])
  await second.detach()
})

test('after a crash it comes back by itself with what was committed, and projects hear nothing of it', async () => {
  const { config } = await subject.engine.controlDatabase()
  const heard: unknown[] = []
  const leave = subject.engine.on((event) => heard.push(event))
  const before = await pid()
  process.kill(before ?? 0, 'SIGKILL')
  const deadline = Date.now() + 20_000
  let now = await pid()
  while ((!now || now === before) && Date.now() < deadline) {
    await sleep(20)
    now = await pid()
  }
  await subject.engine.controlDatabase()
  expect(await ask({ ...config }, 'select id from kept')).toEqual([{ id: 1 }])
  expect(heard).toEqual([])
  leave()
})
