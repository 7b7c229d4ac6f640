import {
  ACCOUNT_EXISTS,
  ALREADY_MEMBER,
  INVITATION_GONE,
  INVITATION_OTHER_EMAIL,
  type Member,
  NO_ROLE,
} from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type Person, TestPlatform } from './harness.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await TestPlatform.start()
})
afterAll(() => platform.dispose())

type Organization = { id: number; slug: string; owner: Person }
type Invited = { id: string; url: string; email: string | null }

const members = async (slug: string, token: string) =>
  (await platform.call<Member[]>('GET', `/platform/organizations/${slug}/members`, { token })).body
const roleOf = async (organization: Organization, who: Person) =>
  (await members(organization.slug, organization.owner.token)).find((member) => member.user_id === who.id)?.role

describe('invitations', () => {
  let home: Organization
  let admin: Person
  beforeAll(async () => {
    home = await platform.organization('Club')
    admin = await platform.member(await platform.person('Admin'), home, 'Administrator')
  })
  const path = (slug: string) => `/platform/organizations/${slug}/invitations`
  async function invite(body: object = {}, token = admin.token): Promise<{ id: string; token: string; url: string }> {
    const answer = await platform.call<Invited>('POST', path(home.slug), {
      token,
      body: { role: 'Developer', ...body },
    })
    expect(answer.status, answer.text).toBe(201)
    return { ...answer.body, token: new URL(answer.body.url).hash.replace('#token=', '') }
  }
  const accept = (link: { token: string }, who: Person) =>
    platform.call('POST', '/platform/invitations/accept', { token: who.token, body: { token: link.token } })
  const read = (link: { token: string }) =>
    platform.call<{ role: string }>('POST', '/platform/invitations/read', { body: { token: link.token } })
  let serial = 0
  const signUp = (link: { token: string }, more: object = {}) =>
    platform.call('POST', '/platform/invitations/sign-up', {
      body: { token: link.token, email: `guest${++serial}@example.com`, name: 'Guest', password: PASSWORD, ...more },
    })
  const gone = (answer: { status: number; body: { message: string } }) =>
    expect([answer.status, answer.body.message]).toEqual([404, INVITATION_GONE])

  test('show their link once and keep no more than its hash', async () => {
    const link = await invite({ email: ' New@Example.com ' })
    expect(link.url.startsWith(`${platform.config.publicUrl}/join#token=`)).toBe(true)
    expect(link.token.length).toBeGreaterThanOrEqual(43)
    const listed = await platform.call('GET', path(home.slug), { token: admin.token })
    expect(listed.text).toContain(link.id)
    expect(listed.text).toContain('new@example.com')
    expect(listed.text).not.toContain(link.token)
    const rows = await platform.query<{ row: string }>(
      'select i::text as row from invitations i union all select a::text from audit_log a',
    )
    expect(rows.some(({ row }) => row.includes(link.token))).toBe(false)
    expect(platform.log.join('')).not.toContain(link.token)
  })

  test('let a person with an account join with the roles they name', async () => {
    const ref = await platform.rowOnlyProject(home, 'Special', 'INACTIVE')
    const link = await invite({ role: 'Read-only', projects: [{ ref, role: 'Administrator' }] })
    expect((await read(link)).body).toMatchObject({
      organization_slug: home.slug,
      invited_by: 'Admin',
      role: 'Read-only',
    })
    const guest = await platform.person('Guest')
    expect((await accept(link, guest)).status).toBe(200)
    const member = (await members(home.slug, admin.token)).find(({ user_id }) => user_id === guest.id)
    expect(member).toMatchObject({ role: 'Read-only', projects: [{ ref, role: 'Administrator' }] })
    expect((await platform.audit({ action: 'member.joined' })).at(-1)).toMatchObject({ actor_id: guest.id })
  })

  test('let a person without an account make one and sign in', async () => {
    const link = await invite()
    const answer = await signUp(link, { email: 'fresh@example.com' })
    expect([answer.status, answer.body]).toMatchObject([201, { organization_slug: home.slug }])
    const body = { email: 'fresh@example.com', password: PASSWORD }
    expect((await platform.call('POST', '/auth/sign-in/email', { body })).status).toBe(200)
  })

  test('make no account with a weak password or for an email that has one', async () => {
    const link = await invite()
    const before = await platform.rowCounts()
    expect((await signUp(link, { password: 'password1234' })).body.message).toBe('Password is too easy to guess')
    const taken = await signUp(link, { email: admin.email.toUpperCase() })
    expect([taken.status, taken.body.message]).toEqual([409, ACCOUNT_EXISTS])
    expect(await platform.rowCounts()).toEqual(before)
    expect((await read(link)).status).toBe(200)
  })

  test('for one email are for nobody else', async () => {
    const guest = await platform.person()
    const link = await invite({ email: guest.email })
    const before = await platform.rowCounts()
    for (const answer of [await accept(link, await platform.as('stranger')), await signUp(link)])
      expect([answer.status, answer.body.message]).toEqual([403, INVITATION_OTHER_EMAIL])
    expect((await platform.rowCounts()).users).toBeLessThanOrEqual((before.users ?? 0) + 1)
    expect((await accept(link, guest)).status).toBe(200)
  })

  test('work once', async () => {
    const link = await invite()
    expect((await accept(link, await platform.person())).status).toBe(200)
    gone(await accept(link, await platform.person()))
    gone(await platform.call('POST', '/platform/invitations/read', { body: { token: link.token } }))
    gone(await signUp(link))
  })

  test('used by several at once are used by one', async () => {
    const link = await invite()
    const people = await Promise.all([1, 2, 3].map(() => platform.person()))
    const answers = await Promise.all([...people.map((one) => accept(link, one)), signUp(link)])
    expect(answers.filter((answer) => answer.status < 300)).toHaveLength(1)
    for (const answer of answers) if (answer.status >= 300) gone(answer)
  })

  test('end after a week, when they are withdrawn, and with the projects they were for', async () => {
    const guest = await platform.person()
    const old = await invite()
    const [row] = await platform.store.selectFrom('invitations').selectAll().where('id', '=', old.id).execute()
    expect(Math.round(((row?.expires_at.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(7)
    const past = new Date(Date.now() - 1)
    await platform.store.updateTable('invitations').set({ expires_at: past }).where('id', '=', old.id).execute()
    gone(await accept(old, guest))

    const withdrawn = await invite()
    const withdraw = () => platform.call('DELETE', `${path(home.slug)}/${withdrawn.id}`, { token: admin.token })
    expect((await withdraw()).status).toBe(200)
    gone(await accept(withdrawn, guest))
    gone(await withdraw())

    const ref = await platform.rowOnlyProject(home, 'Brief', 'INACTIVE')
    const empty = await invite({ role: null, projects: [{ ref, role: 'Developer' }] })
    await platform.call('DELETE', `/v1/projects/${ref}`, { token: home.owner.token })
    await platform.until(ref, 'absent')
    gone(await accept(empty, guest))
    expect((await platform.call('GET', `/v1/organizations/${home.slug}`, { token: guest.token })).status).toBe(404)
  })

  test('stay good when a member opens one by mistake', async () => {
    const link = await invite({ role: 'Read-only' })
    const answer = await accept(link, admin)
    expect([answer.status, answer.body.message]).toEqual([409, ALREADY_MEMBER])
    expect(await roleOf(home, admin)).toBe('Administrator')
    expect((await accept(link, await platform.person())).status).toBe(200)
  })

  test('of another organization cannot be withdrawn', async () => {
    const link = await invite()
    const other = await platform.organization('Rivals')
    gone(await platform.call('DELETE', `${path(other.slug)}/${link.id}`, { token: other.owner.token }))
    expect((await read(link)).status).toBe(200)
  })

  test('end with the right of whoever made them', async () => {
    const boss = await platform.member(await platform.person('Boss'), home, 'Owner')
    const manage = (who: Person, role: string | null) =>
      platform.call(
        role === null ? 'DELETE' : 'PUT',
        `/platform/organizations/${home.slug}/members/${who.id}`,
        role === null ? { token: home.owner.token } : { token: home.owner.token, body: { role } },
      )
    const ofOwner = await invite({ role: 'Owner' }, boss.token)
    const ofReader = await invite({ role: 'Read-only', email: 'reader@example.com' }, boss.token)
    const others = await invite()
    expect((await manage(boss, 'Administrator')).status).toBe(200)
    gone(await accept(ofOwner, await platform.person()))
    expect((await read(ofReader)).status).toBe(200)
    expect((await manage(boss, 'Developer')).status).toBe(200)
    gone(await accept(ofReader, await platform.person()))
    expect((await platform.audit({ action: 'member.invitation_withdrawn' })).at(-1)).toMatchObject({
      actor_id: home.owner.id,
      details: { email: 'reader@example.com' },
    })

    expect((await manage(boss, 'Administrator')).status).toBe(200)
    const last = await invite({}, boss.token)
    expect((await manage(boss, null)).status).toBe(200)
    gone(await accept(last, await platform.person()))
    expect((await read(others)).status).toBe(200)
  })

  test('of somebody who leaves end too', async () => {
    const leaver = await platform.member(await platform.person('Leaver'), home, 'Administrator')
    const link = await invite({}, leaver.token)
    await platform.call('POST', `/platform/organizations/${home.slug}/leave`, { token: leaver.token })
    gone(await accept(link, await platform.person()))
  })

  test('name a role', async () => {
    const answer = await platform.call('POST', path(home.slug), { token: admin.token, body: { role: null } })
    expect([answer.status, answer.body.message]).toEqual([400, NO_ROLE])
  })

  test.for(['x'.repeat(43), 'short', 'a'.repeat(200), `${'a'.repeat(42)}\0`])('%j opens nothing', async (token) => {
    const answer = await read({ token })
    expect([400, 404]).toContain(answer.status)
  })
})
