import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BACKUP_DISK_FULL,
  BACKUP_OVERTAKEN,
  FREE_LIMIT_REACHED,
  notAccepted,
  RESTORE_EXPIRED,
  RESTORE_TO_OLDER,
  UNKNOWN_VERSION,
} from '@stoa/contract'
import { EngineError } from '@stoa/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { retakePausedBackups } from '../src/workflows/daily-backups.ts'
import { LARGE } from './crash-arrangements/backups.ts'
import { TestPlatform } from './harness.ts'
import { projectCalls } from './project-calls.ts'
import { refusals } from './refused.ts'
import { eventually } from './waiting.ts'

let platform: TestPlatform
let token: string
beforeAll(async () => {
  platform = await TestPlatform.start({ env: { STOA_FLAGS: 'ninety-day-expiry' } })
  token = (await platform.as('Owner')).token
})
afterAll(() => platform.dispose())

const { ask, project, sql, mark, marked, actions } = projectCalls(() => platform)
const refused = refusals(() => platform)

type PauseStatus = {
  latest_downloadable_backup_id: number | null
  max_days_till_restore_disabled: number
  remaining_days_till_restore_disabled: number | null
  restorable_until: string | null
  can_restore: boolean
}
const pauseStatus = async (ref: string) =>
  (await platform.call<PauseStatus>('GET', `/platform/projects/${ref}/pause/status`, { token })).body
const pause = async (ref: string) => {
  await ask(ref, 'pause')
  await platform.until(ref, 'INACTIVE')
}
const backups = (ref: string) =>
  platform.query<{ id: number; reason: string; status: string; path: string; error: string | null }>(
    'select id, reason, status, path, error from backups where project_ref = $1 order by id',
    [ref],
  )
const reasonOf = async (ref: string, action: string) => (await platform.audit({ ref, action })).at(-1)?.details.reason

describe('a pause', () => {
  test('takes a backup first, which can be downloaded then', async () => {
    const ref = await platform.createProject('Kept')
    await mark(ref)
    expect(await pauseStatus(ref)).toMatchObject({ latest_downloadable_backup_id: null })
    await pause(ref)
    const [backup] = await backups(ref)
    expect(backup).toMatchObject({ reason: 'pause', status: 'COMPLETED' })
    expect(existsSync(join(platform.config.dataDir, 'backups', backup?.path ?? ''))).toBe(true)
    expect((await pauseStatus(ref)).latest_downloadable_backup_id).toBe(Number(backup?.id))
    await ask(ref, 'restore')
    await platform.until(ref, 'ACTIVE_HEALTHY')
    await marked(ref)
    await pause(ref)
    expect(await backups(ref)).toHaveLength(2)
  })

  test('whose backup fails has failed, says why, and leaves the project running with its data', async () => {
    const ref = await platform.createProject('No room')
    await mark(ref)
    platform.faults.fail('dump', new EngineError('no-space', 'No space left on device.'))
    await ask(ref, 'pause')
    await platform.until(ref, 'PAUSE_FAILED')
    platform.faults.heal()
    expect(await reasonOf(ref, 'project.pause_failed')).toBe(BACKUP_DISK_FULL)
    const told = await platform.call('GET', `/platform/projects/${ref}/status`, { token })
    expect(told.body).toEqual({ status: 'PAUSE_FAILED', failure: BACKUP_DISK_FULL })
    expect(await backups(ref)).toMatchObject([{ status: 'FAILED', error: BACKUP_DISK_FULL }])
    expect((await platform.engine.observe(ref)).state).toBe('running')
    await pause(ref)
    expect((await pauseStatus(ref)).latest_downloadable_backup_id).not.toBeNull()
  })

  test('that failed when the server was stopped already takes its backup when it is tried again', async () => {
    const ref = await platform.createProject('Half way')
    await platform.query("update projects set status = 'PAUSE_FAILED' where ref = $1", [ref])
    await platform.engine.stop(ref)
    await pause(ref)
    expect(await backups(ref)).toMatchObject([{ reason: 'pause', status: 'COMPLETED' }])
    expect((await platform.engine.observe(ref)).state).toBe('stopped')
  })
})

describe('a pause of a large project', () => {
  let ref = ''
  const latest = async () => (await backups(ref)).at(-1)
  const ended = () =>
    eventually('the backup to end', async () => {
      const backup = await latest()
      return backup && ['COMPLETED', 'FAILED'].includes(backup.status) ? backup : null
    })
  const downloadable = async () =>
    (
      await platform.call<{ backups: unknown[]; being_written: boolean }>(
        'GET',
        `/platform/database/${ref}/backups/downloadable-backups`,
        { token },
      )
    ).body
  /** Its backup goes on beside the project, so only the status is waited for. */
  const becomes = (status: string) =>
    eventually(`${ref} to be ${status}`, async () => (await platform.statusOf(ref)) === status)
  const pauseAlone = async () => {
    await ask(ref, 'pause')
    await becomes('INACTIVE')
  }
  const restore = async () => {
    await ask(ref, 'restore')
    await becomes('ACTIVE_HEALTHY')
    await marked(ref)
  }

  test('is over before its backup, which is taken of the stopped server and is whole', async () => {
    ref = await platform.createProject('Large')
    await mark(ref)
    await sql(ref, LARGE)
    const held = platform.faults.hold('dumpStopped')
    await pauseAlone()
    await held.reached
    expect((await pauseStatus(ref)).latest_downloadable_backup_id).toBeNull()
    expect(await downloadable()).toEqual({ backups: [], being_written: true })
    held.release()
    const backup = await ended()
    expect(backup).toMatchObject({ reason: 'pause', status: 'COMPLETED', error: null })
    expect((await pauseStatus(ref)).latest_downloadable_backup_id).toBe(Number(backup.id))
    expect(await downloadable()).toMatchObject({ backups: [{ id: Number(backup.id) }], being_written: false })
    expect([await platform.engine.state(ref), await platform.statusOf(ref)]).toEqual(['stopped', 'INACTIVE'])
    await platform.call('POST', `/platform/database/${ref}/backups/${backup.id}/verify`, { token })
    await eventually('the backup to be proven', async () => {
      const [row] = await platform.query<{ verified_rows: string | null; verify_error: string | null }>(
        'select verified_rows, verify_error from backups where id = $1',
        [backup.id],
      )
      expect(row?.verify_error).toBeNull()
      return row?.verified_rows === '71'
    })
    await restore()
  })

  test('lets nobody wait for its backup: a restore ends it, and it says so', async () => {
    const held = platform.faults.hold('dumpStopped')
    await pauseAlone()
    await held.reached
    await restore()
    held.release()
    expect(await ended()).toMatchObject({ status: 'FAILED', error: BACKUP_OVERTAKEN })
    expect(await platform.engine.state(ref)).toBe('running')
  })

  test('whose backup fails is a pause, and its backup is tried again an hour later', async () => {
    const { platform: running } = platform.server
    platform.faults.fail('dumpStopped', new EngineError('no-space', 'No space left on device.'))
    await pauseAlone()
    expect(await ended()).toMatchObject({ status: 'FAILED', error: BACKUP_DISK_FULL })
    platform.faults.heal()
    const failed = await backups(ref)
    await retakePausedBackups(running)
    expect(await backups(ref)).toHaveLength(failed.length)
    // The work of the first one goes on for a moment after its row says that it failed.
    await eventually('the backup to be tried again', async () => {
      await retakePausedBackups(running, new Date(Date.now() + 61 * 60_000))
      return (await backups(ref)).length > failed.length
    })
    expect(await ended()).toMatchObject({ reason: 'pause', status: 'COMPLETED' })
    await retakePausedBackups(running, new Date(Date.now() + 61 * 60_000))
    expect(await backups(ref)).toHaveLength(failed.length + 1)
    await restore()
  })

  test('lets a deletion through at once, and leaves nothing half-written', async () => {
    const folder = join(platform.config.dataDir, 'backups', ref)
    await pauseAlone()
    await eventually('the stopped server to be read', async () =>
      (await readdir(folder)).some((name) => name.endsWith('.part')),
    )
    await ask(ref, 'remove')
    await becomes('absent')
    expect(await ended()).toMatchObject({ status: 'FAILED', error: BACKUP_OVERTAKEN })
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(await platform.engine.state(ref)).toBe('absent')
  })
})

describe('a restore', () => {
  const create = async (name: string, postgres_engine: string) => {
    const body = { name, organization_slug: 'acme', postgres_engine }
    const made = await platform.call<{ ref: string }>('POST', '/v1/projects', { token, body })
    await platform.until(made.body.ref, 'ACTIVE_HEALTHY')
    return made.body.ref
  }

  test('offers the version that the project had first, and every newer one after it', async () => {
    const ref = await platform.rowOnlyProject(await platform.acme(), 'Offered', 'INACTIVE')
    await platform.query(
      "update projects set version = 'supabase-postgres-15.1.0', postgres_engine = '15' where ref = $1",
      [ref],
    )
    const { body } = await platform.call<{ available_versions: { postgres_engine: string; version: string }[] }>(
      'GET',
      `/platform/projects/${ref}/restore/versions`,
      { token },
    )
    expect(body.available_versions.map(({ postgres_engine }) => postgres_engine)).toEqual(['15', '17', '18'])
    expect(body.available_versions[0]?.version).toBe('supabase-postgres-15.1.0')
  })

  test('on a newer version moves the data there', async () => {
    const ref = await create('Moved', '15')
    await mark(ref)
    await sql(ref, 'create table many as select n, md5(n::text) as text from generate_series(1, 5000) n')
    await pause(ref)
    const answer = await platform.call('POST', `/platform/projects/${ref}/restore`, {
      token,
      body: { postgres_engine: '17', release_channel: 'ga' },
    })
    expect([answer.status, answer.body]).toEqual([201, { status: 'RESTORING' }])
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect(await project(ref)).toMatchObject({ postgres_engine: '17', postgrestStatus: 'ONLINE' })
    expect(await sql(ref, 'show server_version_num')).toMatchObject([
      { server_version_num: expect.stringMatching(/^17/) },
    ])
    await marked(ref)
    expect(await sql(ref, 'select count(*)::int as n, sum(n)::int as sum from many')).toEqual([
      { n: 5000, sum: 12502500 },
    ])
    expect(await actions(ref)).toContain('project.restored')
  })

  test('on a newer version that fails has failed, and its own version is still there to come back on', async () => {
    const ref = await create('Not moved', '15')
    await mark(ref)
    await pause(ref)
    platform.faults.fail('upgrade', 'The new server did not start.')
    await platform.call('POST', `/platform/projects/${ref}/restore`, { token, body: { postgres_engine: '17' } })
    await platform.until(ref, 'RESTORE_FAILED')
    platform.faults.heal()
    expect(await reasonOf(ref, 'project.restore_failed')).toBe('The new server did not start.')
    expect((await platform.engine.observe(ref)).state).toBe('stopped')
    await ask(ref, 'restore')
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect(await project(ref)).toMatchObject({ postgres_engine: '15' })
    await marked(ref)
  })

  test('of a running project, or to a version that cannot be had, is refused', async () => {
    const running = await platform.rowOnlyProject(await platform.acme(), 'Running', 'ACTIVE_HEALTHY')
    const paused = await platform.rowOnlyProject(await platform.acme(), 'Paused', 'INACTIVE')
    const path = (ref: string) => `/platform/projects/${ref}/restore`
    await refused(409, notAccepted('restored', 'ACTIVE_HEALTHY'), 'POST', path(running), { token })
    for (const [sentence, body] of [
      [RESTORE_TO_OLDER, { postgres_engine: '15' }],
      [UNKNOWN_VERSION, { postgres_engine: '99' }],
      [UNKNOWN_VERSION, { postgres_engine: '17', release_channel: 'preview' }],
    ] as const)
      await refused(400, sentence, 'POST', path(paused), { token, body })
  })
})

describe('the end of a pause', () => {
  /** A project of the free plan that was paused so many days ago. */
  const pausedFor = async (days: number, plan = 'free') => {
    const organization = await platform.organization(`Paused ${days} ${plan}`, await platform.as('Owner'))
    await platform.query('update organizations set plan = $1 where id = $2', [plan, organization.id])
    const ref = await platform.rowOnlyProject(organization, 'Sleeping', 'INACTIVE')
    await platform.query(`update projects set paused_at = now() - make_interval(days => $1) where ref = $2`, [
      days,
      ref,
    ])
    return { ref, slug: organization.slug }
  }

  test('is told in days, and comes after ninety of them', async () => {
    const { ref } = await pausedFor(19)
    const status = await pauseStatus(ref)
    expect(status).toMatchObject({
      max_days_till_restore_disabled: 90,
      remaining_days_till_restore_disabled: 71,
      can_restore: true,
    })
    const daysLeft = (Date.parse(status.restorable_until ?? '') - Date.now()) / 86_400_000
    expect(Math.ceil(daysLeft)).toBe(71)
  })

  test('refuses a restore, and a larger plan lifts it', async () => {
    const { ref, slug } = await pausedFor(91)
    expect(await pauseStatus(ref)).toMatchObject({ remaining_days_till_restore_disabled: 0, can_restore: false })
    await refused(409, RESTORE_EXPIRED, 'POST', `/platform/projects/${ref}/restore`, { token })
    await refused(409, RESTORE_EXPIRED, 'POST', `/v1/projects/${ref}/restore`, { token })
    await platform.query("update organizations set plan = 'pro' where slug = $1", [slug])
    expect(await pauseStatus(ref)).toMatchObject({ remaining_days_till_restore_disabled: null, can_restore: true })
  })

  test('is noted once for each pause, and on no other plan', async () => {
    const [gone, open, paid] = [await pausedFor(92), await pausedFor(10), await pausedFor(93, 'team')]
    const noted = async (ref: string) => (await actions(ref)).filter((action) => action === 'project.restore_expired')
    const { schedule } = platform.server
    await schedule.now('note expired pauses')
    await schedule.now('note expired pauses')
    expect(await noted(gone.ref)).toHaveLength(1)
    expect(await noted(open.ref)).toEqual([])
    expect(await noted(paid.ref)).toEqual([])
  })

  test('is counted from the pause, not from a restore that failed', async () => {
    const ref = await platform.createProject('Stumbling')
    await pause(ref)
    const pausedAt = async () =>
      (await platform.query<{ at: Date | null }>('select paused_at as at from projects where ref = $1', [ref]))[0]?.at
    const first = await pausedAt()
    expect(first).not.toBeNull()
    platform.faults.fail('start', 'Not today.')
    await ask(ref, 'restore')
    await platform.until(ref, 'RESTORE_FAILED')
    platform.faults.heal()
    expect(await pausedAt()).toEqual(first)
    await ask(ref, 'restore')
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect(await pausedAt()).toBeNull()
  })
})

test('a restore that members have no room for is refused and names them', async () => {
  const organization = await platform.organization('Crowded', await platform.person('Lena'))
  await platform.query("update organizations set plan = 'free' where id = $1", [organization.id])
  for (const name of ['One', 'Two']) await platform.rowOnlyProject(organization, name, 'ACTIVE_HEALTHY')
  const ref = await platform.rowOnlyProject(organization, 'Three', 'INACTIVE')
  const path = `/platform/projects/${ref}/restore`
  const answer = await refused(409, FREE_LIMIT_REACHED, 'POST', path, { token: organization.owner.token })
  expect(answer).toMatchObject({
    data: { members: [{ username: 'Lena', primary_email: organization.owner.email, free_project_limit: 2 }] },
  })
  const running = await platform.rowOnlyProject(organization, 'Four', 'ACTIVE_HEALTHY')
  await refused(409, notAccepted('restored', 'ACTIVE_HEALTHY'), 'POST', `/platform/projects/${running}/restore`, {
    token: organization.owner.token,
  })
})
