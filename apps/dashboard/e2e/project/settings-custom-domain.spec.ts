import { toast } from '../page.ts'
import { signInAnew } from '../people.ts'
import { type Stoa, startStoa } from '../stoa.ts'
import { expect, test } from '../test.ts'

const HOST = 'api.harbor.example'

test('a custom domain comes with its add-on', async ({ page, stoa }) => {
  const ref = await stoa.createProject('no-domain')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/custom-hostname')) asked.push(request.url())
  })
  await signInAnew(page, stoa)
  await page.goto(`/project/${ref}/settings/custom-domain`)
  await expect(page.getByText('Custom domains come with an add-on')).toBeVisible()
  expect(asked).toEqual([])
  await expect(page.getByRole('link', { name: 'Open add-ons' })).toHaveAttribute('href', `/project/${ref}/addons`)
})

test.describe('on a platform with a name', () => {
  let named: Stoa
  test.beforeAll(async () => {
    // No name server answers there: what is published is set by the test itself.
    named = await startStoa({ env: { STOA_PUBLIC_URL: 'http://stoa.example', STOA_DNS_SERVERS: '127.0.0.1:9' } })
  })
  test.afterAll(() => named?.stop())

  test('a custom domain is added, verified, activated and removed', async ({ page }) => {
    const ref = await named.createProject('harbor')
    await named.control(
      "insert into project_addons (project_id, type, variant) select id, 'custom_domain', 'cd_default' from projects where ref = $1",
      [ref],
    )
    await signInAnew(page, named)
    await page.goto(`${named.url}/project/${ref}/settings/custom-domain`)
    await expect(page).toHaveTitle('Custom domain | harbor | Stoa')
    const host = page.getByRole('textbox', { name: 'Host name' })
    await host.fill('nonsense')
    await page.getByRole('button', { name: 'Add domain' }).click()
    await expect(page.getByRole('alert')).toHaveText('Enter a full host name such as api.example.com')
    await host.fill('stoa.example')
    await page.getByRole('button', { name: 'Add domain' }).click()
    await expect(page.getByRole('alert')).toHaveText('This host name belongs to the platform itself')
    await host.fill(HOST)
    await page.getByRole('button', { name: 'Add domain' }).click()

    await expect(page.getByText(`_stoa.${HOST}`)).toBeVisible()
    await expect(page.getByText(/^stoa-verify=[0-9a-f]{40}$/)).toBeVisible()
    await expect(page.getByText('Never looked up yet')).toBeVisible()
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText(/The name servers did not answer for/)).toBeVisible({ timeout: 20_000 })
    await named.control("update custom_hostnames set status = '3_challenge_verified', problems = '{}'")
    await page.reload()
    await expect(page.getByText('verified', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Activate' }).click()
    await expect(toast(page, `The project answers under ${HOST}`)).toBeVisible()
    await expect(page.getByText('active', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Remove domain' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove the custom domain' })
    await dialog.getByLabel(`Type ${HOST} to confirm`).fill(HOST)
    await dialog.getByRole('button', { name: 'Remove domain' }).click()
    await expect(toast(page, 'Removed the custom domain')).toBeVisible()
    await expect(host).toBeVisible()
  })
})
