import type { Page } from '@playwright/test'
import { signIn, signInAnew } from '../people.ts'
import { expect, test } from '../test.ts'
import { editor, failure, open, outcome, quarry, write } from './sql-page.ts'

let ref = ''

test.beforeAll(async ({ stoa }) => {
  ;({ ref } = await quarry(stoa))
})

test.beforeEach(async ({ page, stoa }) => {
  await signIn(page, stoa)
})

/** Keeps the names of the database from the page. @returns what lets them come */
async function withhold(page: Page): Promise<() => void> {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  await page.route('**/database/query', async (route) => {
    await given
    await route.continue()
  })
  return give
}

test('tables and columns are offered while typing, also when their names come after the word', async ({ page }) => {
  const give = await withhold(page)
  await page.clock.install()
  // From the beginning: whether the names are asked for before the first word or by it is not what this is about.
  const asked = page.waitForRequest('**/database/query')
  await open(page, ref)
  await page.keyboard.type('select * from carg')
  await asked
  const offer = page.getByRole('listbox').getByRole('option', { name: /cargo/ })
  await expect(offer).toBeHidden()
  give()
  await expect(offer).toBeVisible()
  // The list takes no key in its first moment, so that nobody takes what they have not seen.
  await page.clock.fastForward(100)
  await page.keyboard.press('Tab')
  await expect(editor(page)).toHaveText('select * from cargo')
})

test('a run takes the suggestions away', async ({ page }) => {
  await open(page, ref)
  await page.keyboard.type('select * from carg')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.type('o')
  await page.keyboard.press('Control+Enter')
  await expect(outcome(page)).toContainText('2 rows')
  await expect(page.getByRole('listbox')).toBeHidden()
  // So does asking for its plan.
  await page.keyboard.type(' c order by c.weigh')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.type('t')
  await page.getByRole('button', { name: 'Explain', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Explain(?! and)/ }).click()
  await expect(page.getByRole('tree', { name: 'Steps of the plan' })).toBeVisible()
  await expect(page.getByRole('listbox')).toBeHidden()
})

test('names that come after the run are not offered for what was run', async ({ page }) => {
  const give = await withhold(page)
  await open(page, ref)
  await page.keyboard.type('select * from cargo')
  await page.keyboard.press('Control+Enter')
  await expect(outcome(page)).toContainText('2 rows')
  const own = page.waitForResponse('**/database/query')
  give()
  await (await own).finished()
  // With the names, what is typed next is offered, and so they are there.
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.keyboard.type(' c join carg')
  await expect(page.getByRole('listbox').getByRole('option', { name: /cargo/ })).toBeVisible()
})

test('code that does not come takes nothing away, and is there once it can come', async ({ page }) => {
  const late = /\/assets\/(?:ExplainMenu|KeysDialog)-/
  await page.route(late, (route) => route.abort())
  await page.clock.install()
  await open(page, ref)
  await write(page, 'select 1 as one')
  await page.getByRole('button', { name: 'Keys' }).click()
  // Longer than the longest pause between attempts, and shorter than the toast stays.
  const wait = () => page.clock.fastForward(8_100)
  const given = async () => {
    await wait()
    return page.getByText('This could not be loaded').isVisible()
  }
  await expect.poll(given).toBe(true)
  await expect(editor(page)).toHaveText('select 1 as one')
  await page.unroute(late)
  const explains = async () => {
    await wait()
    return page.getByRole('button', { name: 'Explain' }).isVisible()
  }
  await expect.poll(explains).toBe(true)
  await page.getByRole('button', { name: 'Keys' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a server that does not answer is named, and the text stays', async ({ page }) => {
  await open(page, ref)
  await write(page, 'select 1 as one')
  await page.context().setOffline(true)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('The server does not answer.', { exact: true })).toBeVisible()
  await expect(page.getByText('Nothing you typed is lost.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Nothing you typed is lost.')).toBeHidden()
  // The page asks what became of the run before it says so.
  await expect(failure(page)).toContainText('before the run reached the server, so nothing was run')
  await editor(page).focus()
  await page.keyboard.press('Control+Enter')
  await expect(outcome(page)).toContainText('1 row')
})

test('a run that nobody hears of is cancelled at once', async ({ page }) => {
  await open(page, ref)
  await write(page, 'select 1 as one')
  await page.context().setOffline(true)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(outcome(page)).toContainText('Cancelled')
  await page.context().setOffline(false)
})

test('a session that has ended asks to sign in, keeps the text, and then runs it', async ({ page, stoa }) => {
  await page.context().clearCookies()
  await signInAnew(page, stoa)
  await open(page, ref)
  await write(page, 'select 7 as lucky')
  await page.context().clearCookies()
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password', { exact: true }).fill(stoa.owner.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toBeHidden()
  await expect(editor(page)).toHaveText('select 7 as lucky')
  await editor(page).focus()
  await page.keyboard.press('Control+Enter')
  await expect(outcome(page)).toContainText('1 row')
})
