import { SETUP_DONE } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, TestPlatform } from './harness.ts'

describe('a new installation', () => {
  let platform: TestPlatform
  const first = { email: 'Ada@Example.com', password: PASSWORD, organization: 'Ærø 日本 🚀' }
  const setUp = (body: object = first) =>
    platform.call<{ organization_slug: string }>('POST', '/platform/setup', { body })
  const needsOwner = async () =>
    (await platform.call<{ needs_owner: boolean }>('GET', '/platform/setup')).body.needs_owner

  beforeAll(async () => {
    platform = await TestPlatform.start({ setUp: false })
  })
  afterAll(() => platform.dispose())

  test('says that it waits for its owner', async () => {
    expect(await needsOwner()).toBe(true)
  })

  test.for([
    ['a short password', { password: 'elevenchars' }, 'Password must have at least 12 characters'],
    ['a long password', { password: 'x'.repeat(129) }, 'Password can have at most 128 characters'],
    ['a repeated character', { password: 'aaaaaaaaaaaaaaaa' }, 'Password is too easy to guess'],
    ['a usual word', { password: 'Password12345!' }, 'Password is too easy to guess'],
    ['the digits', { password: '1234567890123456' }, 'Password is too easy to guess'],
    ['no password', { password: undefined }, 'Password is required'],
    ['no email', { email: undefined }, 'Email is required'],
    ['an email that is none', { email: 'ada@' }, 'Enter a valid email address'],
    ['an organization without a name', { organization: ' ' }, 'Organization name is required'],
    [
      'an organization that looks like another',
      { organization: 'Ac\u200bme' },
      'Organization name has characters that cannot be seen',
    ],
  ] as const)('refuses %s', async ([, wrong, sentence]) => {
    const answer = await setUp({ ...first, ...wrong })
    expect([answer.status, answer.body]).toMatchObject([400, { message: sentence }])
    expect(await platform.rowCounts()).toMatchObject({ users: 0, organizations: 0, audit_log: 0 })
    expect(await needsOwner()).toBe(true)
  })

  test('is set up once, also by two at once', async () => {
    const answers = await Promise.all([first, { ...first, email: 'eve@example.com' }].map(setUp))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ message: SETUP_DONE })
    expect(await platform.rowCounts()).toMatchObject({ users: 1, organizations: 1, members: 1, audit_log: 1 })
    expect(await needsOwner()).toBe(false)
    const again = await setUp({ ...first, email: 'late@example.com' })
    expect([again.status, again.body]).toMatchObject([409, { message: SETUP_DONE }])
    expect(await platform.rowCounts()).toMatchObject({ users: 1 })
  })

  test('lets its first owner sign in at once, in any case of the email', async () => {
    const [user] = await platform.store.selectFrom('users').select('email').execute()
    expect(user?.email).toBe(user?.email.toLowerCase())
    const body = { email: user?.email.toUpperCase(), password: PASSWORD }
    const answer = await platform.call('POST', '/auth/sign-in/email', { body })
    expect(answer.status, answer.text).toBe(200)
  })
})

describe('the owner from the settings', () => {
  let platform: TestPlatform
  const token = `sbp_${'0123456789'.repeat(4)}`
  const env = { STOA_OWNER_EMAIL: 'Root@Example.com', STOA_OWNER_PASSWORD: PASSWORD, STOA_OWNER_TOKEN: token }

  beforeAll(async () => {
    platform = await TestPlatform.start({ setUp: false, env })
  })
  afterAll(() => platform.dispose())
  const organizations = (with_ = token) =>
    platform.call<{ id: string; name: string }[]>('GET', '/v1/organizations', { token: with_ })

  test('is made at the first start, with an organization and the token', async () => {
    const listed = await organizations()
    expect([listed.status, listed.body]).toEqual([
      200,
      [{ id: 'my-organization', slug: 'my-organization', name: 'My organization' }],
    ])
    const body = { email: 'root@example.com', password: PASSWORD }
    expect((await platform.call('POST', '/auth/sign-in/email', { body })).status).toBe(200)
    expect(await platform.whereIs(token)).toEqual([])
  })

  test('is there once after a restart, and what was changed stays', async () => {
    const body = { current_password: PASSWORD, new_password: 'a different long one' }
    expect((await platform.call('PUT', '/platform/profile/password', { token, body })).status).toBe(200)
    await platform.restart()
    expect(await platform.rowCounts()).toMatchObject({ users: 1, organizations: 1, members: 1, access_tokens: 1 })
    expect((await organizations()).status).toBe(200)
    const signIn = (password: string) =>
      platform.call('POST', '/auth/sign-in/email', { body: { email: 'root@example.com', password } })
    expect((await signIn('a different long one')).status).toBe(200)
    expect((await signIn(PASSWORD)).status).toBe(401)
  })

  test('a changed token takes the place of the old one', async () => {
    const changed = `sbp_${'abcdef0123'.repeat(4)}`
    await platform.restart({ STOA_OWNER_TOKEN: changed })
    expect((await organizations()).status).toBe(401)
    expect((await organizations(changed)).status).toBe(200)
    expect(await platform.rowCounts()).toMatchObject({ access_tokens: 1 })
  })

  test('a token that the settings no longer name stops working, and tokens made by people stay', async () => {
    await platform.restart()
    const name = 'STOA_OWNER_TOKEN of mine'
    const made = await platform.call<{ token: string }>('POST', '/platform/profile/access-tokens', {
      token,
      body: { name },
    })
    await platform.restart({ STOA_OWNER_TOKEN: '' })
    expect((await organizations()).status).toBe(401)
    expect((await organizations(made.body.token)).status).toBe(200)
    expect((await platform.audit({ action: 'account.token_deleted' })).at(-1)).toMatchObject({
      actor_id: null,
      details: { name: 'STOA_OWNER_TOKEN', prefix: token.slice(0, 8) },
    })
    await platform.restart()
    expect((await organizations()).status).toBe(200)
    await platform.restart({ STOA_OWNER_EMAIL: '', STOA_OWNER_PASSWORD: '', STOA_OWNER_TOKEN: '' })
    expect((await organizations()).status).toBe(401)
    expect((await organizations(made.body.token)).status).toBe(200)
  })

  test('a token of that name which somebody made gives way to that of the settings', async () => {
    await platform.restart({ STOA_OWNER_TOKEN: '' })
    const user = await platform.store.selectFrom('users').select('id').where('email', '=', 'root@example.com').execute()
    const own = await platform.token(user[0]?.id ?? '')
    const body = { name: 'STOA_OWNER_TOKEN' }
    const made = await platform.call<{ token: string }>('POST', '/platform/profile/access-tokens', { token: own, body })
    expect((await organizations(made.body.token)).status).toBe(200)
    await platform.restart()
    expect((await organizations(made.body.token)).status).toBe(401)
    expect((await organizations()).status).toBe(200)
  })

  test('the token follows the owner that the settings name', async () => {
    const other = await platform.person('Other')
    await platform.restart({ STOA_OWNER_EMAIL: other.email })
    await platform.restart({ STOA_OWNER_EMAIL: 'root@example.com' })
    await platform.restart({ STOA_OWNER_EMAIL: other.email })
    const profile = await platform.call<{ id: string }>('GET', '/platform/profile', { token })
    expect(profile.body.id).toBe(other.id)
  })
})
