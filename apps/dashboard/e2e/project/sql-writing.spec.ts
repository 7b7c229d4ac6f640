import type { Page } from '@playwright/test'
import { fillParameters } from '@stoa/sql'
import { TEMPLATES } from '../../src/parts/sql-templates/templates.ts'
import { signIn, unique } from '../people.ts'
import { expect, test } from '../test.ts'

let ref = ''

test.beforeAll(async ({ stoa }) => {
  const slug = await stoa.createOrganization(unique('Writing'))
  ref = await stoa.createProject('quarry', { organization: slug })
})

test.beforeEach(async ({ page, stoa }) => {
  await signIn(page, stoa)
})

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL', exact: true })
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Completions' })
const lines = async (page: Page) => (await editor(page).locator('.cm-line').allTextContents()).join('\n')

async function write(page: Page, sql: string): Promise<void> {
  await editor(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(sql)
}

/** Takes the first suggestion by Tab. In its first moments a list takes no key, which may have been meant for the text. */
async function take(page: Page, suggestion: string): Promise<void> {
  await expect(suggestions(page).getByRole('option').first()).toContainText(suggestion)
  await page.waitForTimeout(150)
  await page.keyboard.press('Tab')
}

/** Rests the pointer on a word of the text, whose names have no elements of their own. */
async function pointAt(page: Page, word: string): Promise<void> {
  const place = await editor(page).evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
      const { x, y, width, height } = range.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    }
    throw new Error(`The text does not hold ${wanted}`)
  }, word)
  await page.mouse.move(place.x, place.y, { steps: 4 })
}

test('every template and sample schema runs as it is on a new project', async ({ stoa }) => {
  for (const { id, sql } of TEMPLATES.flatMap(({ templates }) => templates))
    await test.step(id, () => stoa.sql(ref, fillParameters(sql).sql))
})

test('the editor suggests, explains, sets in lines and runs one statement', async ({ page, stoa }) => {
  await stoa.sql(
    ref,
    `create schema port;
     create table port.ships (id bigint primary key, name text not null);
     create table port.visits (id bigint primary key, ship_id bigint references port.ships (id), "At Night" boolean);
     comment on column port.visits.ship_id is 'Who came';
     create function port.dock(ship bigint, berth integer default 1) returns text language sql as 'select ''ok'''`,
  )
  await page.goto(`/project/${ref}/sql`)
  await expect(editor(page)).toBeFocused()

  // What an empty text could begin with gives way to the first word.
  await expect(page.getByRole('region', { name: 'Begin with a template' })).toBeVisible()
  await write(page, 'select * from port.visits v join port.ships s on ')
  await expect(page.getByRole('region', { name: 'Begin with a template' })).toBeHidden()
  await expect(async () => {
    await page.keyboard.press('Control+Space')
    await expect(suggestions(page).getByRole('option').first()).toContainText('v.ship_id = s.id', { timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
  await take(page, 'v.ship_id = s.id')
  await expect(editor(page)).toHaveText('select * from port.visits v join port.ships s on v.ship_id = s.id')
  await page.keyboard.type(' where v.At')
  await take(page, 'At Night')
  await expect(editor(page)).toHaveText(/where v\."At Night"$/)

  await pointAt(page, 'ship_id')
  const hint = page.locator('.cm-sql-hint')
  await expect(hint).toContainText('references port.ships(id)')
  await expect(hint).toContainText('Who came')
  await page.mouse.move(0, 0)

  await write(page, 'select port.dock')
  await page.keyboard.type('(')
  await expect(hint).toContainText('dock(ship bigint, berth integer DEFAULT 1) → text')
  await expect(hint.locator('strong')).toHaveText('ship bigint')
  await page.keyboard.type('1, ')
  await expect(hint.locator('strong')).toHaveText('berth integer DEFAULT 1')
  await page.keyboard.press('Escape')
  await expect(hint).toBeHidden()

  await write(page, 'SELECT 1 AS one; SELECT 2 AS two')
  await page.keyboard.press('Shift+Alt+f')
  await expect.poll(() => lines(page)).toBe('select\n  1 as one;\n\nselect\n  2 as two')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByRole('columnheader', { name: 'two' })).toBeVisible()
  await expect(page.getByRole('tab', { name: /Result 2/ })).toHaveCount(0)

  await write(page, "select 'half written")
  await page.getByRole('button', { name: 'Format' }).click()
  await expect(page.getByText('This SQL could not be formatted')).toBeVisible()
  await expect(editor(page)).toHaveText("select 'half written")

  // The keys of every editor.
  await write(page, 'select 1')
  await page.keyboard.press('Control+/')
  await expect(editor(page)).toHaveText('-- select 1')
  await page.keyboard.press('Control+f')
  await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeFocused()
})

test('@set parameters have a form, and their values are put in', async ({ page }) => {
  await page.goto(`/project/${ref}/sql`)
  await write(
    page,
    `-- @set tone: low | high = low\n-- @set word = it's\nselect :tone as tone, :word as word, 'x' as x`,
  )
  const form = page.getByRole('group', { name: 'Parameters' })
  await expect(form.getByLabel('tone')).toContainText('low')
  await form.getByLabel('tone').press('Enter')
  await page.getByRole('option', { name: 'high' }).click()
  await form.getByLabel('word').fill(`'; drop table`)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('gridcell', { name: 'high', exact: true })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: `'; drop table`, exact: true })).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('word')).toHaveValue(`'; drop table`)

  // An error is shown where it is in the text, not in what was sent.
  await write(page, `-- @set word = a rather long one\nselect :word, oops`)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Line 2, column 15' })).toBeVisible()
})

test('the panel runs SQL beside any page and saves it as a snippet', async ({ page }) => {
  await page.goto(`/project/${ref}/settings/general`)
  const toggle = page.getByRole('button', { name: 'SQL editor panel' })
  await toggle.focus()
  await page.keyboard.press('Control+j')
  const panel = page.getByRole('complementary', { name: 'SQL editor panel' })
  const query = panel.getByRole('textbox', { name: 'Query in the panel' })
  await expect(query).toBeFocused()

  await page.keyboard.insertText('select n from generate_series(1, 250) as n')
  await page.keyboard.press('Control+Enter')
  await expect(panel.getByRole('status')).toHaveText('100 rows (Limited to only 100 rows)')
  await expect(panel.getByRole('gridcell', { name: '1', exact: true })).toBeVisible()

  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('select 1 where false')
  await page.keyboard.press('Control+Enter')
  await expect(panel.getByText('Success. No rows returned')).toBeVisible()

  // An error may have nothing to say.
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(`do $$ begin raise exception ''; end $$`)
  await page.keyboard.press('Control+Enter')
  await expect(panel.getByRole('alert')).toContainText('Error running SQL query')

  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('select oops')
  await page.keyboard.press('Control+Enter')
  await expect(panel.getByRole('alert')).toContainText('column "oops" does not exist')

  await panel.getByRole('button', { name: 'Save as snippet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as a snippet' })
  await dialog.getByLabel('Name').fill('From the panel')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const saved = page.getByRole('region', { name: 'Notifications' })
  await expect(saved.getByText('Saved snippet! View it here')).toBeVisible()
  await saved.getByRole('link', { name: 'View it here' }).click()
  await expect(editor(page)).toHaveText('select oops')

  // What was written stays with the panel, and closing it gives the focus back.
  await expect(query).toHaveText('select oops')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await toggle.focus()
  await page.keyboard.press('Enter')
  await expect(query).toBeFocused()
  await page.keyboard.press('Control+j')
  await expect(toggle).toBeFocused()
})
