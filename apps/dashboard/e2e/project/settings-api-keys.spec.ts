import { toast } from '../page.ts'
import { signIn, unique } from '../people.ts'
import { expect, test } from '../test.ts'

test('a key is made, shown once, used, renamed and revoked', async ({ page, stoa }) => {
  const slug = await stoa.createOrganization(unique('Keys'))
  const ref = await stoa.createProject('harbor', { organization: slug })
  const ask = (key: string) => fetch(`${stoa.url}/p/${ref}/rest/v1/`, { headers: { apikey: key } })
  await signIn(page, stoa)
  await page.goto(`/project/${ref}/settings/api`)
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Key name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('nightly job')
  await dialog.getByRole('radio', { name: 'Secret' }).click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'Copy the key now' })
  const key = (await shown.getByText(/^sb_secret_/).textContent()) ?? ''
  expect((await ask(key)).status).toBe(200)
  await shown.getByRole('button', { name: 'Done' }).click()

  const keys = page.getByRole('table', { name: 'Publishable and secret keys' })
  await expect(keys.getByRole('row', { name: /nightly job/ })).toContainText('secret')
  await expect(page.getByText(key)).toHaveCount(0)
  await page.getByRole('button', { name: 'New key' }).click()
  await dialog.getByLabel('Name').fill('nightly job')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('A key with this name already exists')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Actions for nightly job' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename nightly job' })
  await rename.getByLabel('Name').fill('hourly job')
  await rename.getByRole('button', { name: 'Rename key' }).click()
  await expect(toast(page, 'Renamed to hourly job')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for hourly job' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('dialog', { name: 'Revoke hourly job' }).getByRole('button', { name: 'Revoke key' }).click()
  await expect(toast(page, 'Revoked hourly job')).toBeVisible()
  await expect(page.getByText('No keys yet.')).toBeVisible()
  expect((await ask(key)).status).toBe(401)
})
