import { expectAccessible } from '../page.ts'
import { createMember, signIn, unique } from '../people.ts'
import { expect, test } from '../test.ts'

test('a query is written with suggestions, run as a role and as a user, and its schema can be read', async ({
  page,
  stoa,
}) => {
  const ref = await stoa.createProject(unique('graph'))
  await stoa.call('POST', `/v1/projects/${ref}/database/query`, {
    query: `create table ships (id int primary key, name text, keeper text); insert into ships values (1, 'Argo', 'ines');
      alter table ships enable row level security;
      create policy own on ships for select to authenticated using (keeper = current_setting('request.jwt.claims', true)::json ->> 'sub')`,
  })
  await signIn(page, stoa)
  await page.goto(`/project/${ref}/api/graphiql`)
  await expect(page).toHaveTitle(/GraphQL/)
  const query = page.getByRole('textbox', { name: 'Query' })
  await query.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('{ ships { nodes { name } } nothing }')
  const answer = page.getByRole('region', { name: 'Answer' })
  await page.getByRole('button', { name: /^Run/ }).click()
  await expect(answer).toContainText('Cannot query field', { timeout: 20_000 })
  await query.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('query ($first: Int) { ships(first: $first) { nodes { name } } }')
  await page.getByRole('textbox', { name: 'Variables' }).click()
  await page.keyboard.insertText('{ "first": 5')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Failed to execute query: The variables are not valid JSON')).toBeVisible()
  await page.getByRole('textbox', { name: 'Variables' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('{ "first": 5 }')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(answer).toContainText('"nodes": []')
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'authenticated' }).click()
  await page.getByRole('textbox', { name: 'User id' }).fill('ines')
  await page.getByRole('button', { name: /^Run/ }).click()
  await expect(answer).toContainText('Argo')

  await page.getByRole('button', { name: 'Prettify' }).click()
  await expect(query).toContainText('query ($first: Int) {')
  await page.getByRole('button', { name: 'Schema' }).click()
  const schema = page.getByRole('region', { name: 'Schema' })
  await schema.getByRole('button', { name: 'Query' }).click()
  await schema.getByRole('searchbox', { name: 'Search Query' }).fill('ships')
  await expect(schema.getByText('ships', { exact: true })).toBeVisible()
  await expectAccessible(page)
  // What was written is still there.
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Query' })).toContainText('query ($first: Int)')
})

test('whoever may not change the data is told so', async ({ page, stoa }) => {
  const slug = await stoa.createOrganization(unique('Graph'))
  const ref = await stoa.createProject('harbor', { organization: slug })
  await signIn(page, stoa, await createMember(stoa, slug, { role: 'Read-only' }))
  await page.goto(`/project/${ref}/api/graphiql`)
  await expect(page.getByText('You need additional permissions to change this database').first()).toBeVisible()
})
