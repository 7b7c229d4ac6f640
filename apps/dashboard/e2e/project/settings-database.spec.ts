import type { Page } from '@playwright/test'
import { connected } from '../connected.ts'
import { expectDisabled, toast } from '../page.ts'
import { createMember, signIn, signInAnew, unique } from '../people.ts'
import type { Stoa } from '../stoa.ts'
import { expect, test } from '../test.ts'

async function opened(page: Page, stoa: Stoa) {
  const slug = await stoa.createOrganization(unique('Access'))
  const ref = await stoa.createProject('harbor', { organization: slug })
  await signIn(page, stoa)
  await page.goto(`/project/${ref}/settings/database`)
  await expect(page.getByRole('heading', { name: 'Database', level: 1 })).toBeVisible()
  return { slug, ref }
}

async function connects(uri: string, ssl: boolean): Promise<string> {
  const target = { connectionString: uri, ssl: ssl ? { rejectUnauthorized: false } : false }
  return connected(target, async () => 'let in').catch((error: Error) => error.message)
}

/** Gives the database a new password on the page. @returns the whole connection string */
async function newPassword(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Reset database password' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click()
  const uri = await page
    .getByRole('dialog')
    .getByText(/^postgres:\/\/postgres:/)
    .textContent()
  await page.getByRole('button', { name: 'Done' }).click()
  return uri ?? ''
}

test('says how to connect, and how many may', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa)
  await expect(page).toHaveTitle('Database | harbor | Stoa')
  const { db_port } = await stoa.call<{ db_port: number }>('GET', `/platform/projects/${ref}`)
  await expect(page.getByText(`psql -h 127.0.0.1 -p ${db_port} -U postgres -d postgres`)).toBeVisible()
  await expect(page.getByText(/^\d+ of 60/)).toBeVisible()
})

test('unencrypted connections are refused once that is switched on', async ({ page, stoa }) => {
  await opened(page, stoa)
  const uri = await newPassword(page)
  expect([await connects(uri, false), await connects(uri, true)]).toEqual(['let in', 'let in'])
  const ssl = page.getByRole('switch', { name: 'Refuse unencrypted connections' })
  await ssl.click()
  await expect(toast(page, 'Unencrypted connections are refused from now on')).toBeVisible()
  await expect(ssl).toBeChecked()
  expect(await connects(uri, false)).toMatch(/pg_hba|encryption/)
  expect(await connects(uri, true)).toBe('let in')
  await page.reload()
  await expect(ssl).toBeChecked()
  await ssl.click()
  await expect(toast(page, 'Unencrypted connections are taken again')).toBeVisible()
})

test('only the networks that are named reach the database', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa)
  const uri = await newPassword(page)
  await page.getByRole('radio', { name: 'Only these networks' }).click()
  const networks = page.getByRole('textbox', { name: 'Networks' })
  const save = page.getByRole('button', { name: 'Save' })
  await networks.fill('somewhere')
  await save.click()
  await expect(page.getByText('somewhere/32 is not a network such as 203.0.113.0/24')).toBeVisible()
  await networks.fill('203.0.113.0/24\n2001:db8::1')
  await save.click()
  await expect(toast(page, 'Saved the network restrictions')).toBeVisible()
  expect(await connects(uri, false)).toMatch(/pg_hba/)
  expect(await stoa.call('GET', `/v1/projects/${ref}/network-restrictions`)).toMatchObject({
    config: { dbAllowedCidrs: ['203.0.113.0/24'], dbAllowedCidrsV6: ['2001:db8::1/128'] },
  })
  await page.reload()
  await expect(networks).toHaveValue('203.0.113.0/24\n2001:db8::1/128')
  await page.getByRole('radio', { name: 'Every address' }).click()
  await save.click()
  await expect.poll(() => connects(uri, false)).toBe('let in')
})

test('what the server has not taken over is said, and applied again', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa)
  await stoa.control('insert into project_access (project_id, ssl_only) select id, true from projects where ref = $1', [
    ref,
  ])
  await page.reload()
  const notice = page.getByText('The server has not taken this over yet.')
  await expect(notice).toHaveCount(2)
  await page.getByRole('button', { name: 'Apply again' }).first().click()
  await expect(notice).toHaveCount(0)
})

test('a paused project keeps the page, and what needs the server says why it waits', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa)
  await stoa.control("update projects set status = 'INACTIVE' where ref = $1", [ref])
  await page.reload()
  await expectDisabled(
    page.getByRole('button', { name: 'Reset database password' }),
    'Not while the project’s status is “Paused”',
  )
})

test('whoever may not change who connects sees it and is told why', async ({ browser, page, stoa }) => {
  const { slug, ref } = await opened(page, stoa)
  const developer = await createMember(stoa, slug, { role: 'Developer' })
  const context = await browser.newContext({ baseURL: stoa.url })
  const other = await context.newPage()
  await signInAnew(other, stoa, developer)
  await other.goto(`/project/${ref}/settings/database`)
  await expectDisabled(
    other.getByRole('button', { name: 'Save' }),
    'You need additional permissions to say who reaches this database',
  )
  await expect(other.getByRole('switch', { name: 'Refuse unencrypted connections' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await context.close()
})
