import { SERVICE_ABSENT } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestPlatform } from './harness.ts'

// The answers below /v1 have the shapes of the published Management API, so that its tools can be pointed here: each
// is compared as a whole, field by field.

let platform: TestPlatform
let token: string
let ref: string
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

beforeAll(async () => {
  platform = await TestPlatform.start()
  token = (await platform.as('Owner')).token
})
afterAll(() => platform.dispose())

async function answer(method: string, path: string, body?: unknown) {
  const { status, body: answered } = await platform.call<unknown>(method, path, { token, body })
  return [status, answered]
}

describe('projects', () => {
  const base = (status: string) => ({
    id: ref,
    ref,
    organization_id: 'acme',
    organization_slug: 'acme',
    name: 'Published',
    region: 'local',
    created_at: TIME,
    status,
  })
  const database = { host: '127.0.0.1', version: '17.10.0', postgres_engine: '17', release_channel: 'ga' }

  test('are created by the older name of the organization too, with what clients send besides', async () => {
    const made = await platform.call<{ ref: string }>('POST', '/v1/projects', {
      token,
      body: {
        name: 'Published',
        organization_id: 'acme',
        db_pass: 'a password of my own',
        region: 'local',
        plan: 'free',
        kps_enabled: false,
        desired_instance_size: 'micro',
      },
    })
    ref = made.body.ref
    expect(ref).toMatch(/^[a-z]{20}$/)
    expect([made.status, made.body]).toEqual([201, base('COMING_UP')])
    await platform.until(ref, 'ACTIVE_HEALTHY')
  })

  test('are listed and read', async () => {
    expect(await answer('GET', '/v1/projects')).toEqual([200, [{ ...base('ACTIVE_HEALTHY'), database }]])
    expect(await answer('GET', `/v1/projects/${ref}`)).toEqual([200, { ...base('ACTIVE_HEALTHY'), database }])
  })

  test('tell their health for each service that is asked for', async () => {
    const healthy = { name: 'db', healthy: true, status: 'ACTIVE_HEALTHY' }
    for (const query of ['services=db', 'services[]=db', 'services[0]=db&timeout_ms=2000'])
      expect(await answer('GET', `/v1/projects/${ref}/health?${query}`), query).toEqual([200, [healthy]])
    expect(await answer('GET', `/v1/projects/${ref}/health`)).toEqual([200, [healthy, { ...healthy, name: 'rest' }]])
    expect(await answer('GET', `/v1/projects/${ref}/health?services=auth`)).toEqual([
      200,
      [{ name: 'auth', healthy: false, status: 'UNHEALTHY', error: SERVICE_ABSENT }],
    ])
    const [status] = await answer('GET', `/v1/projects/${ref}/health?services=teapot`)
    expect(status).toBe(400)
  })

  test('run SQL and answer its rows', async () => {
    const path = `/v1/projects/${ref}/database/query`
    expect(await answer('POST', path, { query: "select 1 as one, 'a' as letter, null as nothing" })).toEqual([
      201,
      [{ one: 1, letter: 'a', nothing: null }],
    ])
    expect(await answer('POST', path, { query: 'select 1 as one; select 2 as two' })).toEqual([201, [{ two: 2 }]])
    expect(await answer('POST', path, { query: 'create table t (id int)' })).toEqual([201, []])
    expect((await platform.audit({ ref, action: 'project.sql_run' })).length).toBe(3)
  })

  test('are paused and restored', async () => {
    expect(await answer('POST', `/v1/projects/${ref}/pause`)).toEqual([200, { status: 'PAUSING' }])
    await platform.until(ref, 'INACTIVE')
    expect(await answer('GET', `/v1/projects/${ref}/health?services=db`)).toEqual([
      200,
      [{ name: 'db', healthy: false, status: 'UNHEALTHY', error: 'The database does not answer' }],
    ])
    const version = { version: 'supabase-postgres-17.10.0', postgres_engine: '17', release_channel: 'ga' }
    const newer = platform.engine
      .versions()
      .filter(({ postgres_engine }) => Number(postgres_engine) > 17)
      .reverse()
    expect(await answer('GET', `/v1/projects/${ref}/restore`)).toEqual([
      200,
      { available_versions: [version, ...newer] },
    ])
    expect(await answer('POST', `/v1/projects/${ref}/restore`)).toEqual([200, { status: 'RESTORING' }])
    await platform.until(ref, 'ACTIVE_HEALTHY')
  })

  test('are deleted', async () => {
    const [row] = await platform.store.selectFrom('projects').select('id').where('ref', '=', ref).execute()
    expect(await answer('DELETE', `/v1/projects/${ref}`)).toEqual([200, { id: row?.id, ref, name: 'Published' }])
    await platform.until(ref, 'absent')
    expect(await answer('GET', '/v1/projects')).toEqual([200, []])
  })
})

test('organizations are created, listed and read', async () => {
  const made = { id: 'published', slug: 'published', name: 'Published' }
  expect(await answer('POST', '/v1/organizations', { name: 'Published' })).toEqual([201, made])
  expect(await answer('GET', '/v1/organizations')).toEqual([200, [{ id: 'acme', slug: 'acme', name: 'Acme' }, made]])
  expect(await answer('GET', '/v1/organizations/published')).toEqual([
    200,
    { ...made, plan: 'enterprise', opt_in_tags: [] },
  ])
})

describe('the description of the API', () => {
  test('names every call, and lists what each takes and gives', async () => {
    const { body } = await platform.call<{ paths: Record<string, Record<string, { responses: object }>> }>(
      'GET',
      '/openapi.json',
    )
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining(['/v1/projects', '/v1/projects/{ref}', '/platform/projects/{ref}/sql/run', '/health']),
    )
    expect(Object.keys(body.paths['/v1/projects']?.post?.responses ?? {})).toEqual(
      expect.arrayContaining(['201', '400', '401', '403', '404', '409']),
    )
  })

  test('is a page that fetches nothing from elsewhere', async () => {
    const page = await platform.call('GET', '/docs')
    expect(page.status).toBe(200)
    const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '')
    expect(links.length).toBeGreaterThan(1)
    for (const link of links) {
      expect(link).toMatch(/^(?:\/|#)\w/)
      // The rest belongs to the dashboard, which is not served here.
      if (!link.startsWith('/api/')) continue
      const file = await fetch(`${platform.url}${link}`)
      expect([file.status, (await file.text()).length > 100]).toEqual([200, true])
    }
  })
})
