import { expect } from '@playwright/test'
import { go, type Screen } from './scene.ts'

/** The table editor: rows, changes that are not saved, and a schema without tables. */
export const EDITOR_SCREENS: readonly Screen[] = [
  {
    name: 'a table with staged changes and a row beside it',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/editor?schema=shop&table=products&filter=id:lt:50&sort=id:desc`)
      await page.getByRole('gridcell').nth(1).click()
      await page.getByRole('button', { name: 'Insert' }).click()
      await expect(page.getByText('1 new row. Nothing is written yet.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'New row' })).toBeVisible()
      // The row opens below the pointer, which would call a tooltip.
      await page.mouse.move(0, 0)
    },
  },
  {
    name: 'a schema without tables',
    async open({ page, scene: { empty } }) {
      await go(page, `/project/${empty}/editor`)
      await expect(page.getByText('No tables in public yet')).toBeVisible()
    },
  },
  {
    name: 'the tables of a database',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/database/tables?schema=shop`)
      await expect(page.getByRole('button', { name: 'Edit the table products' })).toBeVisible()
    },
  },
  {
    name: 'the form of a table, with a column unfolded',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/database/tables?schema=shop`)
      await page.getByRole('button', { name: 'Edit the table products' }).click()
      await page.getByRole('button', { name: 'More of id' }).click()
      await expect(page.getByLabel('Computed from')).toBeVisible()
      await page.mouse.move(0, 0)
    },
  },
]
