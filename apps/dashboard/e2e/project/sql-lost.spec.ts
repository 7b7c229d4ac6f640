import type { Browser, Page } from '@playwright/test'
import { toast } from '../page.ts'
import { createMember, signIn, signInAnew, unique } from '../people.ts'
import { startStoa } from '../stoa.ts'
import { expect, test } from '../test.ts'
import { holdDashboard } from './sql-page.ts'

// Nothing that was typed is ever lost, whatever dies meanwhile.

let slug = ''
let ref = ''

test.beforeAll(async ({ stoa }) => {
  slug = await stoa.createOrganization(unique('Lost'))
  ref = await stoa.createProject('quarry', { organization: slug })
})
test.beforeEach(({ page, stoa }) => signIn(page, stoa))

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL' })
const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 15_000 })
const unsaved = (page: Page) => expect(page.getByText('Not saved', { exact: true })).toBeVisible()

/** Begins a query and waits until the server has it. @returns its address */
async function begin(page: Page, sql: string, project = ref): Promise<string> {
  await page.goto(`/project/${project}/sql`)
  await page.getByRole('main').getByRole('button', { name: 'New query', exact: true }).click()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.insertText(sql)
  await saved(page)
  return new URL(page.url()).pathname
}
async function add(page: Page, sql: string): Promise<void> {
  await editor(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(sql)
}
/** What the server has. */
async function stored(page: Page, address: string): Promise<string> {
  const [, project, id] = /project\/(\w+)\/sql\/(.+)/.exec(address) ?? []
  const answer = await page.request.get(`/api/platform/projects/${project}/content/item/${id}`, {
    headers: { version: '2' },
  })
  return ((await answer.json()) as { content: { sql: string } }).content.sql
}
async function another(browser: Browser, url: string): Promise<Page> {
  return (await browser.newContext({ baseURL: url })).newPage()
}

test('a tab that is killed while one types', async ({ page, stoa }) => {
  const address = await begin(page, 'select 1')
  await add(page, ' -- typed')
  const session = await page.context().newCDPSession(page)
  session.send('Page.crash').catch(() => {})
  await page.waitForEvent('crash')
  const next = await page.context().newPage()
  await next.goto(stoa.url + address)
  await expect(editor(next)).toHaveText('select 1 -- typed')
  await saved(next)
  expect(await stored(next, address)).toBe('select 1 -- typed')
})

test('a tab that is killed and never opened again: another page saves what it left', async ({ page, stoa }) => {
  const address = await begin(page, 'select 2')
  await add(page, ' -- left')
  const session = await page.context().newCDPSession(page)
  session.send('Page.crash').catch(() => {})
  await page.waitForEvent('crash')
  const next = await page.context().newPage()
  await next.goto(`${stoa.url}/project/${ref}/sql`)
  await next.getByRole('main').getByRole('button', { name: 'New query', exact: true }).click()
  await expect.poll(() => stored(next, address), { timeout: 15_000 }).toBe('select 2 -- left')
})

test('two tabs of one browser stay in step', async ({ page }) => {
  const address = await begin(page, 'select 3')
  const other = await page.context().newPage()
  await other.goto(address)
  await expect(editor(other)).toHaveText('select 3')
  await add(page, ' -- here')
  await expect(editor(other)).toHaveText('select 3 -- here')
  await add(other, ' and there')
  await expect(editor(page)).toHaveText('select 3 -- here and there')
  await saved(page)
  await saved(other)
  await add(page, ', again')
  await saved(page)
  await expect(editor(other)).toHaveText('select 3 -- here and there, again')
  expect(await stored(page, address)).toBe('select 3 -- here and there, again')
})

test('what is typed in a tab while another one is not there yet reaches it', async ({ page }) => {
  const address = await begin(page, 'select 3')
  const other = await page.context().newPage()
  const letGo = await holdDashboard(other)
  await other.goto(address, { waitUntil: 'commit' })
  await expect(editor(other)).toHaveText('select 3')
  await expect(other.locator('#root')).toBeEmpty()
  const posts: string[] = []
  other.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
  let save = () => {}
  const mayBeSaved = new Promise<void>((resolve) => {
    save = resolve
  })
  await page.route('**/content', async (route) => {
    await mayBeSaved
    await route.continue()
  })
  await add(page, ' -- meanwhile')
  await letGo()
  await expect(editor(other)).toHaveText('select 3 -- meanwhile')
  // Who only looks saves nothing.
  expect(posts.filter((path) => path.endsWith('/content'))).toEqual([])
  save()
  await saved(page)
  await saved(other)
  await add(other, ', and after')
  await expect(editor(page)).toHaveText('select 3 -- meanwhile, and after')
  await saved(other)
  expect(await stored(page, address)).toBe('select 3 -- meanwhile, and after')
})

test('two people who change one query compare and decide', async ({ page, stoa, browser }) => {
  const address = await begin(page, 'select 4')
  await page.request.patch(`/api/platform/projects/${ref}/content/item/${address.split('/').at(-1)}`, {
    headers: { version: '2', origin: stoa.url },
    data: { visibility: 'project' },
  })
  const colleague = await createMember(stoa, slug, { role: 'Administrator' }, 'Ada Rowe')
  const other = await another(browser, stoa.url)
  await signInAnew(other, stoa, colleague)
  await other.goto(address)
  await expect(editor(other)).toHaveText('select 4')
  await add(other, ' -- Ada')
  await saved(other)

  await add(page, ' -- Mira')
  const dialog = page.getByRole('dialog', { name: 'This query was changed meanwhile' })
  await expect(dialog).toContainText('Ada Rowe saved another text')
  await expect(dialog).toContainText('select 4 -- Ada')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await unsaved(page)
  await page.getByRole('button', { name: 'Compare' }).click()
  await dialog.getByRole('textbox', { name: 'Yours' }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('select 4 -- Ada and Mira')
  await dialog.getByRole('button', { name: 'Save merged' }).click()
  await saved(page)
  expect(await stored(page, address)).toBe('select 4 -- Ada and Mira')
  await expect(editor(page)).toHaveText('select 4 -- Ada and Mira')

  // The other one typed meanwhile and takes what is there; what was typed is still in this browser until then.
  await add(other, '!')
  const theirs = other.getByRole('dialog', { name: 'This query was changed meanwhile' })
  await theirs.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(editor(other)).toHaveText('select 4 -- Ada and Mira')
  await add(other, '?')
  await saved(other)
  await add(page, '.')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await saved(page)
  expect(await stored(page, address)).toBe('select 4 -- Ada and Mira.')

  // What was given up can be had again.
  await page.getByRole('button', { name: 'Earlier versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Earlier versions' })
  await versions
    .getByRole('button', { name: /Ada Rowe/ })
    .first()
    .click()
  await versions.getByRole('button', { name: 'Restore this version' }).click()
  await expect(editor(page)).toHaveText('select 4 -- Ada and Mira?')
  await saved(page)
  await other.context().close()
})

test('a query that was deleted elsewhere while it was open is saved as a new one', async ({ page, stoa }) => {
  const address = await begin(page, 'select 5')
  const id = address.split('/').at(-1)
  await page.request.delete(`/api/platform/projects/${ref}/content?ids=${id}`, {
    headers: { version: '2', origin: stoa.url },
  })
  await add(page, ' -- after')
  await page.getByRole('button', { name: 'Save as a new query' }).click()
  await expect(page).not.toHaveURL(address)
  await expect(editor(page)).toHaveText('select 5 -- after')
  await saved(page)
  expect(await stored(page, new URL(page.url()).pathname)).toBe('select 5 -- after')
})

test('a network that is gone for a while', async ({ page, complaints }) => {
  const address = await begin(page, 'select 6')
  await page.context().setOffline(true)
  await add(page, ' -- offline')
  await expect(toast(page, 'Failed to insert content: The server does not answer').first()).toBeVisible()
  await unsaved(page)
  await add(page, ' for long')
  await page.context().setOffline(false)
  await saved(page)
  expect(await stored(page, address)).toBe('select 6 -- offline for long')
  complaints.refusals.length = 0
})

test('a sign-out with work that was not saved', async ({ page, stoa }) => {
  await page.context().clearCookies()
  await signInAnew(page, stoa)
  const address = await begin(page, 'select 7')
  await add(page, ' -- in a hurry')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/sign-in/)
  await signIn(page, stoa)
  expect(await stored(page, address)).toBe('select 7 -- in a hurry')

  // Also when the server takes nothing any more.
  await page.goto(address)
  await expect(editor(page)).toHaveText('select 7 -- in a hurry')
  await page.route('**/content', (route) => route.abort())
  await add(page, ' indeed')
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await page.unroute('**/content')
  await signInAnew(page, stoa)
  await page.goto(address)
  await expect(editor(page)).toHaveText('select 7 -- in a hurry indeed')
  await saved(page)
})

test('a server that is killed in the middle of a save', async ({ browser }) => {
  test.slow()
  const stoa = await startStoa()
  try {
    const project = await stoa.createProject('quarry')
    const page = await another(browser, stoa.url)
    await signInAnew(page, stoa)
    const address = await begin(page, 'select 8', project)
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/content'))
    await add(page, ' -- killed')
    await sent
    await stoa.kill()
    await add(page, ', and more')
    await unsaved(page)
    await stoa.startAgain()
    await saved(page)
    expect(await stored(page, address)).toBe('select 8 -- killed, and more')
    await page.context().close()
  } finally {
    await stoa.stop()
  }
})
