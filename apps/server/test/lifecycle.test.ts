import { existsSync } from 'node:fs'
import { type Activity, notAccepted, PROJECT_BUSY, PROJECT_STATUSES, projectLifecycle } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestPlatform } from './harness.ts'
import { OPERATIONS, type OperationName, projectCalls } from './project-calls.ts'
import { eventually } from './waiting.ts'

let platform: TestPlatform
let token: string
const steps: string[] = []

beforeAll(async () => {
  platform = await TestPlatform.start({
    observe: (kind, step, when) => void steps.push(`${kind} ${step} ${when}`),
  })
  token = (await platform.as('Owner')).token
})
afterAll(() => platform.dispose())

const { ask, project, folder, postmaster, sql, mark, marked, actions } = projectCalls(() => platform)
const refusedByTcp = async (ref: string, password: string) =>
  expect(await platform.connect(ref, password).catch((error: NodeJS.ErrnoException) => error.code)).toBe('ECONNREFUSED')

describe('a new project', () => {
  test('becomes healthy, and its owner connects from outside and is no superuser', async () => {
    const made = await platform.call<{ ref: string; status: string }>('POST', '/v1/projects', {
      token,
      body: { name: 'Fresh', organization_slug: 'acme' },
    })
    expect([made.status, made.body.status]).toEqual([201, 'COMING_UP'])
    const { ref } = made.body
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect(await project(ref)).toMatchObject({
      status: 'ACTIVE_HEALTHY',
      postgrestStatus: 'ONLINE',
      dbVersion: 'supabase-postgres-17.10.0',
      restUrl: `${platform.config.publicUrl}/p/${ref}/rest/v1/`,
    })
    expect(await actions(ref)).toEqual(['project.created', 'project.ready'])
    const client = await platform.connect(ref)
    const { rows } = await client.query(
      'select current_user, rolsuper as super, current_database() from pg_roles where rolname = current_user',
    )
    expect(rows).toEqual([{ current_user: 'postgres', super: false, current_database: 'postgres' }])
    await client.end()
    // The address that people are shown is the one that works.
    const { port } = await platform.engine.publicTarget(ref)
    expect(await project(ref)).toMatchObject({
      db_port: port,
      connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`,
    })
  })

  test('takes the password that was chosen, and a reset replaces it', async () => {
    const chosen = 'a password of my own'
    const ref = await platform.createProject('Chosen', { db_pass: chosen })
    const first = await platform.connect(ref, chosen)
    await first.end()
    const reset = await platform.resetPassword(ref)
    expect(reset).toMatch(/^\w{24}$/)
    await expect(platform.connect(ref, chosen)).rejects.toThrow('password authentication failed')
    const second = await platform.connect(ref, reset)
    await second.end()
    for (const secret of [chosen, reset]) {
      expect(await platform.whereIs(secret)).toEqual([])
      expect(platform.log.join('')).not.toContain(secret)
    }
    expect(await sql(ref, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await platform.audit({ ref, action: 'project.password_reset' })).at(-1)).toMatchObject({ details: {} })
  })

  test('tells what it uses and what happened to it', async () => {
    const ref = await platform.createProject('Told')
    const sample = await platform.call('POST', `/platform/projects/${ref}/sample-data`, { token })
    expect([sample.status, sample.body]).toMatchObject([201, { schema: 'shop', tables: 8 }])
    const twice = await platform.call('POST', `/platform/projects/${ref}/sample-data`, { token })
    expect([twice.status, twice.body.message]).toEqual([409, 'This database already has a schema named shop'])
    const overview = await platform.call('GET', `/platform/projects/${ref}/overview`, { token })
    expect(overview.body).toMatchObject({ server_version: '17.10', table_count: 8, connections: { limit: 60 } })
    const list = await platform.call<{ projects: { ref: string; memory_bytes: number }[] }>(
      'GET',
      '/platform/projects',
      {
        token,
      },
    )
    expect(list.body.projects.find((one) => one.ref === ref)?.memory_bytes).toBeGreaterThan(1_000_000)
    const activity = await platform.call<Activity[]>('GET', `/platform/projects/${ref}/activity?limit=2`, { token })
    expect(activity.body.map((entry) => [entry.sentence, entry.actor])).toEqual([
      ['Loaded sample data', 'Owner'],
      ['Project became healthy', 'Owner'],
    ])
    // What people are shown as the number of rows is right from the beginning.
    expect(await sql(ref, 'select n_live_tup::int as n from pg_stat_user_tables where relname = $$orders$$')).toEqual(
      await sql(ref, 'select count(*)::int as n from shop.orders'),
    )
  })
})

describe('pausing, restoring, restarting, deleting', () => {
  test('a pause stops the server and keeps the data, a restore brings both back', async () => {
    const ref = await platform.createProject('Sleeper')
    await mark(ref)
    const password = await platform.resetPassword(ref)
    const pid = await postmaster(ref)
    const asked = await ask(ref, 'pause')
    expect([asked.status, asked.body]).toEqual([200, { status: 'PAUSING' }])
    await platform.until(ref, 'INACTIVE')
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    await refusedByTcp(ref, password)
    expect(await project(ref)).toMatchObject({ status: 'INACTIVE', postgrestStatus: 'OFFLINE' })
    for (const [method, path, body] of [
      ['POST', `/v1/projects/${ref}/database/query`, { query: 'select 1' }],
      ['POST', `/platform/projects/${ref}/sql/run`, { sql: 'select 1' }],
      ['GET', `/platform/projects/${ref}/overview`, undefined],
    ] as const) {
      const answer = await platform.call(method, path, { token, body })
      expect([answer.status, answer.body.message]).toEqual([409, 'The database is not running'])
    }
    const restored = await ask(ref, 'restore')
    expect([restored.status, restored.body]).toEqual([201, { status: 'RESTORING' }])
    await platform.until(ref, 'ACTIVE_HEALTHY')
    await marked(ref)
    const client = await platform.connect(ref, password)
    await client.end()
    expect((await actions(ref)).filter((action) => /pause|restore/.test(action))).toEqual([
      'project.pause_requested',
      'project.paused',
      'project.restore_requested',
      'project.restored',
    ])
  })

  test('a paused project stays paused over a restart of the platform', async () => {
    const ref = await platform.createProject('Deep sleeper')
    await ask(ref, 'pause')
    await platform.until(ref, 'INACTIVE')
    await platform.restart()
    await platform.server.watch.settled()
    expect((await platform.engine.observe(ref)).state).toBe('stopped')
    expect(await platform.statusOf(ref)).toBe('INACTIVE')
  })

  test('a project is not started again by a watch round that began before its pause', async () => {
    const ref = await platform.createProject('Overlooked')
    const look = platform.faults.hold('state')
    await platform.restart()
    await look.reached
    await ask(ref, 'pause')
    await platform.until(ref, 'INACTIVE')
    look.release()
    await platform.server.watch.settled()
    expect((await platform.engine.observe(ref)).state).toBe('stopped')
  })

  test('a restart gives a new server process with the same data', async () => {
    const ref = await platform.createProject('Restarted')
    await mark(ref)
    const started = async () => (await sql<{ at: string }>(ref, 'select pg_postmaster_start_time() as at'))[0]?.at
    const before = await started()
    expect((await ask(ref, 'restart')).body).toEqual({ status: 'RESTARTING' })
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect(await started()).not.toBe(before)
    await marked(ref)
  })

  test('a delete removes the server, its files and everything kept about it but the log', async () => {
    const ref = await platform.createProject('Doomed')
    const [pid, password] = [await postmaster(ref), await platform.resetPassword(ref)]
    const { id } = await project(ref)
    const asked = await ask(ref, 'remove')
    expect([asked.status, asked.body]).toEqual([200, { id, ref, name: 'Doomed' }])
    await platform.until(ref, 'absent')
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    expect(existsSync(folder(ref))).toBe(false)
    expect(await platform.connect(ref, password).catch(() => 'gone')).toBe('gone')
    const secrets = await platform.store
      .selectFrom('project_secrets')
      .select('name')
      .where('project_id', '=', id)
      .execute()
    expect(secrets).toEqual([])
    const again = await ask(ref, 'remove')
    expect([again.status, again.body.message]).toEqual([404, 'Project not found'])
    expect((await actions(ref)).slice(-2)).toEqual(['project.delete_requested', 'project.deleted'])
    // Its name is free.
    await platform.createProject('Doomed')
  })
})

describe('one at a time', () => {
  test('of several operations asked for at once one wins and the others hear that it runs', async () => {
    const ref = await platform.createProject('Contested')
    const names = ['pause', 'restart', 'pause', 'restart', 'pause'] as const
    const answers = await Promise.all(names.map((name) => ask(ref, name)))
    const won = answers.findIndex((answer) => answer.status < 300)
    expect(answers.filter((answer) => answer.status < 300)).toHaveLength(1)
    for (const answer of answers)
      if (answer.status >= 300) expect([answer.status, answer.body.message]).toEqual([409, PROJECT_BUSY])
    await platform.until(ref, names[won] === 'pause' ? 'INACTIVE' : 'ACTIVE_HEALTHY')
    const operations = await platform.store
      .selectFrom('operations')
      .selectAll()
      .where('project_ref', '=', ref)
      .orderBy('created_at')
      .execute()
    expect(operations.map((row) => [row.kind, row.error])).toEqual([
      ['project.create', null],
      [`project.${names[won]}`, null],
    ])
  })

  test('work that is handed over several times is done once', async () => {
    const ref = await platform.createProject('Once')
    const { id } = await project(ref)
    steps.length = 0
    const { operations } = platform.server.platform
    const begun = await platform.store.transaction().execute((tx) =>
      operations.begin(tx, {
        kind: 'project.restart',
        projectId: id,
        event: 'restart',
        actor: { id: null, name: null, tokenId: null, requestId: null, ip: null },
      }),
    )
    for (let n = 0; n < 4; n++) operations.kick(begun.id)
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect(steps.filter((step) => step.endsWith('before'))).toEqual([
      'project.restart stop server before',
      'project.restart start server before',
      'project.restart reach server before',
      'project.restart finish before',
    ])
  })

  test('what a status does not accept is refused in a sentence and changes nothing', async () => {
    const acme = await platform.acme()
    let refused = 0
    for (const status of PROJECT_STATUSES) {
      const ref = await platform.rowOnlyProject(acme, `Stays ${status}`, status)
      for (const [name, { event, doing }] of Object.entries(OPERATIONS)) {
        if (projectLifecycle.can(status, event)) continue
        const before = await platform.rowCounts()
        const answer = await ask(ref, name as OperationName)
        expect([answer.status, answer.body.message], `${name} ${status}`).toEqual([409, notAccepted(doing, status)])
        expect(await platform.rowCounts()).toEqual(before)
        refused++
      }
      expect(await platform.statusOf(ref)).toBe(status)
    }
    expect(refused).toBeGreaterThan(30)
  })
})

describe('a server that dies', () => {
  const ago = (ref: string) =>
    platform.store.selectFrom('projects').select('postgrest_status').where('ref', '=', ref).executeTakeFirstOrThrow()
  const online = (ref: string, wanted: 'ONLINE' | 'OFFLINE') =>
    eventually(`${ref} to be ${wanted}`, async () => (await ago(ref)).postgrest_status === wanted)

  test('is seen to be offline, comes back by itself with its data, and the log says so', async () => {
    const ref = await platform.createProject('Phoenix')
    await mark(ref)
    const pid = await postmaster(ref)
    await platform.crash(ref)
    await online(ref, 'OFFLINE')
    await online(ref, 'ONLINE')
    expect(await postmaster(ref)).not.toBe(pid)
    expect(await platform.statusOf(ref)).toBe('ACTIVE_HEALTHY')
    await marked(ref)
    await eventually('the log', async () => (await actions(ref)).includes('project.recovered'))
    expect((await actions(ref)).filter((action) => /crashed|recovered/.test(action))).toEqual([
      'project.crashed',
      'project.recovered',
    ])
  })

  test('while the platform is down comes back with the platform', async () => {
    const ref = await platform.createProject('Blackout')
    await mark(ref)
    await platform.close()
    const pid = await postmaster(ref)
    process.kill(pid, 'SIGKILL')
    await platform.restart()
    await eventually('another process', async () => (await postmaster(ref).catch(() => pid)) !== pid)
    await platform.server.watch.settled()
    await online(ref, 'ONLINE')
    await marked(ref)
  })

  test('is adopted by a platform that starts anew, with its connections', async () => {
    const ref = await platform.createProject('Steady')
    const pid = await postmaster(ref)
    const client = await platform.connect(ref)
    await client.query('create temporary table held as select 1 as one')
    await platform.restart()
    await platform.server.watch.settled()
    expect(await postmaster(ref)).toBe(pid)
    expect((await client.query('table held')).rows).toEqual([{ one: 1 }])
    await client.end()
    expect(await project(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', postgrestStatus: 'ONLINE' })
    // Adopted means watched: it is started again when it dies.
    await platform.crash(ref)
    await online(ref, 'OFFLINE')
    await online(ref, 'ONLINE')
  })

  test('is found healthy when nobody knew', async () => {
    const ref = await platform.createProject('Misjudged')
    await platform.query("update projects set status = 'UNKNOWN', postgrest_status = 'OFFLINE' where ref = $1", [ref])
    await platform.restart()
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect((await actions(ref)).at(-1)).toBe('project.found_healthy')
  })
})
