import {
  BACKUP_NEWER_VERSION,
  CLONE_SOURCE,
  NAME_TAKEN,
  notAccepted,
  PROJECT_BUSY,
  restoreLosesDatabases,
  UNKNOWN_VERSION,
} from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupCalls } from './backup-calls.ts'
import { TestPlatform } from './harness.ts'
import { projectCalls } from './project-calls.ts'
import { refusals } from './refused.ts'

let platform: TestPlatform
let token: string
beforeAll(async () => {
  platform = await TestPlatform.start()
  token = (await platform.as('Owner')).token
})
afterAll(() => platform.dispose())

const { ask, sql, mark, marked, actions } = projectCalls(() => platform)
const { call, at, list, idle, take } = backupCalls(() => platform)
const refused = refusals(() => platform)

const about = async (ref: string) => (await actions(ref)).filter((action) => action.startsWith('backup.'))
const restore = (ref: string, id: number) => call<{ status: string }>('POST', at(ref, '/restore'), { body: { id } })
const clone = (ref: string, body: Record<string, unknown>) =>
  call<{ ref: string; name: string; status: string }>('POST', at(ref, '/clone'), { body })

describe('a restore in place', () => {
  test('brings back what the backup has, keeps what was there as a backup, and the passwords', async () => {
    const ref = await platform.createProject('Rewound')
    await mark(ref)
    await sql(ref, 'create role worker login; grant select on mark to worker')
    const password = await platform.resetPassword(ref)
    const backup = await take(ref)
    const before = await platform.engine.publicTarget(ref)
    await sql(ref, 'create table later as select 1 as i; drop table mark')
    const answer = await restore(ref, backup.id)
    expect([answer.status, answer.body.status]).toEqual([201, 'RESTORING'])
    await platform.until(ref, 'ACTIVE_HEALTHY')
    await marked(ref)
    expect(await sql(ref, "select to_regclass('later') as later, to_regrole('worker') as role")).toEqual([
      { later: null, role: 'worker' },
    ])
    // The same address and the same password lead to it, and nobody else has been made.
    expect(await platform.engine.publicTarget(ref)).toEqual(before)
    const client = await platform.connect(ref, password)
    await client.end()
    expect((await list(ref)).failed_restore).toBeNull()
    const kept = (await list(ref)).backups.find(({ reason }) => reason === 'restore')
    expect(kept?.status).toBe('COMPLETED')
    expect((await about(ref)).slice(-2)).toEqual(['backup.restore_requested', 'backup.restored'])
    // And back again.
    await restore(ref, kept?.id ?? 0)
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect(await sql(ref, "select to_regclass('mark') as mark, to_regclass('later')::text as later")).toEqual([
      { mark: null, later: 'later' },
    ])
  })

  describe('that fails', () => {
    let ref: string
    let backup: Awaited<ReturnType<typeof take>>
    beforeAll(async () => {
      ref = await platform.createProject('Fails')
      await mark(ref)
      backup = await take(ref)
      await sql(ref, 'create table later as select 1 as i')
    })

    test.for(['dump', 'create', 'load', 'replace'] as const)(
      'at %s leaves the project as it was, serving, and says why',
      async (method) => {
        const servers = (await platform.engine.list()).sort()
        platform.faults.fail(method, `The sky fell at ${method}.`)
        expect((await restore(ref, backup.id)).status).toBe(201)
        await platform.until(ref, 'ACTIVE_HEALTHY')
        platform.faults.heal()
        await marked(ref)
        expect(await sql(ref, 'table later')).toEqual([{ i: 1 }])
        expect((await list(ref)).failed_restore).toMatchObject({ reason: `The sky fell at ${method}` })
        expect((await about(ref)).at(-1)).toBe('backup.restore_failed')
        expect((await platform.engine.list()).sort()).toEqual(servers)
      },
    )

    test('is made up for by a later one that succeeds', async () => {
      await restore(ref, backup.id)
      await platform.until(ref, 'ACTIVE_HEALTHY')
      expect((await list(ref)).failed_restore).toBeNull()
      await call('DELETE', `/platform/projects/${ref}`)
      await platform.until(ref, 'absent')
    })
  })

  test('is refused where it would lose other databases, which the backup names', async () => {
    const ref = await platform.createProject('Beside')
    await mark(ref)
    const client = await platform.connect(ref)
    await client.query('create database beside')
    await client.end()
    const backup = await take(ref)
    expect(backup.left_out).toEqual(['beside'])
    await restore(ref, backup.id)
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect((await list(ref)).failed_restore).toMatchObject({ reason: restoreLosesDatabases(['beside']) })
    expect(restoreLosesDatabases(['a', 'b'])).toBe(
      'A backup holds the database “postgres” alone, and this server also has “a”, “b”. Drop what is no longer needed, or restore into a new project',
    )
    expect(await sql(ref, "select datname from pg_database where datname = 'beside'")).toHaveLength(1)
    await marked(ref)
  })

  test('is refused while another operation holds the project, and while it is paused', async () => {
    const ref = await platform.createProject('Contended')
    const backup = await take(ref)
    const held = platform.faults.hold('stop')
    const both = await Promise.all([restore(ref, backup.id), ask(ref, 'pause')])
    expect(both.map(({ status }) => (status < 300 ? 'let' : status)).sort()).toEqual([409, 'let'])
    const loser = both.find(({ status }) => status === 409)?.body as { message?: string }
    expect([
      PROJECT_BUSY,
      notAccepted('restored from a backup', 'PAUSING'),
      notAccepted('paused', 'RESTORING'),
    ]).toContain(loser.message)
    held.release()
    await idle(ref)
    if ((await platform.statusOf(ref)) === 'ACTIVE_HEALTHY') {
      await ask(ref, 'pause')
      await platform.until(ref, 'INACTIVE')
    }
    await refused(409, notAccepted('restored from a backup', 'INACTIVE'), 'POST', at(ref, '/restore'), {
      token,
      body: { id: backup.id },
    })
  })

  test('of a newer Postgres than the project’s is refused', async () => {
    const ref = await platform.createProject('Older')
    const backup = await take(ref)
    await platform.store
      .updateTable('backups')
      .set({ version: 'supabase-postgres-99.1.0' })
      .where('id', '=', backup.id)
      .execute()
    await refused(409, BACKUP_NEWER_VERSION, 'POST', at(ref, '/restore'), { token, body: { id: backup.id } })
    await platform.store.updateTable('backups').set({ postgres_engine: '99' }).where('id', '=', backup.id).execute()
    const body = { id: backup.id, new_project_name: 'From the future' }
    await refused(409, UNKNOWN_VERSION, 'POST', at(ref, '/clone'), { token, body })
  })
})

describe('a restore into a new project', () => {
  test('makes one that holds the same and has secrets of its own; the other stays as it is', async () => {
    const ref = await platform.createProject('Original')
    await mark(ref)
    const backup = await take(ref)
    await sql(ref, 'drop table mark')
    await platform.query('update projects set disk_limit_mb = 16384 where ref = $1', [ref])
    const made = await clone(ref, { id: backup.id, new_project_name: 'Copy of it', compute_size: 'micro' })
    expect([made.status, made.body.status]).toEqual([201, 'COMING_UP'])
    await platform.until(made.body.ref, 'ACTIVE_HEALTHY')
    await marked(made.body.ref)
    await sql(made.body.ref, 'create table own ()')
    expect(await sql(ref, "select to_regclass('mark') as mark, to_regclass('own') as own")).toEqual([
      { mark: null, own: null },
    ])
    const rows = await platform.store
      .selectFrom('projects')
      .innerJoin('project_secrets as s', 's.project_id', 'projects.id')
      .select(['projects.ref', 'projects.compute_size', 'projects.disk_limit_mb', 's.name', 's.sealed'])
      .where('projects.ref', 'in', [ref, made.body.ref])
      .execute()
    expect(rows.find((row) => row.ref === made.body.ref)).toMatchObject({ compute_size: 'micro', disk_limit_mb: 16384 })
    expect(
      rows
        .filter((row) => row.ref === made.body.ref)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(
      rows
        .filter((row) => row.ref === ref)
        .map(({ name }) => name)
        .sort(),
    )
    await refused(409, NAME_TAKEN, 'POST', at(ref, '/clone'), {
      token,
      body: { id: backup.id, new_project_name: 'Original' },
    })
    await refused(400, CLONE_SOURCE, 'POST', at(ref, '/clone'), { token, body: { new_project_name: 'From nothing' } })
    await refused(400, CLONE_SOURCE, 'POST', at(ref, '/clone'), {
      token,
      body: { id: backup.id, recovery_time_target_unix: 1, new_project_name: 'From two' },
    })
  })

  test('is possible from a paused project, and one that fails leaves no server that is not whole', async () => {
    const ref = await platform.createProject('Asleep')
    await mark(ref)
    await ask(ref, 'pause')
    await platform.until(ref, 'INACTIVE')
    const [backup] = (await list(ref)).backups
    const servers = (await platform.engine.list()).sort()
    platform.faults.fail('load', 'No luck.')
    const failed = await clone(ref, { id: backup?.id, new_project_name: 'Unlucky' })
    await platform.until(failed.body.ref, 'UNKNOWN')
    platform.faults.heal()
    expect((await platform.engine.list()).sort()).toEqual(servers)
    const made = await clone(ref, { id: backup?.id, new_project_name: 'Awake' })
    await platform.until(made.body.ref, 'ACTIVE_HEALTHY')
    await marked(made.body.ref)
    expect(await platform.statusOf(ref)).toBe('INACTIVE')
  })
})
