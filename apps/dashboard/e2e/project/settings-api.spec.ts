import type { Page } from '@playwright/test'
import { expectDisabled, toast } from '../page.ts'
import { createMember, signIn, signInAnew, unique } from '../people.ts'
import type { Stoa } from '../stoa.ts'
import { expect, test } from '../test.ts'

const DENIED = "You don't have permission to view API keys. These keys restricted to users with higher access levels."
const OWN = 'an-own-secret-of-more-than-32-characters'

type Settings = { service_api_keys: { tags: string; api_key: string }[]; jwt_secret: string }
const keysOf = async (stoa: Stoa, ref: string) => {
  const { service_api_keys, jwt_secret } = await stoa.call<Settings>('GET', `/platform/projects/${ref}/settings`)
  const key = (tag: string) => service_api_keys.find(({ tags }) => tags === tag)?.api_key ?? ''
  return { anon: key('anon'), service_role: key('service_role'), secret: jwt_secret }
}

async function opened(page: Page, stoa: Stoa, name = 'harbor') {
  const slug = await stoa.createOrganization(unique('Keys'))
  const ref = await stoa.createProject(name, { organization: slug })
  await signIn(page, stoa)
  await page.goto(`/project/${ref}/settings/api`)
  await expect(page.getByRole('heading', { name: 'API', level: 1 })).toBeVisible()
  return { slug, ref }
}

const confirm = async (page: Page, name = 'harbor') => {
  const dialog = page.getByRole('dialog', { name: 'Change the JWT secret' })
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
  await dialog.getByRole('button', { name: 'Change JWT secret' }).click()
  return dialog
}

const refuse = (page: Page, path: string, times = Number.POSITIVE_INFINITY) => {
  let left = times
  return page.route(`**/api/platform/projects/*${path}`, (route) =>
    left-- > 0
      ? route.fulfill({
          status: 500,
          json: { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'The disk is full' },
        })
      : route.continue(),
  )
}

test('both keys are there: anon as it is, service_role masked and secret', async ({ page, stoa, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { ref } = await opened(page, stoa)
  await expect(page).toHaveTitle('API | harbor | Stoa')
  const keys = await keysOf(stoa, ref)
  const anon = page.getByRole('group', { name: 'anon' })
  const service = page.getByRole('group', { name: 'service_role' })
  await expect(anon).toContainText(keys.anon)
  await expect(anon).toContainText('public')
  await expect(anon.getByRole('button')).toHaveText([''])
  await expect(service).toContainText('secret')
  await expect(service).toContainText('Bypasses row level security.')
  await expect(service).toContainText('service_role is hidden')
  await expect(service).not.toContainText(keys.service_role)

  // Copying needs no reveal, and says so for two seconds.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await service.getByRole('button', { name: 'Copy service_role' }).click()
  await expect(service.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(keys.service_role)
  await page.clock.runFor(1_999)
  await expect(service.getByText('Copied')).toBeVisible()
  await page.clock.runFor(1)
  await expect(service.getByText('Copied')).toBeHidden()

  await page.clock.resume()

  await page.getByRole('button', { name: 'Show keys' }).click()
  await expect(service).toContainText(keys.service_role)
  await page.getByRole('button', { name: 'Hide keys' }).click()
  await expect(service).not.toContainText(keys.service_role)
})

test('the configuration has the URL, at which the project answers, and the secret', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa)
  const { anon, secret } = await keysOf(stoa, ref)
  const url = `${stoa.url}/p/${ref}`
  await expect(page.getByText(url, { exact: true })).toBeVisible()
  const answer = await fetch(`${url}/rest/v1/`, { headers: { apikey: anon } })
  expect([answer.status, (await answer.json()).swagger]).toEqual([200, '2.0'])
  await expect(page.getByText(secret)).toBeHidden()
  await page.getByRole('button', { name: 'Show JWT Secret' }).click()
  await expect(page.getByText(secret)).toBeVisible()
  await page.getByRole('button', { name: 'Hide JWT Secret' }).click()
  await expect(page.getByText(secret)).toBeHidden()
})

test('a new JWT secret is generated after its confirmation, and both keys follow', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa)
  const before = await keysOf(stoa, ref)
  await page.getByRole('button', { name: 'Change JWT secret' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the JWT secret' })
  await dialog.getByRole('button', { name: 'Change JWT secret' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Value entered does not match')
  await confirm(page)
  await expect(page.getByRole('main').getByText('Updating JWT secret...')).toBeVisible()
  await expect(toast(page, 'Replaced the JWT secret and both API keys')).toBeVisible()
  const after = await keysOf(stoa, ref)
  expect(after.anon).not.toBe(before.anon)
  await expect(page.getByRole('group', { name: 'anon' })).toContainText(after.anon)
  const status = async (apikey: string) =>
    (await fetch(`${stoa.url}/p/${ref}/rest/v1/`, { headers: { apikey } })).status
  expect([await status(before.anon), await status(after.anon)]).toEqual([401, 200])
})

test('a secret of one’s own is checked before it is sent', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa)
  await page.getByRole('button', { name: 'Change JWT secret' }).click()
  await page.getByRole('radio', { name: 'Use my own' }).click()
  const secret = page.getByRole('textbox', { name: 'JWT secret', exact: true })
  await secret.fill('short')
  const dialog = await confirm(page)
  await expect(dialog.getByRole('alert')).toHaveText('The JWT secret must have at least 32 characters')
  await secret.fill(OWN)
  await dialog.getByRole('button', { name: 'Change JWT secret' }).click()
  await expect(toast(page, 'Replaced the JWT secret and both API keys')).toBeVisible()
  expect((await keysOf(stoa, ref)).secret).toBe(OWN)

  // The same one again is refused by the server, in the dialog and by a notice.
  await page.getByRole('button', { name: 'Change JWT secret' }).click()
  await page.getByRole('radio', { name: 'Use my own' }).click()
  await secret.fill(OWN)
  await confirm(page)
  await expect(toast(page, 'Failed to update JWT secret')).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveText('This is the JWT secret that the project has already')
})

test('a change is followed every second, and its failure is said', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa)
  // A change that has failed, seen as one that is still under way for a while.
  const [row] = await stoa.control(
    `insert into operations (kind, project_id, project_ref, step, error, finished_at)
     select 'project.rotate_jwt', id, ref, 'replace keys', 'The disk is full', now() from projects where ref = $1 returning id`,
    [ref],
  )
  let polls = 0
  await page.route('**/config/secrets/update-status', (route) =>
    ++polls <= 3
      ? route.fulfill({
          json: { update_status: { change_tracking_id: row?.id, error: null, progress: 1, status: 'Updating' } },
        })
      : route.continue(),
  )
  await page.reload()
  await expect(page.getByText('Updating JWT secret...')).toBeVisible()
  await expect(page.getByText('Replacing the keys, step 2 of 4.')).toBeVisible()
  await expect(toast(page, 'JWT secret update failed, new API key may have issues')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The disk is full')
  // It asks until it knows, and not any more then.
  expect(polls).toBe(4)
  await page.waitForTimeout(1_500)
  expect(polls).toBe(4)
})

test('what fails to load says so in its place, and is tried again', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa)
  await refuse(page, '/settings', 3)
  await page.reload()
  await expect(page.getByText('Failed to retrieve API keys')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('Failed to retrieve configuration')).toBeVisible()
  await expect(page.getByText('The disk is full').first()).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect(page.getByRole('group', { name: 'anon' })).toBeVisible()

  await refuse(page, '/config/secrets/update-status', 3)
  await page.goto(`/project/${ref}/settings/api`)
  await expect(page.getByText('Failed to update JWT secret')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Change JWT secret' })).toBeVisible()
})

test('whoever may not view keys is told so and sees the rest', async ({ browser, page, stoa }) => {
  const { slug, ref } = await opened(page, stoa)
  const reader = await createMember(stoa, slug, { role: 'Read-only' })
  const context = await browser.newContext({ baseURL: stoa.url })
  const other = await context.newPage()
  await signInAnew(other, stoa, reader)
  await other.goto(`/project/${ref}/settings/api`)
  await expect(other.getByText(DENIED)).toHaveCount(2)
  await expect(other.getByText(`${stoa.url}/p/${ref}`, { exact: true })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Show keys' })).toHaveCount(0)
  await expectDisabled(
    other.getByRole('button', { name: 'Change JWT secret' }),
    'You need additional permissions to change the JWT secret',
  )
  const { anon, service_role, secret } = await keysOf(stoa, ref)
  for (const text of [anon, service_role, secret]) expect(await other.content()).not.toContain(text)
  await context.close()
})

test('the schemas that have endpoints are chosen', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa)
  await stoa.sql(ref, 'create schema shop')
  await page.reload()
  const save = page.getByRole('button', { name: 'Save' })
  await expectDisabled(save, 'Nothing has changed')
  await page.getByRole('checkbox', { name: 'shop' }).click()
  await save.click()
  await expect(toast(page, 'Saved the data API settings')).toBeVisible()
  expect(await stoa.call('GET', `/platform/projects/${ref}/config/postgrest`)).toMatchObject({
    db_schema: 'public,shop',
  })
  await page.getByRole('textbox', { name: 'Max rows' }).fill('0')
  await expectDisabled(save, 'Max rows must be a whole number from 1 to 1,000,000')
  await page.getByRole('textbox', { name: 'Max rows' }).fill('25')
  await page.getByRole('textbox', { name: 'Extra search path' }).fill('extensions')
  await save.click()
  await expectDisabled(save, 'Nothing has changed')
  expect(await stoa.call('GET', `/platform/projects/${ref}/config/postgrest`)).toMatchObject({
    max_rows: 25,
    db_extra_search_path: 'extensions',
  })
  await page.getByRole('checkbox', { name: 'public' }).click()
  await page.getByRole('checkbox', { name: 'shop' }).click()
  await expectDisabled(save, 'Choose at least one schema')
})
