import { choose, expectDisabled } from '../page.ts'
import { createMember, signIn, unique } from '../people.ts'
import { queryOne } from '../postgres.ts'
import { expect, test } from '../test.ts'

test('a project is made with what was chosen, and its password opens it', async ({ page, stoa }) => {
  const slug = await stoa.createOrganization(unique('Yard'))
  await signIn(page, stoa)
  await page.goto(`/projects/new?org=${slug}`)
  await expect(page).toHaveTitle('New project | Stoa')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expectDisabled(page.getByLabel('Region'), 'This installation has one region')
  await page.getByLabel('Name', { exact: true }).fill('Hafen Süd ⚓️')
  await choose(page.getByLabel('Postgres version'), '15.')
  await choose(page.getByLabel('Compute size'), 'Small')
  await page.getByLabel('Database password', { exact: true }).fill('Möwe & Anker: 7 Taue?')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(/\/project\/[a-z]{20}$/)
  const ref = page.url().split('/').at(-1) ?? ''
  await expect(page.getByRole('heading', { name: 'Hafen Süd ⚓️', exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: 'Project: Hafen Süd ⚓️' })).toBeVisible()
  const answer = await queryOne(stoa, ref, 'Möwe & Anker: 7 Taue?', 'show server_version')
  expect(answer).toMatch(/^15\./)
  const project = await stoa.call<{ compute_size: string }>('GET', `/platform/projects/${ref}`)
  expect(project.compute_size).toBe('small')
})

test('a missing, a taken and an invisible name are refused at the field', async ({ page, stoa }) => {
  const slug = await stoa.createOrganization(unique('Names'))
  await stoa.createProject('harbor', { organization: slug })
  await signIn(page, stoa)
  await page.goto(`/projects/new?org=${slug}`)
  const create = page.getByRole('button', { name: 'Create project' })
  const name = page.getByLabel('Name', { exact: true })
  await create.click()
  await expect(page.getByRole('alert')).toHaveText('Project name is required')
  await name.fill('har\u200Bbor')
  await expect(page.getByRole('alert')).toHaveText('Project name has characters that cannot be seen')
  await name.fill('  harbor ')
  await create.click()
  await expect(page.getByRole('alert')).toHaveText('A project with this name already exists in this organization')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toBeFocused()
})

test('the plan’s number of projects is kept, and said', async ({ page, stoa }) => {
  const slug = await stoa.createOrganization(unique('Free'))
  await stoa.createProject('one', { organization: slug })
  await stoa.createProject('two', { organization: slug })
  await stoa.call('PUT', `/platform/organizations/${slug}/plan`, { plan: 'free' })
  await signIn(page, stoa, await createMember(stoa, slug, { role: 'Owner' }, 'Nora Limit'))
  await page.goto(`/projects/new?org=${slug}`)
  await page.getByLabel('Name', { exact: true }).fill('three')
  await page.getByLabel('Compute size').click()
  await expect(page.getByRole('option', { name: /^Micro/ })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create project' }).click()
  const dialog = page.getByRole('dialog', { name: /reached their free project limit/ })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Nora Limit' })).toContainText('2 free projects at most')
  await dialog.getByRole('button', { name: 'Understood' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('alert')).toHaveText(
    'Members of this organization have reached their free project limit. Pause or delete one of their projects, or change the plan',
  )
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('three')
})

test('cancel goes back to the organization’s projects', async ({ page, stoa }) => {
  const slug = await stoa.createOrganization(unique('Cancel'))
  await signIn(page, stoa)
  await page.goto(`/projects/new?org=${slug}`)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/projects?org=${slug}`)
})
