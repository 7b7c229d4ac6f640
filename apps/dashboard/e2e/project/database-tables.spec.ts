import type { Page } from '@playwright/test'
import { choose, chooseFromMenu, expectAccessible, expectDisabled, toast } from '../page.ts'
import { createMember, signIn, unique } from '../people.ts'
import { expect, test } from '../test.ts'

let ref = ''
let slug = ''

test.beforeAll(async ({ stoa }) => {
  slug = await stoa.createOrganization(unique('Shapes'))
  ref = await stoa.createProject('harbor', { organization: slug })
  await stoa.sql(
    ref,
    `create table ports (code text primary key, name text);
     insert into ports values ('HAM', 'Hamburg'), ('RTM', 'Rotterdam');
     create table visits (id int primary key, berth text, note text);
     insert into visits values (1, '4', 'calm'), (2, 'east', null);
     create view berths as select berth from visits;
     create table open_now (id int primary key, label text, extra text); insert into open_now values (1, 'first', 'x');
     create table marks (id int, grade int); insert into marks values (1, 1), (2, 1);
     create type sea as enum ('calm', 'rough');`,
  )
})

test.beforeEach(async ({ page, stoa }) => signIn(page, stoa))

const visit = (page: Page, what: string) => page.goto(`/project/${ref}/database/${what}`)
const review = (page: Page) => page.getByRole('button', { name: 'Review SQL' })
const sql = (page: Page) => page.getByRole('dialog').last().getByRole('figure', { name: 'SQL' })
const press = (page: Page, name: string) =>
  page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click()

test('a table is made with its keys, shown as SQL first, and kept as a migration', async ({ page, stoa }) => {
  await visit(page, 'tables')
  await page.getByRole('button', { name: 'New table', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New table' })
  await review(page).click()
  await expect(form.getByText('A table needs a name')).toBeVisible()
  await form.getByLabel('Name', { exact: true }).fill('calls')
  await form.getByRole('button', { name: 'Add column' }).click()
  await form.getByLabel('Name of new column').fill('port')
  await form.getByRole('button', { name: 'Add foreign key' }).click()
  await choose(form.getByLabel('Table', { exact: true }), 'ports')
  await choose(form.getByLabel('Column 1 here'), 'port')
  await choose(form.getByLabel('When the row there is deleted'), 'CASCADE')
  await form.getByRole('button', { name: 'Add check' }).click()
  await form.getByLabel('Condition of the check').fill('length(port) = 3')
  await expectAccessible(page)
  await review(page).click()
  await expect(sql(page)).toContainText('foreign key (port) references public.ports (code) on delete cascade')
  await page.getByLabel('Save as migration').check()
  await expect(page.getByLabel('Name of the migration')).toHaveValue('create_table_calls')
  await expectAccessible(page)
  await press(page, 'Create table')
  await expect(toast(page, 'Created public.calls')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit the table calls' })).toBeVisible()
  const kept = await stoa.sql(ref, 'select name, statements[1] as first from supabase_migrations.schema_migrations')
  expect(kept).toEqual([{ name: 'create_table_calls', first: expect.stringContaining('create table public.calls') }])
})

test('a change that would lose values says so before, and what Postgres refuses changes nothing', async ({
  page,
  stoa,
}) => {
  await visit(page, 'tables')
  await page.getByRole('button', { name: 'Edit the table visits' }).click()
  const form = page.getByRole('dialog', { name: 'Edit table visits' })
  await form.getByLabel('Type of berth').fill('integer')
  await form.getByRole('checkbox', { name: 'Nullable' }).nth(2).uncheck()
  await review(page).click()
  await expect(page.getByText('1 value of berth cannot become integer, such as “east”.')).toBeVisible()
  await expect(page.getByText('1 row has no value in note, so it cannot be NOT NULL.')).toBeVisible()
  await expectDisabled(page.getByRole('button', { name: 'Change table' }), '1 value of berth cannot become integer')
  await press(page, 'Cancel')

  // What was typed is still there.
  await expect(form.getByLabel('Type of berth')).toHaveValue('integer')
  await form.getByRole('checkbox', { name: 'Nullable' }).nth(2).check()
  await form.getByLabel('Type of berth').fill('text')
  await form.getByLabel('Name of note').fill('remark')
  await form.getByLabel('Default of berth').fill('nothing()')
  await review(page).click()
  await press(page, 'Change table')
  await expect(page.getByRole('alert').getByText('function nothing() does not exist, in statement 2')).toBeVisible()
  await expect(page.getByText('Nothing was changed.')).toBeVisible()
  expect(await stoa.sql(ref, 'select note from visits where id = 1')).toEqual([{ note: 'calm' }])
  await press(page, 'Cancel')

  // A form with something in it is not thrown away by a press beside it.
  await page.keyboard.press('Escape')
  await press(page, 'Keep editing')
  await form.getByLabel('Default of berth').fill("'none'")
  await review(page).click()
  await press(page, 'Change table')
  await expect(toast(page, 'Changed public.visits')).toBeVisible()
  expect(await stoa.sql(ref, 'select remark from visits where id = 1')).toEqual([{ remark: 'calm' }])
})

test('what stands on a table is named when it is dropped, and goes only when asked', async ({ page, stoa }) => {
  await visit(page, 'tables')
  await chooseFromMenu(page.getByRole('button', { name: 'Actions for visits' }), 'Drop')
  await expect(page.getByRole('dialog').getByText('view public.berths')).toBeVisible()
  await expectDisabled(page.getByRole('button', { name: 'Drop table' }), 'Other objects stand on it')
  await page.getByLabel('Drop it, too (CASCADE)').check()
  await press(page, 'Drop table')
  await expect(page.getByText('Value entered does not match')).toBeVisible()
  await page.getByLabel('Type visits to confirm').fill('visits')
  await press(page, 'Drop table')
  await expect(toast(page, 'Dropped public.visits')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit the table visits' })).toBeHidden()
  expect(await stoa.sql(ref, `select to_regclass('berths') as left`)).toEqual([{ left: null }])
})

test('the table editor shapes the table that is open, and notices what others do to it', async ({ page, stoa }) => {
  await page.goto(`/project/${ref}/editor?table=open_now`)
  const head = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) })
  await expect(head('label')).toBeVisible()
  await page.getByText('Definition', { exact: true }).click()
  await expect(page.getByText('create table public.open_now')).toBeVisible()
  await page.getByText('Rows', { exact: true }).click()

  await head('label').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit column' }).click()
  await page.getByLabel('Name of label').fill('title')
  await review(page).click()
  await expect(sql(page)).toContainText('alter table public.open_now rename column label to title')
  await press(page, 'Change table')
  await expect(head('title')).toBeVisible()

  // Somebody else drops a column meanwhile.
  await stoa.sql(ref, 'alter table open_now drop column extra')
  await expect(head('extra')).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(head('extra')).toBeHidden()
  await expect(head('title')).toBeVisible()

  await page.getByRole('button', { name: 'New table', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('fresh')
  await review(page).click()
  await press(page, 'Create table')
  await expect(page).toHaveURL(/table=fresh/)

  // From the list, by its name.
  await chooseFromMenu(page.getByRole('button', { name: 'Actions for fresh' }), 'Drop')
  await expect(sql(page)).toContainText('drop table public.fresh')
  await page.getByLabel('Type fresh to confirm').fill('fresh')
  await press(page, 'Drop table')
  await expect(toast(page, 'Dropped public.fresh')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions for fresh' })).toHaveCount(0)
  await expect(page).not.toHaveURL(/table=fresh/)
})

test('values of an enumerated type are renamed and added, and a domain stands beside it with its rule', async ({
  page,
  stoa,
}) => {
  await visit(page, 'types')
  await page.getByRole('button', { name: 'Edit the type sea' }).click()
  const form = page.getByRole('dialog', { name: 'Edit type sea' })
  await expectDisabled(form.getByRole('button', { name: 'Remove calm' }), 'Postgres cannot take a value away')
  await form.getByRole('textbox', { name: 'Value 2' }).fill('stormy')
  await form.getByRole('button', { name: 'Add value' }).click()
  await form.getByRole('textbox', { name: 'Value 3' }).fill('calm')
  await review(page).click()
  await expect(form.getByText('The value calm is there twice')).toBeVisible()
  await form.getByRole('textbox', { name: 'Value 3' }).fill('wild')
  await review(page).click()
  await expect(sql(page)).toContainText("alter type public.sea rename value 'rough' to 'stormy'")
  await expect(sql(page)).toContainText("alter type public.sea add value 'wild' after 'stormy'")
  await press(page, 'Change type')
  await expect(toast(page, 'Changed sea')).toBeVisible()
  expect(await stoa.sql(ref, 'select enum_range(null::sea)::text as all')).toEqual([{ all: '{calm,stormy,wild}' }])

  await chooseFromMenu(page.getByRole('button', { name: 'New type' }), 'Domain')
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('mail')
  await page.getByLabel('Condition of check 1').fill("value like '%@%'")
  await review(page).click()
  await press(page, 'Create domain')
  await expect(page.getByRole('row', { name: /mail/ })).toContainText('domain')
  await page.getByRole('button', { name: 'Edit the type mail' }).click()
  await expectDisabled(page.getByLabel('Stands on'), 'Postgres does not change the type that a domain stands on')
  await page.getByRole('button', { name: 'Remove mail_check' }).click()
  await review(page).click()
  await expect(sql(page)).toContainText('alter domain public.mail drop constraint mail_check')
  await press(page, 'Change domain')
  await expect(toast(page, 'Changed mail')).toBeVisible()
})

test('a file with an error changes nothing and is told by its line, and is noted once it works', async ({
  page,
  stoa,
}) => {
  await visit(page, 'migrations')
  await page.getByRole('button', { name: 'Apply a file' }).first().click()
  const text = 'begin;\ncreate table quays (id int primary key);\n\ninsert into quays\n  values (1), (1);\ncommit;\n'
  await page.getByLabel('File of SQL', { exact: true }).setInputFiles({
    ...{ name: '20260314091500_add_quays.sql', mimeType: 'application/sql', buffer: Buffer.from(text) },
  })
  await expect(page.getByLabel('Version')).toHaveValue('20260314091500')
  await review(page).click()
  await press(page, 'Apply 2 statements')
  const said = page.getByRole('alert')
  await expect(said).toContainText('duplicate key value violates unique constraint "quays_pkey", on line 4 of the file')
  await expect(said).toContainText('Nothing was changed.')
  expect(await stoa.sql(ref, `select to_regclass('quays') as made`)).toEqual([{ made: null }])
  await press(page, 'Cancel')
  await page.getByLabel('SQL', { exact: true }).fill('create table quays (id int primary key)')
  await review(page).click()
  await press(page, 'Apply 1 statement')
  await expect(toast(page, 'Applied add_quays')).toBeVisible()
  await expect(page.getByRole('row', { name: /add_quays/ })).toContainText('20260314091500')

  // What was applied and has changed since is said, of one file and of a folder's.
  const file = (name: string, sql: string) => ({ name, mimeType: 'application/sql', buffer: Buffer.from(sql) })
  await page
    .getByLabel('Files to compare', { exact: true })
    .setInputFiles([file('20260314091500_add_quays.sql', text), file('20260401000000_next.sql', 'select 1')])
  const compared = page.getByRole('status').filter({ hasText: 'as applied' })
  await expect(compared).toContainText('Changed since: 20260314091500_add_quays.sql')
  await expect(compared).toContainText('Not applied: 20260401000000_next.sql')
  await page.getByRole('button', { name: 'Apply a file' }).first().click()
  await page
    .getByLabel('File of SQL', { exact: true })
    .setInputFiles(file('20260314091500_add_quays.sql', 'create table quays (id int primary key);'))
  await expect(page.getByText('This file was applied already, and has not changed since.')).toBeVisible()

  // Several files are applied one after the other, but for those that were.
  await page
    .getByLabel('File of SQL', { exact: true })
    .setInputFiles([
      file('20260403000000_c.sql', 'alter table late add c int'),
      file('20260402000000_b.sql', 'create table late (b int)'),
      file('20260314091500_add_quays.sql', text),
    ])
  await expect(page.getByText('One file follows: 20260403000000_c.sql. One was applied already.')).toBeVisible()
  for (const name of ['b', 'c']) {
    await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue(name)
    await review(page).click()
    await press(page, 'Apply 1 statement')
    await expect(toast(page, `Applied ${name}`)).toBeVisible()
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await stoa.sql(ref, 'select b, c from late')).toEqual([])
})

test('an index that could not be made is said to be not valid, and can be dropped', async ({ page }) => {
  await visit(page, 'indexes')
  await page.getByRole('button', { name: 'New index' }).click()
  await choose(page.getByLabel('Table', { exact: true }), 'marks')
  await choose(page.getByLabel('Column 1', { exact: true }), 'grade')
  await page.getByLabel('Unique', { exact: true }).check()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('marks_by_grade')
  await review(page).click()
  await expect(sql(page)).toContainText('create unique index concurrently marks_by_grade on public.marks (grade)')
  await press(page, 'Create index')
  await expect(page.getByRole('alert')).toContainText('could not create unique index "marks_by_grade"')
  await expect(page.getByRole('alert')).toContainText('An index that is not valid may be left')
  await press(page, 'Cancel')
  await page.keyboard.press('Escape')
  await expect(page.getByText('not valid')).toBeVisible()
  await chooseFromMenu(page.getByRole('button', { name: 'Actions for marks_by_grade' }), 'Drop')
  await press(page, 'Drop index')
  await expect(toast(page, 'Dropped marks_by_grade')).toBeVisible()
  await expect(page.getByText('not valid')).toBeHidden()
})

test('members who only read see all of it, and no button changes anything', async ({ page, stoa }) => {
  await page.context().clearCookies()
  await signIn(page, stoa, await createMember(stoa, slug, { role: 'Read-only' }))
  const why = 'You need additional permissions to change this database'
  await visit(page, 'tables')
  await expectDisabled(page.getByRole('button', { name: 'New table', exact: true }), why)
  await page.getByRole('button', { name: 'Edit the table ports' }).click()
  await expect(page.getByLabel('Type of code')).toHaveValue('text')
  await expectDisabled(review(page), why)
})
