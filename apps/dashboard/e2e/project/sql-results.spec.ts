import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signIn, unique } from '../people.ts'
import { expect, test } from '../test.ts'

let ref = ''

test.beforeAll(async ({ stoa }) => {
  const slug = await stoa.createOrganization(unique('Results'))
  ref = await stoa.createProject('quay', { organization: slug })
  await stoa.sql(
    ref,
    `create table catch (id int8 primary key, kind text, weight numeric, at timestamptz, doc jsonb);
     insert into catch select i, (array['cod', 'eel', null])[1 + i % 3], i * 1.10, '2026-01-01'::timestamptz + i * interval '1 day', jsonb_build_object('n', i)
     from generate_series(1, 150) i`,
  )
})

test.beforeEach(async ({ page, stoa }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, stoa)
})

const grid = (page: Page) => page.getByRole('grid', { name: 'Query results' })
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const columns = (page: Page) => page.getByRole('columnheader').allTextContents()
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const choose = (page: Page, item: string) => page.getByRole('menuitem', { name: item, exact: true }).click()

async function run(page: Page, sql: string): Promise<void> {
  await page.goto(`/project/${ref}/sql`)
  await write(page, sql)
}

/** Runs a text in place of the one that is there. */
async function write(page: Page, sql: string): Promise<void> {
  await page.getByRole('textbox', { name: 'SQL' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(sql)
  await page.keyboard.press('Control+Enter')
}

/** What a cell of the grid says, both numbers from 1. */
const cell = (page: Page, row: number, column: number) =>
  grid(page).locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${column}"]`)

test('a result is sorted, filtered and arranged, and copied as it is then', async ({ page }) => {
  await run(page, 'select id, kind, weight from catch order by id')
  await expect(cell(page, 1, 1)).toHaveText('1')
  await head(page, 'weight').click({ button: 'right' })
  await choose(page, 'Sort descending')
  await expect(head(page, 'weight')).toHaveAttribute('aria-sort', 'descending')
  await expect(cell(page, 1, 3)).toHaveText('110.00')
  await cell(page, 1, 2).click({ button: 'right' })
  await choose(page, 'Only rows with this value')
  await expect(page.getByText('34 of 100 rows')).toBeVisible()
  await page.getByRole('textbox', { name: 'Search in the result' }).fill('9')
  await expect(page.getByText(/^\d+ of 100 rows$/)).not.toHaveText('34 of 100 rows')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(cell(page, 1, 1)).toHaveText('1')

  // The keyboard reaches the menu of a column too.
  await grid(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('End')
  await page.keyboard.press('Alt+ArrowDown')
  await choose(page, 'Freeze column')
  await expect.poll(() => columns(page)).toEqual(['weight', 'id', 'kind'])
  await head(page, 'kind').click({ button: 'right' })
  await choose(page, 'Hide column')
  await expect.poll(() => columns(page)).toEqual(['weight', 'id'])
  await grid(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Shift+End')
  await page.getByRole('button', { name: 'Copy rows' }).click()
  await choose(page, 'INSERT')
  await expect.poll(() => clipboard(page)).toBe('insert into result (weight, id) values\n(1.10, 1);\n')
  await expect(page.getByText('Copied 1 row as INSERT')).toBeVisible()
  await head(page, 'id').click({ button: 'right' })
  await choose(page, 'Reset columns')
  await expect.poll(() => columns(page)).toEqual(['id', 'kind', 'weight'])
})

test('the whole result is downloaded, and only what reads is run again for it', async ({ page }) => {
  const downloaded = async (open: () => Promise<void>) => {
    const waiting = page.waitForEvent('download')
    await open()
    const download = await waiting
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
  await run(page, 'select * from catch order by id')
  await expect(page.getByRole('main').locator('footer').getByRole('status')).toContainText('100 rows')
  const button = page.getByRole('button', { name: 'Download' })
  const whole = await downloaded(async () => {
    await button.click()
    await page.getByRole('menuitem', { name: 'JSON' }).first().click()
  })
  expect(whole.name).toMatch(/^catch-[\d-]+\.json$/)
  expect(whole.text).toContain('"weight":165.00')
  expect(JSON.parse(whole.text)).toHaveLength(150)
  const here = await downloaded(async () => {
    await button.click()
    await choose(page, 'Markdown')
  })
  expect(here.name).toBe('result.md')
  expect(here.text.trim().split('\n')).toHaveLength(102)

  await run(page, `update catch set kind = 'ray' where id = 1 returning id`)
  // What the page showed before begins with the same cell.
  await expect(page.getByRole('main').locator('footer').getByRole('status')).toContainText(/^1 row/)
  await button.click()
  await page.getByRole('menuitem', { name: 'CSV' }).first().hover()
  await expect(page.getByText('Only a statement that reads is run again for its whole result.').first()).toBeVisible()
})

test('a result is drawn as a chart, whose settings stay with the document', async ({ page }) => {
  await run(page, 'select 1 as alone')
  await expect(cell(page, 1, 1)).toHaveText('1')
  await page.getByRole('radio', { name: 'Chart' }).click()
  await expect(page.getByText('Select columns for the X and Y axes')).toBeVisible()
  await write(page, `select at, kind, weight from catch order by id limit 9`)
  const chart = page.getByRole('slider', { name: 'Chart of the result' })
  await expect(chart).toHaveAttribute('aria-valuetext', '2026-01-10: weight 9.9')
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuetext', '2026-01-02: weight 1.1')
  await expect(page.getByRole('table', { name: 'Chart of the result' })).toBeAttached()
  await page.getByRole('radio', { name: 'Area' }).click()
  await page.getByRole('checkbox', { name: 'Cumulative' }).click()
  await expect(chart).toHaveAttribute('aria-valuetext', '2026-01-10: weight 49.5')
  // The server has the run still, so that the page shows it again.
  await page.reload()
  await expect(chart).toHaveAttribute('aria-valuetext', '2026-01-10: weight 49.5')
  await write(page, `select 1 as at, 'heavy' as weight`)
  await expect(page.getByText('weight has no number that can be drawn')).toBeVisible()
})

test('a plan is drawn, its statement undone when it was analyzed', async ({ page, stoa }) => {
  await run(page, 'select 1 as ready')
  await expect(cell(page, 1, 1)).toHaveText('1')
  const explain = async (sql: string, item: string) => {
    await page.getByRole('textbox', { name: 'SQL' }).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(sql)
    await page.getByRole('button', { name: 'Explain' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await explain('select a.id from catch a join catch b using (id) order by a.weight', 'Explain Does not run it')
  const tree = page.getByRole('tree', { name: 'Steps of the plan' })
  const step = (name: RegExp) => tree.getByRole('treeitem', { name })
  await expect(step(/^Sort/)).toBeVisible()
  await expect(tree.getByText('Costs most')).toBeVisible()
  await step(/^Sort/).click()
  await expect(tree.getByText('Sort Key')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(tree.getByRole('treeitem')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(step(/Join/)).toBeFocused()

  await explain('delete from catch', 'Explain and analyze')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Run|Confirm/ })
    .click()
  await expect(step(/^Delete/)).toBeVisible()
  await expect(tree.getByText('Slowest')).toBeVisible()
  expect(await stoa.sql(ref, 'select count(*)::int as n from catch')).toEqual([{ n: 150 }])
  await page.getByRole('radio', { name: 'JSON' }).click()
  await expect(page.getByRole('textbox', { name: 'Plan as JSON' })).toHaveValue(/"Node Type": "ModifyTable"/)

  // What somebody writes gives a plan for people, which is drawn just as well.
  await run(page, 'explain analyze select * from catch order by weight')
  await expect(step(/^Sort/)).toBeVisible()
  await expect(step(/^Seq Scan/)).toContainText(/150 of \d+ expected/)
  await page.getByRole('radio', { name: 'Text' }).click()
  await expect(page.getByRole('textbox', { name: 'Plan as text' })).toHaveValue(/Execution Time: [\d.]+ ms$/)

  await explain('select 1; select 2', 'Explain Does not run it')
  await expect(page.getByText('Select one statement to see its plan').or(tree)).toBeVisible()
  await explain('create table more ()', 'Explain Does not run it')
  await expect(page.getByText('Only queries and changes of rows have a plan')).toBeVisible()
  await explain('select nope from catch', 'Explain Does not run it')
  await expect(page.locator('.cm-sql-error')).toHaveText('nope')
})

test('a value is read as markdown, as a tree and as a picture', async ({ page }) => {
  const png =
    '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cfc0f01f0005000201a5f645400000000049454e44ae426082'
  await run(
    page,
    `select '# Tide' || chr(10) || '![x](https://example.com/x.png) <script>1</script>' as words, '{"a": [1.10]}'::jsonb as doc, '\\x${png}'::bytea as bytes`,
  )
  const viewer = page.getByRole('region', { name: 'Cell content' })
  await cell(page, 1, 1).dblclick()
  await viewer.getByRole('radio', { name: 'Markdown' }).click()
  await expect(viewer.getByRole('heading', { name: 'Tide' })).toBeVisible()
  await expect(viewer.locator('img, script')).toHaveCount(0)
  await expect(viewer.getByRole('link', { name: 'x' })).toHaveAttribute('rel', /noreferrer/)
  await cell(page, 1, 2).click()
  await viewer.getByRole('radio', { name: 'Tree' }).click()
  await expect(viewer.getByText('1.10')).toBeVisible()
  await cell(page, 1, 3).click()
  await expect(viewer.getByRole('img', { name: 'In bytes, row 1' })).toBeVisible()
  await expect(viewer.getByText(`${png.length / 2} B`)).toBeVisible()
})

test('statements that took the time are found and opened', async ({ page }) => {
  await run(page, 'select count(*) as lampreys from catch')
  await expect(cell(page, 1, 1)).toHaveText('150')
  await page.getByRole('button', { name: 'Statements' }).click()
  const panel = page.getByRole('dialog', { name: 'Statements' })
  await panel.getByRole('searchbox', { name: 'Search statements' }).fill('lampreys')
  await panel.getByRole('radio', { name: 'Most frequent' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await panel.getByRole('button', { name: 'Open in the editor' }).click()
  await expect(page.getByRole('textbox', { name: 'SQL' })).toContainText('lampreys')
  await page.getByRole('button', { name: 'Statements' }).click()
  await panel.getByRole('button', { name: 'Count anew' }).click()
  await expect(page.getByText('Statements are counted anew')).toBeVisible()
})
