import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { signIn, signInAnew, unique } from '../people.ts'
import { expect, test } from '../test.ts'

let slug = ''
let ref = ''

test.beforeAll(async ({ stoa }) => {
  slug = await stoa.createOrganization(unique('SQL'))
  ref = await stoa.createProject('quarry', { organization: slug })
  await stoa.sql(
    ref,
    `create table cargo (id int primary key, weight numeric(12,3)); insert into cargo values (1, 1.5), (2, 1234.125)`,
  )
})

test.beforeEach(async ({ page, stoa }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, stoa)
})

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL' })
const grid = (page: Page) => page.getByRole('grid', { name: 'Query results' })
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true })
const failure = (page: Page) => page.getByRole('main').getByRole('alert')
const outcome = (page: Page) => page.getByRole('main').locator('footer').getByRole('status')
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

async function open(page: Page, project = ref): Promise<void> {
  await page.goto(`/project/${project}/sql`)
  await expect(editor(page)).toBeFocused()
}

async function write(page: Page, sql: string): Promise<void> {
  await editor(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(sql)
}

async function run(page: Page, sql: string): Promise<void> {
  await write(page, sql)
  await page.keyboard.press('Control+Enter')
}

test('what is typed runs with Ctrl+Enter, and the result says how much and as whom', async ({ page }) => {
  await open(page)
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
})

test('the Run button does the same', async ({ page }) => {
  await open(page)
  await write(page, 'select 40 + 2 as answer')
  await page.getByRole('button', { name: /^Run / }).click()
  await expect(cell(page, '42')).toBeVisible()
})

test('values come exactly as Postgres writes them', async ({ page }) => {
  const values = {
    numeric: '12345678901234567890.12345678901234567890',
    int8: '-9223372036854775808',
    float8: '5e-324',
    timestamptz: '2024-02-29 23:59:59.123456+00',
    timestamp: '0099-03-01 00:00:00.000001',
    date: '4713-01-01 BC',
    interval: '-178000000 years',
    bytea: '\\x00ff10',
    jsonb: '{"a": 1.10, "b": [null, "ü"]}',
    uuid: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
    'int4[]': '{1,NULL,3}',
    bpchar: 'padded    ',
    text: 'Ångström 🚢 “x”',
  }
  await open(page)
  const list = Object.entries(values).map(([type, value], index) => `'${value}'::${type} as c${index}`)
  await run(page, `select ${list.join(', ')}`)
  await expect(outcome(page)).toContainText('1 row')
  await grid(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  const expected = Object.values(values).map((value) =>
    /["\t\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value,
  )
  await expect.poll(() => clipboard(page)).toBe(expected.join('\t'))
})

test('NULL, the empty text and the word NULL are three things', async ({ page }) => {
  await open(page)
  await run(page, `select null::text as a, '' as b, 'NULL' as c`)
  const cells = grid(page).getByRole('gridcell')
  await expect(cells).toHaveText(['NULL', `''`, 'NULL'])
  const ink = (index: number) => cells.nth(index).evaluate((element) => getComputedStyle(element).color)
  expect(await ink(0)).not.toBe(await ink(2))
  await cells.nth(0).dblclick()
  await expect(page.getByRole('region', { name: 'Cell', exact: true }).getByText('NULL')).toBeVisible()
  await cells.nth(1).click()
  await expect(page.getByText('Empty text')).toBeVisible()
})

for (const [what, sql, words] of [
  ['a select without a match', 'select * from cargo where id < 0', 'Success. No rows returned'],
  ['a table that is made', 'create table if not exists cargo ()', 'Success. No rows returned'],
  ['rows that are changed', 'update cargo set weight = weight where true', 'UPDATE 2'],
] as const) {
  test(`${what} says that it worked`, async ({ page }) => {
    await open(page)
    await run(page, sql)
    await expect(page.getByText('Success. No rows returned')).toBeVisible()
    await expect(page.getByText(words).first()).toBeVisible()
  })
}

test('several statements give several results, the first of which with rows is open', async ({ page }) => {
  await open(page)
  await run(
    page,
    `update cargo set weight = weight where true; select 'second' as b; select 'third' as c, generate_series(1, 3)`,
  )
  const tabs = page.getByRole('tablist', { name: 'Results' })
  await expect(tabs.getByRole('tab')).toHaveText([/Result 1\s*UPDATE 2/, /Result 2\s*1/, /Result 3\s*3/])
  await expect(cell(page, 'second')).toBeVisible()
  await tabs.getByRole('tab', { name: /Result 3/ }).click()
  await expect(cell(page, 'third')).toHaveCount(3)
  await expect(cell(page, 'second')).toHaveCount(0)
  await tabs.getByRole('tab', { name: /Result 1/ }).click()
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
})

test('an error is told as Postgres tells it, and marked where it is', async ({ page }) => {
  await open(page)
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

test('a failed constraint shows its detail', async ({ page }) => {
  await open(page)
  await run(page, 'insert into cargo values (1, 0)')
  await expect(failure(page)).toContainText('duplicate key value violates unique constraint "cargo_pkey"')
  await expect(failure(page)).toContainText('Key (id)=(1) already exists.')
  await expect(outcome(page)).toContainText('Failed')
})

test('nothing to run says so', async ({ page }) => {
  await open(page)
  await page.keyboard.press('Control+Enter')
  await expect(failure(page)).toContainText('There is no SQL to run')
  await expect(page.getByText('Failed to execute SQL: There is no SQL to run')).toBeVisible()
})

test('only what is selected runs, and its errors are marked in the whole text', async ({ page }) => {
  await open(page)
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
  await open(page)
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

test('a hundred thousand rows come whole, and the last is one key away', async ({ page }) => {
  await open(page)
  await page.getByRole('combobox', { name: 'Row limit' }).click()
  await page.getByRole('option', { name: 'No limit' }).click()
  await run(page, 'select i, md5(i::text) as hash from generate_series(1, 100000) i')
  await expect(outcome(page)).toContainText('100,000 rows', { timeout: 20_000 })
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '100001')
  await grid(page).focus()
  await page.keyboard.press('Control+End')
  await expect(cell(page, '100000')).toBeInViewport()
  await expect(cell(page, createHash('md5').update('100000').digest('hex'))).toBeInViewport()
  await page.keyboard.press('Control+Home')
  await expect(cell(page, '1')).toBeInViewport()
  await page.keyboard.press('Control+Shift+ArrowDown')
  await expect(page.getByText('100,000 × 1 selected, sum 5000050000')).toBeVisible()
  await page.keyboard.press('Control+c')
  const copied = (await clipboard(page)).split('\n')
  expect([copied.length, copied[0], copied[99_999]]).toEqual([100_000, '1', '100000'])
})

test('a selection by keyboard is copied as tab separated text', async ({ page }) => {
  await open(page)
  await run(
    page,
    `select * from (values (1, 'plain', null), (2, E'two\\nlines', 'a "quoted" word'), (3, E'a\\ttab', '')) v(a, b, c)`,
  )
  await expect(outcome(page)).toContainText('3 rows')
  await grid(page).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+Shift+ArrowDown')
  await expect(page.getByText('3 × 2 selected')).toBeVisible()
  await page.keyboard.press('Control+c')
  await expect.poll(() => clipboard(page)).toBe('plain\t\n"two\nlines"\t"a ""quoted"" word"\n"a\ttab"\t')
  // Escape leaves the cell that the selection has come to.
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+c')
  await expect.poll(() => clipboard(page)).toBe('a\ttab')
})

test('a cell’s menu copies it and shows it whole', async ({ page }) => {
  const long = 'x'.repeat(1000)
  const pretty = '{\n  "a": null,\n  "b": [\n    1,\n    2\n  ]\n}'
  await open(page)
  await run(page, `select '{"b": [1, 2], "a": null}'::jsonb as doc, repeat('x', 1000) as long`)
  await cell(page, '{"a": null, "b": [1, 2]}').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy cell content' }).click()
  await expect.poll(() => clipboard(page)).toBe('{"a": null, "b": [1, 2]}')
  await cell(page, '{"a": null, "b": [1, 2]}').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'View cell content' }).click()
  const viewer = page.getByRole('region', { name: 'Cell', exact: true })
  const content = viewer.getByRole('textbox', { name: 'Content' })
  await expect(content).toHaveValue(pretty)
  await viewer.getByRole('radio', { name: 'Raw' }).click()
  await expect(content).toHaveValue('{"a": null, "b": [1, 2]}')
  await viewer.getByRole('button', { name: 'Close' }).click()
  await expect(viewer).toBeHidden()
  await expect(grid(page)).toBeFocused()

  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+F10')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(content).toHaveValue(long)
  await expect(viewer.getByText('1,000 characters')).toBeVisible()
  await grid(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(content).toHaveValue(pretty)
})

test('columns are as wide as their content, within limits', async ({ page }) => {
  await open(page)
  await run(page, `select 1 as a, repeat('x', 20) as b, repeat('x', 200) as c`)
  const width = async (name: string) => (await page.getByRole('columnheader', { name }).boundingBox())?.width
  expect(await width('a')).toBe(100)
  expect(await width('b')).toBe(165)
  expect(await width('c')).toBe(500)
})

test('notices of a run can be read', async ({ page }) => {
  await open(page)
  await run(page, `do $$ begin raise notice 'the tide is %', 'in'; raise warning 'low'; end $$`)
  await page.getByRole('button', { name: '2 notices' }).click()
  await expect(page.getByText('the tide is in')).toBeVisible()
  await expect(page.getByText('WARNING', { exact: true })).toBeVisible()
})

test('the text survives a reload, and belongs to one project', async ({ page, stoa }) => {
  const other = await stoa.createProject('other', { organization: slug })
  await open(page)
  await write(page, 'select 1 -- ünfinished 🚢')
  await page.reload()
  await expect(editor(page)).toHaveText('select 1 -- ünfinished 🚢')
  await open(page, other)
  await expect(editor(page)).not.toContainText('ünfinished')
  await page.goBack()
  await expect(editor(page)).toHaveText('select 1 -- ünfinished 🚢')
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
  await open(page)
  const asked = page.waitForRequest('**/database/query')
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
  await open(page)
  await page.keyboard.type('select * from carg')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.type('o')
  await page.keyboard.press('Control+Enter')
  await expect(outcome(page)).toContainText('2 rows')
  await expect(page.getByRole('listbox')).toBeHidden()
})

test('names that come after the run are not offered for what was run', async ({ page }) => {
  const give = await withhold(page)
  await open(page)
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
  await open(page)
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
  await open(page)
  await write(page, 'select 1 as one')
  await page.context().setOffline(true)
  await page.keyboard.press('Control+Enter')
  await expect(failure(page).or(page.getByText('The server does not answer')).first()).toBeVisible()
  await expect(page.getByText('Nothing you typed is lost.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Nothing you typed is lost.')).toBeHidden()
  await editor(page).focus()
  await page.keyboard.press('Control+Enter')
  await expect(outcome(page)).toContainText('1 row')
})

test('a session that has ended asks to sign in, keeps the text, and then runs it', async ({ page, stoa }) => {
  await page.context().clearCookies()
  await signInAnew(page, stoa)
  await open(page)
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
