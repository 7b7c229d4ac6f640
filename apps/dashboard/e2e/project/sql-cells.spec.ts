import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { signIn } from '../people.ts'
import { expect, test } from '../test.ts'
import { cell, clipboard, grid, open, outcome, quarry, run } from './sql-page.ts'

let ref = ''

test.beforeAll(async ({ stoa }) => {
  ;({ ref } = await quarry(stoa))
})

test.beforeEach(async ({ page, stoa }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, stoa)
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
  await open(page, ref)
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
  await open(page, ref)
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

test('a hundred thousand rows come whole, and the last is one key away', async ({ page }) => {
  await open(page, ref)
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

/** Scrolls on until a picture of the rows is seen, at most so many frames. @returns whether it was */
const passQuickly = (page: Page, frames: number) =>
  grid(page).evaluate(async (scroller, most) => {
    const picture = () => scroller.parentElement?.querySelector<HTMLElement>('.dg-picture')
    for (let frame = 0; frame < most; frame++) {
      scroller.scrollTop += 3000
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (picture()?.hidden === false) return true
    }
    return false
  }, frames)

test('rows that pass too quickly to be laid out are drawn, and are cells when the scroll ends', async ({ page }) => {
  await open(page, ref)
  await page.getByRole('combobox', { name: 'Row limit' }).click()
  await page.getByRole('option', { name: 'No limit' }).click()
  await run(page, `select i, md5(i::text) as hash, i % 3 = 0 as third from generate_series(1, 90000) i`)
  await expect(outcome(page)).toContainText('90,000 rows', { timeout: 20_000 })
  expect(await passQuickly(page, 800)).toBe(true)
  await expect(page.locator('.dg-picture')).toBeHidden()
  const row = (await grid(page).evaluate((scroller) => Math.ceil(scroller.scrollTop / 30))) + 1
  await expect(cell(page, String(row))).toBeInViewport()
  await expect(cell(page, createHash('md5').update(String(row)).digest('hex'))).toBeInViewport()
  // What a picture does not show is never left out: selected rows are cells all the time.
  await grid(page).focus()
  await page.keyboard.press('Control+a')
  expect(await passQuickly(page, 20)).toBe(false)
  await expect(grid(page).getByRole('gridcell', { selected: true }).first()).toBeInViewport()
})

test('a selection by keyboard is copied as tab separated text', async ({ page }) => {
  await open(page, ref)
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
  await open(page, ref)
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
  await open(page, ref)
  await run(page, `select 1 as a, repeat('x', 20) as b, repeat('x', 200) as c`)
  const width = async (name: string) => (await page.getByRole('columnheader', { name }).boundingBox())?.width
  expect(await width('a')).toBe(100)
  expect(await width('b')).toBe(165)
  expect(await width('c')).toBe(500)
})
