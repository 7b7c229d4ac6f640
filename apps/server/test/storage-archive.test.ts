import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { STORAGE_ARCHIVE_NOT_FOUND } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestPlatform } from './harness.ts'
import { refusals } from './refused.ts'
import { eventually } from './waiting.ts'

const run = promisify(execFile)

let platform: TestPlatform
let token: string
let ref: string
beforeAll(async () => {
  platform = await TestPlatform.start()
  token = (await platform.as('Owner')).token
  ref = await platform.rowOnlyProject(await platform.acme(), 'Objects', 'INACTIVE')
})
afterAll(() => platform.dispose())

const refused = refusals(() => platform)
const path = () => `/platform/storage/${ref}/archive`
const request = () => platform.call<{ status: string }>('POST', path(), { token })
const folder = () => join(platform.config.dataDir, 'storage-archives')

/** Waits for the archive as the dashboard does, and unpacks what its link gives. */
async function unpacked(): Promise<string> {
  const url = await eventually('the archive', async () => {
    const answer = await platform.call<{ fileUrl: string }>('GET', path(), { token })
    return answer.status === 200 ? answer.body.fileUrl : null
  })
  const answer = await fetch(url.replace('//localhost:', '//127.0.0.1:'))
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${ref}-storage.tar.gz"`)
  const to = await mkdtemp(join(tmpdir(), 'stoa-test-archive-'))
  await writeFile(join(to, 'archive.tar.gz'), Buffer.from(await answer.arrayBuffer()))
  await run('tar', ['-xzf', 'archive.tar.gz'], { cwd: to })
  await rm(join(to, 'archive.tar.gz'))
  return to
}
const ended = () =>
  eventually('the archive to end', async () => {
    const row = await platform.store.selectFrom('storage_archives').selectAll().executeTakeFirst()
    return row && row.status !== 'RUNNING' ? row : null
  })

test('no archive yet is told by not finding one', async () => {
  await refused(404, STORAGE_ARCHIVE_NOT_FOUND, 'GET', path(), { token })
})

test('a project without objects has an archive with nothing in it', async () => {
  const answer = await request()
  expect([answer.status, answer.body]).toEqual([201, { status: 'RUNNING' }])
  const to = await unpacked()
  expect(await readdir(to)).toEqual([])
  await rm(to, { recursive: true })
  expect(await readdir(folder())).toHaveLength(1)
})

test('an archive holds every object, and the next one replaces it', async () => {
  const objects = join(platform.config.dataDir, 'storage', ref)
  const deep = join(objects, 'pictures', 'a folder with a very long name'.repeat(6))
  await mkdir(deep, { recursive: true })
  await writeFile(join(deep, 'große Säule.txt'), 'stone')
  await writeFile(join(objects, 'large'), Buffer.alloc(3_000_000, 7))
  await request()
  expect((await ended()).status).toBe('COMPLETED')
  const to = await unpacked()
  expect(
    await readFile(join(to, 'pictures', 'a folder with a very long name'.repeat(6), 'große Säule.txt'), 'utf8'),
  ).toBe('stone')
  expect((await stat(join(to, 'large'))).size).toBe(3_000_000)
  await rm(to, { recursive: true })
  const names = await readdir(folder())
  expect(names).toHaveLength(1)
  expect((await stat(join(folder(), names[0] ?? ''))).mode & 0o777).toBe(0o600)
})

test('whoever asks while one is being written gets that one', async () => {
  await Promise.all([request(), request(), request()])
  expect((await ended()).status).toBe('COMPLETED')
  const { count } = await platform.store
    .selectFrom('operations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', 'storage.archive')
    .executeTakeFirstOrThrow()
  expect(count).toBeLessThanOrEqual(5)
  expect(await readdir(folder())).toHaveLength(1)
})

test('an archive that cannot be written leaves nothing half-written and does not give an older one as new', async () => {
  await rm(folder(), { recursive: true })
  await writeFile(folder(), 'in the way')
  await request()
  const row = await ended()
  expect(row.status).toBe('FAILED')
  expect(row.error).toMatch(/exist|directory/i)
  await refused(409, row.error ?? '', 'GET', path(), { token })
  await rm(folder())
  await request()
  expect((await ended()).status).toBe('COMPLETED')
})
