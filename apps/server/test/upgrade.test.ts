import {
  type DatabaseUpgradeStatus,
  notAccepted,
  PROJECT_BUSY,
  UNKNOWN_VERSION,
  UPGRADE_NEEDS_RUNNING,
  UPGRADE_NOT_NEWER,
  UPGRADE_PROGRESS_NAMES,
} from '@stoa/contract'
import { UPGRADE_PROGRESS } from '@stoa/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestPlatform } from './harness.ts'
import { projectCalls } from './project-calls.ts'
import { refusals } from './refused.ts'

let platform: TestPlatform
let token: string
const points: string[] = []
beforeAll(async () => {
  platform = await TestPlatform.start({
    observe: (kind, step, when) => void (kind === 'project.upgrade' && when === 'after' && points.push(step)),
  })
  token = (await platform.as('Owner')).token
})
afterAll(() => platform.dispose())

const { ask, project, sql, mark, marked, actions } = projectCalls(() => platform)
const refused = refusals(() => platform)

const create = async (name: string, postgres_engine = '15') => {
  const body = { name, organization_slug: 'acme', postgres_engine }
  const made = await platform.call<{ ref: string }>('POST', '/v1/projects', { token, body })
  await platform.until(made.body.ref, 'ACTIVE_HEALTHY')
  return made.body.ref
}
const upgrade = (ref: string, target_version: string) =>
  platform.call<{ tracking_id: string; message?: string }>('POST', `/v1/projects/${ref}/upgrade`, {
    token,
    body: { target_version },
  })
const status = async (ref: string, query = '') =>
  (
    await platform.call<{ databaseUpgradeStatus: DatabaseUpgradeStatus | null }>(
      'GET',
      `/v1/projects/${ref}/upgrade/status${query}`,
      { token },
    )
  ).body.databaseUpgradeStatus
type Eligibility = {
  eligible: boolean
  current_app_version: string
  latest_app_version: string
  target_upgrade_versions: { postgres_version: string; obstacles: { code: string; message: string }[] }[]
  potential_breaking_changes: string[]
}
const eligibility = async (ref: string) =>
  (await platform.call<Eligibility>('GET', `/v1/projects/${ref}/upgrade/eligibility`, { token })).body

test('the progress names of the calls are those of the engine', () => {
  expect(UPGRADE_PROGRESS_NAMES).toEqual(UPGRADE_PROGRESS)
})

describe('an upgrade', () => {
  test('moves a project from 15 to 17 and to 18, with its data, passwords and a backup', {
    timeout: 120_000,
  }, async () => {
    const ref = await create('Climber')
    await mark(ref)
    await sql(
      ref,
      `create table many (id bigint generated always as identity primary key, text text not null);
       insert into many (text) select md5(n::text) from generate_series(1, 20000) n`,
    )
    const sum = 'select count(*)::int as n, md5(string_agg(text, $$|$$ order by id)) as sum from many'
    const [before] = await sql(ref, sum)
    const password = await platform.resetPassword(ref)
    expect(await status(ref)).toBeNull()
    expect((await eligibility(ref)).target_upgrade_versions.map(({ postgres_version }) => postgres_version)).toEqual([
      '18',
      '17',
    ])
    for (const [from, to] of [
      ['15', '17'],
      ['17', '18'],
    ] as const) {
      points.length = 0
      const asked = await upgrade(ref, to)
      expect(asked.status).toBe(201)
      const { tracking_id } = asked.body
      expect(await platform.statusOf(ref)).toBe('UPGRADING')
      expect(await status(ref)).toMatchObject({ tracking_id, status: 'Upgrading' })
      await platform.until(ref, 'ACTIVE_HEALTHY')
      expect(points.filter((point) => UPGRADE_PROGRESS_NAMES.some((name) => name === point))).toEqual([
        ...UPGRADE_PROGRESS_NAMES,
      ])
      const ended = await status(ref, `?tracking_id=${tracking_id}`)
      expect(ended).toMatchObject({ tracking_id, status: 'Upgraded', progress: 'completed upgrade', error: null })
      expect(ended?.steps.map(({ name }) => name)).toEqual([...UPGRADE_PROGRESS_NAMES])
      expect(ended?.from_version).toContain(`-${from}.`)
      expect(await project(ref)).toMatchObject({ postgres_engine: to, postgrestStatus: 'ONLINE' })
      expect(await sql(ref, sum)).toEqual([before])
      await marked(ref)
      const client = await platform.connect(ref, password)
      const { rows } = await client.query('show server_version_num')
      expect(rows[0].server_version_num.slice(0, 2)).toBe(to)
      await client.end()
    }
    expect((await sql<{ id: string }>(ref, "insert into many (text) values ('new') returning id"))[0]?.id).toEqual(
      expect.anything(),
    )
    const taken = await platform.query(
      "select status, postgres_engine from backups where project_ref = $1 and reason = 'upgrade' order by id",
      [ref],
    )
    expect(taken).toEqual([
      { status: 'COMPLETED', postgres_engine: '17' },
      { status: 'COMPLETED', postgres_engine: '18' },
    ])
    expect(await eligibility(ref)).toMatchObject({ eligible: false, target_upgrade_versions: [] })
  })

  test('that fails leaves the old version running with its data, and says why', async () => {
    const ref = await create('Stumbler')
    await mark(ref)
    platform.faults.fail('upgrade', 'The new server did not start.')
    const { tracking_id } = (await upgrade(ref, '17')).body
    await platform.until(ref, 'ACTIVE_HEALTHY')
    platform.faults.heal()
    expect(await status(ref, `?tracking_id=${tracking_id}`)).toMatchObject({
      status: 'Failed',
      error: 'The new server did not start.',
    })
    expect(await project(ref)).toMatchObject({ postgres_engine: '15' })
    await marked(ref)
    expect((await platform.audit({ ref, action: 'project.upgrade_failed' })).at(-1)?.details).toEqual({
      reason: 'The new server did not start.',
    })
    expect((await ask(ref, 'restart')).status).toBe(200)
    await platform.until(ref, 'ACTIVE_HEALTHY')
  })

  test('whose backup fails is an upgrade all the same, and the log tells of the backup', async () => {
    const ref = await create('Bare')
    await mark(ref)
    // The engine's own work is not touched by this: only what the platform asks for afterwards fails.
    platform.faults.fail('dump', 'The disk is full.')
    const { tracking_id } = (await upgrade(ref, '17')).body
    await platform.until(ref, 'ACTIVE_HEALTHY').finally(() => platform.faults.heal())
    expect((await platform.audit({ ref, action: 'project.upgrade_backup_failed' })).at(-1)?.details).toEqual({
      reason: 'The disk is full.',
    })
    expect(await status(ref, `?tracking_id=${tracking_id}`)).toMatchObject({ status: 'Upgraded' })
    await marked(ref)
  })

  test('that the server has come through, though it did not answer then, is known to have happened', async () => {
    const ref = await create('Silent')
    await mark(ref)
    const { databases } = platform.server.platform
    const reachable = databases.reachable.bind(databases)
    databases.reachable = async () => false
    const { tracking_id } = (await upgrade(ref, '17')).body
    await platform.until(ref, 'ACTIVE_HEALTHY').finally(() => {
      databases.reachable = reachable
    })
    expect(await status(ref, `?tracking_id=${tracking_id}`)).toMatchObject({
      status: 'Upgraded',
      error: 'The server started but does not answer',
    })
    expect(await project(ref)).toMatchObject({ postgres_engine: '17' })
    await marked(ref)
  })
})

describe('what stands against an upgrade', () => {
  test('is said before anything happens', async () => {
    const ref = await create('Obstructed')
    const client = await platform.server.platform.databases.client({ id: (await project(ref)).id, ref }, 'admin')
    await client.connect()
    await client.query("select pg_create_physical_replication_slot('held', true)")
    await client.end()
    const found = await eligibility(ref)
    expect(found.eligible).toBe(false)
    expect(found.target_upgrade_versions[0]?.obstacles.map(({ code }) => code)).toEqual(['replication-slot'])
    const [sentence = ''] = found.potential_breaking_changes
    expect(sentence).toContain('held')
    await refused(409, sentence, 'POST', `/v1/projects/${ref}/upgrade`, { token, body: { target_version: '17' } })
    expect(await platform.statusOf(ref)).toBe('ACTIVE_HEALTHY')
  })

  test('is the project’s status, where that does not accept an upgrade', async () => {
    const acme = await platform.acme()
    for (const status of ['INACTIVE', 'RESTARTING', 'UNKNOWN'] as const) {
      const ref = await platform.rowOnlyProject(acme, `Not now ${status}`, status)
      await refused(409, notAccepted('upgraded', status), 'POST', `/v1/projects/${ref}/upgrade`, {
        token,
        body: { target_version: '18' },
      })
    }
    const ref = await platform.rowOnlyProject(acme, 'No server', 'ACTIVE_HEALTHY')
    expect(await eligibility(ref)).toMatchObject({
      eligible: false,
      potential_breaking_changes: [UPGRADE_NEEDS_RUNNING],
    })
    await refused(409, UPGRADE_NEEDS_RUNNING, 'POST', `/v1/projects/${ref}/upgrade`, {
      token,
      body: { target_version: '18' },
    })
  })

  test('is a version that is not newer, or that does not exist', async () => {
    const ref = await platform.rowOnlyProject(await platform.acme(), 'Picky', 'ACTIVE_HEALTHY')
    const path = `/v1/projects/${ref}/upgrade`
    for (const target_version of ['15', '17', 'supabase-postgres-17.10.0'])
      await refused(400, UPGRADE_NOT_NEWER, 'POST', path, { token, body: { target_version } })
    for (const target_version of ['99', 'latest'])
      await refused(400, UNKNOWN_VERSION, 'POST', path, { token, body: { target_version } })
    await refused(400, UNKNOWN_VERSION, 'POST', path, {
      token,
      body: { target_version: '18', release_channel: 'preview' },
    })
    await refused(400, 'Target version is required', 'POST', path, { token, body: { target_version: '' } })
  })

  test('is another operation on the project: of two owners one wins', async () => {
    const ref = await create('Wanted twice')
    await mark(ref)
    const [first, second] = await Promise.all([upgrade(ref, '17'), ask(ref, 'restart')])
    const answers = [first, second]
    expect(answers.filter((answer) => answer.status < 300)).toHaveLength(1)
    const lost = answers.find((answer) => answer.status >= 300)
    expect([PROJECT_BUSY, notAccepted('upgraded', 'RESTARTING'), UPGRADE_NEEDS_RUNNING]).toContain(lost?.body.message)
    await platform.until(ref, 'ACTIVE_HEALTHY')
    await marked(ref)
  })
})

test('an upgrade is only told of to those who ask for its own project', async () => {
  const ref = await platform.rowOnlyProject(await platform.acme(), 'Mine', 'ACTIVE_HEALTHY')
  expect(await status(ref, '?tracking_id=00000000-0000-4000-8000-000000000000')).toBeNull()
  await refused(
    400,
    'This is not the tracking id of an upgrade',
    'GET',
    `/v1/projects/${ref}/upgrade/status?tracking_id=nonsense`,
    { token },
  )
  expect(await actions(ref)).toEqual([])
})
