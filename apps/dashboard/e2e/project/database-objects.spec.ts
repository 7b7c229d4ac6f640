import type { Page } from '@playwright/test'
import { choose, chooseFromMenu, expectDisabled, toast } from '../page.ts'
import { createMember, signIn, unique } from '../people.ts'
import type { Account } from '../stoa.ts'
import { expect, test } from '../test.ts'

let ref = ''
let reader: Account

test.beforeAll(async ({ stoa }) => {
  const organization = await stoa.createOrganization(unique('Objects'))
  ref = await stoa.createProject('harbor', { organization })
  reader = await createMember(stoa, organization, { role: 'Read-only' }, 'Rea Only')
  await stoa.sql(
    ref,
    `create table notes (id bigint generated always as identity primary key, user_id uuid, body text not null);
     insert into notes (user_id, body) values
       ('00000000-0000-4000-8000-000000000001', 'mine'), ('00000000-0000-4000-8000-000000000002', 'theirs');
     create function touch() returns trigger language plpgsql as 'begin return new; end'`,
  )
})

const open = async (page: Page, what: string) => {
  await page.goto(`/project/${ref}/database/${what}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
/** Shows the SQL of the form that is open, and gives the dialog with it. */
const review = async (page: Page, title: string) => {
  await page.getByRole('button', { name: 'Review SQL' }).click()
  return dialog(page, title)
}
const write = async (page: Page, name: string, text: string) => {
  await page.getByRole('textbox', { name }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a view shows its SQL before it is made, is changed in its place, and is dropped by its name', async ({
  page,
  stoa,
}) => {
  await signIn(page, stoa)
  await open(page, 'views')
  await button(page, 'New view').first().click()
  await page.getByLabel('Name').fill('bodies')
  await write(page, 'Query', 'select id, bdy from notes')
  const made = await review(page, 'Create the view bodies')
  await expect(made.getByRole('figure', { name: 'SQL' })).toContainText(
    'create view public.bodies with (security_invoker = true) as',
  )
  // What Postgres refuses stays on screen, and so does the form.
  await made.getByRole('button', { name: 'Create' }).click()
  await expect(made.getByRole('alert')).toContainText('column "bdy" does not exist')
  await made.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  // Nothing typed is lost with the form.
  await button(page, 'New view').first().click()
  await expect(page.getByText('What you typed before is still here.')).toBeVisible()
  await write(page, 'Query', 'select id, body from notes')
  await (await review(page, 'Create the view bodies')).getByRole('button', { name: 'Create' }).click()
  await expect(toast(page, 'Created bodies')).toBeVisible()

  await button(page, 'Edit the view bodies').click()
  await write(page, 'Query', 'select id from notes')
  // What somebody else has made of it meanwhile is not replaced unseen.
  await stoa.sql(ref, 'create or replace view bodies as select id, body from notes where id > 0')
  const changed = await review(page, 'Change the view bodies')
  await expect(changed.getByText('It has changed since this form was opened.')).toBeVisible()
  await changed.getByRole('button', { name: 'Change' }).click()
  await expect(changed.getByRole('alert')).toContainText('cannot drop columns from view')
  await changed.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Drop it and make it anew').check()
  await (await review(page, 'Change the view bodies')).getByRole('button', { name: 'Change' }).click()
  await expect(toast(page, 'Changed bodies')).toBeVisible()

  // And what somebody has dropped meanwhile is made anew from what stands in the form.
  await button(page, 'Edit the view bodies').click()
  await write(page, 'Query', 'select body from notes')
  await stoa.sql(ref, 'drop view bodies')
  await button(page, 'Review SQL').click()
  const anew = dialog(page, 'Create the view bodies')
  await expect(
    anew.getByText('It was dropped since this form was opened. What stands here makes it anew.'),
  ).toBeVisible()
  await anew.getByRole('button', { name: 'Create' }).click()
  await expect(toast(page, 'Created bodies')).toBeVisible()
  expect(await stoa.sql(ref, `select column_name from information_schema.columns where table_name = 'bodies'`)).toEqual(
    [{ column_name: 'body' }],
  )

  await chooseFromMenu(button(page, 'Actions for bodies'), 'Drop')
  const dropped = dialog(page, 'Drop the view bodies')
  await dropped.getByLabel('Type bodies to confirm').fill('bodies')
  await dropped.getByRole('button', { name: 'Drop' }).click()
  await expect(page.getByText('No views yet')).toBeVisible()
})

test('a function and a trigger that runs it are made, and the trigger is turned off', async ({ page, stoa }) => {
  await signIn(page, stoa)
  await open(page, 'functions')
  await button(page, 'New function').click()
  await page.getByLabel('Name').fill('stamp')
  await page.getByLabel('Returns').fill('trigger')
  await write(page, 'Body', 'begin new.body = upper(new.body); return new; end')
  const made = await review(page, 'Create the function stamp')
  await made.getByLabel('Save as migration').check()
  await made.getByRole('button', { name: 'Create' }).click()
  await expect(toast(page, 'Created stamp')).toBeVisible()
  const [migration] = await stoa.sql(ref, 'select name from supabase_migrations.schema_migrations')
  expect(migration?.name).toBe('create_the_function_stamp')
  await button(page, 'Edit the function stamp').click()
  await write(page, 'Body', 'begin new.body = lower(new.body); return new; end')
  await stoa.sql(ref, 'drop function stamp')
  await button(page, 'Review SQL').click()
  await dialog(page, 'Create the function stamp').getByRole('button', { name: 'Create' }).click()
  await expect(dialog(page, 'Create the function stamp')).toHaveCount(0)
  expect(await stoa.sql(ref, `select count(*)::int as n from pg_proc where proname = 'stamp'`)).toEqual([{ n: 1 }])

  await open(page, 'triggers')
  await button(page, 'New trigger').first().click()
  await button(page, 'Review SQL').click()
  await expect(page.getByRole('alert')).toHaveText('A trigger needs a name')
  await page.getByLabel('Name').fill('notes_stamp')
  await choose(page.getByRole('combobox', { name: 'Table', exact: true }), 'public.notes')
  await choose(page.getByRole('combobox', { name: 'Function', exact: true }), 'public.stamp')
  const change = await review(page, 'Create the trigger notes_stamp')
  await change.getByLabel('Save as migration').uncheck()
  await change.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('row', { name: /notes_stamp/ })).toContainText('before insert, each row')
  await chooseFromMenu(button(page, 'Actions for notes_stamp'), 'Disable')
  await dialog(page, 'Disable the trigger notes_stamp').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('row', { name: /notes_stamp/ })).toContainText('off')
})

test('a policy begins with a template, and is tried out as the roles it is about', async ({ page, stoa }) => {
  await signIn(page, stoa)
  await open(page, 'policies')
  await expect(page.getByText('Row level security is off: anon and authenticated may')).toBeVisible()
  await button(page, 'New policy on notes').click()
  await choose(page.getByLabel('Begin with'), 'People do as they like with their own rows')
  const made = await review(page, 'Create the policy People keep their own rows')
  await expect(made.getByRole('figure', { name: 'SQL' })).toContainText(
    'alter table public.notes enable row level security',
  )
  await made.getByRole('button', { name: 'Create' }).click()
  await expect(button(page, 'Edit the policy People keep their own rows')).toBeVisible()

  await button(page, 'Try out notes').click()
  const trial = dialog(page, 'Try out notes')
  await trial.getByRole('button', { name: 'Try it' }).click()
  await expect(trial.getByText('authenticated sees 1 of 2 rows.')).toBeVisible()
  await expect(trial.getByRole('gridcell', { name: 'mine' })).toBeVisible()
  await trial.getByRole('radio', { name: 'anon' }).click()
  await trial.getByRole('button', { name: 'Try it' }).click()
  await expect(trial.getByText('anon sees 0 of 2 rows.')).toBeVisible()
  await trial.getByRole('radio', { name: 'insert' }).click()
  await trial.getByRole('button', { name: 'Try it' }).click()
  await expect(trial.getByRole('alert')).toContainText('No policy lets anon write such a row.')
  await trial.getByRole('radio', { name: 'service_role' }).click()
  await trial.getByRole('radio', { name: 'delete' }).click()
  await trial.getByRole('button', { name: 'Try it' }).click()
  await expect(trial.getByText('service_role may delete 2 of 2 rows. It was undone.')).toBeVisible()
  expect(await stoa.sql(ref, 'select count(*)::int as rows from notes')).toEqual([{ rows: 2 }])
})

test('a role is made with a password that no statement holds, and is given privileges', async ({ page, stoa }) => {
  await signIn(page, stoa)
  await open(page, 'roles')
  await button(page, 'New role').click()
  await page.getByLabel('Name').fill('reporter')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  const made = await review(page, 'Create the role reporter')
  const sql = made.getByRole('figure', { name: 'SQL' })
  await expect(sql).toContainText("password 'SCRAM-SHA-256$4096:")
  await expect(sql).not.toContainText('correct horse')
  await made.getByRole('button', { name: 'Create' }).click()
  await expect(button(page, 'Edit the role reporter')).toBeVisible()

  await page.getByRole('radio', { name: 'Privileges' }).click()
  await choose(page.getByLabel('Role', { exact: true }), 'reporter')
  await expect(page.getByText('Without the use of the schema, reporter reaches nothing in it')).toBeVisible()
  await page.getByLabel('May use the schema public').check()
  await page.getByLabel('select on notes', { exact: true }).check()
  const given = await review(page, 'Change the privileges of reporter in public')
  await expect(given.getByRole('figure', { name: 'SQL' })).toContainText(
    'grant select on table public.notes to reporter',
  )
  await given.getByRole('button', { name: 'Change' }).click()
  await expect(toast(page, 'Changed the privileges of reporter')).toBeVisible()
  expect(await stoa.sql(ref, `select has_table_privilege('reporter', 'notes', 'select') as may`)).toEqual([
    { may: true },
  ])

  await page.getByRole('radio', { name: 'Roles' }).click()
  await chooseFromMenu(button(page, 'Actions for reporter'), 'Drop')
  await expect(page.getByText(/belong to it or name it in their privileges/)).toBeVisible()
  const dropped = await review(page, 'Drop the role reporter')
  await dropped.getByLabel('Type reporter to confirm').fill('reporter')
  await dropped.getByRole('button', { name: 'Drop' }).click()
  await expect(button(page, 'Edit the role reporter')).toBeHidden()
})

test('extensions, publications and schemas: what can be had is enabled, what cannot says why', async ({
  page,
  stoa,
}) => {
  await signIn(page, stoa)
  await open(page, 'extensions')
  await expectDisabled(button(page, 'Enable postgres_fdw'), 'only a superuser may enable it')
  await button(page, 'Enable cube').click()
  const enabled = await review(page, 'Enable cube')
  await expect(enabled.getByRole('figure', { name: 'SQL' })).toContainText(
    'create extension cube with schema extensions',
  )
  await enabled.getByRole('button', { name: 'Enable' }).click()
  await expect(button(page, 'Disable cube')).toBeVisible()
  await page.getByRole('radio', { name: /Not in this build/ }).click()
  await expect(page.getByRole('row', { name: /pg_cron/ })).toContainText('loaded when the server starts')

  await open(page, 'publications')
  await button(page, 'Edit the publication supabase_realtime').click()
  await page.getByLabel('public.notes').check()
  const published = await review(page, 'Change the publication supabase_realtime')
  await published.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('row', { name: /supabase_realtime/ })).toContainText('public.notes')

  await open(page, 'schemas')
  await button(page, 'New schema').click()
  await page.getByLabel('Name').fill('pg_mine')
  await button(page, 'Review SQL').click()
  await expect(page.getByRole('alert')).toContainText('Names that begin with pg_ belong to Postgres')
  await page.getByLabel('Name').fill('quay')
  await (await review(page, 'Create the schema quay')).getByRole('button', { name: 'Create' }).click()
  await expect(button(page, 'Edit the schema quay')).toBeVisible()
  await button(page, 'Actions for auth').click()
  await expect(page.getByRole('menuitem', { name: 'Drop' })).toHaveAttribute('aria-disabled', 'true')
})

test('a member who may only read sees everything, and hears why nothing can be changed', async ({ page, stoa }) => {
  await signIn(page, stoa, reader)
  const reason = 'You need additional permissions to change this database'
  await open(page, 'functions')
  await expectDisabled(button(page, 'New function'), reason)
  await button(page, 'Edit the function touch').click()
  await expect(page.getByRole('textbox', { name: 'Body' })).toContainText('return new')
  await expectDisabled(button(page, 'Review SQL'), reason)
  await open(page, 'policies')
  await expectDisabled(button(page, 'New policy on notes'), reason)
  await button(page, 'Try out notes').click()
  await expectDisabled(button(page, 'Try it'), reason)
})
