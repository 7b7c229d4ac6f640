import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { choose, expectDisabled, expectGoodAs, LOOKS, showAs, toast } from '../page.ts'
import { createMember, signIn, unique } from '../people.ts'
import type { Stoa } from '../stoa.ts'
import { expect, test } from '../test.ts'

type Listed = { backups: { id: number; status: string; verified_at: string | null }[] }

const list = (stoa: Stoa, ref: string) => stoa.call<Listed>('GET', `/platform/database/${ref}/backups`)
async function take(stoa: Stoa, ref: string): Promise<number> {
  const { id } = await stoa.call<{ id: number }>('POST', `/platform/database/${ref}/backups`)
  await expect
    .poll(async () => (await list(stoa, ref)).backups.find((backup) => backup.id === id)?.status, { timeout: 30_000 })
    .toBe('COMPLETED')
  return id
}
async function project(page: Page, stoa: Stoa, name: string) {
  const slug = await stoa.createOrganization(unique('Backups'))
  const ref = await stoa.createProject(name, { organization: slug })
  await stoa.sql(ref, "create table mark as select 'kept' as value")
  await signIn(page, stoa)
  return { slug, ref }
}
const row = (page: Page) => page.getByRole('table', { name: 'Backups' }).getByRole('row').nth(1)
const actions = (page: Page) => row(page).getByRole('button', { name: /^Actions for the backup of / })
async function act(page: Page, name: string): Promise<void> {
  await actions(page).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
const scheduled = (ref: string) => `/project/${ref}/database/backups/scheduled`
const pitr = (ref: string) => `/project/${ref}/database/backups/pitr`

test('a backup is taken on demand, proven, downloaded and removed', async ({ page, stoa }) => {
  const { ref } = await project(page, stoa, 'harbor')
  await page.goto(`/project/${ref}`)
  await page.getByRole('link', { name: 'Database' }).click()
  await page.getByRole('link', { name: 'Scheduled' }).click()
  await expect(page).toHaveURL(new RegExp(`${scheduled(ref)}$`))
  await expect(page).toHaveTitle('Backups | harbor | Stoa')
  await expect(page.getByText('No backups yet')).toBeVisible()
  await page.getByRole('button', { name: 'Take a backup' }).click()
  await expect(row(page).getByText('Finished')).toBeVisible({ timeout: 30_000 })
  await expect(row(page).getByText('Not proven yet')).toBeVisible()
  await expect(row(page).getByText('On demand')).toBeVisible()

  await act(page, 'Prove now')
  await expect(row(page).getByText('1 table, 1 row')).toBeVisible({ timeout: 60_000 })
  await expect(row(page).getByText('just now')).toBeVisible()

  const download = page.waitForEvent('download')
  await act(page, 'Download')
  const file = await download
  await expect(toast(page, 'Downloading database backup')).toBeVisible()
  expect(file.suggestedFilename()).toMatch(new RegExp(`^${ref}-.*\\.sql\\.gz$`))
  expect(gunzipSync(await readFile(await file.path())).toString()).toContain('CREATE TABLE public.mark')

  await act(page, 'Remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove backup' }).click()
  await expect(page.getByText('No backups yet')).toBeVisible()
})

test('a download that is refused says why', async ({ page, stoa }) => {
  const { ref } = await project(page, stoa, 'harbor')
  await take(stoa, ref)
  await stoa.control("update backups set path = path || '.gone', left_out = '{beside,other}' where project_ref = $1", [
    ref,
  ])
  await page.goto(scheduled(ref))
  await expect(row(page)).toContainText('without beside, other')
  await expect(page.getByText('The latest backup does not hold the databases beside, other')).toBeVisible()
  await act(page, 'Download')
  await expect(
    toast(page, 'Failed to download backup: The file of this backup is no longer there. Choose another backup'),
  ).toBeVisible()
})

test('a backup is restored in place after the name was typed', async ({ page, stoa }) => {
  const { ref } = await project(page, stoa, 'Rewound')
  await take(stoa, ref)
  await stoa.sql(ref, 'drop table mark')
  await page.goto(scheduled(ref))
  await act(page, 'Restore')
  const dialog = page.getByRole('dialog', { name: 'Restore Rewound' })
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Value entered does not match')
  await dialog.getByLabel('Type Rewound to confirm').fill('Rewound')
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Restoring/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Restoration complete!' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Return to project' }).click()
  await expect(row(page).getByText('Before a restore')).toBeVisible()
  expect(await stoa.sql(ref, 'table mark')).toEqual([{ value: 'kept' }])
})

test('a restore that fails says so, and the project is as it was', async ({ page, stoa }) => {
  const { ref } = await project(page, stoa, 'Stubborn')
  const id = await take(stoa, ref)
  await page.goto(scheduled(ref))
  await act(page, 'Restore')
  const dialog = page.getByRole('dialog', { name: 'Restore Stubborn' })
  await dialog.getByLabel('Type Stubborn to confirm').fill('Stubborn')
  // Damaged on disk, and noticed before anything begins.
  await stoa.control("update backups set checksum = 'other' where id = $1", [id])
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The file of this backup is damaged, so nothing was changed. Choose another backup',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  // One that failed later is told on both pages until one succeeds.
  await stoa.control(
    `insert into operations (kind, project_ref, error, finished_at) values ('backup.restore', $1, 'The sky fell.', now())`,
    [ref],
  )
  for (const address of [scheduled(ref), pitr(ref)]) {
    await page.goto(address)
    if (address === scheduled(ref)) await expect(page.getByText('failed: The sky fell.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(await stoa.sql(ref, 'table mark')).toEqual([{ value: 'kept' }])
})

test('a backup is restored into a new project', async ({ page, stoa }) => {
  const { ref } = await project(page, stoa, 'Original')
  await take(stoa, ref)
  await page.goto(scheduled(ref))
  await act(page, 'Restore to a new project')
  const dialog = page.getByRole('dialog', { name: 'Restore to a new project' })
  const name = dialog.getByLabel('Name')
  await expect(name).toHaveValue('Original restored')
  await name.fill('Original')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('A project with this name already exists in this organization')
  await name.fill('Copy')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(page).not.toHaveURL(new RegExp(ref))
  const made = /project\/([a-z]{20})/.exec(page.url())?.[1] ?? ''
  await stoa.until(made, 'ACTIVE_HEALTHY')
  expect(await stoa.sql(made, 'table mark')).toEqual([{ value: 'kept' }])
})

test('the schedule is changed and kept', async ({ page, stoa }) => {
  const { ref } = await project(page, stoa, 'harbor')
  await page.goto(scheduled(ref))
  const save = page.getByRole('button', { name: 'Save' })
  await expectDisabled(save, 'Nothing has changed')
  await choose(page.getByLabel('Hour'), '17:00 UTC')
  await save.click()
  await expect(toast(page, 'Saved when backups are taken')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Hour')).toContainText('17:00 UTC')
  await page.getByRole('switch', { name: 'Take a backup every day' }).click()
  await save.click()
  await expect(page.getByText('No daily backup is taken.')).toBeVisible()
})

test('a paused project shows its backups and lets them be downloaded', async ({ page, stoa }) => {
  const { ref } = await project(page, stoa, 'Asleep')
  await stoa.call('POST', `/platform/projects/${ref}/pause`)
  await stoa.until(ref, 'INACTIVE')
  await page.goto(scheduled(ref))
  await expect(row(page).getByText('With a pause')).toBeVisible()
  await expectDisabled(
    page.getByRole('button', { name: 'Take a backup' }),
    'Not while the project’s status is “Paused”',
  )
  await actions(page).click()
  await expect(page.getByRole('menuitem', { name: 'Restore', exact: true })).toHaveAttribute('aria-disabled', 'true')
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download' }).click()
  await download
})

test('whoever may not change backups sees them and hears why', async ({ page, stoa }) => {
  const { slug, ref } = await project(page, stoa, 'harbor')
  await take(stoa, ref)
  const member = await createMember(stoa, slug, { role: 'Read-only' })
  await page.context().clearCookies()
  await signIn(page, stoa, member)
  await page.goto(scheduled(ref))
  await expect(row(page).getByText('Finished')).toBeVisible()
  await expectDisabled(
    page.getByRole('button', { name: 'Take a backup' }),
    'You need additional permissions to change the backups of this project',
  )
  await actions(page).click()
  for (const name of ['Download', 'Restore', 'Restore to a new project', 'Remove'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await page.goto(pitr(ref))
  await expectDisabled(
    page.getByRole('button', { name: 'Enable PITR add-on' }),
    'You need additional permissions to amend subscriptions',
  )
})

test('point in time recovery is off until the add-on is enabled', async ({ page, stoa }) => {
  const { ref } = await project(page, stoa, 'harbor')
  await page.goto(pitr(ref))
  await expect(page.getByText('Point in time recovery is off')).toBeVisible()
  await page.getByRole('link', { name: 'Enable PITR add-on' }).click()
  await expect(page).toHaveURL(new RegExp(`/project/${ref}/addons\\?panel=pitr$`))
})

test('a moment is chosen by keys, by pointer and by typing, and gone back to', async ({ page, stoa }) => {
  const { ref } = await project(page, stoa, 'Timed')
  await stoa.call('PATCH', `/v1/projects/${ref}/billing/addons`, { addon_type: 'pitr', addon_variant: 'pitr_7' })
  await page.goto(pitr(ref))
  const slider = page.getByRole('slider', { name: 'Moment to restore to' })
  await expect(slider).toBeVisible({ timeout: 60_000 })
  await page.waitForTimeout(3_000)
  await page.reload()
  const [from, to] = [
    Number(await slider.getAttribute('aria-valuemin')),
    Number(await slider.getAttribute('aria-valuemax')),
  ]
  expect(to).toBeGreaterThan(from)
  await expect(slider).toHaveAttribute('aria-valuenow', String(to))
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuenow', String(from))
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuenow', String(Math.min(to, from + 60)))
  await slider.click({ position: { x: 2, y: 20 } })
  expect(Number(await slider.getAttribute('aria-valuenow'))).toBeLessThanOrEqual(from + 1)

  await page.getByLabel('Day').fill('2001-01-01')
  await expect(page.getByRole('alert')).toHaveText('This moment is not kept')
  await expectDisabled(page.getByRole('button', { name: 'Restore to this moment' }), 'This moment is not kept')
  const at = new Date(to * 1000).toISOString()
  await choose(page.getByLabel('Time zone'), 'UTC')
  await page.getByLabel('Day').fill(at.slice(0, 10))
  await page.getByLabel('Time', { exact: true }).fill(at.slice(11, 19))
  await expect(slider).toHaveAttribute('aria-valuenow', String(to))

  await stoa.sql(ref, 'drop table mark')
  await page.getByRole('button', { name: 'Restore to this moment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore Timed' })
  await dialog.getByLabel('Type Timed to confirm').fill('Timed')
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Restoration complete!' })).toBeVisible({ timeout: 60_000 })
  expect(await stoa.sql(ref, 'table mark')).toEqual([{ value: 'kept' }])
})

test('lists that fail can be asked for again', async ({ page, stoa }) => {
  const { ref } = await project(page, stoa, 'harbor')
  const broken = { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'The disk is full' }
  await page.route(/\/backups(\/pitr)?$/, (route) =>
    route.request().resourceType() === 'fetch' ? route.fulfill({ status: 500, json: broken }) : route.continue(),
  )
  for (const [address, title] of [
    [scheduled(ref), 'Failed to load backups'],
    [pitr(ref), 'Failed to load point in time recovery'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText(title)).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('The disk is full')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  }
})

test('the pages are accessible and fit, in both themes and 390 px wide', async ({ page, stoa }) => {
  const { ref } = await project(page, stoa, 'harbor')
  await take(stoa, ref)
  const expectGood = async (shown: Locator) => {
    for (const look of LOOKS) {
      await showAs(page, look)
      await expect(shown).toBeVisible({ timeout: 60_000 })
      await expectGoodAs(page, look)
    }
  }
  await page.goto(scheduled(ref))
  await expectGood(row(page))
  await page.goto(pitr(ref))
  await expectGood(page.getByText('Point in time recovery is off'))
  await stoa.call('PATCH', `/v1/projects/${ref}/billing/addons`, { addon_type: 'pitr', addon_variant: 'pitr_7' })
  await page.reload()
  await expectGood(page.getByRole('slider'))
})
