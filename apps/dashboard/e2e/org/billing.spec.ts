import type { Page } from '@playwright/test'
import { expectDisabled, toast } from '../page.ts'
import { createMember, signIn, unique } from '../people.ts'
import { expect, test } from '../test.ts'

const panel = (page: Page) => page.getByRole('dialog', { name: /^Change the plan of / })
const plan = (page: Page, name: string) => panel(page).getByRole('radio', { name })
const change = (page: Page) => panel(page).getByRole('button', { name: 'Change plan' })

test('plans are compared in a panel of the address, and changed', async ({ page, stoa }) => {
  const name = unique('Plan')
  const slug = await stoa.createOrganization(name)
  await signIn(page, stoa)
  await page.goto(`/org/${slug}/billing`)
  await expect(page).toHaveTitle(`Billing | ${name} | Stoa`)
  await expect(page.getByText('Any number of projects')).toBeVisible()
  await page.getByRole('button', { name: 'Change plan' }).click()
  await expect(page).toHaveURL(`/org/${slug}/billing?panel=subscriptionPlan`)
  await expect(plan(page, 'Enterprise')).toBeChecked()
  await expectDisabled(change(page), 'This is the current plan')
  await expect(plan(page, 'Enterprise')).toBeFocused()
  await expect(panel(page).getByRole('row', { name: 'Active projects of a member 2 Any Any Any' })).toBeVisible()
  await page.reload()
  await plan(page, 'Free').click()
  await change(page).click()
  await expect(toast(page, 'Changed the plan to Free')).toBeVisible()
  await expect(page).toHaveURL(`/org/${slug}/billing`)
  await expect(page.getByText('Your active projects', { exact: true })).toBeVisible()
  await expect(page.getByText('not in this plan').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('main').getByText('Free', { exact: true })).toBeVisible()
})

test('a plan that does not fit is refused, with what to do', async ({ page, stoa }) => {
  const slug = await stoa.createOrganization(unique('Big'))
  await stoa.createProject('harbor', { organization: slug })
  await stoa.control(
    "update projects set compute_size = 'micro' where name = 'harbor' and organization_id = (select id from organizations where slug = $1)",
    [slug],
  )
  await signIn(page, stoa)
  await page.goto(`/org/${slug}/billing?panel=subscriptionPlan`)
  await plan(page, 'Free').click()
  await change(page).click()
  await expect(panel(page).getByRole('alert')).toHaveText(
    'The Free plan has no other compute size than nano. Change the size of harbor first',
  )
  await plan(page, 'Pro').click()
  await expect(panel(page).getByRole('alert')).toBeHidden()
  await change(page).click()
  await expect(toast(page, 'Changed the plan to Pro')).toBeVisible()
})

test('from a paused project one comes back to it, and the change says what led to it', async ({ page, stoa }) => {
  const slug = await stoa.createOrganization(unique('Paused'))
  const ref = await stoa.createProject('quay', { organization: slug })
  await stoa.call('PUT', `/platform/organizations/${slug}/plan`, { plan: 'free' })
  await stoa.control("update projects set status = 'INACTIVE' where ref = $1", [ref])
  await signIn(page, stoa)
  await page.goto(`/project/${ref}`)
  await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
  await expect(page).toHaveURL(`/org/${slug}/billing?panel=subscriptionPlan&source=projectPausedStateRestore`)
  await expect(plan(page, 'Pro')).toBeChecked()
  await change(page).click()
  await expect(toast(page, 'Changed the plan to Pro')).toBeVisible()
  await expect(page.getByText('You came from a paused project.')).toBeVisible()
  await page.getByRole('button', { name: 'Back to the project' }).click()
  await expect(page).toHaveURL(`/project/${ref}`)
  await expect(page.getByRole('link', { name: 'View project settings' })).toBeVisible()
  const [entry] = await stoa.control(
    "select details from audit_log where action = 'organization.plan_changed' and organization_slug = $1 order by id desc limit 1",
    [slug],
  )
  expect(entry?.details).toEqual({ plan: 'pro', from: 'free', source: 'projectPausedStateRestore' })
})

test('opened by its address, the way on is the projects', async ({ page, stoa }) => {
  const slug = await stoa.createOrganization(unique('Address'))
  await signIn(page, stoa)
  await page.goto(`/org/${slug}/billing?source=enableBranchingButton`)
  await expect(page.getByText('Database branching is only available on the Pro Plan and above')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'All projects' }).click()
  await expect(page).toHaveURL(`/projects?org=${slug}`)
})

test('who is at the limit is named, and who may not amend the plan hears why', async ({ page, stoa }) => {
  const slug = await stoa.createOrganization(unique('Limit'))
  const one = await stoa.createProject('one', { organization: slug })
  const two = await stoa.createProject('two', { organization: slug })
  await stoa.call('PUT', `/platform/organizations/${slug}/plan`, { plan: 'free' })
  await signIn(page, stoa, await createMember(stoa, slug, { role: 'Administrator' }, 'Nora Full'))
  await page.goto(`/org/${slug}/billing?panel=subscriptionPlan`)
  const reason = 'You need additional permissions to amend subscriptions'
  await expectDisabled(change(page), reason)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expectDisabled(page.getByRole('button', { name: 'Change plan' }), reason)
  await expect(page.getByText('2 of 2')).toBeVisible()
  await expect(page.getByText(/Nora Full has as many active projects as the plan allows/)).toBeVisible()
  for (const ref of [one, two]) await stoa.call('DELETE', `/platform/projects/${ref}`)
})

test('what is used fails in a sentence and can be asked for again', async ({ page, stoa, complaints }) => {
  const slug = await stoa.createOrganization(unique('Broken'))
  await signIn(page, stoa)
  const path = `**/api/platform/organizations/${slug}/billing/subscription`
  await page.route(path, (route) =>
    route.fulfill({
      status: 409,
      json: { defined: false, code: 'CONFLICT', status: 409, message: 'The disk is full' },
    }),
  )
  await page.goto(`/org/${slug}/billing`)
  await expect(page.getByRole('alert')).toContainText('Failed to load what is used')
  await expect(page.getByRole('alert')).toContainText('The disk is full')
  await page.unroute(path)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No project has an add-on.')).toBeVisible()
  expect(complaints.refusals.length).toBeGreaterThan(0)
})
