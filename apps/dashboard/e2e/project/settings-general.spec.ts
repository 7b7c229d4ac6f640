import type { Page } from '@playwright/test'
import { expectDisabled, toast } from '../page.ts'
import { signIn, unique } from '../people.ts'
import type { Stoa } from '../stoa.ts'
import { expect, test } from '../test.ts'

const CONFIRM = 'I understand, delete this project'

async function openedSettings(page: Page, stoa: Stoa, name: string, plan?: string) {
  const slug = await stoa.createOrganization(unique('Settings'))
  const ref = await stoa.createProject(name, { organization: slug })
  // Afterwards, because a person may have few projects in free organizations, and the owner is in all of them.
  if (plan !== undefined) await stoa.call('PUT', `/platform/organizations/${slug}/plan`, { plan })
  await signIn(page, stoa)
  await page.goto(`/project/${ref}/settings/general`)
  return { slug, ref }
}

test('a new name is saved and shown everywhere', async ({ page, stoa }) => {
  const { slug, ref } = await openedSettings(page, stoa, 'harbor')
  await stoa.createProject('taken', { organization: slug })
  await expect(page).toHaveTitle('General | harbor | Stoa')
  const name = page.getByLabel('Name')
  const save = page.getByRole('button', { name: 'Save' })
  await expectDisabled(save, 'Nothing has changed')
  await expect(page.getByRole('textbox', { name: 'Project ref' })).toHaveValue(ref)
  await name.fill('taken')
  await save.click()
  await expect(page.getByRole('alert')).toHaveText('A project with this name already exists in this organization')
  await name.fill('haven')
  await save.click()
  await expect(toast(page, 'Saved the project’s name')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Project: haven' })).toBeVisible()
  await expect(page).toHaveTitle('General | haven | Stoa')
  await page.reload()
  await expect(name).toHaveValue('haven')
})

test('a restart is asked about, and the page comes back by itself', async ({ page, stoa }) => {
  const { ref } = await openedSettings(page, stoa, 'harbor')
  const before = await stoa.sql(ref, 'select pg_postmaster_start_time() as at')
  await page.getByRole('button', { name: 'Restart project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restart harbor?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Restart project' }).click()
  await dialog.getByRole('button', { name: 'Restart' }).click()
  await expect(page.getByRole('heading', { name: 'Restarting harbor' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'General' })).toBeVisible()
  expect(await stoa.sql(ref, 'select pg_postmaster_start_time() as at')).not.toEqual(before)
})

test('deleting a free project needs its name and nothing else', async ({ page, stoa }) => {
  const { ref } = await openedSettings(page, stoa, 'Old Harbor', 'free')
  await page.getByRole('button', { name: 'Delete project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm deletion of Old Harbor' })
  await expect(dialog.getByText('Help us improve')).toBeHidden()
  const name = dialog.getByLabel('Type Old Harbor to confirm')
  await dialog.getByRole('button', { name: CONFIRM }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Value entered does not match')
  for (const wrong of ['old harbor', 'Old Harbor ', ref]) {
    await name.fill(wrong)
    await dialog.getByRole('button', { name: CONFIRM }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Value entered does not match')
  }
  await name.fill('Old Harbor')
  const address = `**/api/platform/projects/${ref}`
  await page.route(address, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({
          status: 500,
          json: { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'The disk is full' },
        })
      : route.continue(),
  )
  await dialog.getByRole('button', { name: CONFIRM }).click()
  await expect(toast(page, 'Failed to delete project: The disk is full')).toBeVisible()
  await page.unroute(address)
  await dialog.getByRole('button', { name: CONFIRM }).click()
  await expect(page).toHaveURL('/projects')
  await expect(toast(page, 'Successfully deleted Old Harbor')).toBeVisible()
  await expect
    .poll(
      () => fetch(`${stoa.url}/project/${ref}`).then(() => stoa.call('GET', `/projects/${ref}/status`).catch(String)),
      { timeout: 30_000 },
    )
    .toContain('404')
})

test('deleting a paid project also asks why', async ({ page, stoa }) => {
  const { ref } = await openedSettings(page, stoa, 'harbor', 'pro')
  await page.getByRole('button', { name: 'Delete project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm deletion of harbor' })
  await expect(dialog.getByText('Help us improve')).toBeVisible()
  await dialog.getByLabel('Type harbor to confirm').fill('harbor')
  await dialog.getByRole('button', { name: CONFIRM }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please select at least one reason for deleting your project')
  await dialog.getByRole('checkbox', { name: 'Something I need is missing' }).click()
  await dialog.getByRole('checkbox', { name: 'Other', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Anything else' }).fill('Storage.')
  await dialog.getByRole('button', { name: CONFIRM }).click()
  await expect(page).toHaveURL('/projects')
  await expect(toast(page, 'Successfully deleted harbor')).toBeVisible()
  const [survey] = await stoa.control(
    `select details from audit_log where project_ref = $1 and details->>'message' = 'Storage.'`,
    [ref],
  )
  expect(survey?.details).toMatchObject({ reasons: ['Something I need is missing', 'Other'] })
})

test('the confirmation is left by Escape, gives the focus back, and forgets what was typed', async ({ page, stoa }) => {
  await openedSettings(page, stoa, 'harbor', 'free')
  const open = page.getByRole('button', { name: 'Delete project' })
  await open.press('Enter')
  await expect(page.getByLabel('Type harbor to confirm')).toBeFocused()
  await page.keyboard.type('harbor')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(open).toBeFocused()
  await open.press('Enter')
  await expect(page.getByLabel('Type harbor to confirm')).toHaveValue('')
})

test('what somebody else has begun is refused with the server’s words', async ({ page, stoa }) => {
  const { ref } = await openedSettings(page, stoa, 'harbor')
  await page.getByRole('button', { name: 'Pause project' }).click()
  await stoa.call('POST', `/platform/projects/${ref}/pause`)
  await stoa.until(ref, 'INACTIVE')
  await page.getByRole('dialog').getByRole('button', { name: 'Pause project' }).click()
  await expect(toast(page, 'Failed to pause project: A project that is INACTIVE cannot be paused')).toBeVisible()
})

test('a paused project keeps its settings, where only what makes sense is offered', async ({ page, stoa }) => {
  const { ref } = await openedSettings(page, stoa, 'harbor')
  await stoa.call('POST', `/platform/projects/${ref}/pause`)
  await stoa.until(ref, 'INACTIVE')
  await page.reload()
  await expectDisabled(
    page.getByRole('button', { name: 'Pause project' }),
    'Not while the project’s status is “Paused”',
  )
  await expectDisabled(
    page.getByRole('button', { name: 'Restart project' }),
    'Not while the project’s status is “Paused”',
  )
  await page.getByLabel('Name').fill('renamed while paused')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved the project’s name')).toBeVisible()
})
