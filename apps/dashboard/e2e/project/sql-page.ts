import { expect, type Page, type Route } from '@playwright/test'
import { unique } from '../people.ts'
import type { Stoa } from '../stoa.ts'

// The SQL editor as somebody uses it.

export const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL' })
export const grid = (page: Page) => page.getByRole('grid', { name: 'Query results' })
export const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true })
export const failure = (page: Page) => page.getByRole('main').getByRole('alert')
export const outcome = (page: Page) => page.getByRole('main').locator('footer').getByRole('status')
export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Makes a project with a little cargo. @returns its organization and its ref */
export async function quarry(stoa: Stoa): Promise<{ slug: string; ref: string }> {
  const slug = await stoa.createOrganization(unique('SQL'))
  const ref = await stoa.createProject('quarry', { organization: slug })
  await stoa.sql(
    ref,
    `create table cargo (id int primary key, weight numeric(12,3)); insert into cargo values (1, 1.5), (2, 1234.125)`,
  )
  return { slug, ref }
}

/** Opens the editor of a project, and waits until what stands around it is there too. */
export async function open(page: Page, ref: string): Promise<void> {
  await page.goto(`/project/${ref}/sql`)
  await expect(editor(page)).toBeFocused()
  await expect(page.getByRole('button', { name: /^Run/ })).toBeVisible()
}

/** Replaces the whole text. */
export async function write(page: Page, sql: string): Promise<void> {
  await editor(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(sql)
}

/** Replaces the whole text and runs it. */
export async function run(page: Page, sql: string): Promise<void> {
  await write(page, sql)
  await page.keyboard.press('Control+Enter')
}

/** Holds back all that the dashboard draws with, until it is let go. */
export async function holdDashboard(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = []
  let isOpen = false
  await page.route(/\/assets\/(?:index|SqlScreen)-[^/]*\.js$/, (route) => {
    if (isOpen) return route.continue()
    held.push(route)
  })
  return async () => {
    isOpen = true
    for (const route of held) await route.continue()
  }
}
