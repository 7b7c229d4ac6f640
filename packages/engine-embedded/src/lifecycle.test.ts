import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineEvent, ServerSpec } from '@stoa/engine'
import { query, randomRef } from '@stoa/engine/conformance'
import { lastingClient } from '@stoa/engine/connections'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRoot } from './account.ts'
import { createEmbeddedEngine } from './index.ts'
import { findPostmaster } from './postmaster.ts'
import { openTestEngine, type TestEngine } from './testing.ts'

const PASSWORDS = { owner: 'owner secret', api: 'api secret', reader: 'reader secret' }

let subject: TestEngine
beforeAll(async () => {
  subject = await openTestEngine()
})
afterAll(async () => subject?.dispose())

const spec = (): ServerSpec => ({
  ref: randomRef(),
  version: subject.engine.defaultVersion ?? '',
  resources: { memoryMb: 256, maxConnections: 20, workers: 2 },
  passwords: PASSWORDS,
})
const started = async (): Promise<ServerSpec> => {
  const made = spec()
  await subject.engine.create(made)
  await subject.engine.start(made.ref)
  return made
}
const folderOf = (ref: string) => join(subject.options.dataDir, 'projects', ref)
const dataOf = (ref: string) => join(folderOf(ref), 'data')
const pidOf = async (ref: string) => (await findPostmaster(dataOf(ref)))?.pid ?? 0
const asOwner = async (ref: string, text: string) =>
  query(await subject.engine.target(ref, 'owner'), PASSWORDS.owner, text)
const asAdmin = async (ref: string, text: string) => query(await subject.engine.target(ref, 'admin'), undefined, text)

test('the default version is 17 although newer ones are offered', () => {
  expect(subject.engine.defaultVersion).toBe('supabase-postgres-17.10.0')
  expect(subject.engine.versions().map((entry) => entry.postgres_engine)).toEqual(['18', '17', '15'])
})

test('even a superuser of one project reaches neither files nor processes of another', async () => {
  const [one, other] = [await started(), await started()]
  expect(await asAdmin(one.ref, `select pg_read_file('${dataOf(one.ref)}/PG_VERSION') as text`)).toEqual([
    { text: '17\n' },
  ])
  if (!isRoot) {
    expect(subject.engine.capabilities.isolatesProcesses).toBe(false)
    return
  }
  const denied = /Permission denied|not permitted/
  await expect(asAdmin(one.ref, `select pg_read_file('${dataOf(other.ref)}/PG_VERSION')`)).rejects.toThrow(denied)
  await expect(asAdmin(one.ref, `select pg_ls_dir('${folderOf(other.ref)}')`)).rejects.toThrow(denied)
  await expect(asAdmin(one.ref, `select pg_read_file('${folderOf(one.ref)}/server.json')`)).rejects.toThrow(denied)
  const sockets = (await subject.engine.target(other.ref, 'admin')).host
  await asAdmin(one.ref, 'create table public.seen (line text)')
  const program = `(kill -0 ${await pidOf(other.ref)}; ls ${sockets}; ls ${dataOf(other.ref)}; id -u) 2>&1; true`
  await asAdmin(one.ref, `copy public.seen from program '${program}'`)
  const lines = (await asAdmin(one.ref, 'select line from public.seen')).map((row) => String(row.line))
  expect(lines.filter((line) => denied.test(line))).toHaveLength(3)
  expect(lines.at(-1)).toBe(String(JSON.parse(await readFile(join(folderOf(one.ref), 'server.json'), 'utf8')).uid))
})

test('no file beside the data holds a password or a verifier', async () => {
  const made = await started()
  for (const name of ['server.json', 'server.log']) {
    expect(await readFile(join(folderOf(made.ref), name), 'utf8')).not.toMatch(/secret|SCRAM/)
  }
})

test('a platform that starts anew adopts the servers that run, and hears when one crashes', async () => {
  const made = await started()
  const pid = await pidOf(made.ref)
  const second = await createEmbeddedEngine(subject.options)
  await subject.engine.detach()
  try {
    await second.start(made.ref)
    expect(await pidOf(made.ref)).toBe(pid)
    const heard: EngineEvent['type'][] = []
    const recovered = new Promise<void>((resolve) => {
      second.on((event) => {
        heard.push(event.type)
        if (event.type === 'recovered') resolve()
      })
    })
    await subject.crash(made.ref)
    await recovered
    expect(heard).toEqual(['crashed', 'recovered'])
    expect(await pidOf(made.ref)).not.toBe(pid)
    await second.stop(made.ref)
    expect((await subject.engine.observe(made.ref)).state).toBe('stopped')
  } finally {
    await second.detach()
  }
})

test('a crash that no platform saw shows as crashed until the server is started or stopped', async () => {
  const [one, other] = [await started(), await started()]
  await asOwner(one.ref, 'create table kept as select 1 as id')
  await subject.engine.detach()
  for (const { ref } of [one, other]) {
    await subject.crash(ref)
    while (await pidOf(ref)) await sleep(5)
    expect((await subject.engine.observe(ref)).state).toBe('crashed')
  }
  await subject.engine.start(one.ref)
  expect(await asOwner(one.ref, 'select id from kept')).toEqual([{ id: 1 }])
  await subject.engine.stop(other.ref)
  expect((await subject.engine.observe(other.ref)).state).toBe('stopped')
})

test('a pid file that names some other program is not believed', async () => {
  const made = await started()
  await subject.engine.stop(made.ref)
  // The test's own process stands in for whoever was given the number of a server that is long gone.
  const stale = [process.pid, dataOf(made.ref), '1700000000', '5410', '', '', '0 0', 'ready', ''].join('\n')
  await writeFile(join(dataOf(made.ref), 'postmaster.pid'), stale, { mode: 0o600 })
  if (isRoot) execFileSync('chown', ['--reference', dataOf(made.ref), join(dataOf(made.ref), 'postmaster.pid')])
  expect((await subject.engine.observe(made.ref)).state).toBe('crashed')
  await subject.engine.stop(made.ref)
  expect((await subject.engine.observe(made.ref)).state).toBe('stopped')
  await writeFile(join(dataOf(made.ref), 'postmaster.pid'), stale)
  await subject.engine.start(made.ref)
  expect(await asOwner(made.ref, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('two platforms on one machine do not give out each other’s ports', async () => {
  const made = await started()
  const other = await openTestEngine({ portRange: subject.options.portRange ?? [0, 0] })
  try {
    const theirs = spec()
    await other.engine.create(theirs)
    expect((await other.engine.observe(theirs.ref)).port).not.toBe((await subject.engine.observe(made.ref)).port)
    await other.engine.start(theirs.ref)
  } finally {
    await other.dispose()
  }
})

test('servers that are made and started at once get different ports and accounts', async () => {
  const specs = Array.from({ length: 5 }, spec)
  await Promise.all(
    specs.map(async (one) => {
      await subject.engine.create(one)
      await subject.engine.start(one.ref)
    }),
  )
  const records = await Promise.all(
    specs.map(async ({ ref }) => JSON.parse(await readFile(join(folderOf(ref), 'server.json'), 'utf8'))),
  )
  expect(new Set(records.map((record) => record.port)).size).toBe(5)
  expect(new Set(records.map((record) => record.uid)).size).toBe(isRoot ? 5 : 1)
  await Promise.all(specs.map(({ ref }) => subject.engine.remove(ref)))
})

test('a port that a stranger took is named in the error, and the server starts once it is free', async () => {
  const made = spec()
  await subject.engine.create(made)
  const { host, port } = await subject.engine.publicTarget(made.ref)
  const stranger = createServer().listen(port, host)
  await once(stranger, 'listening')
  try {
    await expect(subject.engine.start(made.ref)).rejects.toMatchObject({
      code: 'failed',
      message: `Port ${port} is in use by another program, so the database server cannot start.`,
      detail: expect.stringContaining('Address already in use'),
    })
    expect((await subject.engine.observe(made.ref)).state).toBe('stopped')
  } finally {
    stranger.close()
  }
  await subject.engine.start(made.ref)
})

test('a start that fails says so in the server’s own words', async () => {
  const made = spec()
  await subject.engine.create(made)
  const control = join(dataOf(made.ref), 'global', 'pg_control')
  const healthy = await readFile(control)
  await writeFile(control, Buffer.alloc(healthy.length))
  await expect(subject.engine.start(made.ref)).rejects.toMatchObject({ detail: expect.stringMatching(/FATAL|PANIC/) })
  await writeFile(control, healthy)
  await subject.engine.start(made.ref)
})

test('while a crashed server cannot be restarted, each failure is told, and it comes back when it can', async () => {
  const made = await started()
  await asOwner(made.ref, 'create table kept as select 1 as id')
  const { host, port } = await subject.engine.publicTarget(made.ref)
  const stranger = createServer()
  const heard: EngineEvent[] = []
  const recovered = new Promise<void>((resolve) => {
    const leave = subject.engine.on((event) => {
      if (event.ref !== made.ref) return
      heard.push(event)
      if (event.type === 'crashed') stranger.listen(port, host)
      if (event.type === 'restart-failed') stranger.close()
      if (event.type !== 'recovered') return
      leave()
      resolve()
    })
  })
  await subject.crash(made.ref)
  await recovered
  expect(heard).toEqual([
    { type: 'crashed', ref: made.ref, attempt: 1, retryInMs: 500 },
    { type: 'restart-failed', ref: made.ref, attempt: 2, retryInMs: 1000, message: expect.stringContaining(`${port}`) },
    { type: 'recovered', ref: made.ref },
  ])
  expect(await asOwner(made.ref, 'select id from kept')).toEqual([{ id: 1 }])
})

test('a listener that throws harms neither the engine nor other listeners', async () => {
  const made = await started()
  const leave = subject.engine.on(() => {
    throw new Error('a mistake in a listener')
  })
  await new Promise<void>((resolve) => {
    const off = subject.engine.on((event) => {
      if (event.type !== 'recovered' || event.ref !== made.ref) return
      off()
      resolve()
    })
    void subject.crash(made.ref)
  })
  leave()
  expect((await subject.engine.observe(made.ref)).state).toBe('running')
})

test('a running server’s memory, processor time and disk are measured', async () => {
  const made = await started()
  await asOwner(made.ref, 'create table big as select i, repeat(i::text, 20) as t from generate_series(1, 200000) i')
  const seen = await subject.engine.observe(made.ref)
  expect(seen.diskBytes).toBeGreaterThan(30e6)
  if (process.platform === 'linux') {
    expect(seen.memoryBytes).toBeGreaterThan(3e6)
    expect(seen.memoryBytes).toBeLessThan(500e6)
    expect(seen.cpuSeconds).toBeGreaterThan(0)
  } else {
    expect([seen.memoryBytes, seen.cpuSeconds]).toEqual([null, null])
  }
})

test('a server is cloned while it is written to, and the clone is whole', async () => {
  const made = await started()
  await asOwner(made.ref, 'create table ledger (id int primary key, half bigint, other bigint)')
  const writer = lastingClient({ ...(await subject.engine.target(made.ref, 'owner')), password: PASSWORDS.owner })
  await writer.connect()
  let [written, cloning] = [0, true]
  const writing = (async () => {
    while (cloning) {
      written += 1
      await writer.query('insert into ledger select $1, sum(i), -sum(i) from generate_series(1, 500) i', [written])
    }
  })()
  while (written < 50) await sleep(5)
  const copy = spec()
  const atLeast = written
  await subject.engine.clone(made.ref, copy)
  const atMost = written
  cloning = false
  await writing
  await writer.end()
  expect(atMost).toBeGreaterThan(atLeast)
  await subject.engine.start(copy.ref)
  const [seen] = await asOwner(
    copy.ref,
    'select count(*)::int as rows, max(id) as last, sum(half + other)::int as odd from ledger',
  )
  expect(seen).toEqual({ rows: seen?.last, last: expect.any(Number), odd: 0 })
  expect(seen?.rows).toBeGreaterThanOrEqual(atLeast)
  expect(seen?.rows).toBeLessThanOrEqual(atMost)
  expect(await asAdmin(copy.ref, 'select slot_name from pg_replication_slots')).toEqual([])
  expect(await asAdmin(made.ref, 'select slot_name from pg_replication_slots')).toEqual([])
})

test('a clone whose source has a replication slot does not take it along', async () => {
  const made = await started()
  await asAdmin(made.ref, "select pg_create_logical_replication_slot('feed', 'pgoutput')")
  const [online, offline] = [spec(), spec()]
  await subject.engine.clone(made.ref, online)
  await subject.engine.stop(made.ref)
  await subject.engine.clone(made.ref, offline)
  for (const { ref } of [online, offline]) {
    await subject.engine.start(ref)
    expect(await asAdmin(ref, 'select slot_name from pg_replication_slots')).toEqual([])
  }
})

test.each([0, 20, 60, 100, 140])(
  'a platform killed %i ms into making a server leaves a whole one or none',
  async (ms) => {
    const made = spec()
    const script = new URL('./create-once.fixture.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [script, JSON.stringify(subject.options), JSON.stringify(made)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    await sleep(ms)
    child.kill('SIGKILL')
    await ended
    const { state } = await subject.engine.observe(made.ref)
    expect(['absent', 'stopped']).toContain(state)
    expect(await subject.engine.list()).toEqual(
      state === 'absent' ? expect.not.arrayContaining([made.ref]) : expect.arrayContaining([made.ref]),
    )
    await subject.engine.create(made)
    await subject.engine.start(made.ref)
    expect(await asOwner(made.ref, 'select 1 as one')).toEqual([{ one: 1 }])
    const left = (await readdir(join(subject.options.dataDir, 'projects'))).filter((name) => name.startsWith(made.ref))
    expect(left).toEqual([made.ref])
  },
)

test('a data folder that the servers’ accounts could not reach is refused with the reason', async () => {
  if (!isRoot) {
    expect(subject.engine.capabilities.isolatesProcesses).toBe(false)
    return
  }
  const closed = await openTestEngine()
  try {
    await chmod(closed.options.dataDir, 0o700)
    await expect(createEmbeddedEngine(closed.options)).rejects.toThrow('cannot reach')
  } finally {
    await closed.dispose()
  }
})

test('a data folder whose path is too long for sockets keeps them elsewhere', async () => {
  const deep = join(subject.options.dataDir, 'a-very-long-name-for-a-folder-indeed'.repeat(3))
  const engine = await createEmbeddedEngine({ ...subject.options, dataDir: deep, portRange: [9800, 9899] })
  const made = spec()
  try {
    await engine.create(made)
    await engine.start(made.ref)
    const target = await engine.target(made.ref, 'owner')
    expect(target.host.startsWith(tmpdir())).toBe(true)
    expect(await query(target, PASSWORDS.owner, 'select 1 as one')).toEqual([{ one: 1 }])
  } finally {
    const { host } = await engine.target(made.ref, 'owner')
    await engine.remove(made.ref)
    await engine.detach()
    execFileSync('rm', ['-rf', join(host, '..')])
  }
})

test('stopAll stops every server', async () => {
  await started()
  await subject.engine.stopAll()
  const states = await Promise.all(
    (await subject.engine.list()).map(async (ref) => (await subject.engine.observe(ref)).state),
  )
  expect(new Set(states)).toEqual(new Set(['stopped']))
})
