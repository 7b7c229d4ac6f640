import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expectAccessible, expectDisabled, toast } from '../page.ts'
import { signIn, unique } from '../people.ts'
import { type Stoa, startStoa } from '../stoa.ts'
import { expect, test } from '../test.ts'

// Flags are settings of a whole server: each set of them has one of its own.

const DAY_MS = 86_400_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const inDays = (days: number): string => {
  const date = new Date(Date.now() + days * DAY_MS)
  return `${String(date.getDate()).padStart(2, '0')} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`
}

/** A paused project in an organization of a plan, paused so many days ago. */
async function paused(stoa: Stoa, plan: string, days = 0): Promise<{ ref: string; slug: string }> {
  const slug = await stoa.createOrganization(unique(`Paused ${plan}`))
  const ref = await stoa.createProject('archive', { organization: slug })
  await stoa.call('PUT', `/platform/organizations/${slug}/plan`, { plan })
  await stoa.call('POST', `/platform/projects/${ref}/pause`)
  await stoa.until(ref, 'INACTIVE')
  await stoa.control(`update projects set paused_at = now() - make_interval(days => $1) where ref = $2`, [days, ref])
  return { ref, slug }
}

const open = async (page: Page, stoa: Stoa, ref: string) => {
  await page.goto(`${stoa.url}/project/${ref}`)
  await expect(page.getByRole('heading', { name: 'archive is paused' })).toBeVisible()
}
const refuse = (page: Page, path: string, message = 'The disk is full') =>
  page.route(`**/api${path}`, (route) =>
    route.fulfill({ status: 500, json: { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, message } }),
  )

test.describe('where pauses end after ninety days', () => {
  let stoa: Stoa
  test.beforeAll(async () => {
    stoa = await startStoa({ env: { STOA_FLAGS: 'ninety-day-expiry,storage-archive' } })
  })
  test.afterAll(() => stoa?.stop())
  test.beforeEach(({ page }) => signIn(page, stoa))

  test('a free project says until when it can be restored, and offers a larger plan', async ({ page }) => {
    const { ref, slug } = await paused(stoa, 'free', 19)
    await open(page, stoa, ref)
    await expect(page.getByText('within the next 71 days')).toBeVisible()
    await expect(page.getByText(inDays(71))).toBeVisible()
    await expect(page.getByText('On the Pro plan, paused projects do not expire.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'View project settings' })).toBeHidden()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
    await expect(page).toHaveURL(
      `${stoa.url}/org/${slug}/billing?panel=subscriptionPlan&source=projectPausedStateRestore`,
    )
  })

  test('a project of a paid plan says what its restore means for the bill', async ({ page }) => {
    const { ref } = await paused(stoa, 'pro', 400)
    await open(page, stoa, ref)
    await expect(page.getByText('No compute is billed while the project is paused.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Upgrade to Pro' })).toBeHidden()
    await page.getByRole('link', { name: 'View project settings' }).click()
    await expect(page).toHaveURL(`${stoa.url}/project/${ref}/settings/general`)
  })

  test('whether it can be restored is waited for, and asked again when that failed', async ({ page }) => {
    const { ref } = await paused(stoa, 'free')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(`**/api/platform/projects/${ref}/pause/status`, async (route) => {
      await held
      await route.fulfill({
        status: 403,
        json: { defined: true, code: 'FORBIDDEN', status: 403, message: 'Not for you' },
      })
    })
    await open(page, stoa, ref)
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached()
    await expectDisabled(
      page.getByRole('button', { name: 'Restore project' }),
      'Whether the project can still be restored is not known yet',
    )
    release()
    await expect(page.getByText('Failed to retrieve pause status')).toBeVisible()
    await expect(page.getByText('Not for you')).toBeVisible()
    await page.unroute(`**/api/platform/projects/${ref}/pause/status`)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('within the next 90 days')).toBeVisible()
  })

  test('a project that cannot be restored any more lets its backups be taken away', async ({ page }) => {
    const { ref } = await paused(stoa, 'free', 91)
    await open(page, stoa, ref)
    await expect(page.getByText('Project cannot be restored through the dashboard')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Restore project' })).toBeHidden()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Download backups' }).click()
    const item = page.getByRole('menuitem', { name: 'Database backup' })
    await expect(item).toContainText(/Postgres 1[78]\.\d+/)
    const downloading = page.waitForEvent('download')
    await item.click()
    const download = await downloading
    await expect(toast(page, 'Downloading database backup')).toBeVisible()
    expect(download.suggestedFilename()).toMatch(/\.sql\.gz$/)
    expect(gunzipSync(await readFile(await download.path())).toString()).toContain('PostgreSQL database dump')
    await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      new RegExp(`^/support/new\\?category=data&ref=${ref}&subject=.+&message=.+`),
    )
  })

  test('stored objects are archived, waited for and downloaded', async ({ page }) => {
    const { ref } = await paused(stoa, 'free', 91)
    await open(page, stoa, ref)
    const asked: number[] = []
    await page.route(`**/api/platform/storage/${ref}/archive`, async (route) => {
      if (route.request().method() === 'GET') asked.push(Date.now())
      // The archive of nothing is made at once: the first answer is the one of a project with more in it.
      if (asked.length === 1)
        await route.fulfill({
          status: 404,
          json: { defined: true, code: 'NOT_FOUND', status: 404, message: 'Storage archive not found' },
        })
      else await route.continue()
    })
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download backups' }).click()
    await page.getByRole('menuitem', { name: 'Storage objects' }).click()
    await expect(
      toast(
        page,
        'Retrieving storage archive. This may take a few minutes depending on the size of your storage objects.',
      ),
    ).toBeVisible()
    await downloading
    await expect(toast(page, 'Downloading storage objects')).toBeVisible()
    expect(asked).toHaveLength(2)
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(4_900)
  })

  test('a download that fails says why', async ({ page }) => {
    const { ref } = await paused(stoa, 'free', 91)
    await open(page, stoa, ref)
    await refuse(page, `/platform/database/${ref}/backups/download`)
    await page.getByRole('button', { name: 'Download backups' }).click()
    await page.getByRole('menuitem', { name: 'Database backup' }).click()
    await expect(toast(page, 'Failed to download backup: The disk is full')).toBeVisible()
    await refuse(page, `/platform/storage/${ref}/archive`, 'No room for an archive')
    await page.getByRole('button', { name: 'Download backups' }).click()
    await page.getByRole('menuitem', { name: 'Storage objects' }).click()
    await expect(toast(page, 'Failed to create storage archive: No room for an archive')).toBeVisible()
  })

  test('a project without a backup says so, also when the last one has just gone', async ({ page }) => {
    const { ref } = await paused(stoa, 'free', 91)
    await open(page, stoa, ref)
    const menu = page.getByRole('button', { name: 'Download backups' })
    await menu.click()
    await expect(page.getByRole('menuitem', { name: 'Database backup' })).not.toHaveAttribute('aria-disabled')
    // One is still being written: the menu waits for it, and names the newer one beside what there is.
    await stoa.control("update backups set status = 'RUNNING' where project_ref = $1", [ref])
    await page.reload()
    await menu.click()
    await expectDisabled(
      page.getByRole('menuitem', { name: 'Database backup' }),
      'The backup of this project is still being written',
    )
    await stoa.control("update backups set status = 'COMPLETED' where project_ref = $1", [ref])
    await expect(page.getByRole('menuitem', { name: 'Database backup' })).not.toHaveAttribute('aria-disabled')
    await stoa.control('delete from backups where project_ref = $1', [ref])
    await page.getByRole('menuitem', { name: 'Database backup' }).click()
    await expect(toast(page, 'No backups available for download')).toBeVisible()
    await menu.click()
    await expectDisabled(page.getByRole('menuitem', { name: 'Database backup' }), 'No available backups to download')
  })
})

test.describe('where other flags are set', () => {
  let stoa: Stoa
  test.beforeAll(async () => {
    stoa = await startStoa({ env: { STOA_FLAGS: 'ninety-day-expiry,upgrade-hint-b,hide-restore-version' } })
  })
  test.afterAll(() => stoa?.stop())
  test.beforeEach(({ page }) => signIn(page, stoa))

  test('the hint at a larger plan has its other wording', async ({ page }) => {
    const { ref } = await paused(stoa, 'free')
    await open(page, stoa, ref)
    await expect(page.getByText('Upgrade to Pro to keep this project for as long as you like.')).toBeVisible()
  })

  test('stored objects cannot be downloaded yet', async ({ page }) => {
    const { ref } = await paused(stoa, 'free', 91)
    await open(page, stoa, ref)
    await page.getByRole('button', { name: 'Download backups' }).click()
    await expectDisabled(
      page.getByRole('menuitem', { name: 'Storage objects' }),
      'Downloading storage objects is not available yet',
    )
  })

  test('a restore offers no version, and the project comes back as it was', async ({ page }) => {
    const { ref } = await paused(stoa, 'pro')
    await open(page, stoa, ref)
    await page.getByRole('button', { name: 'Restore project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore this project' })
    await expect(dialog.getByRole('button', { name: 'Confirm restore' })).toBeVisible()
    await expect(dialog.getByLabel('Postgres version')).toBeHidden()
    await dialog.getByRole('button', { name: 'Confirm restore' }).click()
    await expect(page.getByRole('heading', { name: 'Restoration complete!' })).toBeVisible()
  })
})

test.describe('where no flag is set', () => {
  test.beforeEach(({ page, stoa }) => signIn(page, stoa))

  test('a paused project knows no end, and names what it would be restored for', async ({ page, stoa }) => {
    const { ref } = await paused(stoa, 'free', 400)
    await page.goto(`/project/${ref}/sql`)
    await expect(page.getByText('Restore it to use the SQL editor.')).toBeVisible()
    await expect(page.getByText('through the dashboard')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Restore project' })).not.toHaveAttribute('aria-disabled')
  })

  test('a restore on a newer version moves the data there', async ({ page, stoa }) => {
    test.slow()
    const slug = await stoa.createOrganization(unique('Moves'))
    const { ref } = await stoa.call<{ ref: string }>('POST', '/v1/projects', {
      name: 'archive',
      organization_slug: slug,
      postgres_engine: '15',
    })
    await stoa.until(ref, 'ACTIVE_HEALTHY')
    await stoa.sql(ref, 'create table kept as select 42 as answer')
    await stoa.call('POST', `/platform/projects/${ref}/pause`)
    await stoa.until(ref, 'INACTIVE')
    await open(page, stoa, ref)
    await page.getByRole('button', { name: 'Restore project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore this project' })
    const select = dialog.getByLabel('Postgres version')
    await expect(select).toContainText(/15\.\d+/)
    await select.click()
    await expect(page.getByRole('option')).toHaveCount(3)
    await page.getByRole('option', { name: /^17/ }).click()
    await expect(dialog.getByText('is then moved to Postgres 17')).toBeVisible()
    await dialog.getByRole('button', { name: 'Confirm restore' }).click()
    await expect(toast(page, 'Restoring project')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Restoration complete!' })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(/runs on Postgres 17\.\d+ again/)).toBeVisible()
    expect(await stoa.sql(ref, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('versions carry their channels, the preview engine its name, and the first is chosen', async ({
    page,
    stoa,
  }) => {
    const { ref } = await paused(stoa, 'pro')
    await page.route(`**/api/platform/projects/${ref}/restore/versions`, (route) =>
      route.fulfill({
        json: {
          available_versions: [
            { version: 'supabase-postgres-17.10.0', postgres_engine: '17', release_channel: 'ga' },
            { version: 'supabase-postgres-18.4.0', postgres_engine: '18', release_channel: 'beta' },
            { version: 'supabase-postgres-17.10.0', postgres_engine: '17-oriole-preview', release_channel: 'ga' },
          ],
        },
      }),
    )
    await open(page, stoa, ref)
    await page.getByRole('button', { name: 'Restore project' }).click()
    const select = page.getByRole('dialog').getByLabel('Postgres version')
    await expect(select).toHaveText(/17\.10/)
    await expect(select).not.toContainText('OrioleDB')
    await select.click()
    const options = page.getByRole('option')
    await expect(options.nth(0)).toContainText('as before')
    await expect(options.nth(1)).toContainText('beta')
    await expect(options.nth(2)).toContainText('OrioleDB Preview')
  })

  test('a restore that is refused says why', async ({ page, stoa }) => {
    const { ref } = await paused(stoa, 'pro')
    await open(page, stoa, ref)
    await page.getByRole('button', { name: 'Restore project' }).click()
    await stoa.control("update projects set status = 'RESTARTING' where ref = $1", [ref])
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm restore' }).click()
    await expect(
      toast(page, 'Failed to restore project: A project that is RESTARTING cannot be restored'),
    ).toBeVisible()
    await stoa.control("update projects set status = 'INACTIVE' where ref = $1", [ref])
  })

  test('members who have no room for it are named before a restore is asked for', async ({ page, stoa }) => {
    const { ref } = await paused(stoa, 'free')
    await stoa.control('update users set free_project_limit = 0')
    try {
      await open(page, stoa, ref)
      const listed = page.waitForResponse(/reached-free-project-limit/)
      await page.reload()
      await listed
      const dialog = page.getByRole('dialog', { name: /reached their free project limit/ })
      // Who presses before the page has read the answer is asked as if there were room, and refused by the server.
      await expect(async () => {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Restore project' }).click({ timeout: 2_000 })
        await expect(dialog).toBeVisible({ timeout: 2_000 })
      }).toPass()
      await expect(dialog.getByRole('listitem')).toContainText('mira')
      await expect(dialog.getByRole('listitem')).toContainText('0 free projects at most')
      await dialog.getByRole('button', { name: 'Understood' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
    } finally {
      await stoa.control('update users set free_project_limit = 1000')
    }
  })
})
