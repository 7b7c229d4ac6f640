import { toast } from '../page.ts'
import { signIn, unique } from '../people.ts'
import { queryOne } from '../postgres.ts'
import { expect, test } from '../test.ts'

let slug = ''
let full = ''

test.beforeAll(async ({ stoa }) => {
  slug = await stoa.createOrganization(unique('Home'))
  full = await stoa.createProject('harbor', { organization: slug })
  await stoa.sql(
    full,
    'create table vessels (id int primary key, name text); create schema quay; create table quay.berths ()',
  )
  await stoa.sql(full, `insert into vessels select i, 'vessel ' || i from generate_series(1, 2000) i`)
  await stoa.sql(full, 'analyze')
})

test.beforeEach(async ({ page, stoa }) => {
  await signIn(page, stoa)
})

test('an empty database offers the ways to begin, and sample data fills it', async ({ page, stoa }) => {
  const ref = await stoa.createProject('empty', { organization: slug })
  await page.goto(`/project/${ref}`)
  await expect(page).toHaveTitle('empty | Stoa')
  await expect(page.getByText('Your database is empty and running on port')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open SQL editor' })).toHaveAttribute('href', `/project/${ref}/sql`)
  await page.getByRole('button', { name: 'Load sample data' }).click()
  await expect(toast(page, 'Loaded sample data')).toBeVisible()
  await expect(page.getByText('Your database is empty')).toBeHidden()
  const tables = page.getByRole('table', { name: 'Tables' })
  await expect(tables.getByRole('row', { name: /shop\.orders/ })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Loaded sample data' })).toContainText('mira')
})

test('the home says what the project is and what it uses', async ({ page, stoa }) => {
  await page.goto(`/project/${full}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'harbor' })).toBeVisible()
  await expect(main.getByText(/^Healthy for/)).toBeVisible()
  const project = await stoa.call<{ db_port: number }>('GET', `/platform/projects/${full}`)
  const version = await stoa.sql(full, 'show server_version')
  const facts = page.getByRole('region', { name: 'This project' }).or(main)
  await expect(facts.getByText(String(version[0]?.server_version).split(' ')[0] ?? '').first()).toBeVisible()
  await expect(facts.getByText(String(project.db_port)).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Memory', exact: true })).toBeVisible()
  await expect(page.getByText('of 60')).toBeVisible()
  const tables = page.getByRole('table', { name: 'Tables' })
  await expect(tables.getByRole('row', { name: /^vessels/ })).toContainText('2,000')
  await expect(tables.getByRole('row', { name: /quay\.berths/ })).toContainText('0')
})

test('connection strings are copied, without a password', async ({ page, stoa }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.goto(`/project/${full}`)
  const { db_host: host, db_port: port } = await stoa.call<{ db_host: string; db_port: number }>(
    'GET',
    `/platform/projects/${full}`,
  )
  await page.getByRole('button', { name: 'Copy Postgres' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  expect(await copied()).toBe(`postgres://postgres:[YOUR-PASSWORD]@${host}:${port}/postgres`)
  await page.getByRole('button', { name: 'Copy psql' }).click()
  await expect.poll(copied).toBe(`psql -h ${host} -p ${port} -U postgres -d postgres`)
  await page.getByRole('tab', { name: '.env' }).click()
  await page.getByRole('button', { name: 'Copy all lines' }).click()
  await expect.poll(copied).toContain(`PGPORT=${port}\nPGUSER=postgres\n`)
})

test('a reset gives a password that works, and ends the old one', async ({ page, stoa }) => {
  const ref = await stoa.createProject('reset', { organization: slug })
  await stoa.sql(ref, 'create table t ()')
  await page.goto(`/project/${ref}`)
  await page.getByRole('button', { name: 'Reset database password' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const reset = async () => {
    await page.getByRole('button', { name: 'Reset database password' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click()
    const dialog = page.getByRole('dialog', { name: 'The new database password' })
    const password = await dialog.getByRole('group', { name: 'Password' }).locator('.ui-copyrow-value').textContent()
    await expect(dialog.getByRole('group', { name: 'Connection string' })).toContainText(
      encodeURIComponent(password ?? ''),
    )
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(password ?? '')).toBeHidden()
    return password ?? ''
  }
  const first = await reset()
  expect(await queryOne(stoa, ref, first, 'select 1')).toBe(1)
  const second = await reset()
  expect(second).not.toBe(first)
  expect(await queryOne(stoa, ref, second, 'select 1')).toBe(1)
  await expect(queryOne(stoa, ref, first, 'select 1')).rejects.toThrow(/password authentication failed/)
})

test('what happened is listed with who did it', async ({ page, stoa }) => {
  await stoa.call('PATCH', `/platform/projects/${full}`, { name: 'haven' })
  await stoa.call('PATCH', `/platform/projects/${full}`, { name: 'harbor' })
  await page.goto(`/project/${full}`)
  const entries = page.getByRole('listitem')
  await expect(entries.filter({ hasText: 'Renamed the project to harbor' })).toContainText('mira')
  await expect(entries.filter({ hasText: 'Ran SQL through the API' }).first()).toContainText('mira')
})

test('numbers that cannot be read say why, and come when they can', async ({ page }) => {
  const overview = '**/api/platform/projects/*/overview'
  await page.route(overview, (route) =>
    route.fulfill({
      status: 409,
      json: { defined: false, code: 'CONFLICT', status: 409, message: 'The database is not running' },
    }),
  )
  await page.goto(`/project/${full}`)
  await expect(page.getByText('Failed to read the state of the database')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('The database is not running')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy psql' })).toBeVisible()
  await page.unroute(overview)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('table', { name: 'Tables' })).toBeVisible()
})

test('an unknown project leaves the way to the projects', async ({ page }) => {
  await page.goto('/project/abcdefghijklmnopqrst')
  await expect(page.getByText('There is no such project')).toBeVisible()
  await expect(page).toHaveTitle('Project not found | Stoa')
  await page.getByRole('main').getByRole('link', { name: 'All projects' }).click()
  await expect(page).toHaveURL('/projects')
})
