import { signIn } from '../people.ts'
import { expect, test } from '../test.ts'
import { cell, editor, failure, open, outcome, quarry, run, write } from './sql-page.ts'

let ref = ''
let slug = ''

test.beforeAll(async ({ stoa }) => {
  ;({ ref, slug } = await quarry(stoa))
})

test.beforeEach(async ({ page, stoa }) => {
  await signIn(page, stoa)
})

test('what is typed runs with Ctrl+Enter or the button, and the result says how much and as whom', async ({ page }) => {
  await open(page, ref)
  await expect(page).toHaveTitle('SQL editor | quarry | Stoa')
  await expect(page.getByText('The result appears here.')).toBeVisible()
  await page.keyboard.type(`select id, weight, (id > 1) as heavy, 'it''s' as "Note" from cargo order by id`)
  await expect(editor(page)).toHaveText(
    `select id, weight, (id > 1) as heavy, 'it''s' as "Note" from cargo order by id`,
  )
  await page.keyboard.press('Control+Enter')
  await expect(cell(page, '1,234.125')).toBeVisible()
  await expect(cell(page, 'true')).toBeVisible()
  await expect(cell(page, `it's`)).toHaveCount(2)
  await expect(page.getByRole('columnheader', { name: 'Note' })).toBeVisible()
  await expect(outcome(page)).toContainText('2 rows')
  await expect(outcome(page)).toContainText(/[\d.]+ ms/)
  await expect(page.getByText('role postgres')).toBeVisible()
  await expect(page.getByText('Ln 1, Col 79')).toBeVisible()

  // The button does the same.
  await write(page, 'select 40 + 2 as answer')
  await page.getByRole('button', { name: /^Run / }).click()
  await expect(cell(page, '42')).toBeVisible()
})

test('a run without rows says that it worked, and has notices and details to be read', async ({ page }) => {
  await open(page, ref)
  const worked = page.getByText('Success. No rows returned')
  await run(page, 'update cargo set weight = weight where true')
  await expect(worked).toBeVisible()
  await expect(page.getByText('UPDATE 2').first()).toBeVisible()
  await run(page, 'select * from cargo where id < 0')
  await expect(page.getByText('UPDATE 2')).toHaveCount(0)
  await expect(worked).toBeVisible()
  await run(page, 'create table if not exists cargo ()')
  await expect(page.getByRole('button', { name: '1 notice' })).toBeVisible()
  await expect(worked).toBeVisible()

  await run(page, `do $$ begin raise notice 'the tide is %', 'in'; raise warning 'low'; end $$`)
  await page.getByRole('button', { name: '2 notices' }).click()
  await expect(page.getByText('the tide is in')).toBeVisible()
  await expect(page.getByText('WARNING', { exact: true })).toBeVisible()

  await run(page, 'insert into cargo values (1, 0)')
  await expect(failure(page)).toContainText('duplicate key value violates unique constraint "cargo_pkey"')
  await expect(failure(page)).toContainText('Key (id)=(1) already exists.')
  await expect(outcome(page)).toContainText('Failed')

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+Enter')
  await expect(failure(page)).toContainText('There is no SQL to run')
  await expect(page.getByText('Failed to execute SQL: There is no SQL to run')).toBeVisible()
})

test('several statements give several results, the first of which with rows is open', async ({ page }) => {
  await open(page, ref)
  await run(
    page,
    `update cargo set weight = weight where true; select 'second' as b; select 'third' as c, generate_series(1, 3);
     do $$ begin raise notice 'high water'; end $$`,
  )
  const tabs = page.getByRole('tablist', { name: 'Results' })
  await expect(tabs.getByRole('tab')).toHaveText([
    /Result 1\s*UPDATE 2/,
    /Result 2\s*1/,
    /Result 3\s*3/,
    /Result 4\s*DO/,
  ])
  await expect(cell(page, 'second')).toBeVisible()
  await tabs.getByRole('tab', { name: /Result 3/ }).click()
  await expect(cell(page, 'third')).toHaveCount(3)
  await expect(cell(page, 'second')).toHaveCount(0)
  // Each says its command and its own time, and a notice says whose it is.
  await expect(outcome(page)).toContainText(/3 rows\s*SELECT\s*[\d.,]+ ms of [\d.,]+ ms/)
  await page.getByRole('button', { name: '1 notice' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'high water' })).toContainText('Result 4')
  await page.keyboard.press('Escape')
  await tabs.getByRole('tab', { name: /Result 1/ }).click()
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
})

test('an error is told as Postgres tells it, and marked where it is', async ({ page }) => {
  await open(page, ref)
  await run(page, `select 'ünï 🚢' as a;\n\nselect wieght\n  from cargo`)
  await expect(failure(page)).toContainText('column "wieght" does not exist')
  await expect(failure(page)).toContainText('Perhaps you meant to reference the column "cargo.weight".')
  await expect(failure(page)).toContainText('42703')
  await expect(page.locator('.cm-sql-error')).toHaveText('wieght')
  await expect(editor(page)).toHaveAttribute('aria-invalid', 'true')
  await failure(page).getByRole('button', { name: 'Line 3, column 8' }).click()
  await expect(editor(page)).toBeFocused()
  // What came before the error is still there.
  await page.getByRole('tab', { name: /Result 1/ }).click()
  await expect(cell(page, 'ünï 🚢')).toBeVisible()

  await page.locator('.cm-sql-error').dblclick()
  await page.keyboard.type('weight')
  await expect(page.locator('.cm-sql-error')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await expect(outcome(page)).toContainText('1 row')
})

test('an error is marked again on a page that was loaded anew', async ({ page }) => {
  await open(page, ref)
  await run(page, 'select 1 as one;\nselect wieght from cargo')
  await expect(failure(page)).toContainText('column "wieght" does not exist')
  await page.reload()
  await expect(failure(page)).toContainText('column "wieght" does not exist')
  await expect(page.locator('.cm-sql-error')).toHaveText('wieght')
  await failure(page).getByRole('button', { name: 'Line 2, column 8' }).click()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.insertText(' ')
  await failure(page).getByRole('button', { name: 'Line 2, column 8' }).click()
  await expect(page.getByText('The text has changed since it was run')).toBeVisible()
})

test('what a run has changed before it failed is said to be undone', async ({ page, stoa }) => {
  await open(page, ref)
  await run(page, 'insert into cargo values (70, 1); select wieght from cargo')
  await expect(failure(page)).toContainText('What came before it in this run was undone with it.')
  await page.getByRole('tab', { name: /Result 1/ }).click()
  await expect(page.getByText('Undone, because the run failed: its statements are one transaction')).toBeVisible()
  await run(page, 'begin; insert into cargo values (71, 1)')
  await expect(failure(page)).toContainText(
    'This run began a transaction without ending it, so what it changed was undone',
  )
  expect(await stoa.sql(ref, 'select id from cargo where id > 69')).toEqual([])
})

test('the results of thousands of statements are gone through one by one', async ({ page }) => {
  await open(page, ref)
  // As a paste: what a browser types by itself it builds line by line.
  const text = Array.from({ length: 3000 }, (_, i) => `select ${i + 1} as number`).join(';\n')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await editor(page).focus()
  await page.keyboard.press('Control+v')
  await page.keyboard.press('Control+Enter')
  await expect(outcome(page)).toContainText('1 row')
  const results = page.getByRole('group', { name: 'Results' })
  await expect(results).toContainText('of 3,000')
  await expect(cell(page, '1')).toBeVisible()
  await results.getByRole('textbox', { name: 'Number of the result' }).fill('2999')
  await page.keyboard.press('Enter')
  await expect(cell(page, '2999')).toBeVisible()
  await results.getByRole('button', { name: 'Next result' }).click()
  await expect(cell(page, '3000')).toBeVisible()
  await expect(results.getByRole('button', { name: 'Next result' })).toBeDisabled()
})

test('a query that is shown again has its cursor, and what can be undone', async ({ page }) => {
  await open(page, ref)
  await write(page, 'select 1')
  // Who moves in between does two things.
  await page.keyboard.press('Home')
  await page.keyboard.press('End')
  await page.keyboard.insertText(' as one')
  await page.keyboard.press('Control+ArrowLeft')
  const tabs = page.getByRole('navigation', { name: 'Open queries' }).getByRole('link')
  const count = await tabs.count()
  await page.getByRole('main').getByRole('button', { name: 'New query', exact: true }).click()
  await expect(tabs).toHaveCount(count + 1)
  await page.keyboard.insertText('select 2')
  await tabs.nth(count - 1).click()
  await expect(editor(page)).toHaveText('select 1 as one')
  await editor(page).focus()
  await page.keyboard.insertText('the_')
  await expect(editor(page)).toHaveText('select 1 as the_one')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(editor(page)).toHaveText('select 1')
  await page.keyboard.press('Control+Shift+Z')
  await expect(editor(page)).toHaveText('select 1 as one')
})

test('only what is selected runs, and its errors are marked in the whole text', async ({ page }) => {
  await open(page, ref)
  await write(page, `select 'no' as a;\nselect 'yes' as b;\nselect nope`)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('Control+Enter')
  await expect(cell(page, 'yes')).toBeVisible()
  await expect(page.getByRole('tablist', { name: 'Results' })).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('Control+Enter')
  await expect(failure(page).getByRole('button', { name: 'Line 3, column 8' })).toBeVisible()
  await expect(page.locator('.cm-sql-error')).toHaveText('nope')
})

test('a run is cancelled in Postgres too, and what came stays', async ({ page, stoa }) => {
  await open(page, ref)
  // Postgres sends rows in packets, so there have to be some before it stops to sleep.
  // A text with a comment gets no limit.
  await run(page, `/* all */ select i, case when i > 20000 then pg_sleep(300) end from generate_series(1, 30000) i`)
  await expect(cell(page, '1')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(outcome(page)).toContainText('Cancelled')
  await expect
    .poll(() =>
      stoa.sql(ref, `select 1 from pg_stat_activity where query like '%pg_sleep(300)%' and pid <> pg_backend_pid()`),
    )
    .toEqual([])
  await expect(cell(page, '1')).toBeVisible()
  await run(page, 'select 1 as again')
  await expect(outcome(page)).toContainText('1 row')
})

test('the text survives a reload, and belongs to one project', async ({ page, stoa }) => {
  const other = await stoa.createProject('other', { organization: slug })
  await open(page, ref)
  await write(page, 'select 1 -- ünfinished 🚢')
  await page.reload()
  await expect(editor(page)).toHaveText('select 1 -- ünfinished 🚢')
  await open(page, other)
  await expect(editor(page)).not.toContainText('ünfinished')
  await page.goBack()
  await expect(editor(page)).toHaveText('select 1 -- ünfinished 🚢')
})
