import { lastingClient } from '@stoa/engine/connections'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestPlatform } from './harness.ts'
import { refusals } from './refused.ts'

// Who reaches a project's server by network: stored, taken over by the server, and kept over a restart.

let platform: TestPlatform
let ref: string
let token: string
let password: string
const refused = refusals(() => platform)

beforeAll(async () => {
  platform = await TestPlatform.start()
  token = (await platform.as('Owner')).token
  ref = await platform.createProject('harbor')
  password = await platform.resetPassword(ref)
})
afterAll(() => platform.dispose())

const EVERYBODY = { dbAllowedCidrs: ['0.0.0.0/0'], dbAllowedCidrsV6: ['::/0'] }
const SSL = () => `/v1/projects/${ref}/ssl-enforcement`
const NETWORKS = () => `/v1/projects/${ref}/network-restrictions`

async function answer(method: string, path: string, body?: unknown) {
  const { status, body: answered } = await platform.call<unknown>(method, path, { token, body })
  return [status, answered]
}

/** Connects by TCP as anyone outside would. @returns the server's refusal, or null when it let us in */
async function connects(ssl: boolean): Promise<string | null> {
  const target = await platform.engine.publicTarget(ref)
  const client = lastingClient({ ...target, password, ssl: ssl ? { rejectUnauthorized: false } : false })
  try {
    await client.connect()
    await client.query('select 1')
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.end().catch(() => {})
  }
}

describe('encryption', () => {
  test('is taken and not asked for at first', async () => {
    expect(await answer('GET', SSL())).toEqual([200, { currentConfig: { database: false }, appliedSuccessfully: true }])
    expect([await connects(false), await connects(true)]).toEqual([null, null])
  })

  test('can be enforced, by the server itself, from the answer on and over a restart', async () => {
    const enforced = { currentConfig: { database: true }, appliedSuccessfully: true }
    expect(await answer('PUT', SSL(), { requestedConfig: { database: true } })).toEqual([200, enforced])
    expect(await connects(false)).toMatch(/pg_hba|encryption/)
    expect(await connects(true)).toBeNull()
    await platform.call('POST', `/platform/projects/${ref}/restart`, { token })
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect(await connects(false)).toMatch(/pg_hba|encryption/)
    expect(await answer('GET', SSL())).toEqual([200, enforced])
    await answer('PUT', SSL(), { requestedConfig: { database: false } })
    expect(await connects(false)).toBeNull()
  })
})

describe('networks', () => {
  test('are all of them at first', async () => {
    expect(await answer('GET', NETWORKS())).toEqual([
      200,
      { entitlement: 'allowed', config: EVERYBODY, status: 'applied' },
    ])
  })

  test('are restricted to those that are named, or to none', async () => {
    const some = { dbAllowedCidrs: ['203.0.113.0/24'], dbAllowedCidrsV6: ['2001:db8::/32'] }
    expect(await answer('POST', `${NETWORKS()}/apply`, some)).toEqual([
      201,
      { entitlement: 'allowed', config: some, status: 'applied' },
    ])
    expect(await connects(false)).toMatch(/pg_hba/)
    const here = { dbAllowedCidrs: ['127.0.0.0/8'], dbAllowedCidrsV6: [] }
    await answer('POST', `${NETWORKS()}/apply`, here)
    expect(await connects(false)).toBeNull()
    const none = { dbAllowedCidrs: [], dbAllowedCidrsV6: [] }
    await answer('POST', `${NETWORKS()}/apply`, none)
    expect(await connects(false)).toMatch(/pg_hba/)
    expect(await answer('GET', NETWORKS())).toEqual([200, { entitlement: 'allowed', config: none, status: 'applied' }])
  })

  test('never shut out the platform itself', async () => {
    const run = await platform.call('POST', `/v1/projects/${ref}/database/query`, {
      token,
      body: { query: 'select 1 as one' },
    })
    expect(run.body).toEqual([{ one: 1 }])
    expect(await answer('POST', `${NETWORKS()}/apply`, EVERYBODY)).toMatchObject([201, { config: EVERYBODY }])
    expect(await connects(false)).toBeNull()
  })

  test.for([
    [{ dbAllowedCidrs: ['everybody'] }, 'everybody is not a network such as 203.0.113.0/24'],
    [{ dbAllowedCidrs: ['10.0.0.0/33'] }, '10.0.0.0/33 is not a network such as 203.0.113.0/24'],
    [{ dbAllowedCidrs: ['::/0'] }, '::/0 is not a network such as 203.0.113.0/24'],
    [{ dbAllowedCidrsV6: ['10.0.0.0/8'] }, '10.0.0.0/8 is not a network such as 2001:db8::/32'],
    [{ dbAllowedCidrs: ['0.0.0.0/0 trust\nhost all'] }, /is not a network such as/],
    [{ dbAllowedCidrs: Array.from({ length: 101 }, (_, n) => `10.0.${n}.0/24`) }, 'At most 100 networks can be listed'],
  ] as const)('that are none are refused: %j', async ([body, sentence]) => {
    await refused(400, sentence, 'POST', `${NETWORKS()}/apply`, { token, body })
  })
})

test('what the server did not take over is kept, said, and applied by the next try', async () => {
  platform.faults.fail('setAccess', 'The disk is full')
  expect(await answer('PUT', SSL(), { requestedConfig: { database: true } })).toEqual([
    200,
    { currentConfig: { database: true }, appliedSuccessfully: false },
  ])
  expect(await answer('GET', NETWORKS())).toMatchObject([200, { status: 'stored' }])
  expect(await connects(false)).toBeNull()
  const [failed] = await platform.audit({ ref, action: 'project.access_failed' })
  expect(failed?.details).toEqual({ reason: 'The disk is full' })
  platform.faults.heal()
  expect(await answer('PUT', SSL(), { requestedConfig: { database: true } })).toMatchObject([
    200,
    { appliedSuccessfully: true },
  ])
  expect(await connects(false)).toMatch(/pg_hba|encryption/)
})
