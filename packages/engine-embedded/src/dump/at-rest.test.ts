import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { TestServers } from '../fixtures/test-servers.ts'
import { createEmbeddedEngine } from '../index.ts'
import { findPostmaster } from '../postmaster.ts'

const servers = new TestServers(256)
let ref = ''
let serial = 0

beforeAll(async () => {
  ref = await servers.started('17')
  // Enough to be interrupted at.
  await servers.asOwner(
    ref,
    'create table kept as select i, repeat(md5(i::text), 10) as body from generate_series(1, 150000) i',
  )
  await servers.engine.stop(ref)
})

const place = (): string => join(servers.options.dataDir, `${++serial}.sql.gz`)
const postmaster = () => findPostmaster(join(servers.options.dataDir, 'projects', ref, 'data'))
const reaches = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })

async function underWay(file: string): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 5) {
    if (existsSync(`${file}.part`)) return
    await sleep(5)
  }
  throw new Error('The server is not being written down.')
}

/** Begins to write the server down and waits until that is under way. */
async function begun() {
  const file = place()
  const reading = servers.engine.dumpStopped(ref, file).then(
    () => 'whole',
    (error: { code: string }) => error.code,
  )
  await underWay(file)
  return { file, reading }
}

const left = (file: string) => [existsSync(file), existsSync(`${file}.part`)]

/** It works as if nothing had been read. */
async function works(): Promise<void> {
  await servers.engine.start(ref)
  expect(await servers.asOwner(ref, 'select count(*)::int as n from kept')).toEqual([{ n: 150_000 }])
  await servers.asOwner(ref, 'create table written (); drop table written')
  await servers.engine.stop(ref)
}

test('a stopped server that is being written down is stopped for everybody', { timeout: 60_000 }, async () => {
  const { engine } = servers
  const { port } = await engine.observe(ref)
  const { file, reading } = await begun()
  expect((await postmaster())?.apart).toBe(true)
  expect(await engine.observe(ref)).toMatchObject({ state: 'stopped', startedAt: null, memoryBytes: null })
  expect(await reaches(port ?? 0)).toBe(false)
  for (const who of [servers.asOwner(ref, 'select 1'), servers.asAdmin(ref, 'select 1')])
    await expect(who).rejects.toThrow()
  const stopped = { code: 'not-running' }
  await expect(engine.setPassword(ref, 'owner', 'new')).rejects.toMatchObject(stopped)
  await expect(engine.setReadOnly(ref, true)).rejects.toMatchObject(stopped)
  await engine.setAccess(ref, { sslOnly: true, networks: null })
  await engine.setAccess(ref, { sslOnly: false, networks: null })
  expect(await reading).toBe('whole')
  expect(left(file)).toEqual([true, false])
  expect(await postmaster()).toBeNull()
  await works()
})

test('whoever wants the server gets it, and nothing half-written stays', { timeout: 60_000 }, async () => {
  const { engine } = servers
  const wants: readonly (() => Promise<unknown>)[] = [
    () => engine.start(ref),
    () => engine.stop(ref),
    () => engine.dumpStopped(ref, place()),
  ]
  for (const want of wants) {
    const { file, reading } = await begun()
    await want()
    expect(await reading).toBe('interrupted')
    expect(left(file)).toEqual([false, false])
    await engine.stop(ref)
    await works()
  }
})

test('an engine that lets go of its servers ends what it reads', { timeout: 60_000 }, async () => {
  const { file, reading } = await begun()
  await servers.engine.detach()
  expect(await reading).toBe('interrupted')
  expect([...left(file), await postmaster()]).toEqual([false, false, null])
  await works()
})

test('a server that dies while it is written down is a stopped one', { timeout: 60_000 }, async () => {
  const { file, reading } = await begun()
  process.kill((await postmaster())?.pid ?? 0, 'SIGKILL')
  expect(await reading).toBe('failed')
  expect([...left(file), await servers.engine.state(ref)]).toEqual([false, false, 'stopped'])
  await works()
})

test('after a platform that was killed meanwhile the server is stopped, and can be written down', {
  timeout: 60_000,
}, async () => {
  const file = place()
  const fixture = new URL('./at-rest.fixture.ts', import.meta.url).pathname
  const platform = spawn(process.execPath, [fixture, JSON.stringify(servers.options), ref, file], { stdio: 'inherit' })
  const ended = once(platform, 'exit')
  await underWay(file)
  platform.kill('SIGKILL')
  await ended
  expect((await postmaster())?.apart).toBe(true)
  const next = await createEmbeddedEngine(servers.options)
  expect([await postmaster(), await next.state(ref)]).toEqual([null, 'stopped'])
  await next.dumpStopped(ref, file)
  expect(left(file)).toEqual([true, false])
  await next.detach()
  await works()
})
