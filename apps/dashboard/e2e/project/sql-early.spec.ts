import type { Page } from '@playwright/test'
import { signIn, unique } from '../people.ts'
import { expect, test } from '../test.ts'
import { holdDashboard } from './sql-page.ts'

// On an address of the SQL editor the editor stands before the dashboard does, and the dashboard takes it over.

let ref = ''

test.beforeAll(async ({ stoa }) => {
  const slug = await stoa.createOrganization(unique('Early'))
  ref = await stoa.createProject('heron', { organization: slug })
})
test.beforeEach(({ page, stoa }) => signIn(page, stoa))

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL' })
const run = (page: Page) => page.getByRole('button', { name: /^Run/ })
const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 15_000 })

/** Begins a query whose editor this browser then remembers. */
async function begin(page: Page, sql: string): Promise<void> {
  await page.goto(`/project/${ref}/sql`)
  await page.getByRole('main').getByRole('button', { name: 'New query', exact: true }).click()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.insertText(sql)
  await saved(page)
}

test('one can type before the dashboard is there, and goes on in the same editor', async ({ page }) => {
  await begin(page, 'select 1')
  const letGo = await holdDashboard(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(editor(page)).toBeFocused()
  await expect(editor(page)).toHaveText('select 1')
  await expect(page.locator('#root')).toBeEmpty()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' + 2')
  const before = await editor(page).boundingBox()
  await letGo()
  await expect(run(page)).toBeVisible()
  await expect(editor(page)).toHaveCount(1)
  // It stands where it stood, but for notices above it, with the cursor where it was.
  const { x, width } = before ?? {}
  expect(await editor(page).boundingBox()).toMatchObject({ x, width })
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type(' as sum')
  await expect(editor(page)).toHaveText('select 1 + 2 as sum')
  await saved(page)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(editor(page)).toHaveText('select 1')
})

test('a run that is asked for before the dashboard is there runs when it is', async ({ page }) => {
  await begin(page, 'select 40')
  const letGo = await holdDashboard(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' + 2 as answer')
  await page.keyboard.press('ControlOrMeta+Enter')
  await letGo()
  await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible()
})

test('what was typed before the dashboard was there outlasts a page that dies then', async ({ page }) => {
  await begin(page, 'select 3')
  await holdDashboard(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' -- kept')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(run(page)).toBeVisible()
  await expect(editor(page)).toHaveText('select 3 -- kept')
  await saved(page)
})

test('a window of another size, and a page without the first script, begin with the dashboard', async ({ page }) => {
  await begin(page, 'select 4')
  await page.goto('about:blank')
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.goto(`/project/${ref}/sql`)
  await expect(run(page)).toBeVisible()
  await expect(editor(page)).toHaveText('select 4')
  await page.route(/\/assets\/early-editor-[^/]*\.js$/, (route) => route.abort())
  await page.reload()
  await expect(run(page)).toBeVisible()
  await expect(editor(page)).toHaveText('select 4')
})
