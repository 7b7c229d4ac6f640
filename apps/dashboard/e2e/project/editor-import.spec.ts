import type { Page } from '@playwright/test'
import { expectAccessible, toast } from '../page.ts'
import { signIn, unique } from '../people.ts'
import { expect, test } from '../test.ts'

let ref = ''

test.beforeAll(async ({ stoa }) => {
  ref = await stoa.createProject('harbor', { organization: await stoa.createOrganization(unique('Imports')) })
  await stoa.sql(
    ref,
    `create table vessels (id int primary key, name text not null, built date, twice int generated always as (id * 2) stored);
     insert into vessels values (1, 'Maren', null)`,
  )
})
test.beforeEach(({ page, stoa }) => signIn(page, stoa))

const dialog = (page: Page) => page.getByRole('dialog')
const choose = (page: Page, name: string, text: string | Buffer) =>
  page.getByLabel('File to import').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const go = (page: Page) => dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
const pick = async (page: Page, label: string, option: string) => {
  await dialog(page).getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

test('a file goes into a table: a row that is refused is named, and nothing is lost or written', async ({
  page,
  stoa,
}) => {
  await page.goto(`/project/${ref}/editor?table=vessels`)
  await page.getByRole('main').getByRole('button', { name: 'Import' }).click()
  await choose(page, 'vessels.csv', 'ID;Ship;Built\n2;Sable Point;31/12/2026\n3;Heron;x\n')
  // What is not told by its name is chosen.
  await expect(dialog(page).getByRole('combobox', { name: 'Where Built goes' })).toContainText('built')
  await expect(dialog(page).getByRole('button', { name: 'Import', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await pick(page, 'Where Ship goes', 'name')
  await expectAccessible(page)
  await pick(page, '03/04/2026 is', '3 April')
  await go(page)
  await expect(dialog(page).getByRole('alert')).toContainText('Line 3: invalid input syntax for type date: "x"')
  await expect(dialog(page).getByRole('alert')).toContainText('Nothing was imported.')
  expect(await stoa.sql(ref, 'select count(*)::int as n from vessels')).toEqual([{ n: 1 }])
  await pick(page, 'A row that Postgres refuses', 'Is left out')
  await go(page)
  await expect(dialog(page)).toContainText('1 row was imported, 1 was left out.')
  await expect(dialog(page).getByRole('cell', { name: '3;Heron;x' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('gridcell', { name: '2026-12-31', exact: true })).toBeVisible()
})

test('a pasted text becomes a new table with the types that fit, shown as SQL before', async ({ page, stoa }) => {
  await page.goto(`/project/${ref}/editor?table=vessels`)
  await page.getByRole('button', { name: 'Import into a new table' }).click()
  await dialog(page).getByRole('radio', { name: 'Paste' }).click()
  await dialog(page)
    .getByRole('textbox', { name: 'Rows' })
    .fill('Name\tWeight (kg)\tCaught at\tCode\nCod\t1.50\t2026-11-21T10:00:00Z\t007\nEel\t\t\t\n')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await dialog(page).getByRole('textbox', { name: 'Table' }).fill('vessels')
  await expect(dialog(page).getByRole('button', { name: 'Import', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await dialog(page).getByRole('textbox', { name: 'Table' }).fill('fish')
  await dialog(page).getByRole('checkbox', { name: 'Save as migration' }).click()
  await expect(dialog(page).getByRole('figure', { name: 'SQL' })).toContainText('create table public.fish')
  await go(page)
  await expect(toast(page, 'Imported 2 rows into fish')).toBeVisible()
  await expect(page).toHaveURL(/table=fish/)
  await expect(page.getByRole('gridcell', { name: '007', exact: true })).toBeVisible()
  expect(
    await stoa.sql(
      ref,
      `select string_agg(attname || ' ' || format_type(atttypid, null), ', ' order by attnum) as columns
       from pg_attribute where attrelid = 'fish'::regclass and attnum > 0`,
    ),
  ).toEqual([
    {
      columns: 'id bigint, name text, weight_kg numeric, caught_at timestamp with time zone, code text',
    },
  ])
  expect(await stoa.sql(ref, 'select name from supabase_migrations.schema_migrations')).toEqual([
    { name: 'create_fish' },
  ])
})

test('an import is cancelled, and a file in another encoding is read in it', async ({ page, stoa }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/project/${ref}/editor?table=vessels`)
  await page.getByRole('main').getByRole('button', { name: 'Import' }).click()
  // The second part is slow to come.
  await page.route(/\/editor\/import\/[^/]+\/parts\/1/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    await route.continue().catch(() => {})
  })
  const rows = Array.from({ length: 200_000 }, (_, at) => `${at + 100},ship ${at}`).join('\n')
  await choose(page, 'many.csv', `id,name\n${rows}`)
  await go(page)
  await expect(dialog(page).getByRole('status')).toContainText('rows')
  await dialog(page).getByRole('button', { name: 'Cancel import' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('The import was cancelled')
  expect(await stoa.sql(ref, 'select count(*)::int as n from vessels where id >= 100')).toEqual([{ n: 0 }])
  await dialog(page).getByRole('button', { name: 'Back' }).click()
  await choose(page, 'latin.csv', Buffer.from('id,name\n77,Größe\n', 'latin1'))
  await expect(dialog(page).getByRole('combobox', { name: 'Encoding' })).toContainText('Western')
  await pick(page, 'Encoding', 'UTF-8')
  await expect(dialog(page).getByText('This is not UTF-8 text near byte 0.')).toBeVisible()
  await pick(page, 'Encoding', 'Western')
  await go(page)
  await expect(toast(page, 'Imported 1 row into vessels')).toBeVisible()
  expect(await stoa.sql(ref, 'select name from vessels where id = 77')).toEqual([{ name: 'Größe' }])
})

test('a file that has names and no rows says so, and changes nothing', async ({ page, stoa }) => {
  const count = () => stoa.sql(ref, 'select count(*)::int as n from vessels')
  const before = await count()
  await page.goto(`/project/${ref}/editor?table=vessels`)
  await page.getByRole('main').getByRole('button', { name: 'Import' }).click()
  await choose(page, 'vessels.csv', 'id,name,built\n')
  await go(page)
  await expect(toast(page, 'There were no rows to import into vessels')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  expect(await count()).toEqual(before)
})
