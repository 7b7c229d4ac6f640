import type { Page } from '@playwright/test'
import { signIn, unique } from '../people.ts'
import { expect, test } from '../test.ts'

let ref = ''

test.beforeAll(async ({ stoa }) => {
  const slug = await stoa.createOrganization(unique('Runs'))
  ref = await stoa.createProject('ferry', { organization: slug })
  await stoa.sql(
    ref,
    `create table fares (id int, user_id text);
     insert into fares values (1, 'a'), (2, 'b');
     alter table fares enable row level security;
     create policy own on fares for select to authenticated
       using (user_id = current_setting('request.jwt.claims', true)::json->>'sub')`,
  )
})

test.beforeEach(({ page, stoa }) => signIn(page, stoa))

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL' })
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true })
const outcome = (page: Page) => page.getByRole('main').locator('footer').getByRole('status')
const dialog = (page: Page) => page.getByRole('dialog')

async function open(page: Page): Promise<void> {
  await page.goto(`/project/${ref}/sql`)
  await expect(editor(page)).toBeFocused()
}

async function run(page: Page, sql: string): Promise<void> {
  await editor(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(sql)
  await page.keyboard.press('Control+Enter')
}

test('what takes something away is asked about first, and says which statement it is', async ({ page, stoa }) => {
  await open(page)
  await run(page, "select 'kept' as word; delete from fares where id = 2; drop table fares")
  await expect(dialog(page)).toContainText('Run this destructive query?')
  await expect(dialog(page)).toContainText('This statement deletes rows:')
  await expect(dialog(page)).toContainText('This statement drops a part of the database:')
  await expect(dialog(page).getByText('drop table fares', { exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('The result appears here.')).toBeVisible()
  expect(await stoa.sql(ref, 'select count(*)::int as n from fares')).toEqual([{ n: 2 }])

  await run(page, 'create table gone (); drop table gone')
  await dialog(page).getByRole('button', { name: 'Run query' }).click()
  await expect(page.getByRole('tab', { name: /Result 2/ })).toContainText('DROP TABLE')
})

test('an update without WHERE is asked about until one does not want to be asked', async ({ page }) => {
  await open(page)
  await run(page, 'update fares set id = id')
  await expect(dialog(page)).toContainText('changes all rows of a table: it has no WHERE')
  await dialog(page).getByRole('checkbox').check()
  await dialog(page).getByRole('button', { name: 'Run query' }).click()
  await expect(outcome(page)).toContainText('UPDATE 2')
  await run(page, 'update fares set id = id + 0')
  await expect(outcome(page)).toContainText('UPDATE 2')
  await expect(dialog(page)).toBeHidden()
})

test('a read-only run asks before it is run with the rights to write', async ({ page, stoa }) => {
  await open(page)
  await page.getByRole('button', { name: 'How it is run' }).click()
  await page.getByRole('switch', { name: 'Read only' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Read only', { exact: true })).toBeVisible()
  await run(page, "insert into fares values (3, 'c')")
  await expect(dialog(page)).toContainText('This query contains write operations.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  expect(await stoa.sql(ref, 'select count(*)::int as n from fares')).toEqual([{ n: 2 }])
  await run(page, 'select count(*) from fares')
  await expect(outcome(page)).toContainText('1 row')
})

test('a run as a user shows what its policies let that user see, and nothing stays of what is rolled back', async ({
  page,
  stoa,
}) => {
  await open(page)
  await page.getByRole('button', { name: 'How it is run' }).click()
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: /authenticated/ }).click()
  await page.getByRole('textbox', { name: 'User' }).fill('b')
  await page.keyboard.press('Escape')
  await run(page, 'select user_id from fares')
  await expect(cell(page, 'b')).toBeVisible()
  await expect(outcome(page)).toContainText('1 row')

  // What cannot be read as claims is said, and nothing runs as somebody else than the field says.
  const user = page.getByRole('textbox', { name: 'User' })
  await page.getByRole('button', { name: 'How it is run' }).click()
  await user.fill('{ "sub": "a"')
  await expect(page.getByText('Write a user ID, or the claims as a JSON object')).toBeVisible()
  await page.keyboard.press('Escape')
  await run(page, "select 'of nobody' as word")
  await expect(
    page.getByText('Nothing was run: the user to run it as is neither a user ID nor a JSON object'),
  ).toBeVisible()
  await expect(cell(page, 'b')).toBeVisible()
  await page.getByRole('button', { name: 'How it is run' }).click()
  await expect(user).toHaveValue('{ "sub": "a"')
  await user.fill('{ "sub": "a" }')
  await page.keyboard.press('Escape')
  await run(page, 'select user_id from fares')
  await expect(cell(page, 'a')).toBeVisible()
  await expect(outcome(page)).toContainText('1 row')

  await page.getByRole('button', { name: 'How it is run' }).click()
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: /service_role/ }).click()
  await page.getByRole('switch', { name: 'Roll back at the end' }).check()
  await page.keyboard.press('Escape')
  await run(page, "insert into fares values (9, 'z'); select 'undone' as word, id from fares where id = 9")
  await expect(cell(page, 'undone')).toBeVisible()
  expect(await stoa.sql(ref, 'select id from fares where id = 9')).toEqual([])
})

test('a long run goes on without its page, is there again after a reload, and is cancelled', async ({ page, stoa }) => {
  const asleep = () =>
    stoa.sql(ref, `select 1 as n from pg_stat_activity where query like '%pg_sleep(302)%' and pid <> pg_backend_pid()`)
  await open(page)
  await run(page, `/* all */ select i, case when i > 20000 then pg_sleep(302) end from generate_series(1, 30000) i`)
  await expect(cell(page, '1')).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('This query is still running. Wait for it, or cancel it')).toBeVisible({
      timeout: 1_000,
    })
  }).toPass({ timeout: 10_000 })
  await page.reload()
  await expect(cell(page, '1')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(outcome(page)).toContainText('Cancelled')
  await expect.poll(asleep).toEqual([])
})

test('a run goes on while its page has no connection, and is come back to', async ({ page, stoa }) => {
  await stoa.sql(ref, 'create table tide (id int)')
  await open(page)
  await run(
    page,
    `/* all */ select i from generate_series(1, 30000) i;
     do $$ begin while not exists (select from tide) loop perform pg_sleep(0.05); end loop; end $$;
     select 'landed' as word`,
  )
  await expect(cell(page, '1')).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('The server does not answer.', { exact: true })).toBeVisible()
  await stoa.sql(ref, 'insert into tide values (1)')
  await page.context().setOffline(false)
  const tabs = page.getByRole('tablist', { name: 'Results' }).getByRole('tab')
  await expect(tabs).toHaveText([/Result 1\s*30,000/, /Result 2\s*DO/, /Result 3\s*1/])
  await expect(cell(page, '1')).toBeVisible()
  await tabs.last().click()
  await expect(cell(page, 'landed')).toBeVisible()
})

test('a run whose answer never came is come back to, and one that never began is not taken for one that did', async ({
  page,
  stoa,
}) => {
  await stoa.sql(ref, 'create table heard (id int)')
  await open(page)
  const begin = '**/sql/run'
  // The server gets it, and its answer is lost.
  await page.route(begin, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await run(page, "insert into heard values (1); select 'once' as word")
  await expect(cell(page, 'once')).toBeVisible()
  expect(await stoa.sql(ref, 'select count(*)::int as n from heard')).toEqual([{ n: 1 }])
  await page.unroute(begin)
  await page.route(begin, (route) => route.abort('connectionreset'))
  await run(page, 'insert into heard values (2)')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'The connection was lost before the run reached the server, so nothing was run',
  )
  await expect(outcome(page)).toContainText('Failed')
  expect(await stoa.sql(ref, 'select count(*)::int as n from heard')).toEqual([{ n: 1 }])
})

test('the history is searched, and opens what was run in a query of its own', async ({ page }) => {
  await open(page)
  await run(page, "select 'from the history' as word")
  await expect(cell(page, 'from the history')).toBeVisible()
  await run(page, 'select 1 as other')
  await expect(outcome(page)).toContainText('1 row')
  await page.getByRole('button', { name: 'History' }).click()
  const runs = page.getByRole('list', { name: 'Runs' }).getByRole('listitem')
  await expect(runs.first()).toContainText('select 1 as other')
  await dialog(page).getByRole('searchbox', { name: 'Search runs' }).fill('from the history')
  await expect(runs).toHaveCount(1)
  await runs.getByRole('button', { name: 'Open in the editor' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(editor(page)).toHaveText("select 'from the history' as word")
})
