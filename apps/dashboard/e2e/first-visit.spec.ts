import { test as base, expect } from '@playwright/test'
import { expectAccessible, expectGoodAs, LOOKS, showAs } from './page.ts'
import { type Stoa, startStoa } from './stoa.ts'

const test = base.extend<{ stoa: Stoa }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern to know what is needed.
  stoa: async ({}, use) => {
    const stoa = await startStoa({ fresh: true })
    await use(stoa)
    await stoa.stop()
  },
})

test('a first visit makes the owner account, a project, and runs SQL on it', async ({ page, stoa }) => {
  await page.goto(stoa.url)
  await expect(page.getByRole('heading', { name: 'Create the owner account' })).toBeVisible()
  for (const look of LOOKS) {
    await showAs(page, look)
    await expectGoodAs(page, look)
  }
  await showAs(page, LOOKS[0])
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Organization').fill('Halden Pilotage')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Password must have at least 12 characters')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('a long enough phrase')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page).toHaveURL(/\/projects$/)
  await expect(page.getByRole('button', { name: 'Halden Pilotage' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('harbor')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(/\/project\/[a-z]{20}$/)
  await expect(page.getByRole('heading', { name: 'harbor' })).toBeVisible({ timeout: 20_000 })

  await page.getByRole('link', { name: 'SQL editor' }).first().click()
  const editor = page.locator('.cm-content')
  await editor.click()
  await page.keyboard.type('select 40 + 2 as answer')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible()
})

test('the first visit is over once there is an account', async ({ page, stoa }) => {
  const made = await page.request.post(`${stoa.url}/api/platform/setup`, {
    data: { email: 'ada@example.com', password: 'a long enough phrase', organization: 'Halden' },
  })
  expect(made.status()).toBe(201)
  const again = await page.request.post(`${stoa.url}/api/platform/setup`, {
    data: { email: 'eve@example.com', password: 'a long enough phrase', organization: 'Other' },
  })
  expect(again.status()).toBe(409)
  expect((await again.json()).message).toBe('The owner account already exists. Sign in instead')
  await page.goto(stoa.url)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
