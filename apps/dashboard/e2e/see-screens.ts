import { expect } from '@playwright/test'
import { heading, type Screen, visible } from './scene.ts'

/** Looking into a database: the drawing, what could be better, who is connected, and the vault. */
export const SEE_SCREENS: readonly Screen[] = [
  {
    name: 'the visualizer with a table that is looked at',
    async open({ page, scene: { full } }) {
      await page.goto(`/project/${full}/database/visualizer?schema=shop&table=shop.orders`)
      await expect(page.locator('.react-flow__node-table').first()).toBeVisible()
    },
  },
  {
    name: 'advisors with findings',
    async open({ page, stoa, scene: { empty } }) {
      await stoa.sql(empty, 'create table if not exists left_open (id int primary key)')
      await page.goto(`/project/${empty}/advisors`)
      await visible(page, 'Tables without row level security')
      await stoa.sql(empty, 'drop table if exists left_open')
    },
  },
  {
    name: 'connections with all that is the server’s own',
    async open({ page, scene: { full } }) {
      await page.goto(`/project/${full}/database/connections?all=on&live=off`)
      await visible(page, 'checkpointer')
    },
  },
  {
    name: 'the vault with a secret',
    async open({ page, stoa, scene: { full } }) {
      const secrets = `/platform/projects/${full}/vault/secrets`
      const known = await stoa.call<unknown[]>('GET', secrets)
      if (known.length === 0)
        await stoa.call('POST', secrets, { name: 'smtp_password', description: 'For letters', secret: 'open sesame' })
      await page.goto(`/project/${full}/vault`)
      await heading(page, 'Vault')
      await visible(page, 'smtp_password')
    },
  },
]
