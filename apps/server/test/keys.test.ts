import { type ApiSettings, JWT_STEPS, type JwtUpdateStatus, projectPermissions } from '@stoa/contract'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callHost, keysPast } from './gateway-calls.ts'
import { TestPlatform } from './harness.ts'
import { refusals } from './refused.ts'
import { eventually } from './waiting.ts'

// A project's keys, and the change of the secret behind them.

let platform: TestPlatform
let ref: string
/** Makes this step of a change of the secret fail, or wait until it is let go. */
let fail: string | null = null
let hold: { step: string; reached: () => void; released: Promise<void> } | null = null
const refused = refusals(() => platform)
const OWN = 'an-own-secret-of-more-than-32-characters'

beforeAll(async () => {
  platform = await TestPlatform.start({
    observe: async (kind, step, when) => {
      if (kind !== 'project.rotate_jwt' || when !== 'before') return
      if (step === fail) throw new Error('The disk is full')
      if (step !== hold?.step) return
      hold.reached()
      await hold.released
    },
  })
  ref = await platform.createProject('harbor')
})
afterAll(() => platform.dispose())

const path = (rest: string) => `/platform/projects/${ref}${rest}`
async function settings(role: 'Owner' | 'Developer' | 'Read-only' = 'Owner'): Promise<ApiSettings> {
  return (await platform.call<ApiSettings>('GET', path('/settings'), { token: (await platform.as(role)).token })).body
}
async function change(body: object = {}): Promise<string> {
  const { token } = await platform.as('Owner')
  const answer = await platform.call<{ change_tracking_id: string }>('PATCH', path('/config/secrets'), { token, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.change_tracking_id
}
async function status(): Promise<JwtUpdateStatus | null> {
  const { token } = await platform.as('Read-only')
  const answer = await platform.call<{ update_status: JwtUpdateStatus | null }>(
    'GET',
    path('/config/secrets/update-status'),
    { token },
  )
  return answer.body.update_status
}
const over = (id: string) =>
  eventually('the change to end', async () => {
    const now = await status()
    return now?.change_tracking_id === id && now.status !== 'Updating' ? now : null
  })
const answers = async (key: string) =>
  (await callHost(platform, null, `/p/${ref}/rest/v1/`, { headers: { apikey: key } })).status

describe('the keys', () => {
  test('are signed by the project’s own secret, for ten years, and say whose they are', async () => {
    const { service_api_keys = [], jwt_secret = '', app_config, jwtSecretUpdateStatus } = await settings()
    expect(service_api_keys.map(({ tags }) => tags)).toEqual(['anon', 'service_role'])
    expect(jwt_secret.length).toBeGreaterThanOrEqual(40)
    for (const { tags, api_key } of service_api_keys) {
      expect(decodeProtectedHeader(api_key)).toEqual({ alg: 'HS256', typ: 'JWT' })
      const { iss, ref: of, role, iat = 0, exp = 0 } = decodeJwt(api_key)
      expect({ iss, of, role }).toEqual({ iss: 'stoa', of: ref, role: tags })
      expect(Math.round((exp - iat) / 31_557_600)).toBe(10)
      expect(await answers(api_key)).toBe(200)
    }
    expect(jwtSecretUpdateStatus).toBeNull()
    expect(app_config).toEqual({
      endpoint: `localhost:${platform.config.port}/p/${ref}`,
      protocol: 'http',
      db_schema: 'public',
    })
    expect(await settings()).toEqual(await settings())
  })

  test('are shown to those who may view them, and hidden from the others with the rest still there', async () => {
    expect((await settings('Developer')).service_api_keys?.length).toBe(2)
    const hidden = await settings('Read-only')
    expect(Object.keys(hidden).sort()).toEqual(['app_config', 'jwtSecretUpdateStatus'])
    await refused(403, projectPermissions.readKeys.denied, 'GET', `/v1/projects/${ref}/api-keys`, {
      token: (await platform.as('Read-only')).token,
    })
    expect(projectPermissions.readKeys.denied).toBe(
      "You don't have permission to view API keys. These keys restricted to users with higher access levels.",
    )
  })

  test('have the published shape below /v1', async () => {
    const { token } = await platform.as('Owner')
    const { anon, service_role } = await keysPast(platform, ref)
    const key = (name: string, api_key: string) => ({
      id: name,
      type: 'legacy',
      name,
      description: expect.any(String),
      prefix: api_key.slice(0, 8),
      api_key,
      inserted_at: expect.any(String),
      expires_at: null,
      last_used_at: null,
    })
    expect((await platform.call('GET', `/v1/projects/${ref}/api-keys?reveal=true`, { token })).body).toEqual([
      key('anon', anon),
      key('service_role', service_role),
    ])
  })

  test('and their secret are nowhere in clear', async () => {
    const { secret, anon, service_role } = await keysPast(platform, ref)
    for (const text of [secret, anon, service_role]) {
      expect(await platform.whereIs(text)).toEqual([])
      expect(platform.log.join('')).not.toContain(text)
    }
  })

  test('of a project from before there were any are made when they are first asked for, once', async () => {
    const organization = await platform.acme()
    const old = await platform.rowOnlyProject(organization, 'from before', 'ACTIVE_HEALTHY')
    const { token } = await platform.as('Owner')
    const all = await Promise.all(
      Array.from({ length: 5 }, () =>
        platform.call<ApiSettings>('GET', `/platform/projects/${old}/settings`, { token }),
      ),
    )
    expect(new Set(all.map(({ body }) => body.jwt_secret)).size).toBe(1)
  })
})

describe('a new JWT secret', () => {
  test('gives new keys, and the old ones are refused from then on', async () => {
    const before = await keysPast(platform, ref)
    expect(await answers(before.anon)).toBe(200)
    const ended = await over(await change())
    expect(ended).toMatchObject({ status: 'Updated', error: null, progress: JWT_STEPS.length })
    const after = await keysPast(platform, ref)
    expect(after.secret).not.toBe(before.secret)
    for (const old of [before.anon, before.service_role]) expect(await answers(old)).toBe(401)
    for (const key of [after.anon, after.service_role]) expect(await answers(key)).toBe(200)
    expect((await settings()).jwtSecretUpdateStatus).toEqual(ended)
    const actions = (await platform.audit({ ref })).map(({ action }) => action)
    expect(actions.slice(-2)).toEqual(['project.jwt_secret_update_requested', 'project.jwt_secret_updated'])
  })

  test('can be one’s own, and stays sealed on its way', async () => {
    await over(await change({ jwt_secret: OWN }))
    expect((await settings()).jwt_secret).toBe(OWN)
    expect(await platform.whereIs(OWN)).toEqual([])
    expect(platform.log.join('')).not.toContain(OWN)
  })

  test.for([
    ['short', 'The JWT secret must have at least 32 characters'],
    ['x'.repeat(257), 'The JWT secret can have at most 256 characters'],
    [
      'a secret with spaces is not read alike everywhere',
      'The JWT secret can have letters, digits and punctuation, and no spaces',
    ],
    ['ab'.repeat(20), 'This JWT secret is too easy to guess'],
    [OWN, 'This is the JWT secret that the project has already'],
  ])('is refused when it is %s', async ([jwt_secret, sentence]) => {
    const { token } = await platform.as('Owner')
    await refused(400, sentence ?? '', 'PATCH', path('/config/secrets'), { token, body: { jwt_secret } })
  })

  test('tells how far it is, keeps the old keys until then, and comes one at a time', async () => {
    const { token } = await platform.as('Owner')
    const before = await keysPast(platform, ref)
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    hold = { step: 'replace keys', reached: reached.resolve, released: released.promise }
    const id = await change()
    await reached.promise
    expect(await status()).toEqual({ change_tracking_id: id, error: null, progress: 1, status: 'Updating' })
    expect(await answers(before.anon)).toBe(200)
    await refused(
      409,
      'Another operation is running on this project. Wait until it has finished',
      'PATCH',
      path('/config/secrets'),
      { token, body: {} },
    )
    hold = null
    released.resolve()
    expect((await over(id)).status).toBe('Updated')
    expect(await answers(before.anon)).toBe(401)
  })

  test('that fails says why, and leaves the keys as they were', async () => {
    const before = await keysPast(platform, ref)
    fail = 'replace keys'
    const ended = await over(await change())
    fail = null
    expect(ended).toMatchObject({ status: 'Failed', error: 'The disk is full', progress: 1 })
    expect(await answers(before.anon)).toBe(200)
    expect(await keysPast(platform, ref)).toEqual(before)
    const left = await platform.query("select from project_secrets where name = 'jwt_secret_next'")
    expect(left).toEqual([])
    const [entry] = (await platform.audit({ ref })).slice(-1)
    expect(entry).toMatchObject({ action: 'project.jwt_secret_update_failed', details: { reason: 'The disk is full' } })
    expect((await over(await change())).status).toBe('Updated')
  })
})
