import {
  type Grant,
  HAS_PROJECTS,
  LAST_OWNER,
  type Member,
  NO_ROLE,
  PROJECT_ELSEWHERE,
  type Role,
} from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, TestPlatform } from './harness.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await TestPlatform.start()
})
afterAll(() => platform.dispose())

type Organization = { id: number; slug: string; owner: Person }
type Named = { slug: string; name: string }

const OWNERS_ONLY = 'Only an owner can add, change or remove owners'

const members = async (slug: string, token: string) =>
  (await platform.call<Member[]>('GET', `/platform/organizations/${slug}/members`, { token })).body
const setRoles = (slug: string, token: string, of: Person, role: Role | null, projects: object[] = []) =>
  platform.call<Member & { message?: string }>('PUT', `/platform/organizations/${slug}/members/${of.id}`, {
    token,
    body: { role, projects },
  })
const remove = (slug: string, token: string, who: Person) =>
  platform.call('DELETE', `/platform/organizations/${slug}/members/${who.id}`, { token })
const leave = (slug: string, token: string) => platform.call('POST', `/platform/organizations/${slug}/leave`, { token })
const roleOf = async (organization: Organization, who: Person) =>
  (await members(organization.slug, organization.owner.token)).find((member) => member.user_id === who.id)?.role

describe('organizations', () => {
  const create = (token: string, name: string) =>
    platform.call<Named>('POST', '/v1/organizations', { token, body: { name } })

  test.for([
    ['Northwind Traders', /^northwind-traders$/],
    ['  Crème  Brûlée & Søn ', /^creme-brulee-s-n$/],
    ['日本 🚀', /^[0-9a-f]{6}$/],
    ['--- !!! ---', /^[0-9a-f]{6}$/],
    ["Robert'); drop table--", /^robert-drop-table$/],
    ['../../etc/passwd', /^etc-passwd$/],
    [`${'Long '.repeat(12)}name`, /^long(-long){7}$/],
  ] as const)('%j gets an address of its own', async ([name, slug]) => {
    const { token } = await platform.person()
    const made = await create(token, name)
    expect(made.status, made.text).toBe(201)
    expect(made.body.slug).toMatch(slug)
    expect((await platform.call<Named>('GET', `/v1/organizations/${made.body.slug}`, { token })).body.name).toBe(
      name.trim().replace(/\s+/g, ' '),
    )
  })

  test('of one name, also made at once, have different addresses', async () => {
    const { token } = await platform.person()
    const made = await Promise.all(Array.from({ length: 5 }, () => create(token, 'Twins')))
    expect(made.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201])
    const slugs = made.map((answer) => answer.body.slug).sort()
    expect(new Set(slugs).size).toBe(5)
    expect(slugs[0]).toBe('twins')
    for (const slug of slugs.slice(1)) expect(slug).toMatch(/^twins-[0-9a-f]{6}$/)
  })

  test('keep their address when they are renamed', async () => {
    const { slug, owner } = await platform.organization('Before')
    const body = { name: 'After', opt_in_tags: ['AI_SQL_GENERATOR_OPT_IN'] }
    const answer = await platform.call('PATCH', `/platform/organizations/${slug}`, { token: owner.token, body })
    expect([answer.status, answer.body]).toMatchObject([200, { slug: 'before', ...body }])
    const entry = (await platform.audit({ action: 'organization.updated' })).at(-1)
    expect(entry).toMatchObject({ organization_slug: slug, actor_id: owner.id, details: body })
  })

  test('are not deleted while they have projects', async () => {
    const { id, slug, owner } = await platform.organization('Full')
    const path = `/platform/organizations/${slug}`
    const ref = await platform.rowOnlyProject({ id }, 'One', 'INACTIVE')
    const refused = await platform.call('DELETE', path, { token: owner.token })
    expect([refused.status, refused.body.message]).toEqual([409, HAS_PROJECTS])
    expect((await platform.call('DELETE', `/v1/projects/${ref}`, { token: owner.token })).status).toBe(200)
    await platform.until(ref, 'absent')
    expect((await platform.call('DELETE', path, { token: owner.token })).status).toBe(200)
    expect((await platform.call('GET', `/v1/organizations/${slug}`, { token: owner.token })).status).toBe(404)
    const left = await platform.store
      .selectFrom('members')
      .select('user_id')
      .where('organization_id', '=', id)
      .execute()
    expect(left).toEqual([])
  })

  test('and a project in them, deleted and created at once, never leave an orphan', async () => {
    const { slug, owner } = await platform.organization('Race')
    const body = { name: 'Late', organization_slug: slug }
    const [deleted, created] = await Promise.all([
      platform.call('DELETE', `/platform/organizations/${slug}`, { token: owner.token }),
      platform.call<{ ref: string }>('POST', '/v1/projects', { token: owner.token, body }),
    ])
    expect([deleted.status, created.status].filter((status) => status < 300)).toHaveLength(1)
    expect([200, 409]).toContain(deleted.status)
    expect([201, 404]).toContain(created.status)
    if (created.status === 201) await platform.until(created.body.ref, 'ACTIVE_HEALTHY')
  })
})

describe('members', () => {
  let home: Organization
  let admin: Person
  beforeAll(async () => {
    home = await platform.organization('Home')
    admin = await platform.member(await platform.person('Admin'), home, 'Administrator')
  })

  test('the last owner can neither leave nor step down nor be removed', async () => {
    const { slug, owner } = home
    for (const answer of [
      await leave(slug, owner.token),
      await remove(slug, owner.token, owner),
      await setRoles(slug, owner.token, owner, 'Administrator'),
    ])
      expect([answer.status, answer.body.message]).toEqual([409, LAST_OWNER])
    expect(await roleOf(home, owner)).toBe('Owner')
  })

  test('of two owners who leave at once one stays', async () => {
    const organization = await platform.organization('Two heads')
    const second = await platform.member(await platform.person(), organization, 'Owner')
    const answers = await Promise.all([organization.owner, second].map((one) => leave(organization.slug, one.token)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.message).toBe(LAST_OWNER)
  })

  test('of two owners who demote each other at once one stays', async () => {
    const organization = await platform.organization('Duel')
    const [one, two] = [organization.owner, await platform.member(await platform.person(), organization, 'Owner')]
    const answers = await Promise.all([
      setRoles(organization.slug, one.token, two, 'Developer'),
      setRoles(organization.slug, two.token, one, 'Developer'),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    const held = await platform.store
      .selectFrom('role_assignments')
      .select('role')
      .where('organization_id', '=', organization.id)
      .execute()
    expect(held.map((row) => row.role).sort()).toEqual(['Developer', 'Owner'])
  })

  test('an administrator can neither make, change nor remove owners', async () => {
    const { slug } = home
    const second = await platform.member(await platform.person(), home, 'Owner')
    const worker = await platform.member(await platform.person(), home, 'Developer')
    const ref = await platform.rowOnlyProject(home, 'Owned', 'INACTIVE')
    for (const answer of [
      await setRoles(slug, admin.token, second, 'Developer'),
      await remove(slug, admin.token, second),
      await setRoles(slug, admin.token, worker, 'Owner'),
      await setRoles(slug, admin.token, admin, 'Owner'),
      await setRoles(slug, admin.token, worker, 'Developer', [{ ref, role: 'Owner' }]),
    ])
      expect([answer.status, answer.body.message]).toEqual([403, OWNERS_ONLY])
    expect(await roleOf(home, second)).toBe('Owner')
    expect(await roleOf(home, worker)).toBe('Developer')
    expect(await roleOf(home, admin)).toBe('Administrator')
    await remove(slug, home.owner.token, second)
  })

  test('an administrator changes and removes everybody else', async () => {
    const worker = await platform.member(await platform.person('Worker'), home, 'Developer')
    const changed = await setRoles(home.slug, admin.token, worker, 'Read-only')
    expect([changed.status, changed.body]).toMatchObject([200, { role: 'Read-only', user_name: 'Worker' }])
    expect((await platform.audit({ action: 'member.roles_changed' })).at(-1)).toMatchObject({
      actor_id: admin.id,
      details: { member: worker.email, role: 'Read-only' },
    })
    expect((await remove(home.slug, admin.token, worker)).status).toBe(200)
    expect((await platform.call('GET', `/v1/organizations/${home.slug}`, { token: worker.token })).status).toBe(404)
  })

  test('whoever leaves is gone at once', async () => {
    const worker = await platform.member(await platform.person(), home, 'Developer')
    expect((await leave(home.slug, worker.token)).status).toBe(200)
    expect((await leave(home.slug, worker.token)).status).toBe(404)
    expect(await roleOf(home, worker)).toBeUndefined()
  })

  test('a choice of roles names at least one, and projects of this organization', async () => {
    const worker = await platform.member(await platform.person(), home, 'Developer')
    const elsewhere = await platform.rowOnlyProject(await platform.organization('Away'), 'Far', 'INACTIVE')
    const { slug, owner } = home
    const nothing = await setRoles(slug, owner.token, worker, null)
    expect([nothing.status, nothing.body.message]).toEqual([400, NO_ROLE])
    const foreign = await setRoles(slug, owner.token, worker, null, [{ ref: elsewhere, role: 'Developer' }])
    expect([foreign.status, foreign.body.message]).toEqual([400, PROJECT_ELSEWHERE])
    expect(await roleOf(home, worker)).toBe('Developer')
  })
})

describe('roles in single projects', () => {
  let home: Organization
  let [one, two] = ['', '']
  beforeAll(async () => {
    home = await platform.organization('Studio')
    one = await platform.rowOnlyProject(home, 'One', 'INACTIVE')
    two = await platform.rowOnlyProject(home, 'Two', 'INACTIVE')
  })
  const rename = async (ref: string, token: string) =>
    (await platform.call('PATCH', `/platform/projects/${ref}`, { token, body: { name: `N ${ref}` } })).status
  const refs = async (token: string) =>
    (await platform.call<{ ref: string }[]>('GET', '/v1/projects', { token })).body.map((project) => project.ref)

  test('show these projects and no other', async () => {
    const guest = await platform.person()
    await platform.member(guest, home, null, [[one, 'Administrator']])
    expect(await refs(guest.token)).toEqual([one])
    expect(await rename(one, guest.token)).toBe(200)
    expect(await rename(two, guest.token)).toBe(404)
    const shell = await platform.call<{ projects: { ref: string }[]; organizations: Named[]; permissions: Grant[] }>(
      'GET',
      '/platform/shell',
      { token: guest.token },
    )
    expect(shell.body.projects.map((project) => project.ref)).toEqual([one])
    expect(shell.body.organizations.map((organization) => organization.slug)).toEqual([home.slug])
    // Nothing that reaches beyond the project, but that the organization around it may be seen.
    expect(shell.body.permissions.filter((grant) => grant.project_refs === null)).toMatchObject([
      { actions: ['read:Read'], resources: ['organizations'] },
    ])
    const listed = await platform.call<{ projects: { ref: string }[] }>('GET', '/platform/projects', {
      token: guest.token,
    })
    expect(listed.body.projects.map((project) => project.ref)).toEqual([one])
  })

  test('add to the role in the organization', async () => {
    const both = await platform.person()
    await platform.member(both, home, 'Read-only', [[one, 'Administrator']])
    expect((await refs(both.token)).sort()).toEqual([one, two].sort())
    expect(await rename(one, both.token)).toBe(200)
    expect(await rename(two, both.token)).toBe(403)
  })

  test('do not take away from the role in the organization', async () => {
    const both = await platform.person()
    await platform.member(both, home, 'Administrator', [[one, 'Read-only']])
    expect(await rename(one, both.token)).toBe(200)
  })

  test('go with the project', async () => {
    const guest = await platform.person()
    const passing = await platform.rowOnlyProject(home, 'Passing', 'INACTIVE')
    await platform.member(guest, home, null, [[passing, 'Developer']])
    await platform.call('DELETE', `/v1/projects/${passing}`, { token: home.owner.token })
    await platform.until(passing, 'absent')
    expect(await refs(guest.token)).toEqual([])
    const member = (await members(home.slug, home.owner.token)).find(({ user_id }) => user_id === guest.id)
    expect(member).toMatchObject({ role: null, projects: [] })
  })

  test('are told by the API in both shapes', async () => {
    const guest = await platform.person('Guest')
    await platform.member(guest, home, null, [[one, 'Developer']])
    const { token } = home.owner
    expect((await members(home.slug, token)).find(({ user_id }) => user_id === guest.id)).toMatchObject({
      role: null,
      projects: [{ ref: one, role: 'Developer' }],
    })
    const v1 = await platform.call<{ user_id: string }[]>('GET', `/v1/organizations/${home.slug}/members`, { token })
    expect(v1.body.find((member) => member.user_id === guest.id)).toEqual({
      user_id: guest.id,
      user_name: 'Guest',
      email: guest.email,
      role_name: 'Developer',
      mfa_enabled: false,
    })
  })
})
