import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type Person, TestPlatform } from './harness.ts'
import { refusals } from './refused.ts'

let platform: TestPlatform
let owner: Person

beforeAll(async () => {
  platform = await TestPlatform.start()
  owner = await platform.as('Owner')
})
afterAll(() => platform.dispose())

const refused = refusals(() => platform)
const NOBODY = 'Sign in to continue'

describe('who one is', () => {
  const list = (options: object) => ['GET', '/v1/projects', options] as const

  test.for([
    ['forged', `sbp_${'a'.repeat(40)}`],
    ['that is no token', 'x'],
    ['of a wrong kind', Buffer.from('person:password').toString('base64')],
  ] as const)('a token %s lets nobody in', async ([, token]) => {
    await refused(401, NOBODY, ...list({ token }))
  })

  test('a token with a character too few, too many or another case lets nobody in', async () => {
    const { token } = owner
    for (const near of [token.slice(0, -1), `${token}a`, token.toUpperCase(), ` ${token} x`])
      await refused(401, NOBODY, ...list({ token: near }))
  })

  test('a token that has expired lets nobody in', async () => {
    await refused(401, NOBODY, ...list({ token: await platform.token(owner.id, new Date(Date.now() - 1)) }))
    const later = await platform.token(owner.id, new Date(Date.now() + 60_000))
    expect((await platform.call(...list({ token: later }))).status).toBe(200)
  })

  test('a token that was deleted lets nobody in, and nobody deletes that of another', async () => {
    const stranger = await platform.as('stranger')
    const body = { name: 'short-lived' }
    const path = '/platform/profile/access-tokens'
    const made = await platform.call<{ id: string; token: string }>('POST', path, { token: owner.token, body })
    await refused(404, 'Token not found', 'DELETE', `${path}/${made.body.id}`, { token: stranger.token })
    expect((await platform.call(...list({ token: made.body.token }))).status).toBe(200)
    expect((await platform.call('DELETE', `${path}/${made.body.id}`, { token: owner.token })).status).toBe(200)
    await refused(401, NOBODY, ...list({ token: made.body.token }))
    await refused(404, 'Token not found', 'DELETE', `${path}/${made.body.id}`, { token: owner.token })
    await refused(400, /^Invalid UUID/, 'DELETE', `${path}/7`, { token: owner.token })
  })

  test('a header of another kind lets nobody in', async () => {
    for (const authorization of [`Basic ${owner.token}`, owner.token, 'Bearer', 'Bearer ', ''])
      await refused(401, NOBODY, ...list({ headers: { authorization } }))
  })

  async function session(): Promise<string> {
    const body = { email: owner.email, password: PASSWORD }
    const answer = await platform.call('POST', '/auth/sign-in/email', { body })
    expect(answer.status, platform.log.slice(-3).join('')).toBe(200)
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
  }

  test('a session cookie that was changed lets nobody in', async () => {
    const cookie = await session()
    expect((await platform.call(...list({ cookie }))).status).toBe(200)
    const [name = '', value = ''] = cookie.split(/=(.*)/s)
    const [token = '', signature = ''] = decodeURIComponent(value).split(/\.(.*)/s)
    const forged = createHmac('sha256', 'guessed').update(token).digest('base64')
    for (const other of [
      `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}.${signature}`,
      `${token}.${forged}`,
      token,
      `${token}.`,
      '',
    ])
      await refused(401, NOBODY, ...list({ cookie: `${name}=${encodeURIComponent(other)}` }))
  })

  test('a wrong token is not made up for by a good cookie', async () => {
    await refused(401, NOBODY, ...list({ cookie: await session(), token: `sbp_${'a'.repeat(40)}` }))
  })

  test('a page of another site cannot act with the cookie', async () => {
    const cookie = await session()
    const body = { name: 'Taken over' }
    const path = '/platform/profile'
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${platform.url}0` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[])
      await refused(403, 'This request came from another site', 'PATCH', path, { cookie, body, headers })
    for (const headers of [
      {},
      { origin: platform.url },
      { origin: platform.config.publicUrl },
      { 'sec-fetch-site': 'same-origin' },
    ] as Record<string, string>[])
      expect((await platform.call('PATCH', path, { cookie, body: { name: 'Owner' }, headers })).status).toBe(200)
  })
})
