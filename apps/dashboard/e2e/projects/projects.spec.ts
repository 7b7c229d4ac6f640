import type { Page } from '@playwright/test'
import { chooseFromMenu, toast } from '../page.ts'
import { signIn, unique } from '../people.ts'
import { expect, test } from '../test.ts'

const list = (page: Page) => page.getByRole('table', { name: 'Projects' })
const row = (page: Page, name: string) => list(page).getByRole('row', { name })
const names = (page: Page) => list(page).locator('.ui-rowlink').allTextContents()

let slug = ''
let refs: Record<string, string> = {}

test.beforeAll(async ({ stoa }) => {
  slug = await stoa.createOrganization(unique('Fleet'))
  const create = async (name: string) => [name, await stoa.createProject(name, { organization: slug })] as const
  refs = Object.fromEntries([await create('anchor'), await create('Buoy 10'), await create('buoy 9')])
  await stoa.call('POST', `/platform/projects/${refs.anchor}/pause`)
  await stoa.until(refs.anchor ?? '', 'INACTIVE')
})

test.beforeEach(async ({ page, stoa }) => {
  await signIn(page, stoa)
})

test('the list says how each project is, and leads to it', async ({ page }) => {
  await page.goto(`/projects?org=${slug}`)
  await expect(page.getByText('2 running, 1 paused')).toBeVisible()
  await expect.poll(() => names(page)).toEqual(['anchor', 'buoy 9', 'Buoy 10'])
  const paused = row(page, 'anchor')
  await expect(paused).toContainText('Paused')
  const running = row(page, 'buoy 9')
  await expect(running).toContainText('Healthy')
  await expect(running).toContainText('Nano 512 MB')
  await expect(running.getByRole('meter', { name: 'Memory of buoy 9' })).toBeAttached()
  await running.click()
  await expect(page).toHaveURL(`/project/${refs['buoy 9']}`)
})

test('a search is kept in the address and survives a reload', async ({ page }) => {
  await page.goto(`/projects?org=${slug}`)
  await expect.poll(() => names(page)).toHaveLength(3)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Find a project' })).toBeFocused()
  await page.keyboard.type('BUOY')
  await expect.poll(() => names(page)).toEqual(['buoy 9', 'Buoy 10'])
  await expect(page).toHaveURL(`/projects?org=${slug}&q=BUOY`)
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Find a project' })).toHaveValue('BUOY')
  await expect.poll(() => names(page)).toEqual(['buoy 9', 'Buoy 10'])
  await page.getByRole('searchbox', { name: 'Find a project' }).press('Escape')
  await expect(page).toHaveURL(`/projects?org=${slug}`)
  await page.getByRole('searchbox', { name: 'Find a project' }).fill(refs.anchor?.slice(0, 8) ?? '')
  await expect.poll(() => names(page)).toEqual(['anchor'])
})

test('a search without a match can be cleared', async ({ page }) => {
  await page.goto(`/projects?org=${slug}&q=nothing+is+called+this&show=paused`)
  await expect(page.getByText('No projects match')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: /clear/i }).click()
  await expect(page).toHaveURL(`/projects?org=${slug}`)
  await expect.poll(() => names(page)).toHaveLength(3)
})

test('the list is filtered by status', async ({ page }) => {
  await page.goto(`/projects?org=${slug}`)
  const show = page.getByRole('radiogroup', { name: 'Show' })
  await expect(show.getByRole('radio', { name: /^All/ })).toBeChecked()
  await expect(show.getByRole('radio', { name: /^Running/ })).toContainText('2')
  await show.getByRole('radio', { name: /^Paused/ }).click()
  await expect(page).toHaveURL(`/projects?org=${slug}&show=paused`)
  await expect.poll(() => names(page)).toEqual(['anchor'])
  await show.getByRole('radio', { name: /^Needs attention/ }).click()
  await expect(page.getByText('No projects match')).toBeVisible()
  await show.getByRole('radio', { name: /^All/ }).click()
  await expect(page).toHaveURL(`/projects?org=${slug}`)
})

test('the list is sorted', async ({ page }) => {
  await page.goto(`/projects?org=${slug}`)
  await page.getByRole('button', { name: 'Sort: Name' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Newest first' }).click()
  await expect.poll(() => names(page)).toEqual(['buoy 9', 'Buoy 10', 'anchor'])
  await expect(page).toHaveURL(`/projects?org=${slug}&sort=newest`)
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['buoy 9', 'Buoy 10', 'anchor'])
})

test('a row’s menu leads to the project’s pages and copies its ref', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/projects?org=${slug}`)
  await chooseFromMenu(page.getByRole('button', { name: 'Actions for buoy 9' }), 'Copy ref')
  await expect(toast(page, 'Copied the project ref')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(refs['buoy 9'])
  await page.getByRole('button', { name: 'Actions for anchor' }).click()
  await expect(page.getByRole('menuitem', { name: 'SQL editor' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await chooseFromMenu(page.getByRole('button', { name: 'Actions for buoy 9' }), 'SQL editor')
  await expect(page).toHaveURL(`/project/${refs['buoy 9']}/sql`)
})

test('an organization without projects says what to do next, by button and by key', async ({ page, stoa }) => {
  const empty = await stoa.createOrganization(unique('Empty'))
  await page.goto(`/projects?org=${empty}`)
  await expect(page.getByText('No projects yet')).toBeVisible()
  await page.getByRole('button', { name: 'New project' }).click()
  await expect(page).toHaveURL(`/projects/new?org=${empty}`)
  await page.goBack()
  await expect(page.getByText('No projects yet')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page).toHaveURL(`/projects/new?org=${empty}`)
})

test('a list that fails to load says why and is asked for again', async ({ page }) => {
  await page.route('**/api/platform/projects', (route) =>
    route.fulfill({ status: 500, json: { defined: false, code: 'X', status: 500, message: 'The shelf is empty' } }),
  )
  await page.goto(`/projects?org=${slug}`)
  await expect(page.getByText('Failed to load projects')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('The shelf is empty')).toBeVisible()
  await page.unroute('**/api/platform/projects')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => names(page)).toHaveLength(3)
})

test('what happens to a project elsewhere shows up by itself', async ({ page, stoa }) => {
  const own = await stoa.createOrganization(unique('Live'))
  const ref = await stoa.createProject('tide', { organization: own })
  await page.clock.install()
  await page.goto(`/projects?org=${own}`)
  await expect(row(page, 'tide')).toContainText('Healthy')
  await stoa.call('POST', `/platform/projects/${ref}/pause`)
  await stoa.until(ref, 'INACTIVE')
  await page.clock.fastForward(15_000)
  await expect(row(page, 'tide')).toContainText('Paused')
})
