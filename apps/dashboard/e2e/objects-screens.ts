import { expect } from '@playwright/test'
import { go, type Screen } from './scene.ts'

/** What a database holds besides tables: the pages that look unlike the others. */
export const OBJECT_SCREENS: readonly Screen[] = [
  {
    name: 'a function with its body',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/database/functions?schema=shop`)
      await page.getByRole('button', { name: 'Edit the function cancel_order' }).click()
      await expect(page.getByRole('textbox', { name: 'Body' })).toContainText('raise exception')
      // The form opens below the pointer, which would call a tooltip.
      await page.mouse.move(0, 0)
    },
  },
  {
    name: 'policies of tables',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/database/policies?schema=shop`)
      await expect(page.getByRole('button', { name: 'Edit the policy Customers keep their addresses' })).toBeVisible()
    },
  },
  {
    name: 'a try-out of policies with rows',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/database/policies?schema=shop&q=products`)
      await page.getByRole('button', { name: 'Try out products' }).click()
      await page.getByRole('button', { name: 'Try it' }).click()
      await expect(page.getByRole('grid')).toBeVisible()
    },
  },
  {
    name: 'privileges of a role',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/database/roles?show=privileges&schema=shop`)
      await expect(page.getByRole('table', { name: 'Privileges of anon in shop' })).toBeVisible()
    },
  },
  {
    name: 'extensions',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/database/extensions`)
      await expect(page.getByRole('button', { name: 'Enable cube' })).toBeVisible()
    },
  },
  {
    name: 'a new domain over the list of types',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/database/types`)
      await page.getByRole('button', { name: 'New type' }).first().click()
      await page.getByRole('menuitem', { name: 'Domain' }).click()
      await expect(page.getByLabel('Condition of check 1')).toBeVisible()
      await page.mouse.move(0, 0)
    },
  },
  {
    name: 'the drawing of a schema',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/database/visualizer?schema=shop&table=shop.products`)
      await expect(page.locator('.react-flow__node-table').filter({ hasText: 'products' }).first()).toBeVisible()
    },
  },
  {
    name: 'advisors with findings',
    async open({ page, stoa, scene: { full } }) {
      await stoa.sql(full, 'create table if not exists shop.adrift (note text)')
      await go(page, `/project/${full}/advisors`)
      await expect(page.getByRole('button', { name: 'Fix adrift' }).first()).toBeVisible()
    },
  },
  {
    name: 'connections',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/database/connections?live=off`)
      await expect(page.getByRole('table', { name: 'Connections' })).toBeVisible()
    },
  },
  {
    name: 'the vault with a secret',
    async open({ page, stoa, scene: { full } }) {
      const path = `/platform/projects/${full}/vault/secrets`
      await stoa.call('POST', path, { name: 'smtp_password', description: 'For letters', secret: 'sesame' })
      await go(page, `/project/${full}/vault`)
      await expect(page.getByRole('button', { name: 'smtp_password', exact: true })).toBeVisible()
    },
  },
]
