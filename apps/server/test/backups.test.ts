import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import {
  BACKUP_DAMAGED,
  BACKUP_DISK_FULL,
  BACKUP_FILE_MISSING,
  BACKUP_INTERRUPTED,
  BACKUP_LAST,
  BACKUP_NOT_FINISHED,
  BACKUP_RUNNING,
  BACKUP_STILL_RUNNING,
  type Backup,
  DOWNLOAD_EXPIRED,
  NO_SUCH_BACKUP,
  notAccepted,
  PHYSICAL_NOT_DOWNLOADABLE,
  PHYSICAL_NOT_REMOVABLE,
  PHYSICAL_NOT_RESTORABLE,
} from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupCalls } from './backup-calls.ts'
import { TestPlatform } from './harness.ts'
import { projectCalls } from './project-calls.ts'
import { refusals } from './refused.ts'
import { eventually } from './waiting.ts'

const run = promisify(execFile)

let platform: TestPlatform
let token: string
let ref: string
beforeAll(async () => {
  platform = await TestPlatform.start()
  token = (await platform.as('Owner')).token
  ref = await platform.createProject('Backed up')
  await sql(
    ref,
    "create table mark as select 'kept' as value; create table counted as select generate_series(1, 500) i",
  )
})
afterAll(() => platform.dispose())

const { ask, sql, marked, actions } = projectCalls(() => platform)
const { call, at, list, find, ended, idle, take, files, fileOf, folder } = backupCalls(() => platform)
const refused = refusals(() => platform)

describe('a backup on demand', () => {
  test('is taken while the project serves, and is a file for the platform alone', async () => {
    const made = await call<Backup>('POST', at(ref))
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ reason: 'manual', isPhysicalBackup: false, error: null })
    const backup = await ended(ref, made.body.id)
    expect(backup).toMatchObject({
      status: 'COMPLETED',
      verified_at: null,
      version: expect.stringMatching(/^supabase/),
    })
    expect(await platform.statusOf(ref)).toBe('ACTIVE_HEALTHY')
    await marked(ref)
    const info = await stat(await fileOf(backup.id))
    expect(info.size).toBe(backup.size_bytes)
    expect([info.mode & 0o777, info.uid]).toEqual([0o600, process.getuid?.()])
    expect((await stat(folder())).mode & 0o777).toBe(0o700)
    expect(Date.parse(backup.expires_at ?? '')).toBeGreaterThan(Date.now() + 29 * 24 * 3_600_000)
    await idle(ref)
    expect(await actions(ref)).toEqual(expect.arrayContaining(['backup.requested', 'backup.taken']))
  })

  test('is refused while another is being taken, and while the project does not run', async () => {
    const held = platform.faults.hold('dump')
    const made = await call<Backup>('POST', at(ref))
    await held.reached
    await refused(409, BACKUP_RUNNING, 'POST', at(ref), { token })
    await refused(409, BACKUP_STILL_RUNNING, 'DELETE', at(ref, `/${made.body.id}`), { token })
    for (const [method, path, body] of [
      ['POST', '/download', { id: made.body.id }],
      ['POST', '/restore', { id: made.body.id }],
      ['POST', '/clone', { id: made.body.id, new_project_name: 'Too early' }],
      ['POST', `/${made.body.id}/verify`, undefined],
    ] as const)
      await refused(409, BACKUP_NOT_FINISHED, method, at(ref, path), { token, body })
    held.release()
    expect((await ended(ref, made.body.id)).status).toBe('COMPLETED')
    // Its last step notes in the log that it was taken.
    await idle(ref)
    const paused = await platform.rowOnlyProject(await platform.acme(), 'Never ran', 'INACTIVE')
    await refused(409, notAccepted('backed up', 'INACTIVE'), 'POST', at(paused), { token })
  })

  test('does not keep anybody from pausing, and says so when it was in the way', async () => {
    const other = await platform.createProject('Paused meanwhile')
    const held = platform.faults.hold('dump')
    const made = await call<Backup>('POST', at(other))
    await held.reached
    expect((await ask(other, 'restart')).status).toBe(200)
    await platform.engine.stop(other)
    held.release()
    expect(await ended(other, made.body.id)).toMatchObject({ status: 'FAILED' })
    await platform.until(other, 'ACTIVE_HEALTHY')
    expect((await ask(other, 'pause')).status).toBe(200)
    await platform.until(other, 'INACTIVE')
    // A paused project shows what it has, and can be downloaded; its last backup stays.
    const kept = (await list(other)).backups.filter(({ reason }) => reason === 'pause')
    expect(kept).toMatchObject([{ status: 'COMPLETED' }])
    await refused(409, BACKUP_LAST, 'DELETE', at(other, `/${kept[0]?.id}`), { token })
  })

  test('that fails says why, and nothing half-written stays', async () => {
    platform.faults.fail('dump', 'The moon is in the way.')
    const before = await files(ref)
    const made = await call<Backup>('POST', at(ref))
    expect(await ended(ref, made.body.id)).toMatchObject({
      status: 'FAILED',
      error: 'The moon is in the way.',
      size_bytes: null,
    })
    platform.faults.heal()
    await idle(ref)
    expect(await files(ref)).toEqual(before)
    expect((await actions(ref)).at(-1)).toBe('backup.failed')
  })

  // Only root may mount a disk that is small enough.
  test.skipIf(process.getuid?.() !== 0)(
    'on a disk that fills while it is written says so, and nothing half-written stays',
    async () => {
      const full = await platform.createProject('Full disk')
      await sql(
        full,
        'create table noise as select md5(i::text) || md5((-i)::text) as t from generate_series(1, 60000) i',
      )
      const small = join(folder(), full)
      await mkdir(small, { recursive: true })
      await run('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', small])
      try {
        const made = await call<Backup>('POST', at(full))
        expect(await ended(full, made.body.id)).toMatchObject({ status: 'FAILED', error: BACKUP_DISK_FULL })
        await idle(full)
        expect(await files(full)).toEqual([])
        expect(await platform.statusOf(full)).toBe('ACTIVE_HEALTHY')
      } finally {
        await run('umount', [small])
      }
      await take(full)
    },
  )

  test('can be removed', async () => {
    const backup = await take(ref)
    const file = await fileOf(backup.id)
    expect((await call('DELETE', at(ref, `/${backup.id}`))).status).toBe(200)
    await expect(stat(file)).rejects.toThrow('ENOENT')
    expect(await find(ref, backup.id)).toBeUndefined()
    await refused(404, NO_SUCH_BACKUP, 'DELETE', at(ref, `/${backup.id}`), { token })
    for (const id of ['0', '-1', '1.5', 'x', '99999999999999999999'])
      expect((await call('DELETE', at(ref, `/${id}`))).status, id).toBe(400)
  })
})

describe('a download', () => {
  const link = async (id: number) => {
    const answer = await call<{ fileUrl: string }>('POST', at(ref, '/download'), { body: { id } })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.fileUrl.replace('//localhost:', '//127.0.0.1:')
  }

  test('is the whole file under a name of its own, by a link that needs no account', async () => {
    const backup = await take(ref)
    const url = await link(backup.id)
    const answer = await fetch(url)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="${ref}-.*\\.sql\\.gz"$`),
    )
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const body = Buffer.from(await answer.arrayBuffer())
    expect(body.equals(await readFile(await fileOf(backup.id)))).toBe(true)
    const text = gunzipSync(body).toString()
    expect(text).toContain('CREATE TABLE public.mark')
    expect(text).toContain('kept')
    expect(await platform.audit({ ref, action: 'backup.downloaded' })).not.toEqual([])
    // The log has the call, and not what it is worth.
    expect(platform.log.join('')).toContain('/api/platform/downloads')
    expect(platform.log.join('')).not.toContain(new URL(url).searchParams.get('token') ?? '')
  })

  test('can be resumed', async () => {
    const backup = await take(ref)
    const url = await link(backup.id)
    const whole = await readFile(await fileOf(backup.id))
    const part = async (range: string) => {
      const answer = await fetch(url, { headers: { range } })
      return {
        status: answer.status,
        range: answer.headers.get('content-range'),
        body: Buffer.from(await answer.arrayBuffer()),
      }
    }
    const last = whole.length - 1
    expect(await part('bytes=10-19')).toEqual({
      status: 206,
      range: `bytes 10-19/${whole.length}`,
      body: whole.subarray(10, 20),
    })
    expect(await part('bytes=100-')).toEqual({
      status: 206,
      range: `bytes 100-${last}/${whole.length}`,
      body: whole.subarray(100),
    })
    expect(await part('bytes=-5')).toMatchObject({ status: 206, body: whole.subarray(-5) })
    expect(await part(`bytes=${whole.length}-`)).toMatchObject({ status: 416, range: `bytes */${whole.length}` })
    expect(await part('lines=1-2')).toMatchObject({ status: 200 })
  })

  test('by a link that was changed, made up, or whose file is gone is refused with a sentence', async () => {
    const backup = await take(ref)
    const url = await link(backup.id)
    for (const wrong of [
      url.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A')),
      url.replace(/token=.*/, 'token=x'),
      url.replace(/\?.*/, ''),
    ])
      await refused(400, DOWNLOAD_EXPIRED, 'GET', wrong.replace(/^.*\/api/, ''), {})
    await rm(await fileOf(backup.id))
    await refused(400, DOWNLOAD_EXPIRED, 'GET', url.replace(/^.*\/api/, ''), {})
    await refused(409, BACKUP_FILE_MISSING, 'POST', at(ref, '/download'), { token, body: { id: backup.id } })
    await call('DELETE', at(ref, `/${backup.id}`))
  })

  test('of a physical backup is refused, and the list for downloads has the latest logical one first', async () => {
    const newest = await take(ref)
    const physical = await platform.store
      .insertInto('backups')
      .values({
        project_id: (
          await platform.store.selectFrom('projects').select('id').where('ref', '=', ref).executeTakeFirstOrThrow()
        ).id,
        project_ref: ref,
        organization_id: null,
        kind: 'physical',
        reason: 'pitr',
        status: 'COMPLETED',
        version: newest.version,
        postgres_engine: newest.postgres_engine,
        path: 'nowhere',
        archive: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const body = { id: physical.id }
    await refused(409, PHYSICAL_NOT_DOWNLOADABLE, 'POST', at(ref, '/download'), { token, body })
    await refused(409, PHYSICAL_NOT_RESTORABLE, 'POST', at(ref, '/restore'), { token, body })
    await refused(409, PHYSICAL_NOT_REMOVABLE, 'DELETE', at(ref, `/${physical.id}`), { token })
    const { backups } = (await call<{ backups: Backup[] }>('GET', at(ref, '/downloadable-backups'))).body
    expect(backups[0]?.id).toBe(newest.id)
    expect(backups.some(({ isPhysicalBackup }) => isPhysicalBackup)).toBe(false)
    const v1 = await call('GET', `/v1/projects/${ref}/database/backups`)
    expect(v1.body).toMatchObject({
      region: 'local',
      walg_enabled: false,
      pitr_enabled: false,
      backups: expect.arrayContaining([
        { is_physical_backup: true, status: 'COMPLETED', inserted_at: expect.any(String) },
        { is_physical_backup: false, status: 'COMPLETED', inserted_at: newest.inserted_at },
      ]),
      physical_backup_data: {},
    })
    await platform.store.deleteFrom('backups').where('id', '=', physical.id).execute()
  })
})

describe('a proof', () => {
  const prove = async (id: number) => {
    expect((await call('POST', at(ref, `/${id}/verify`))).status).toBe(202)
    expect((await list(ref)).proving).toContain(id)
    await idle(ref)
    return find(ref, id)
  }

  test('restores the backup into a scratch server, counts it, and leaves nothing of it', async () => {
    const servers = await platform.engine.list()
    const backup = await take(ref)
    const proven = await prove(backup.id)
    expect(proven).toMatchObject({ verify_error: null, verified_at: expect.any(String) })
    expect(proven?.verified_tables).toBeGreaterThanOrEqual(2)
    expect(proven?.verified_rows).toBeGreaterThanOrEqual(501)
    expect(await platform.engine.list()).toEqual(servers)
    expect((await actions(ref)).at(-1)).toBe('backup.proven')
  })

  test('of a damaged file says so, and the file is refused for a restore before anything is touched', async () => {
    const backup = await take(ref)
    const file = await fileOf(backup.id)
    const bytes = await readFile(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff
    await writeFile(file, bytes)
    expect(await prove(backup.id)).toMatchObject({ verified_at: null, verify_error: BACKUP_DAMAGED })
    const body = { id: backup.id }
    await refused(409, BACKUP_DAMAGED, 'POST', at(ref, '/restore'), { token, body })
    await refused(409, BACKUP_DAMAGED, 'POST', at(ref, '/clone'), {
      token,
      body: { ...body, new_project_name: 'Broken' },
    })
    await marked(ref)
  })

  test('that fails takes its scratch server away', async () => {
    const servers = await platform.engine.list()
    const backup = await take(ref)
    platform.faults.fail('load', 'The server was struck by lightning.')
    expect(await prove(backup.id)).toMatchObject({ verify_error: 'The server was struck by lightning.' })
    platform.faults.heal()
    expect(await platform.engine.list()).toEqual(servers)
    await eventually('the log to say so', async () => (await actions(ref)).includes('backup.not_proven'))
  })
})

test('a backup that is asked for while its project is being paused is not begun', async () => {
  const other = await platform.createProject('Nightly')
  const held = platform.faults.hold('stop')
  await ask(other, 'pause')
  await held.reached
  const id = await platform.store.transaction().execute(async (tx) => {
    const project = await tx.selectFrom('projects').selectAll().where('ref', '=', other).executeTakeFirstOrThrow()
    const { operations } = platform.server.platform
    return operations.beginBeside(tx, {
      kind: 'backup.take',
      project,
      actor: { id: null, name: null, tokenId: null, requestId: null, ip: null },
      input: { reason: 'scheduled' },
    })
  })
  platform.server.platform.operations.kick(id)
  const error = await eventually('the backup to end', async () => {
    const row = await platform.store
      .selectFrom('operations')
      .select(['error', 'finished_at'])
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.finished_at ? row.error : null
  })
  expect(error).toBe(BACKUP_INTERRUPTED)
  held.release()
  await platform.until(other, 'INACTIVE')
})
