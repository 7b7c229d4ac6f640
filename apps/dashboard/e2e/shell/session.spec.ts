import { chooseFromMenu, toast } from '../page.ts'
import { createMember, forgetAttempts, signIn, signInAnew, unique } from '../people.ts'
import { expect, test } from '../test.ts'

test('signing in again can be put off: the page stays readable and says that it is signed out', async ({
  page,
  stoa,
}) => {
  await signInAnew(page, stoa)
  await page.goto('/account')
  await page.getByLabel('Name').fill('half a name')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByLabel('Email')).toHaveValue(stoa.owner.email)
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('half a name')
  await forgetAttempts(stoa)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill('not the password at all')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Invalid email or password')
  await dialog.getByLabel('Password', { exact: true }).fill(stoa.owner.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('You are signed out.')).toBeHidden()
  await expect(page.getByLabel('Name')).toHaveValue('half a name')
})

test('another person who signs in gets a page of their own', async ({ page, stoa }) => {
  const member = await createMember(stoa, await stoa.createOrganization(unique('Other')), { role: 'Developer' })
  await signInAnew(page, stoa)
  await page.goto('/account')
  await page.getByLabel('Name').fill('typed by the first')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Email').fill(member.email)
  await dialog.getByLabel('Password', { exact: true }).fill(member.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Account: ${member.name}` })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue(member.name)
})

test('a server that does not answer is said above the page, which comes up to date by itself', async ({
  page,
  stoa,
}) => {
  const before = unique('Before')
  const slug = await stoa.createOrganization(before)
  await signIn(page, stoa)
  await page.clock.install()
  await page.goto(`/org/${slug}/team`)
  await expect(page.getByRole('table', { name: 'Members' }).getByRole('row').nth(1)).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The server does not answer')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Trying again every few seconds. Nothing you typed is lost.')).toBeVisible()
  const member = await createMember(stoa, slug, { role: 'Developer' }, 'Came Meanwhile')
  await page.context().setOffline(false)
  await page.clock.fastForward(3_000)
  await expect(page.getByText('Trying again every few seconds.')).toBeHidden()
  await expect(page.getByText(member.email)).toBeVisible()
})

test('a screen whose code does not arrive says so inside the frame, and can be tried again', async ({
  page,
  stoa,
  complaints,
}) => {
  await signIn(page, stoa)
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  await page.route(/\/assets\/AccountScreen-.*\.js$/, (route) => route.abort())
  await chooseFromMenu(page.getByRole('button', { name: /^Account: / }), 'Account')
  await expect(page.getByRole('alert').getByText('This page could not be shown')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
  await page.unroute(/\/assets\/AccountScreen-.*\.js$/)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible()
  // The browser says that it had to go without the code, and nothing else.
  const said = complaints.list.splice(0)
  expect(said.filter((text) => !text.includes('Failed to fetch dynamically imported module'))).toEqual([])
})

test('signing out that fails says so and changes nothing', async ({ page, stoa }) => {
  await signIn(page, stoa)
  await page.goto('/account')
  await page.route('**/api/auth/sign-out', (route) => route.fulfill({ status: 500, body: '' }))
  await chooseFromMenu(page.getByRole('button', { name: /^Account: / }), 'Sign out')
  await expect(toast(page, 'Signing out failed').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible()
})
