import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Engine, UPGRADE_PROGRESS, type UpgradeProgress } from '@stoa/engine'
import { expect, test } from 'vitest'
import { fingerprint } from '../fixtures/hard-schema.ts'
import { TestServers } from '../fixtures/test-servers.ts'
import { createEmbeddedEngine } from '../index.ts'
import { run } from '../run.ts'

const SCHEMA = `create table kept (id int primary key, body text); insert into kept select i, md5(i::text) from generate_series(1, 5000) i;
  create role app_role login; grant select on kept to app_role; create sequence counted; select nextval('counted');
  select lo_from_bytea(7, 'large')`

const servers = new TestServers(256)
// After an upgrade from 15 the owner is told of roles that it managed without being told before.
const print = async (ref: string) =>
  fingerprint(await servers.engine.target(ref, 'admin'), ['functions', 'rules', 'memberships'])
const projects = () => join(servers.options.dataDir, 'projects')
const leftovers = async (ref: string): Promise<string[]> => [
  ...(await readdir(projects())).filter((name) => name.startsWith(`${ref}.`)),
  ...(await readdir(join(servers.options.dataDir, 's'))).filter((name) => name.startsWith('new-')),
]

/** Runs an upgrade in a platform of its own, which is killed once it has said a step. */
async function killAt(ref: string, step: UpgradeProgress, delay: number): Promise<void> {
  const fixture = new URL('./upgrade.fixture.ts', import.meta.url).pathname
  const platform: ChildProcess = spawn(
    process.execPath,
    [fixture, JSON.stringify(servers.options), ref, servers.versionOf('17')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const ended = once(platform, 'exit')
  if (!platform.stdout) throw new Error('The platform says nothing.')
  for await (const line of createInterface({ input: platform.stdout })) {
    if (line !== step) {
      platform.stdin?.write('on\n')
      continue
    }
    // Half of the time it is killed at the step, half of the time on the way to the next one.
    if (delay > 0) {
      platform.stdin?.write('on\n')
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
    platform.kill('SIGKILL')
    break
  }
  await ended
}

/** What a platform that comes after finds: the server as it was, writable, and nothing left of the attempt. */
async function expectWhole(next: Engine, ref: string, before: Record<string, readonly string[]>): Promise<void> {
  expect(['running', 'stopped', 'crashed']).toContain(await next.state(ref))
  await next.start(ref)
  expect(await print(ref)).toEqual(before)
  await servers.asOwner(ref, 'insert into kept values (-1); delete from kept where id = -1')
  expect(await leftovers(ref)).toEqual([])
  const { stdout } = await run('ps', ['-axww', '-o', 'command='])
  expect(stdout).not.toContain(join(projects(), `${ref}.`))
}

const SWAPPED = UPGRADE_PROGRESS.indexOf('attached volume to upgraded instance')

test('killed before the swap, at a step or on the way to the next, the server is as it was', {
  timeout: 180_000,
}, async () => {
  const ref = await servers.started('15')
  await servers.asOwner(ref, SCHEMA)
  const before = await print(ref)
  await servers.engine.detach()
  for (const [index, step] of UPGRADE_PROGRESS.slice(0, SWAPPED).entries()) {
    await killAt(ref, step, index % 2 === 1 ? 60 : 0)
    const next = await createEmbeddedEngine(servers.options)
    try {
      await expectWhole(next, ref, before)
      expect((await next.observe(ref)).version, step).toBe(servers.versionOf('15'))
    } finally {
      await next.detach()
    }
  }
  const last = await createEmbeddedEngine(servers.options)
  await last.upgrade(ref, servers.versionOf('17'), async () => {})
  await expectWhole(last, ref, before)
  expect((await last.observe(ref)).version).toBe(servers.versionOf('17'))
  await last.remove(ref)
  await last.detach()
})

test.each([
  ['detached volume from original instance', 20],
  ['attached volume to upgraded instance', 0],
] as const)(
  'killed at “%s” (and %i ms later), asking again comes to the end',
  { timeout: 120_000 },
  async (step, delay) => {
    const ref = await servers.started('15')
    await servers.asOwner(ref, SCHEMA)
    const before = await print(ref)
    await servers.engine.detach()
    await killAt(ref, step, delay)
    const next = await createEmbeddedEngine(servers.options)
    try {
      await next.upgrade(ref, servers.versionOf('17'), async () => {})
      await expectWhole(next, ref, before)
      expect((await next.observe(ref)).version).toBe(servers.versionOf('17'))
      await next.remove(ref)
    } finally {
      await next.detach()
    }
  },
)

test('whatever fails before the swap leaves the old server running and taking changes', {
  timeout: 120_000,
}, async () => {
  const ref = await servers.started('15')
  await servers.asOwner(ref, SCHEMA)
  const before = await print(ref)
  for (const step of [
    'launched upgraded instance',
    'initiated data upgrade',
    'detached volume from original instance',
  ]) {
    const failing = servers.engine.upgrade(ref, servers.versionOf('17'), async (progress) => {
      if (progress === step) throw new Error('The platform cannot write this down.')
    })
    await expect(failing, step).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringContaining('runs as it did before'),
    })
    expect((await servers.engine.observe(ref)).version).toBe(servers.versionOf('15'))
    expect(await print(ref)).toEqual(before)
    await servers.asOwner(ref, 'begin; insert into kept values (-1); rollback')
    expect(await leftovers(ref)).toEqual([])
  }
  await servers.engine.remove(ref)
})

test('a replacement that was decided is finished by the next platform, wherever it was broken off', {
  timeout: 60_000,
}, async () => {
  for (const moved of [false, true]) {
    const [ref, by] = [await servers.started('15'), await servers.started('17')]
    await servers.asOwner(by, SCHEMA)
    const [{ port }, other] = [await servers.engine.observe(ref), await servers.engine.observe(by)]
    for (const one of [ref, by]) await servers.engine.stop(one)
    await servers.engine.detach()
    const folder = join(servers.options.dataDir, 'replacements')
    await mkdir(folder, { recursive: true })
    const { uid } = JSON.parse((await run('cat', [join(projects(), by, 'server.json')])).stdout)
    const resources = { memoryMb: 256, maxConnections: 20, workers: 2 }
    const record = { version: other.version, port, uid, resources, formerRef: by }
    await writeFile(join(folder, `${ref}.json`), JSON.stringify({ by, record }))
    // What a platform leaves that dies while it writes one.
    await writeFile(join(folder, `${by}.json.1-0a0b0c0d`), JSON.stringify({ by: ref }).slice(0, 9))
    if (moved) await rename(join(projects(), ref), join(projects(), `${ref}.gone-1-0a0b0c0d`))
    const next = await createEmbeddedEngine(servers.options)
    try {
      expect(await next.state(by)).toBe('absent')
      expect(await next.observe(ref)).toMatchObject({ state: 'stopped', port, version: servers.versionOf('17') })
      await next.start(ref)
      expect(await servers.asOwner(ref, 'select count(*)::int as rows from kept')).toEqual([{ rows: 5000 }])
      expect(await leftovers(ref)).toEqual([])
      expect(await readdir(folder)).toEqual([])
      await next.replace(ref, by)
      await next.remove(ref)
    } finally {
      await next.detach()
    }
  }
})
