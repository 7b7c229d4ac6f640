import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { notAccepted, PITR_NOT_READY, PITR_OFF, PITR_OTHER_VERSION, pitrOutside } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PLATFORM_ACTOR } from '../src/core/audit.ts'
import { disablePitr, enablePitr } from '../src/core/pitr.ts'
import { removeExpired, tendArchives } from '../src/workflows/backup-jobs.ts'
import { backupCalls } from './backup-calls.ts'
import { TestPlatform } from './harness.ts'
import { projectCalls } from './project-calls.ts'
import { refusals } from './refused.ts'

const DAY = 24 * 3_600_000

let platform: TestPlatform
let token: string
let ref: string
beforeAll(async () => {
  platform = await TestPlatform.start()
  token = (await platform.as('Owner')).token
  ref = await platform.createProject('Timed')
  await mark(ref)
})
afterAll(() => platform.dispose())

const { ask, sql, mark, marked } = projectCalls(() => platform)
const { call, at, pitr, list, idle, folder } = backupCalls(() => platform)
const refused = refusals(() => platform)

const archives = (of = ref) => join(platform.config.dataDir, 'archives', of)
const project = (of = ref) =>
  platform.store.selectFrom('projects').selectAll().where('ref', '=', of).executeTakeFirstOrThrow()

async function change(work: typeof enablePitr | typeof disablePitr, days = 7): Promise<void> {
  const row = await project()
  const id = await platform.store
    .transaction()
    .execute((tx) => work(platform.server.platform, tx, row, PLATFORM_ACTOR, days))
  if (id !== null) platform.server.platform.operations.kick(id)
  await idle(ref)
}
/** A whole second that lies after everything written until now and before everything written later. */
async function moment(): Promise<number> {
  await sleep(1_100)
  const unix = Math.floor(Date.now() / 1000)
  await sleep(1_100)
  return unix
}
const tend = async (now?: Date) => {
  await tendArchives(platform.server.platform, now)
  await idle(ref)
}
const body = (unix: number) => ({ recovery_time_target_unix: unix })

describe('point in time recovery', () => {
  test('that is off knows no moment, and says so', async () => {
    expect(await pitr(ref)).toMatchObject({
      enabled: false,
      days: null,
      earliest: null,
      latest: null,
      base_backups: [],
    })
    for (const path of [at(ref, '/pitr'), `/v1/projects/${ref}/database/backups/restore-pitr`])
      await refused(400, PITR_OFF, 'POST', path, { token, body: body(1) })
    await refused(400, PITR_OFF, 'POST', at(ref, '/clone'), { token, body: { ...body(1), new_project_name: 'No' } })
  })

  test('begins with a base backup, and then moments can be chosen', async () => {
    await change(enablePitr)
    const state = await pitr(ref)
    expect(state).toMatchObject({
      enabled: true,
      days: 7,
      error: null,
      base_backups: [{ size_bytes: expect.any(Number) }],
    })
    expect(Date.parse(state.earliest ?? '')).toBeLessThanOrEqual(Date.parse(state.latest ?? ''))
    expect((await list(ref)).backups[0]).toMatchObject({ isPhysicalBackup: true, status: 'COMPLETED', reason: 'pitr' })
    await marked(ref)
    await tend()
    expect(await readdir(archives())).toHaveLength(1)
    expect((await call('GET', `/v1/projects/${ref}/database/backups`)).body).toMatchObject({
      pitr_enabled: true,
      physical_backup_data: { earliest_physical_backup_date_unix: expect.any(Number) },
    })
  })

  test('refuses a moment outside what is kept, and one that is no moment', async () => {
    const { earliest } = await pitr(ref)
    const before = Math.floor(Date.parse(earliest ?? '') / 1000) - 60
    const outside = new RegExp(pitrOutside(earliest ?? '', '').replaceAll('.', '\\.'))
    await refused(400, outside, 'POST', at(ref, '/pitr'), { token, body: body(before) })
    await refused(400, outside, 'POST', at(ref, '/pitr'), { token, body: body(Math.floor(Date.now() / 1000) + 3_600) })
    for (const wrong of [-1, 1.5, 'yesterday', 2 ** 60, null])
      expect(
        (await call('POST', at(ref, '/pitr'), { body: { recovery_time_target_unix: wrong } })).status,
        String(wrong),
      ).toBe(400)
    expect(await platform.statusOf(ref)).toBe('ACTIVE_HEALTHY')
  })

  test('refuses to go back in place to a moment at which the project ran another Postgres', async () => {
    const { latest } = await pitr(ref)
    const [{ version } = { version: '' }] = await platform.query<{ version: string }>(
      'select version from projects where ref = $1',
      [ref],
    )
    await platform.query("update projects set version = 'supabase-postgres-99.1.0' where ref = $1", [ref])
    const unix = Math.floor(Date.parse(latest ?? '') / 1000)
    await refused(409, PITR_OTHER_VERSION, 'POST', at(ref, '/pitr'), { token, body: body(unix) })
    await platform.query('update projects set version = $2 where ref = $1', [ref, version])
  })

  test('goes back to a moment in a new project, and the other goes on', async () => {
    await sql(ref, 'create table steps as select 1 as i')
    const unix = await moment()
    await sql(ref, 'insert into steps values (2)')
    const made = await call<{ ref: string }>('POST', at(ref, '/clone'), {
      body: { ...body(unix), new_project_name: 'As it was' },
    })
    expect(made.status, made.text).toBe(201)
    await platform.until(made.body.ref, 'ACTIVE_HEALTHY')
    expect(await sql(made.body.ref, 'table steps')).toEqual([{ i: 1 }])
    expect(await sql(ref, 'table steps order by i')).toEqual([{ i: 1 }, { i: 2 }])
    await sql(made.body.ref, 'insert into steps values (3)')
  })

  test('goes back to a moment in place, keeps what was there, and begins a new archive', async () => {
    const password = await platform.resetPassword(ref)
    const unix = await moment()
    await sql(ref, 'drop table mark; insert into steps values (99)')
    const answer = await call<{ status: string }>('POST', `/v1/projects/${ref}/database/backups/restore-pitr`, {
      body: body(unix),
    })
    expect([answer.status, answer.body.status], answer.text).toEqual([201, 'RESTORING'])
    await platform.until(ref, 'ACTIVE_HEALTHY')
    await marked(ref)
    expect(await sql(ref, 'table steps order by i')).toEqual([{ i: 1 }, { i: 2 }])
    const client = await platform.connect(ref, password)
    await client.end()
    expect((await list(ref)).backups.some(({ reason, status }) => reason === 'restore' && status === 'COMPLETED')).toBe(
      true,
    )
    await tend()
    expect((await pitr(ref)).base_backups).toHaveLength(2)
    expect(await readdir(archives())).toHaveLength(2)
    // Moments before the restore are still kept.
    const again = await moment()
    await sql(ref, 'insert into steps values (4)')
    await call('POST', at(ref, '/pitr'), { body: body(again) })
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect(await sql(ref, 'table steps order by i')).toEqual([{ i: 1 }, { i: 2 }])
    await tend()
  })

  test('proves a base backup by starting it', async () => {
    const [base] = (await pitr(ref)).base_backups
    await call('POST', at(ref, `/${base?.id}/verify`))
    await idle(ref)
    expect((await list(ref)).backups.find(({ id }) => id === base?.id)).toMatchObject({
      verify_error: null,
      verified_tables: expect.any(Number),
      verified_at: expect.any(String),
    })
  })

  test('takes a base backup a day, and forgets what is older than the kept days', async () => {
    const before = (await pitr(ref)).base_backups
    await tend(new Date(Date.now() + DAY))
    expect((await pitr(ref)).base_backups).toHaveLength(before.length + 1)
    await removeExpired(platform.server.platform, new Date(Date.now() + 8 * DAY))
    const left = (await pitr(ref)).base_backups
    // The newest one begins before the kept days do: it is what the first of their moments is recovered from.
    expect(left).toHaveLength(1)
    expect(await readdir(archives())).toHaveLength(1)
    expect((await readdir(join(folder(), ref))).filter((name) => !name.endsWith('.gz'))).toHaveLength(1)
    await tend()
    expect((await pitr(ref)).error).toBeNull()
  })

  test('that cannot archive says why, and goes on by itself', async () => {
    platform.faults.fail('flushArchive', 'The archive is full.')
    await tend(new Date(Date.now() + DAY / 200))
    expect((await pitr(ref)).error).toBe('The archive is full.')
    platform.faults.heal()
    await tend()
    expect((await pitr(ref)).error).toBeNull()
  })

  test('goes on in a new archive after an upgrade, and still knows the moments before it', async () => {
    const { earliest } = await pitr(ref)
    expect(earliest).not.toBeNull()
    const before = await moment()
    const asked = await call('POST', `/v1/projects/${ref}/upgrade`, { body: { target_version: '18' } })
    expect(asked.status, asked.text).toBe(201)
    await platform.until(ref, 'ACTIVE_HEALTHY', 60_000)
    expect((await project()).postgres_engine).toBe('18')
    await tend()
    const bases = (await list(ref)).backups.filter(({ isPhysicalBackup }) => isPhysicalBackup)
    expect(bases[0]).toMatchObject({ status: 'COMPLETED', postgres_engine: '18' })
    expect(await pitr(ref)).toMatchObject({ error: null })
    await refused(409, PITR_OTHER_VERSION, 'POST', at(ref, '/pitr'), { token, body: body(before) })
    const gap = Math.floor(Date.parse(bases[0]?.inserted_at ?? '') / 1000)
    await refused(
      400,
      /^Nothing is kept between .* and .*: the project had another server then/,
      'POST',
      at(ref, '/clone'),
      {
        token,
        body: { ...body(gap), new_project_name: 'In between' },
      },
    )
    const made = await call<{ ref: string }>('POST', at(ref, '/clone'), {
      body: { ...body(before), new_project_name: 'Before the upgrade' },
    })
    expect(made.status, made.text).toBe(201)
    await platform.until(made.body.ref, 'ACTIVE_HEALTHY')
    await marked(made.body.ref)
    expect((await project(made.body.ref)).postgres_engine).toBe('17')
    const unix = await moment()
    await sql(ref, 'drop table mark')
    await call('POST', at(ref, '/pitr'), { body: body(unix) })
    await platform.until(ref, 'ACTIVE_HEALTHY')
    await marked(ref)
    await tend()
  })

  test('of a paused project cannot be restored in place', async () => {
    await ask(ref, 'pause')
    await platform.until(ref, 'INACTIVE')
    const unix = Math.floor(Date.parse((await pitr(ref)).earliest ?? '') / 1000)
    await refused(409, notAccepted('restored from a backup', 'INACTIVE'), 'POST', at(ref, '/pitr'), {
      token,
      body: body(unix),
    })
    await ask(ref, 'restore')
    await platform.until(ref, 'ACTIVE_HEALTHY')
    await tend()
    expect((await pitr(ref)).error).toBeNull()
  })

  test('that is switched off leaves nothing, and can be switched on again', async () => {
    await change(disablePitr)
    expect(await pitr(ref)).toMatchObject({ enabled: false, base_backups: [] })
    expect(existsSync(archives())).toBe(false)
    expect((await list(ref)).backups.some(({ isPhysicalBackup }) => isPhysicalBackup)).toBe(false)
    await marked(ref)
    platform.faults.fail('baseBackup', 'Not now.')
    await change(enablePitr)
    expect((await pitr(ref)).error).toBe('Not now.')
    await refused(400, PITR_NOT_READY, 'POST', at(ref, '/pitr'), { token, body: body(1) })
    platform.faults.heal()
    await tend()
    expect(await pitr(ref)).toMatchObject({ error: null, base_backups: [{}] })
  })
})
