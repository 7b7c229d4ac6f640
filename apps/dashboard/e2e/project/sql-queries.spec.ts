import type { Locator, Page } from '@playwright/test'
import { toast } from '../page.ts'
import { createMember, signIn, unique } from '../people.ts'
import { refuse } from '../scene.ts'
import type { Stoa } from '../stoa.ts'
import { expect, test } from '../test.ts'

const VERSION = { version: '2' }
let slug = ''
let ref = ''

test.beforeAll(async ({ stoa }) => {
  slug = await stoa.createOrganization(unique('Queries'))
})
test.beforeEach(async ({ page, stoa }) => {
  ref = await stoa.createProject(unique('tree'), { organization: slug })
  await signIn(page, stoa)
})

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL' })
const tree = (page: Page) => page.getByRole('tree', { name: 'Queries' })
const row = (page: Page, name: string | RegExp) => tree(page).getByRole('treeitem', { name })
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Open queries' })
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name })
const nameField = (page: Page, what = 'Query name') => page.getByRole('textbox', { name: what })

type Content = { id: string; name: string; folder_id: string | null; visibility: string; favorite: boolean }
const content = async (stoa: Stoa): Promise<Content[]> =>
  (await stoa.call<{ data: Content[] }>('GET', `/platform/projects/${ref}/content`, undefined, VERSION)).data
async function make(stoa: Stoa, name: string, more: object = {}): Promise<string> {
  const id = crypto.randomUUID()
  const body = { id, name, content: { sql: `select '${name}'` }, ...more }
  await stoa.call('POST', `/platform/projects/${ref}/content`, body, VERSION)
  return id
}
const menu = async (page: Page, on: Locator, item: string) => {
  await on.click({ button: 'right' })
  await page.getByRole('menuitem', { name: item }).click()
}
/** Begins a folder and waits for its field. */
async function beginFolder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New folder' }).click()
  await expect(nameField(page, 'Folder name')).toBeFocused()
}
const open = (page: Page) => page.goto(`/project/${ref}/sql`)
const rest = (name: string) => `select '${name}'`

test('folders are made, named, renamed and refused as their names allow', async ({ page, stoa }) => {
  await open(page)
  await beginFolder(page)
  await page.keyboard.type('Billing')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Successfully created folder')).toBeVisible()
  await expect(row(page, 'Billing')).toBeVisible()

  // A name that is taken keeps the field open, until it is left.
  await beginFolder(page)
  await page.keyboard.type('Billing')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'This folder name already exists')).toBeVisible()
  await expect(nameField(page, 'Folder name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(nameField(page, 'Folder name')).toBeHidden()
  await expect(row(page, 'Billing')).toHaveCount(1)

  // F2 renames; a press elsewhere submits.
  await row(page, 'Billing').click()
  await page.keyboard.press('F2')
  await expect(nameField(page, 'Folder name')).toBeFocused()
  await page.keyboard.type('Accounts')
  await editor(page).click()
  await expect(toast(page, 'Successfully updated folder')).toBeVisible()
  await expect(row(page, 'Accounts')).toBeVisible()

  // What fails goes back to what it was.
  await refuse(page, '/platform/projects/*/content/folders/*')
  await menu(page, row(page, 'Accounts'), 'Rename')
  await expect(nameField(page, 'Folder name')).toBeFocused()
  await page.keyboard.type('Lost')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Failed to save folder: The disk is full')).toBeVisible()
  await expect(row(page, 'Accounts')).toBeVisible()
  await page.route('**/content/folders', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 500,
          json: { code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'The disk is full' },
        })
      : route.fallback(),
  )
  await beginFolder(page)
  await page.keyboard.type('Never')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Failed to create folder: The disk is full')).toBeVisible()
  await expect(row(page, 'Never')).toHaveCount(0)
  expect((await content(stoa)).length).toBe(0)
})

test('a query is renamed in its row, without its extension', async ({ page, stoa }) => {
  await make(stoa, 'Berth occupancy')
  await open(page)
  await row(page, 'Berth occupancy').click()
  await expect(editor(page)).toHaveText(rest('Berth occupancy'))
  const { keyboard } = page
  await tree(page).focus()
  await keyboard.press('F2')
  await expect(nameField(page)).toHaveValue('Berth occupancy.sql')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('Berth occupancy')
  await keyboard.type('Berths')
  await keyboard.press('Escape')
  await expect(row(page, 'Berth occupancy')).toBeVisible()
  await keyboard.press('F2')
  await expect(nameField(page)).toBeFocused()
  await keyboard.type('Berths')
  await keyboard.press('Enter')
  await expect(row(page, 'Berths')).toBeVisible()
  await expect(tab(page, 'Berths')).toBeVisible()
  await keyboard.press('F2')
  await expect(nameField(page)).toBeFocused()
  await keyboard.type('Piers')
  await editor(page).click()
  await expect(row(page, 'Piers')).toBeVisible()
  await expect.poll(async () => (await content(stoa)).map(({ name }) => name)).toEqual(['Piers'])

  // Where the list lies in a drawer, which neither the menu of a row closes nor Escape in a name.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click()
  const rename = async () => {
    await row(page, 'Piers').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await expect(nameField(page)).toBeFocused()
  }
  await rename()
  await keyboard.type('Wharfs')
  await keyboard.press('Escape')
  await expect(nameField(page)).toHaveCount(0)
  await rename()
  await keyboard.type('Quays')
  await keyboard.press('Enter')
  await expect(row(page, 'Quays')).toBeVisible()
})

test('queries are dragged into folders and out, shared ones are not', async ({ page, stoa }) => {
  await make(stoa, 'mine')
  await make(stoa, 'ours', { visibility: 'project' })
  await open(page)
  await beginFolder(page)
  await page.keyboard.type('Drafts')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Successfully created folder')).toBeVisible()
  await row(page, 'mine').dragTo(row(page, 'Drafts'))
  await expect.poll(async () => (await content(stoa)).find(({ name }) => name === 'mine')?.folder_id).not.toBeNull()
  await row(page, 'Drafts').click()
  await expect(row(page, 'mine')).toHaveAttribute('aria-level', '3')
  await row(page, 'ours').dragTo(row(page, 'Drafts'))
  await expect(toast(page, 'Shared snippet cannot be within a folder')).toBeVisible()
  // Sharing takes it out of its folder.
  await row(page, 'mine').dragTo(row(page, 'Shared'))
  await expect.poll(async () => (await content(stoa)).find(({ name }) => name === 'mine')?.visibility).toBe('project')
  await row(page, 'mine').dragTo(row(page, 'Private'))
  await expect
    .poll(async () => (await content(stoa)).find(({ name }) => name === 'mine'))
    .toMatchObject({ visibility: 'user', folder_id: null })
  await refuse(page, '/platform/projects/*/content/item/*')
  await row(page, 'mine').dragTo(row(page, 'Drafts'))
  await expect(toast(page, 'Failed to insert content: The disk is full')).toBeVisible()
  await expect(row(page, 'mine')).toHaveAttribute('aria-level', '2')
})

test('queries are found, sorted, marked, copied, deleted and brought back', async ({ page, stoa }) => {
  for (const name of ['alpha', 'beta', 'gamma']) await make(stoa, name)
  await open(page)
  const names = () => tree(page).getByRole('treeitem', { level: 2 }).allTextContents()
  await expect.poll(names).toEqual(['alpha', 'beta', 'gamma'])
  await page.getByRole('button', { name: 'Sort: Name' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Newest' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(names).toEqual(['gamma', 'beta', 'alpha'])

  const find = page.getByRole('searchbox', { name: 'Find a query' })
  await find.fill('ET')
  await expect(row(page, /./)).toHaveText(['beta'])
  await find.fill('nowhere')
  await expect(page.getByText('No query is named “nowhere”')).toBeVisible()
  await find.fill('')

  await menu(page, row(page, 'alpha'), 'Add to favourites')
  await expect(row(page, 'alpha')).toHaveCount(2)
  await menu(page, row(page, 'beta'), 'Duplicate')
  await expect(tab(page, 'beta (copy)')).toBeVisible()
  await expect(editor(page)).toHaveText(rest('beta'))
  await expect.poll(async () => (await content(stoa)).length).toBe(4)

  await row(page, 'gamma').click()
  await row(page, 'beta (copy)').click({ modifiers: ['Control'] })
  await page.keyboard.press('Delete')
  await expect(toast(page, 'Deleted 2 queries')).toBeVisible()
  await expect(tab(page, 'gamma')).toHaveCount(0)
  await expect.poll(async () => (await content(stoa)).length).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'gamma')).toBeVisible()
  await expect.poll(async () => (await content(stoa)).length).toBe(4)

  await refuse(page, '/platform/projects/*/content/item/*')
  const copies = row(page, 'beta (copy)')
  await menu(page, copies, 'Duplicate')
  await expect(toast(page, 'Failed to create new query: The disk is full')).toBeVisible()
})

test('tabs are looked at, kept, moved and closed, and remembered', async ({ page, stoa }) => {
  for (const name of ['one', 'two', 'three']) await make(stoa, name)
  await open(page)
  await row(page, 'one').click()
  await expect(editor(page)).toHaveText(rest('one'))
  await row(page, 'two').dblclick()
  await expect(editor(page)).toHaveText(rest('two'))
  // The one that was only looked at has given way.
  await expect(tabs(page).getByRole('link')).toHaveText(['Untitled query', 'two'])
  await row(page, 'three').click()
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' -- more')
  await row(page, 'one').click()
  await expect(tabs(page).getByRole('link')).toHaveText(['Untitled query', 'two', 'three', 'one'])
  // Where there is little room, the one that is shown is in sight.
  const room = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 390, height: room.height })
  await expect(tab(page, 'one')).toBeInViewport({ ratio: 0.9 })
  await page.setViewportSize(room)
  await tab(page, 'one').focus()
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await expect(tabs(page).getByRole('link')).toHaveText(['Untitled query', 'two', 'one', 'three'])
  await tab(page, 'three').dragTo(tab(page, 'two'))
  await expect(tabs(page).getByRole('link')).toHaveText(['Untitled query', 'three', 'two', 'one'])
  await tab(page, 'two').click({ button: 'middle' })
  await tab(page, 'one').focus()
  await page.keyboard.press('Delete')
  await expect(tabs(page).getByRole('link')).toHaveText(['Untitled query', 'three'])
  await page.reload()
  await expect(tabs(page).getByRole('link')).toHaveText(['Untitled query', 'three'])
  await tab(page, 'three').click()
  await expect(editor(page)).toHaveText(`${rest('three')} -- more`)
  // The editor itself opens what was open last.
  await page.goto(`/project/${ref}`)
  await open(page)
  await expect(editor(page)).toHaveText(`${rest('three')} -- more`)
  await page.getByRole('button', { name: 'Close three' }).click()
  await page.getByRole('button', { name: 'Close Untitled query' }).click()
  await expect(tabs(page).getByRole('link')).toHaveText(['Untitled query'])
  await expect(editor(page)).toBeFocused()
})

test('who may not save is told so, and keeps what is written in the browser', async ({ page, stoa }) => {
  // No role lacks this right, so the page is told that the account has none of its grants about content.
  await page.route(`**/project/${ref}/sql`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"%"', '"tenant:%"') })
  })
  await page.route('**/api/platform/shell', (route) => route.abort())
  await open(page)
  await page.getByRole('main').getByRole('button', { name: 'New query', exact: true }).click()
  await expect(toast(page, 'Your queries will not be saved as you do not have sufficient permissions')).toBeVisible()
  await page.keyboard.type('select 7')
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
  expect(await content(stoa)).toEqual([])
})

test('what somebody else has shared is read, and copied to be changed', async ({ page, stoa }) => {
  const id = await make(stoa, 'slow statements', { visibility: 'project' })
  await make(stoa, 'secret')
  const reader = await createMember(stoa, slug, { role: 'Developer' })
  await page.context().clearCookies()
  await signIn(page, stoa, reader)
  await page.goto(`/project/${ref}/sql/${id}`)
  await expect(page.getByText('Read only', { exact: true })).toBeVisible()
  await expect(row(page, 'secret')).toHaveCount(0)
  await editor(page).click()
  await page.keyboard.type('nothing')
  await expect(editor(page)).toHaveText(rest('slow statements'))
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(tab(page, 'slow statements (copy)')).toBeVisible()
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' -- mine')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.goto(`/project/${ref}/sql/${crypto.randomUUID()}`)
  await expect(page.getByText('There is no such query')).toBeVisible()
})

test('a thousand queries scroll, and only those in sight are drawn', async ({ page, stoa }) => {
  await stoa.control(
    `insert into content (id, project_id, owner_id, type, name, content)
     select gen_random_uuid(), p.id, (select id from users where email = $2), 'sql', 'query ' || lpad(n::text, 4, '0'), '{"sql": ""}'
     from projects p, generate_series(1, 1000) n where p.ref = $1`,
    [ref, stoa.owner.email],
  )
  await open(page)
  await expect(row(page, 'query 0001')).toBeVisible()
  expect(await tree(page).getByRole('treeitem').count()).toBeLessThan(100)
  await tree(page).focus()
  await page.keyboard.press('End')
  await expect(row(page, 'query 1000')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(tab(page, 'query 1000')).toBeVisible()
})
