import { expect } from '@playwright/test'
import { go, type Screen } from './scene.ts'

// The pages of a project that say who reaches it, and how.

export const SETTINGS_SCREENS: readonly Screen[] = [
  {
    name: 'API settings',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/settings/api`)
      await page.getByRole('button', { name: 'Show keys' }).click()
      await expect(page.getByRole('checkbox', { name: 'shop' })).toBeVisible()
    },
  },
  {
    name: 'a new JWT secret',
    async open({ page, scene: { empty } }) {
      await go(page, `/project/${empty}/settings/api`)
      await page.getByRole('button', { name: 'Change JWT secret' }).click()
      await page.getByRole('radio', { name: 'Use my own' }).click()
      await expect(page.getByRole('textbox', { name: 'JWT secret', exact: true })).toBeVisible()
    },
  },
  {
    name: 'database settings',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/settings/database`)
      await page.getByRole('radio', { name: 'Only these networks' }).click()
      await expect(page.getByRole('textbox', { name: 'Networks' })).toBeVisible()
    },
  },
  {
    name: 'a custom domain without its add-on',
    async open({ page, scene: { empty } }) {
      await go(page, `/project/${empty}/settings/custom-domain`)
      await expect(page.getByText('Custom domains come with an add-on')).toBeVisible()
    },
  },
  {
    name: 'a custom domain on its way',
    async open({ page, stoa, scene: { full } }) {
      await stoa.control(
        `with p as (select id from projects where ref = $1),
           a as (insert into project_addons (project_id, type, variant) select id, 'custom_domain', 'cd_default' from p on conflict do nothing)
         insert into custom_hostnames (project_id, hostname, txt_value, status, problems, checked_at)
         select id, 'api.harbor.example', 'stoa-verify=0123456789abcdef0123456789abcdef01234567', '2_initiated',
           array['api.harbor.example does not lead to stoa.example yet'], now() from p on conflict do nothing`,
        [full],
      )
      await go(page, `/project/${full}/settings/custom-domain`)
      await expect(page.getByText('does not lead to stoa.example yet')).toBeVisible()
    },
  },
  {
    name: 'the ways to connect',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}`)
      await page.getByRole('main').getByRole('button', { name: 'Connect' }).click()
      await page.getByRole('navigation', { name: 'Ways to connect' }).getByRole('button', { name: 'Next.js' }).click()
      await expect(page.getByRole('figure', { name: '.env.local' })).toBeVisible()
    },
  },
  {
    name: 'requests to the APIs',
    async open({ page, stoa, scene: { full } }) {
      for (const path of ['/rest/v1/customers', '/rest/v1/', '/graphql/v1', `/rest/v1/${'long'.repeat(60)}`])
        await fetch(`${stoa.url}/p/${full}${path}`)
      await go(page, `/project/${full}/logs`)
      await expect(page.getByRole('table', { name: 'Requests' })).toContainText('/rest/v1/customers')
    },
  },
]
