import {
  type Addons,
  addonNotInPlan,
  FREE_LIMIT_REACHED,
  type FreeLimitMember,
  HIPAA_NEVER_SHARES,
  type Organization,
  type PlanId,
  planLacksAddons,
  planLacksProjects,
  planLacksSizes,
  type Subscription,
  sizeNotInPlan,
} from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type Refusal, TestPlatform } from './harness.ts'
import { refusals } from './refused.ts'

let platform: TestPlatform
const refused = refusals(() => platform)
beforeAll(async () => {
  platform = await TestPlatform.start()
})
afterAll(() => platform.dispose())

type Home = { id: number; slug: string; owner: Person }
const changePlan = (home: Home, plan: PlanId, token = home.owner.token, more: object = {}) =>
  platform.call<Organization>('PUT', `/platform/organizations/${home.slug}/plan`, { token, body: { plan, ...more } })

async function onPlan(name: string, plan: PlanId, owner?: Person): Promise<Home> {
  const home = await platform.organization(name, owner)
  expect((await changePlan(home, plan)).status).toBe(200)
  return home
}
const create = (home: Home, name: string, token = home.owner.token, more: object = {}) =>
  platform.call<Refusal & { ref: string; data: { members?: FreeLimitMember[] } }>('POST', '/v1/projects', {
    token,
    body: { name, organization_slug: home.slug, ...more },
  })
const restore = (ref: string, token: string) =>
  platform.call<Refusal & { data?: { members?: FreeLimitMember[] } }>('POST', `/platform/projects/${ref}/restore`, {
    token,
    body: {},
  })
const reached = async (home: Home, token = home.owner.token) =>
  (
    await platform.call<FreeLimitMember[]>(
      'GET',
      `/platform/organizations/${home.slug}/members/reached-free-project-limit`,
      { token },
    )
  ).body
const asMember = ({ name, email }: Person, limit = 2): FreeLimitMember => ({
  username: name,
  primary_email: email,
  free_project_limit: limit,
})

describe('the free project limit', () => {
  test('counts the active projects of all free organizations of a member, and of no others', async () => {
    const home = await onPlan('Counting', 'free')
    const paid = await onPlan('Counting paid', 'pro', home.owner)
    await platform.rowOnlyProject(paid, 'Elsewhere', 'ACTIVE_HEALTHY')
    await platform.rowOnlyProject(home, 'Paused', 'INACTIVE')
    await platform.rowOnlyProject(home, 'Going', 'GOING_DOWN')
    await platform.rowOnlyProject(home, 'One', 'ACTIVE_HEALTHY')
    expect(await reached(home)).toEqual([])
    const second = await onPlan('Counting too', 'free', home.owner)
    await platform.rowOnlyProject(second, 'Two', 'UNKNOWN')
    expect(await reached(home)).toEqual([asMember(home.owner)])
    expect(await reached(paid)).toEqual([])
  })

  test('refuses one project more, and names everybody who is in the way', async () => {
    const home = await onPlan('Crowd', 'free')
    const guest = await platform.member(await platform.person('Busy guest'), home, 'Developer')
    const away = await onPlan('Away', 'free', guest)
    await platform.rowOnlyProject(away, 'One', 'ACTIVE_HEALTHY')
    await platform.rowOnlyProject(away, 'Two', 'ACTIVE_HEALTHY')
    const answer = await create(home, 'Third')
    expect([answer.status, answer.body.message]).toEqual([409, FREE_LIMIT_REACHED])
    expect(answer.body.data.members).toEqual([asMember(guest)])
    expect(await reached(home)).toEqual([asMember(guest)])
  })

  test('of a single person can be another one', async () => {
    const home = await onPlan('Generous', 'free')
    await platform.rowOnlyProject(home, 'One', 'ACTIVE_HEALTHY')
    await platform.query('update users set free_project_limit = 1 where id = $1', [home.owner.id])
    expect(await reached(home)).toEqual([asMember(home.owner, 1)])
    expect((await create(home, 'Two')).status).toBe(409)
    await platform.query('update users set free_project_limit = 3 where id = $1', [home.owner.id])
    await platform.rowOnlyProject(home, 'Two', 'ACTIVE_HEALTHY')
    expect(await reached(home)).toEqual([])
  })

  test('lets one of several at once through, also in two organizations of one person', async () => {
    const home = await onPlan('Racing', 'free')
    const second = await onPlan('Racing too', 'free', home.owner)
    await platform.rowOnlyProject(home, 'One', 'ACTIVE_HEALTHY')
    const answers = await Promise.all([create(home, 'Two'), create(second, 'Two'), create(home, 'Three')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    for (const { status, body } of answers) if (status === 409) expect(body.message).toBe(FREE_LIMIT_REACHED)
    const made = answers.find(({ status }) => status === 201)?.body.ref ?? ''
    await platform.until(made, 'ACTIVE_HEALTHY')
  })

  test('holds for a restore too, and the project does not count against itself', async () => {
    const home = await onPlan('Restoring', 'free')
    const { ref } = (await create(home, 'Sleeper')).body
    await platform.until(ref, 'ACTIVE_HEALTHY')
    await platform.engine.stop(ref)
    await platform.query("update projects set status = 'INACTIVE' where ref = $1", [ref])
    await platform.rowOnlyProject(home, 'One', 'ACTIVE_HEALTHY')
    const two = await platform.rowOnlyProject(home, 'Two', 'ACTIVE_HEALTHY')
    const answer = await restore(ref, home.owner.token)
    expect([answer.status, answer.body.message]).toEqual([409, FREE_LIMIT_REACHED])
    expect(answer.body.data?.members).toEqual([asMember(home.owner)])
    expect(await platform.statusOf(ref)).toBe('INACTIVE')
    // Somebody who works in this project alone does not get to see who else is in the organization.
    const outsider = await platform.person('Outsider')
    await platform.member(outsider, home, null, [[ref, 'Administrator']])
    const blind = await restore(ref, outsider.token)
    expect([blind.status, blind.body.message, blind.body.data]).toEqual([409, FREE_LIMIT_REACHED, undefined])
    await platform.query("update projects set status = 'INACTIVE' where ref = $1", [two])
    expect((await restore(ref, home.owner.token)).status).toBe(201)
    await platform.until(ref, 'ACTIVE_HEALTHY')
  })

  test('does not exist on other plans', async () => {
    const home = await onPlan('Rich', 'pro')
    for (const name of ['One', 'Two', 'Three']) await platform.rowOnlyProject(home, name, 'ACTIVE_HEALTHY')
    expect(await reached(home)).toEqual([])
    const { ref } = (await create(home, 'Four')).body
    await platform.until(ref, 'ACTIVE_HEALTHY')
  })
})

describe('a change of the plan', () => {
  test('is written down with what led to it', async () => {
    const home = await platform.organization('Changing')
    const answer = await changePlan(home, 'pro', home.owner.token, { source: 'projectPausedStateRestore' })
    expect(answer.body.plan).toEqual({ id: 'pro', name: 'Pro' })
    const [entry] = (await platform.audit({ action: 'organization.plan_changed' })).slice(-1)
    expect(entry).toMatchObject({
      organization_slug: home.slug,
      actor_id: home.owner.id,
      details: { plan: 'pro', from: 'enterprise', source: 'projectPausedStateRestore' },
    })
    const path = `/platform/organizations/${home.slug}/plan`
    for (const body of [{ plan: 'gold' }, {}, { plan: 'pro', source: 'elsewhere' }])
      await refused(400, /./, 'PUT', path, { token: home.owner.token, body })
  })

  test('to one that has no such compute sizes is refused, with what to do', async () => {
    const home = await platform.organization('Sized')
    const names = ['A', 'B', 'C', 'D', 'E']
    for (const name of names) await platform.rowOnlyProject(home, name, 'INACTIVE')
    await platform.query("update projects set compute_size = 'small' where organization_id = $1", [home.id])
    const answer = await changePlan(home, 'free')
    expect([answer.status, (answer.body as unknown as Refusal).message]).toEqual([409, planLacksSizes('free', names)])
    expect(planLacksSizes('free', names)).toBe(
      'The Free plan has no other compute size than nano. Change the size of A, B, C and 2 more first',
    )
    await platform.query("update projects set compute_size = 'nano' where organization_id = $1", [home.id])
    expect((await changePlan(home, 'free')).status).toBe(200)
  })

  test('is refused while a size that it does not have is being taken, and the other way round', async () => {
    const home = await platform.organization('Growing')
    const ref = (await create(home, 'Grows')).body.ref
    await platform.until(ref, 'ACTIVE_HEALTHY')
    const { token } = home.owner
    const held = platform.faults.hold('resize')
    await platform.call('POST', `/platform/projects/${ref}/resize`, { token, body: { compute_size: 'micro' } })
    await held.reached
    const plan = `/platform/organizations/${home.slug}/plan`
    await refused(409, planLacksSizes('free', ['Grows']), 'PUT', plan, { token, body: { plan: 'free' } })
    held.release()
    await platform.until(ref, 'ACTIVE_HEALTHY')
    await refused(409, planLacksSizes('free', ['Grows']), 'PUT', plan, { token, body: { plan: 'free' } })
    await platform.query("update projects set compute_size = 'nano' where ref = $1", [ref])
    expect((await changePlan(home, 'free')).status).toBe(200)
    await refused(409, sizeNotInPlan('Micro', 'Free'), 'POST', `/platform/projects/${ref}/resize`, {
      token,
      body: { compute_size: 'micro' },
    })
  })

  test('to one that has no such add-ons is refused and names them, and such a plan refuses to add them', async () => {
    const home = await onPlan('Added', 'pro')
    const { token } = home.owner
    const ref = await platform.rowOnlyProject(home, 'Shop', 'INACTIVE')
    const addons = `/v1/projects/${ref}/billing/addons`
    const add = (addon_type: string, addon_variant: string) =>
      platform.call<Addons & Refusal>('PATCH', addons, { token, body: { addon_type, addon_variant } })
    const refusals = ({ available_addons }: Addons) => available_addons.map(({ refusal }) => refusal)
    expect(refusals((await add('custom_domain', 'cd_default')).body)).toEqual([null, null, null])
    await platform.query(
      "insert into project_addons (project_id, type, variant) select id, 'pitr', 'pitr_7' from projects where ref = $1",
      [ref],
    )
    const held = [{ project: 'Shop', type: 'custom_domain' } as const, { project: 'Shop', type: 'pitr' } as const]
    const answer = await changePlan(home, 'free')
    expect([answer.status, (answer.body as unknown as Refusal).message]).toEqual([409, planLacksAddons('free', held)])
    expect(planLacksAddons('free', held)).toBe(
      'The Free plan does not include all add-ons that are in use. Remove custom domain from Shop, point in time recovery from Shop first',
    )
    expect((await changePlan(home, 'team')).status).toBe(200)
    await platform.query('delete from project_addons where project_id = (select id from projects where ref = $1)', [
      ref,
    ])
    expect((await changePlan(home, 'free')).status).toBe(200)
    for (const [type, variant] of [
      ['custom_domain', 'cd_default'],
      ['pitr', 'pitr_7'],
    ] as const) {
      const refusedToAdd = await add(type, variant)
      expect([refusedToAdd.status, refusedToAdd.body.message]).toEqual([409, addonNotInPlan(type, 'free')])
    }
    const { body } = await platform.call<Addons>('GET', addons, { token })
    expect(refusals(body)).toEqual([null, addonNotInPlan('pitr', 'free'), addonNotInPlan('custom_domain', 'free')])
    expect(addonNotInPlan('pitr', 'free')).toBe(
      'The Free plan does not include point in time recovery. Change the plan first',
    )
  })

  test('to one on which members would have too many projects is refused, and names them', async () => {
    const home = await platform.organization('Shrinking')
    const rows = []
    for (const name of ['A', 'B', 'C']) rows.push(await platform.rowOnlyProject(home, name, 'ACTIVE_HEALTHY'))
    const answer = await changePlan(home, 'free')
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      message: planLacksProjects('free', ['Shrinking owner']),
      data: { members: [asMember(home.owner)] },
    })
    await platform.query("update projects set status = 'INACTIVE' where ref = $1", [rows[0]])
    expect((await changePlan(home, 'free')).status).toBe(200)
    expect(await reached(home)).toEqual([asMember(home.owner)])
  })

  test('and a new project at once end within the limit', async () => {
    const home = await platform.organization('Both')
    await platform.rowOnlyProject(home, 'One', 'ACTIVE_HEALTHY')
    await platform.rowOnlyProject(home, 'Two', 'ACTIVE_HEALTHY')
    const [plan, project] = await Promise.all([changePlan(home, 'free'), create(home, 'Three')])
    expect([plan.status, project.status].filter((status) => status === 409)).toHaveLength(1)
    if (project.status === 201) await platform.until(project.body.ref, 'ACTIVE_HEALTHY')
  })

  test('decides the compute sizes of new projects', async () => {
    const home = await onPlan('Small', 'free')
    const answer = await create(home, 'Big', home.owner.token, { desired_instance_size: 'large' })
    expect([answer.status, answer.body.message]).toEqual([409, sizeNotInPlan('Large', 'Free')])
  })
})

test('the subscription says what is used', async () => {
  const home = await onPlan('Used', 'free')
  const ref = (await create(home, 'Shop')).body.ref
  await platform.until(ref, 'ACTIVE_HEALTHY')
  await platform.rowOnlyProject(home, 'Paused', 'INACTIVE')
  await platform.member(await platform.person('Second'), home, 'Read-only')
  await platform.query(
    `insert into project_addons (project_id, type, variant) select id, 'custom_domain', 'cd_default' from projects where ref = $1`,
    [ref],
  )
  const { status, body } = await platform.call<Subscription>(
    'GET',
    `/platform/organizations/${home.slug}/billing/subscription`,
    { token: home.owner.token },
  )
  expect(status).toBe(200)
  expect(body.plan).toEqual({ id: 'free', name: 'Free' })
  expect(body.addons).toEqual([
    { project_ref: ref, project_name: 'Shop', type: 'custom_domain', variant: 'cd_default' },
  ])
  expect(body.usage).toMatchObject({
    projects: 2,
    active_projects: 1,
    members: 2,
    own_projects: 1,
    own_project_limit: 2,
    backups: 0,
    backup_bytes: 0,
  })
  expect(body.usage.disk_bytes).toBeGreaterThan(1024 * 1024)
  expect(body.usage.disk_limit_bytes).toBeGreaterThan(body.usage.disk_bytes ?? 0)
  expect(body.compute_prices[0]).toEqual({ id: 'nano', price_per_month: null, projects: 2 })
})

describe('an organization with the HIPAA add-on', () => {
  test('shares nothing, whatever was agreed to before, and cannot change it', async () => {
    const home = await platform.organization('Clinic')
    const path = `/platform/organizations/${home.slug}`
    const { token } = home.owner
    const body = { opt_in_tags: ['AI_SQL_GENERATOR_OPT_IN'] }
    const before = await platform.call<Organization>('PATCH', path, { token, body })
    expect(before.body).toMatchObject({ ...body, hipaa: false })
    await platform.query('update organizations set hipaa = true where id = $1', [home.id])
    const shell = await platform.call<{ organizations: Organization[] }>('GET', '/platform/shell', { token })
    expect(shell.body.organizations[0]).toMatchObject({ hipaa: true, opt_in_tags: [] })
    const v1 = await platform.call('GET', `/v1/organizations/${home.slug}`, { token })
    expect(v1.body).toMatchObject({ opt_in_tags: [] })
    for (const opt_in_tags of [['AI_SQL_GENERATOR_OPT_IN'], []])
      await refused(409, HIPAA_NEVER_SHARES, 'PATCH', path, { token, body: { opt_in_tags } })
    const renamed = await platform.call<Organization>('PATCH', path, { token, body: { name: 'Practice' } })
    expect(renamed.body.name).toBe('Practice')
  })
})
