import { chmod, mkdir, mkdtemp, open, readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRoot } from './account.ts'
import { type Build, prepareBuild } from './binaries.ts'
import { removeAbandoned, removeFolder } from './files.ts'
import { socketsFolder } from './layout.ts'
import { KeyedLock } from './locks.ts'
import { capLog } from './server-log.ts'
import { retryDelay } from './supervisor.ts'
import { openTestEngine } from './testing.ts'
import { isTraversable } from './traversable.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-test-parts-'))
  await chmod(folder, 0o711)
})
afterAll(() => removeFolder(folder))

test('a folder counts as reachable only when every folder on the way lets others through', async () => {
  const deep = join(folder, 'open', 'deep')
  await mkdir(deep, { recursive: true })
  for (const [mode, reachable] of [
    [0o711, true],
    [0o755, true],
    [0o750, false],
    [0o700, false],
  ] as const) {
    await chmod(join(folder, 'open'), mode)
    expect(await isTraversable(deep)).toBe(reachable)
    expect(await isTraversable(join(deep, 'not', 'there', 'yet'))).toBe(reachable)
  }
})

test('restarts wait twice as long each time, half a minute at most', () => {
  expect([1, 2, 3, 6, 7, 8, 100].map(retryDelay)).toEqual([500, 1000, 2000, 16_000, 30_000, 30_000, 30_000])
})

test('work on one key is done one after the other, on different keys side by side', async () => {
  const locks = new KeyedLock()
  const seen: string[] = []
  const work = (name: string, ms: number) => async () => {
    seen.push(`${name} begins`)
    await sleep(ms)
    seen.push(`${name} ends`)
  }
  await Promise.all([
    locks.run('a', work('slow', 30)),
    locks.run('a', work('next', 1)),
    locks.run('b', work('other', 1)),
  ])
  expect(seen).toEqual(['slow begins', 'other begins', 'other ends', 'slow ends', 'next begins', 'next ends'])
})

test('work on two keys in either order does not wait for itself, and a failure frees both', async () => {
  const locks = new KeyedLock()
  const results = await Promise.allSettled([
    locks.run(['a', 'b'], async () => sleep(5)),
    locks.run(['b', 'a'], async () => Promise.reject(new Error('no'))),
    locks.run(['b', 'a', 'a'], async () => 'done'),
  ])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await locks.idle()
})

test('sockets lie in the data folder unless their path would be too long', () => {
  expect(socketsFolder('/var/lib/stoa')).toBe('/var/lib/stoa/s')
  const long = `/var/lib/${'x'.repeat(70)}`
  expect(socketsFolder(long)).toMatch(new RegExp(`^${tmpdir()}/stoa-[0-9a-f]{12}$`))
  expect(socketsFolder(long)).not.toBe(socketsFolder(`${long}y`))
})

test('a log above its limit is moved to one older file while the server goes on appending', async () => {
  const log = join(folder, 'server.log')
  const server = await open(log, 'a')
  await server.write('a'.repeat(2000))
  await capLog(log, 5000)
  expect((await stat(log)).size).toBe(2000)
  await server.write('b'.repeat(4000))
  await capLog(log, 5000)
  await server.write('after')
  await server.close()
  expect(await readFile(log, 'utf8')).toBe('after')
  expect((await stat(`${log}.1`)).size).toBe(6000)
  await capLog(join(folder, 'no.log'), 1)
})

test('half-made folders of processes that are gone are cleared away, those of living ones stay', async () => {
  const projects = join(folder, 'projects')
  const kept = [`x.new-${process.pid}-0123abcd`, 'abc', 'x.new-y']
  for (const name of [...kept, 'x.new-2147483647-0123abcd', 'y.gone-2147483647-0123abcd']) {
    await mkdir(join(projects, name), { recursive: true })
  }
  await removeAbandoned(projects)
  expect((await readdir(projects)).sort()).toEqual([...kept].sort())
})

test('a build gets its library links, and is copied when other accounts cannot reach it', async () => {
  const root = join(folder, 'package')
  await mkdir(join(root, 'native', 'bin'), { recursive: true })
  await mkdir(join(root, 'native', 'lib'))
  await writeFile(join(root, 'native', 'bin', 'postgres'), 'program', { mode: 0o755 })
  await writeFile(join(root, 'native', 'lib', 'libx.so.1.2'), 'library')
  const link = { source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }
  await writeFile(join(root, 'native', 'pg-symlinks.json'), JSON.stringify([link]))
  const build: Build = {
    major: 17,
    packageVersion: '17.0.0',
    entry: { version: 'supabase-postgres-17.0.0', postgres_engine: '17', release_channel: 'ga' },
    native: join(root, 'native'),
  }
  const engines = join(folder, 'engines')
  await chmod(root, 0o755)
  expect((await prepareBuild(build, engines)).postgres).toBe(join(root, 'native', 'bin', 'postgres'))
  expect(await readlink(join(root, 'native', 'lib', 'libx.so.1'))).toBe('libx.so.1.2')
  await chmod(root, 0o700)
  for (const _time of ['first', 'second']) {
    const { postgres } = await prepareBuild(build, engines)
    expect(postgres).toBe(join(isRoot ? join(engines, '17-17.0.0') : join(root, 'native'), 'bin', 'postgres'))
    expect(await readFile(join(postgres, '..', '..', 'lib', 'libx.so.1'), 'utf8')).toBe('library')
    expect(await isTraversable(join(postgres, '..'))).toBe(isRoot)
  }
})

test('platforms that make the same template at once both get one, and leave no second', async () => {
  const templatesDir = join(folder, 'templates')
  const subjects = [await openTestEngine({ templatesDir }), await openTestEngine({ templatesDir })]
  try {
    const controls = await Promise.all(subjects.map(({ engine }) => engine.controlDatabase()))
    expect(controls.map((control) => control.config.database)).toEqual(['stoa', 'stoa'])
    expect(await readdir(templatesDir)).toEqual([expect.stringMatching(/^bare-17\.10\.0-beta\.17-[0-9a-f]{12}$/)])
  } finally {
    for (const subject of subjects) await subject.dispose()
  }
})
