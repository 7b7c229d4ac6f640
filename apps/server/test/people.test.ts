import { request } from 'node:http'
import { TOKEN_LIMIT, TOKEN_LIMIT_REACHED, TOKEN_NAME_TAKEN, WRONG_PASSWORD } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, TestPlatform } from './harness.ts'
import { eventually } from './waiting.ts'

const DAY_MS = 86_400_000
type Token = {
  id: string
  name: string
  prefix: string
  token: string
  expires_at: string | null
  last_used_at: string | null
}

/** The cookies that an answer sets, as a browser sends them back. */
const cookies = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

describe('accounts', () => {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await TestPlatform.start()
  })
  afterAll(() => platform.dispose())

  /** Attempts of other tests do not count here. */
  const forgetAttempts = () => platform.query('delete from rate_limits')
  const signIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
    platform.call<{ message?: string }>('POST', '/auth/sign-in/email', { body: { email, password }, headers })
  const profile = (cookie: string) => platform.call<{ primary_email: string }>('GET', '/platform/profile', { cookie })

  async function session(email: string, password = PASSWORD): Promise<string> {
    await forgetAttempts()
    const answer = await signIn(email, password)
    expect(answer.status, answer.text).toBe(200)
    return cookies(answer.headers)
  }

  describe('signing in', () => {
    test('sets a cookie that pages cannot read and other sites cannot send', async () => {
      const { email } = await platform.person()
      await forgetAttempts()
      const answer = await signIn(email)
      const set = answer.headers.getSetCookie()
      expect(set).toHaveLength(1)
      const flags = set[0]
        ?.split('; ')
        .slice(1)
        .map((flag) => flag.toLowerCase())
      expect(flags).toEqual(expect.arrayContaining(['httponly', 'samesite=lax', 'path=/', 'max-age=2592000']))
      expect(flags?.some((flag) => flag.startsWith('domain'))).toBe(false)
      expect((await profile(cookies(answer.headers))).body.primary_email).toBe(email)
    })

    test('answers nothing but that it worked: the token is in the cookie alone', async () => {
      const { email } = await platform.person()
      await forgetAttempts()
      const answer = await signIn(email)
      expect(answer.text).toBe('{"ok":true}')
      const kept = await platform.store
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select('sessions.token')
        .where('users.email', '=', email)
        .executeTakeFirstOrThrow()
      expect(answer.text).not.toContain(kept.token)
      expect(platform.log.join('')).not.toContain(kept.token)
      expect(platform.log.join('')).not.toContain(PASSWORD)
    })

    test('refuses a wrong password in the same words as an unknown email', async () => {
      const { email } = await platform.person()
      await forgetAttempts()
      const wrong = await signIn(email, 'not the right one')
      const unknown = await signIn('nobody@example.com')
      expect([wrong.status, unknown.status]).toEqual([401, 401])
      expect(wrong.text).toBe(unknown.text)
      expect(wrong.body.message).toBe('Invalid email or password')
      expect(wrong.headers.getSetCookie()).toEqual([])
    })

    test('refuses what is no email or password', async () => {
      await forgetAttempts()
      for (const body of [{}, { email: 'a\0b@example.com', password: PASSWORD }, { email: 7, password: [] }, 'x']) {
        const headers = { 'content-type': 'application/json' }
        const answer = await platform.call('POST', '/auth/sign-in/email', { body, headers })
        expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
        expect(answer.status, answer.text).toBeLessThan(500)
      }
    })

    test('ends with signing out, for that session alone', async () => {
      const { email } = await platform.person()
      const [here, there] = [await session(email), await session(email)]
      const out = await platform.call('POST', '/auth/sign-out', { cookie: here, body: {} })
      expect(out.status, out.text).toBe(200)
      expect(out.headers.getSetCookie().join()).toMatch(/Max-Age=0/i)
      expect((await profile(here)).status).toBe(401)
      expect((await profile(there)).status).toBe(200)
    })

    test('lasts thirty days and not longer', async () => {
      const { email, id } = await platform.person()
      const cookie = await session(email)
      const [row] = await platform.store.selectFrom('sessions').select('expires_at').where('user_id', '=', id).execute()
      expect(Math.round(((row?.expires_at.getTime() ?? 0) - Date.now()) / DAY_MS)).toBe(30)
      const past = new Date(Date.now() - 1)
      await platform.store.updateTable('sessions').set({ expires_at: past }).where('user_id', '=', id).execute()
      expect((await profile(cookie)).status).toBe(401)
    })

    test('goes on while it is used, in the browser too', async () => {
      const { email, id } = await platform.person()
      const cookie = await session(email)
      const used = await profile(cookie)
      expect([used.status, used.headers.getSetCookie()]).toEqual([200, []])
      const twoDaysOn = new Date(Date.now() + 28 * DAY_MS)
      await platform.store.updateTable('sessions').set({ expires_at: twoDaysOn }).where('user_id', '=', id).execute()
      const later = await profile(cookie)
      expect(later.status).toBe(200)
      const [renewed = ''] = later.headers.getSetCookie()
      expect(renewed).toMatch(/^stoa\.session_token=/)
      expect(renewed).toMatch(/; Max-Age=2592000;/)
      expect(renewed).toMatch(/; HttpOnly/)
      const [row] = await platform.store.selectFrom('sessions').select('expires_at').where('user_id', '=', id).execute()
      expect(Math.round(((row?.expires_at.getTime() ?? 0) - Date.now()) / DAY_MS)).toBe(30)
      expect((await profile(renewed.split(';')[0] ?? '')).status).toBe(200)
    })
  })

  describe('attempts', () => {
    /** Signs in from an address of this machine. */
    const from = (address: string, headers: Record<string, string> = {}) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' })
        const call = request(
          `${platform.url}/api/auth/sign-in/email`,
          {
            method: 'POST',
            localAddress: address,
            headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
            timeout: 10_000,
          },
          (answer) => {
            let text = ''
            answer.on('data', (part) => {
              text += part
            })
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
          },
        )
        call.on('error', reject)
        call.end(body)
      })

    test('are limited for each address that connects, whatever headers claim', async () => {
      await forgetAttempts()
      const claims = (n: number) => ({
        'x-forwarded-for': `10.0.0.${n}`,
        'x-stoa-client': `10.0.1.${n}`,
        'x-real-ip': `10.0.2.${n}`,
        forwarded: `for=10.0.3.${n}`,
      })
      for (let n = 0; n < 10; n++) expect((await from('127.0.0.2', claims(n))).status).toBe(401)
      const refused = await from('127.0.0.2', claims(11))
      expect(refused.status).toBe(429)
      expect(JSON.parse(refused.text)).toMatchObject({ message: expect.stringMatching(/^Too many requests/) })
      // Someone else is not held up by them.
      expect((await from('127.0.0.3', { 'x-stoa-client': '127.0.0.2' })).status).toBe(401)
      // A minute later they may again.
      await platform.query('update rate_limits set last_request = last_request - 61000')
      expect((await from('127.0.0.2')).status).toBe(401)
    })

    test('at once are limited too', async () => {
      await forgetAttempts()
      const statuses = (await Promise.all(Array.from({ length: 30 }, () => from('127.0.0.4')))).map((one) => one.status)
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(12)
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(18)
    })
  })

  describe('the password', () => {
    const change = (cookie: string, current_password: string, new_password: string) =>
      platform.call<{ signed_out_sessions?: number; message?: string }>('PUT', '/platform/profile/password', {
        cookie,
        body: { current_password, new_password },
      })

    test('changes only for whoever knows it', async () => {
      const { email } = await platform.person()
      const cookie = await session(email)
      const answer = await change(cookie, 'not the right one', 'another good one')
      expect([answer.status, answer.body.message]).toEqual([400, WRONG_PASSWORD])
      expect((await profile(cookie)).status).toBe(200)
      await session(email)
    })

    test('is checked as at the first visit', async () => {
      const { email } = await platform.person()
      const answer = await change(await session(email), PASSWORD, 'too short')
      expect([answer.status, answer.body.message]).toEqual([400, 'Password must have at least 12 characters'])
    })

    test('signs out every other session when it changes, and not this one', async () => {
      const [{ email }, bystander] = [await platform.person(), await platform.person()]
      const here = await session(email)
      const others = [await session(email), await session(email)]
      const theirs = await session(bystander.email)
      const answer = await change(here, PASSWORD, 'another good one')
      expect([answer.status, answer.body]).toEqual([200, { signed_out_sessions: 2 }])
      expect((await profile(here)).status).toBe(200)
      for (const cookie of others) expect((await profile(cookie)).status).toBe(401)
      expect((await profile(theirs)).status).toBe(200)
      await forgetAttempts()
      expect((await signIn(email)).status).toBe(401)
      await session(email, 'another good one')
    })

    test('signs out every session when a program changes it', async () => {
      const { email, token } = await platform.person()
      const cookie = await session(email)
      const body = { current_password: PASSWORD, new_password: 'another good one' }
      const answer = await platform.call('PUT', '/platform/profile/password', { token, body })
      expect([answer.status, answer.body]).toEqual([200, { signed_out_sessions: 1 }])
      expect((await profile(cookie)).status).toBe(401)
    })

    test('is kept as a slow hash and stands nowhere in the database or the log', async () => {
      const { email, id } = await platform.person()
      await change(await session(email), PASSWORD, 'seldom seen words 42')
      expect(await platform.whereIs('seldom seen words 42')).toEqual([])
      expect(platform.log.join('')).not.toContain('seldom seen words 42')
      const [row] = await platform.store.selectFrom('accounts').select('password').where('user_id', '=', id).execute()
      expect(row?.password?.length).toBeGreaterThan(100)
      const [entry] = (await platform.audit({ action: 'account.password_changed' })).slice(-1)
      expect(entry).toMatchObject({ actor_id: id, details: {} })
    })
  })

  test('a display name is changed by its owner and noted', async () => {
    const { id, token } = await platform.person('Ada')
    const change = (name: string) =>
      platform.call<{ name: string }>('PATCH', '/platform/profile', { token, body: { name } })
    expect((await change('  Ada   Lovelace ')).body).toMatchObject({ id, name: 'Ada Lovelace' })
    expect((await change('\u202Eada')).status).toBe(400)
    expect((await platform.audit({ action: 'account.renamed' })).at(-1)).toMatchObject({
      actor_id: id,
      details: { name: 'Ada Lovelace' },
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ip: expect.stringContaining('127.0.0.1'),
    })
  })

  describe('personal access tokens', () => {
    const path = '/platform/profile/access-tokens'
    const make = (token: string, body: object) =>
      platform.call<Token & { message?: string }>('POST', path, { token, body })
    const list = async (token: string) => (await platform.call<Token[]>('GET', path, { token })).body

    test('are shown once and kept as a hash', async () => {
      const { token } = await platform.person()
      const made = await make(token, { name: 'laptop' })
      expect(made.status).toBe(201)
      expect(made.body.token).toMatch(/^sbp_[0-9a-f]{40}$/)
      expect(made.body.token.startsWith(made.body.prefix)).toBe(true)
      expect(made.body.prefix).toHaveLength(8)
      const listed = (await list(token)).find((one) => one.name === 'laptop')
      expect(Object.keys(listed ?? {}).sort()).toEqual([
        'created_at',
        'expires_at',
        'id',
        'last_used_at',
        'name',
        'prefix',
      ])
      expect(await platform.whereIs(made.body.token)).toEqual([])
      expect(platform.log.join('')).not.toContain(made.body.token)
      const [row] = await platform.query<{ bytes: number }>(
        'select length(hash) as bytes from access_tokens where id = $1',
        [made.body.id],
      )
      expect(row?.bytes).toBe(32)
    })

    test('work until they expire', async () => {
      const { token } = await platform.person()
      const made = (await make(token, { name: 'week', expires_in_days: 7 })).body
      expect(new Date(made.expires_at ?? 0).getTime() - Date.now()).toBeGreaterThan(7 * DAY_MS - 60_000)
      expect(new Date(made.expires_at ?? 0).getTime() - Date.now()).toBeLessThanOrEqual(7 * DAY_MS)
      const use = async () => (await platform.call('GET', '/platform/profile', { token: made.token })).status
      expect(await use()).toBe(200)
      const past = new Date(Date.now() - 1)
      await platform.store.updateTable('access_tokens').set({ expires_at: past }).where('id', '=', made.id).execute()
      expect(await use()).toBe(401)
      expect((await make(token, { name: 'ever' })).body.expires_at).toBeNull()
      for (const expires_in_days of [0, -1, 1.5, 99_999, '7'])
        expect((await make(token, { name: 'odd', expires_in_days })).status).toBe(400)
    })

    test('tell when they were last used, to the minute', async () => {
      const { token } = await platform.person()
      const made = (await make(token, { name: 'used' })).body
      expect(made.last_used_at).toBeNull()
      const used = async () => {
        await platform.call('GET', '/platform/profile', { token: made.token })
        return (await list(token)).find((one) => one.id === made.id)?.last_used_at ?? ''
      }
      const first = await used()
      expect(Math.abs(Date.now() - new Date(first).getTime())).toBeLessThan(60_000)
      expect(await used()).toBe(first)
      const before = new Date(Date.now() - 61_000)
      await platform.store
        .updateTable('access_tokens')
        .set({ last_used_at: before })
        .where('id', '=', made.id)
        .execute()
      expect(new Date(await used()).getTime()).toBeGreaterThan(before.getTime() + 30_000)
    })

    test('have names of their own for each person', async () => {
      const [one, other] = [await platform.person(), await platform.person()]
      expect((await make(one.token, { name: 'ci' })).status).toBe(201)
      const again = await make(one.token, { name: ' ci ' })
      expect([again.status, again.body.message]).toEqual([409, TOKEN_NAME_TAKEN])
      expect((await make(other.token, { name: 'ci' })).status).toBe(201)
      expect((await make(one.token, { name: '' })).body.message).toBe('Token name is required')
    })

    test('are at most fifty, also when two ask at once for the last', async () => {
      const { id, token } = await platform.person()
      for (let n = 2; n < TOKEN_LIMIT; n++) await platform.token(id)
      const answers = await Promise.all(['a', 'b', 'c'].map((name) => make(token, { name })))
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409])
      expect(answers.find((answer) => answer.status === 409)?.body.message).toBe(TOKEN_LIMIT_REACHED)
      expect(await list(token)).toHaveLength(TOKEN_LIMIT)
    })

    test('are noted in the audit log with the token that made them', async () => {
      const { id, token } = await platform.person()
      await make(token, { name: 'noted' })
      const entry = (await platform.audit({ action: 'account.token_created' })).at(-1)
      expect(entry).toMatchObject({ actor_id: id, details: { name: 'noted' }, token_id: expect.any(String) })
    })
  })

  test('behind https the cookie is for https alone', async () => {
    const { email } = await platform.person()
    await platform.restart({ STOA_PUBLIC_URL: 'https://stoa.example' })
    try {
      await eventually('the platform to answer', async () => (await platform.call('GET', '/health')).status === 200)
      await forgetAttempts()
      const [set] = (await signIn(email, PASSWORD, { origin: 'https://stoa.example' })).headers.getSetCookie()
      expect(set).toMatch(/^__Secure-/)
      expect(set?.toLowerCase()).toContain('; secure')
      expect((await profile(set?.split(';')[0] ?? '')).status).toBe(200)
    } finally {
      await platform.restart()
    }
  })
})
