import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible, expectDisabled, toast } from '../page.ts'
import { createMember, signIn, unique } from '../people.ts'
import type { Stoa } from '../stoa.ts'
import { expect, test } from '../test.ts'

const PROGRESS = [
  'started',
  'launched upgraded instance',
  'detached volume from upgraded instance',
  'attached volume to original instance',
  'initiated data upgrade',
  'completed data upgrade',
  'detached volume from original instance',
  'attached volume to upgraded instance',
  'completed upgrade',
]

let slug = ''
/** A project whose server is stopped: nothing but a test changes what its row says. */
let still = ''

test.beforeAll(async ({ stoa }) => {
  slug = await stoa.createOrganization(unique('Upgrades'))
  still = await stoa.createProject('lagoon', { organization: slug })
  await stoa.call('POST', `/platform/projects/${still}/pause`)
  await stoa.until(still, 'INACTIVE')
})
test.beforeEach(({ page, stoa }) => signIn(page, stoa))

/** Writes an upgrade as its workflow would have it after so many of the nine progress names. */
async function write(stoa: Stoa, id: string, reached: number, status = 'Upgrading', error: string | null = null) {
  const steps = PROGRESS.slice(0, reached).map((name, index) => ({
    name,
    at: new Date(Date.now() - (reached - index) * 5_000).toISOString(),
  }))
  await stoa.control(
    `insert into upgrades (tracking_id, project_id, from_version, target_version, status, progress, steps, error)
     select $1, id, version, 'supabase-postgres-18.4.0', $2, $3, $4, $5 from projects where ref = $6
     on conflict (tracking_id) do update set status = excluded.status, progress = excluded.progress,
       steps = excluded.steps, error = excluded.error`,
    [id, status, PROGRESS[reached - 1] ?? null, JSON.stringify(steps), error, still],
  )
}
const setStatus = (stoa: Stoa, status: string) =>
  stoa.control(`update projects set status = $1, status_since = now(), postgrest_status = 'ONLINE' where ref = $2`, [
    status,
    still,
  ])

/** The times at which the page asked for an upgrade, by its own clock. */
async function counted(page: Page) {
  let count = 0
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname === `/api/v1/projects/${still}/upgrade/status`) count++
  })
  return {
    more: (than: number) => expect.poll(() => count, { intervals: [50] }).toBeGreaterThan(than),
    now: () => count,
  }
}

test('a project is upgraded from its settings, with its data', async ({ page, stoa }) => {
  test.slow()
  const { ref } = await stoa.call<{ ref: string }>('POST', '/v1/projects', {
    name: 'climber',
    organization_slug: slug,
    postgres_engine: '15',
  })
  await stoa.until(ref, 'ACTIVE_HEALTHY')
  await stoa.sql(ref, 'create table kept as select 42 as answer')
  await page.goto(`/project/${ref}/settings/general`)
  await page.getByRole('button', { name: 'Upgrade project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upgrade climber' })
  await expect(dialog.getByText(/comes back on Postgres 15\.\d+ with its data untouched/)).toBeVisible()
  await dialog.getByLabel('Upgrade to').click()
  await page.getByRole('option', { name: /Postgres 17/ }).click()
  await expectAccessible(page)
  const confirm = dialog.getByRole('button', { name: 'Upgrade project' })
  await confirm.click()
  await expect(dialog.getByText('Value entered does not match')).toBeVisible()
  await dialog.getByRole('textbox').fill('climber')
  await confirm.click()
  await expect(toast(page, 'Upgrading project')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/project/${ref}\\?trackingId=[0-9a-f-]{36}$`))
  await expect(page.getByRole('heading', { name: /^Upgrading climber/ })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Steps of the upgrade' }).getByRole('listitem')).toHaveCount(8)
  await expect(page.getByRole('heading', { name: 'Upgrade complete' })).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText(/climber runs on Postgres 17\.\d+, with all of its data/)).toBeVisible()
  await page.getByRole('button', { name: 'Return to project' }).click()
  await expect(page).toHaveURL(`/project/${ref}`)
  await expect(page.getByRole('heading', { name: 'climber', exact: true })).toBeVisible()
  expect(await stoa.sql(ref, 'select answer from kept')).toEqual([{ answer: 42 }])
  // What it can be upgraded to was asked for anew: only 18 is left.
  await page.goto(`/project/${ref}/settings/general`)
  await page.getByRole('button', { name: 'Upgrade project' }).click()
  await expect(page.getByLabel('Upgrade to')).toContainText('Postgres 18')
})

test('the screen follows the steps, the backup after them, and the end', async ({ page, stoa }) => {
  const id = randomUUID()
  await write(stoa, id, 0)
  await setStatus(stoa, 'UPGRADING')
  const asked = await counted(page)
  await page.clock.install()
  await page.goto(`/project/${still}`)
  await expect(page.getByRole('heading', { name: 'Upgrading lagoon to Postgres 18.4' })).toBeVisible()
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(step('Preparing new server')).toHaveAttribute('aria-current', 'step')
  await expect(step('Optimize database')).toBeVisible()
  await write(stoa, id, 5)
  await page.clock.fastForward(5_000)
  await expect(step('Migrating to new database')).toHaveAttribute('aria-current', 'step')
  await expect(step('API services shut down')).toContainText('done')
  await expectAccessible(page)
  await write(stoa, id, 9)
  await page.clock.fastForward(5_000)
  await expect(page.getByText('Performing a full backup')).toBeVisible()
  await expect(step('Database optimized')).toContainText('done')
  await write(stoa, id, 9, 'Upgraded')
  await setStatus(stoa, 'ACTIVE_HEALTHY')
  await page.clock.fastForward(5_000)
  await expect(page.getByRole('heading', { name: 'Upgrade complete' })).toBeVisible()
  // Once it has ended, nothing is asked any more.
  const before = asked.now()
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('heading', { name: 'Upgrade complete' })).toBeVisible()
  expect(asked.now()).toBe(before)
  await setStatus(stoa, 'INACTIVE')
})

test('its state is asked for every 5 s, before the upgrade is known to be under way too', async ({ page, stoa }) => {
  await stoa.control('delete from upgrades')
  await setStatus(stoa, 'UPGRADING')
  const asked = await counted(page)
  await page.clock.install()
  await page.goto(`/project/${still}`)
  await expect(page.getByRole('heading', { name: 'Upgrading lagoon', exact: true })).toBeVisible()
  for (let round = 0; round < 3; round++) {
    await asked.more(round)
    const before = asked.now()
    await page.clock.fastForward(4_900)
    expect(asked.now()).toBe(before)
    await page.clock.fastForward(200)
    await asked.more(before)
  }
  await setStatus(stoa, 'INACTIVE')
})

test('a failed upgrade says that the data is unaffected, why it failed, and where to ask', async ({ page, stoa }) => {
  const id = randomUUID()
  const reason = 'The extension postgis is not available on Postgres 18.'
  await write(stoa, id, 3, 'Failed', reason)
  await setStatus(stoa, 'ACTIVE_HEALTHY')
  await page.goto(`/project/${still}?trackingId=${id}`)
  await expect(page.getByRole('heading', { name: 'We ran into an issue while upgrading your project' })).toBeVisible()
  await expect(page.getByText(/^Your data is unaffected: lagoon stays on Postgres 17\.\d+/)).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(reason)
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', new RegExp(id))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(reason)
  await page.getByRole('button', { name: 'Return to project' }).click()
  await expect(page).toHaveURL(`/project/${still}`)
  await expect(page.getByRole('heading', { name: /ran into an issue/ })).toBeHidden()
  await setStatus(stoa, 'INACTIVE')
})

test('what stands against an upgrade is said in its dialog', async ({ page, stoa }) => {
  const ref = await stoa.createProject('held', { organization: slug })
  const message = 'The replication slot archive would be lost. Drop it, then upgrade.'
  await page.route(`**/api/v1/projects/${ref}/upgrade/eligibility`, (route) =>
    route.fulfill({
      json: {
        eligible: false,
        current_app_version: 'supabase-postgres-17.10.0',
        current_app_version_release_channel: 'ga',
        latest_app_version: 'supabase-postgres-18.4.0',
        target_upgrade_versions: [
          {
            postgres_version: '18',
            release_channel: 'ga',
            app_version: 'supabase-postgres-18.4.0',
            obstacles: [{ code: 'replication-slot', message }],
          },
        ],
        potential_breaking_changes: [message],
        duration_estimate_hours: 0.5,
      },
    }),
  )
  await page.goto(`/project/${ref}/settings/general`)
  await page.getByRole('button', { name: 'Upgrade project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upgrade held' })
  await expect(dialog.getByRole('list', { name: 'What stands against the upgrade' })).toContainText(message)
  await expect(dialog.getByText('for about 30 min at this size')).toBeVisible()
  await dialog.getByRole('textbox').fill('held')
  await dialog.getByRole('button', { name: 'Upgrade project' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(message)
})

test('who may not upgrade, and what cannot be upgraded, is said at the button', async ({ page, stoa }) => {
  const { ref } = await stoa.call<{ ref: string }>('POST', '/v1/projects', {
    name: 'newest',
    organization_slug: slug,
    postgres_engine: '18',
  })
  await stoa.until(ref, 'ACTIVE_HEALTHY')
  await page.goto(`/project/${ref}/settings/general`)
  const button = page.getByRole('button', { name: 'Upgrade project' })
  await expectDisabled(button, 'The project has the newest Postgres version that is available here')
  await page.goto(`/project/${still}/settings/general`)
  await expectDisabled(button, 'Not while the project’s status is “Paused”')
  await page.context().clearCookies()
  await signIn(page, stoa, await createMember(stoa, slug, { role: 'Developer' }))
  await page.goto(`/project/${ref}/settings/general`)
  await expectDisabled(button, 'You need additional permissions to upgrade this project')
})
