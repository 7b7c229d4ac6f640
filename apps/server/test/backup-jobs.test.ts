import { existsSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lastDue } from '../src/core/backup-schedule.ts'
import { proveBackups, removeExpired } from '../src/workflows/backup-jobs.ts'
import { takeDailyBackups } from '../src/workflows/daily-backups.ts'
import { backupCalls } from './backup-calls.ts'
import { TestPlatform } from './harness.ts'
import { projectCalls } from './project-calls.ts'

const DAY = 24 * 3_600_000
const later = (days: number) => new Date(Date.now() + days * DAY)

let platform: TestPlatform
let ref: string
beforeAll(async () => {
  platform = await TestPlatform.start()
  ref = await platform.createProject('Daily')
})
afterAll(() => platform.dispose())

const { ask, folder: serverFolder } = projectCalls(() => platform)
const { call, at, list, idle, take, files, fileOf, folder } = backupCalls(() => platform)
const schedule = (of: string, enabled: boolean, hour: number) =>
  call('PUT', at(of, '/schedule'), { body: { enabled, hour } })
const daily = async (of: string) => (await list(of)).backups.filter(({ reason }) => reason === 'scheduled')
const tick = async (now: Date) => {
  await takeDailyBackups(platform.server.platform, now)
  await idle(ref)
}

test('the last due moment is the latest full hour of that name', () => {
  const noon = new Date('2026-11-21T12:00:00Z')
  expect(lastDue(12, noon).toISOString()).toBe('2026-11-21T12:00:00.000Z')
  expect(lastDue(13, noon).toISOString()).toBe('2026-11-20T13:00:00.000Z')
  expect(lastDue(0, noon).toISOString()).toBe('2026-11-21T00:00:00.000Z')
})

describe('the daily backup', () => {
  test('is not taken of a project that is younger than its hour, nor while it is switched off', async () => {
    await tick(new Date())
    expect(await daily(ref)).toEqual([])
    expect((await schedule(ref, false, 3)).body).toEqual({ enabled: false, hour: 3 })
    await tick(later(2))
    expect(await daily(ref)).toEqual([])
    expect((await list(ref)).schedule).toEqual({ enabled: false, hour: 3, next_at: null })
    for (const hour of [-1, 24, 3.5, 'noon'])
      expect((await call('PUT', at(ref, '/schedule'), { body: { enabled: true, hour } })).status).toBe(400)
  })

  test('is taken once when days were missed, and not again on the same day', async () => {
    await schedule(ref, true, 5)
    // The project is as old as if the platform had been down for five days.
    await platform.store
      .updateTable('projects')
      .set({ created_at: later(-5) })
      .where('ref', '=', ref)
      .execute()
    await tick(new Date())
    expect(await daily(ref)).toMatchObject([{ status: 'COMPLETED' }])
    await tick(new Date())
    expect(await daily(ref)).toHaveLength(1)
    expect(Date.parse((await list(ref)).schedule.next_at ?? '')).toBeGreaterThan(Date.now())
    await tick(later(1))
    expect(await daily(ref)).toHaveLength(2)
  })

  test('that fails is tried again an hour later, three times in all', async () => {
    const other = await platform.createProject('Unlucky')
    // Due between six and seven hours ago.
    await schedule(other, true, (new Date().getUTCHours() + 18) % 24)
    await platform.store
      .updateTable('projects')
      .set({ created_at: later(-2) })
      .where('ref', '=', other)
      .execute()
    platform.faults.fail('dump', 'Not tonight.')
    for (let round = 0; round < 5; round++) {
      await takeDailyBackups(platform.server.platform)
      await takeDailyBackups(platform.server.platform)
      await idle(other)
      expect(await daily(other)).toHaveLength(Math.min(round + 1, 3))
      // An hour goes by.
      await platform.query(
        "update backups set inserted_at = inserted_at - interval '61 minutes' where project_ref = $1",
        [other],
      )
    }
    platform.faults.heal()
    const tried = await daily(other)
    expect(tried.every(({ status, error }) => status === 'FAILED' && error === 'Not tonight.')).toBe(true)
    expect(tried).toHaveLength(3)
  })
})

test('the newest backup of a project is proven once a week', async () => {
  const backup = await take(ref)
  await platform.query("update backups set verify_error = 'not of interest' where project_ref <> $1", [ref])
  await proveBackups(platform.server.platform)
  await idle(ref)
  const proven = (await list(ref)).backups.filter(({ verified_at }) => verified_at !== null)
  expect(proven.map(({ id }) => id)).toEqual([(await list(ref)).backups[0]?.id])
  await take(ref)
  await proveBackups(platform.server.platform)
  expect((await list(ref)).proving).toEqual([])
  await proveBackups(platform.server.platform, later(8))
  expect((await list(ref)).proving).toEqual([(await list(ref)).backups[0]?.id])
  await idle(ref)
  expect(backup.verify_error).toBeNull()
})

describe('what is no longer kept', () => {
  test('goes by the plan, but for the newest one and for what has a row', async () => {
    const [old, newest] = [await take(ref), await take(ref)]
    const stray = join(folder(), ref, '20200101T000000Z-abandon.sql.gz')
    await writeFile(stray, 'left by a crash')
    await utimes(stray, later(-3), later(-3))
    await removeExpired(platform.server.platform, later(29))
    expect((await list(ref)).backups.map(({ id }) => id)).toContain(old.id)
    expect(existsSync(stray)).toBe(false)
    const file = await fileOf(old.id)
    await removeExpired(platform.server.platform, later(31))
    expect(existsSync(file)).toBe(false)
    expect((await list(ref)).backups.map(({ id }) => id)).toEqual([newest.id])
    expect(await files(ref)).toHaveLength(1)
  })

  test.for([
    ['enterprise', 1],
    ['free', 0],
  ] as const)('of a deleted project of the %s plan: %d file stays for a week', async ([plan, kept]) => {
    const owner = (await platform.as('Owner')).token
    const { id, slug } = await platform.organization(`Leaving ${plan}`, await platform.as('Owner'))
    const going = await platform.createProject(`Going ${plan}`, { organization: slug, token: owner })
    await take(going)
    await platform.store.updateTable('organizations').set({ plan }).where('id', '=', id).execute()
    const objects = join(platform.config.dataDir, 'storage', going)
    await mkdir(objects, { recursive: true })
    expect((await ask(going, 'remove')).status).toBe(200)
    await platform.until(going, 'absent')
    expect(existsSync(serverFolder(going))).toBe(false)
    expect(existsSync(objects)).toBe(false)
    expect(await files(going)).toHaveLength(kept)
    await removeExpired(platform.server.platform, later(6))
    expect(await files(going)).toHaveLength(kept)
    await removeExpired(platform.server.platform, later(8))
    expect(await files(going)).toEqual([])
  })
})
