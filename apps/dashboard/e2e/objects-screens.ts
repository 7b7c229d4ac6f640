import { expect } from '@playwright/test'
import type { Screen } from './scene.ts'

/** What a database holds besides tables: the pages that look unlike the others. */
export const OBJECT_SCREENS: readonly Screen[] = [
  {
    name: 'a function with its body',
    async open({ page, scene: { full } }) {
      await page.goto(`/project/${full}/database/functions?schema=shop`)
      await page.getByRole('button', { name: 'Edit the function cancel_order' }).click()
      await expect(page.getByRole('textbox', { name: 'Body' })).toContainText('raise exception')
      // The form opens below the pointer, which would call a tooltip.
      await page.mouse.move(0, 0)
    },
  },
  {
    name: 'policies of tables',
    async open({ page, scene: { full } }) {
      await page.goto(`/project/${full}/database/policies?schema=shop`)
      await expect(page.getByRole('button', { name: 'Edit the policy Customers keep their addresses' })).toBeVisible()
    },
  },
  {
    name: 'a try-out of policies with rows',
    async open({ page, scene: { full } }) {
      await page.goto(`/project/${full}/database/policies?schema=shop&q=products`)
      await page.getByRole('button', { name: 'Try out products' }).click()
      await page.getByRole('button', { name: 'Try it' }).click()
      await expect(page.getByRole('grid')).toBeVisible()
    },
  },
  {
    name: 'privileges of a role',
    async open({ page, scene: { full } }) {
      await page.goto(`/project/${full}/database/roles?show=privileges&schema=shop`)
      await expect(page.getByRole('table', { name: 'Privileges of anon in shop' })).toBeVisible()
    },
  },
  {
    name: 'extensions',
    async open({ page, scene: { full } }) {
      await page.goto(`/project/${full}/database/extensions`)
      await expect(page.getByRole('button', { name: 'Enable cube' })).toBeVisible()
    },
  },
]
