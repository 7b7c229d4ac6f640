import type { Page, Request } from '@playwright/test'
import { expectDisabled, follow, toast } from '../page.ts'
import { signIn, unique } from '../people.ts'
import type { Stoa } from '../stoa.ts'
import { expect, test } from '../test.ts'

let slug = ''
/** A project whose server is stopped: nothing but a test changes what its row says. */
let still = ''

test.beforeAll(async ({ stoa }) => {
  slug = await stoa.createOrganization(unique('Lifecycle'))
  still = await stoa.createProject('lagoon', { organization: slug })
  await stoa.call('POST', `/platform/projects/${still}/pause`)
  await stoa.until(still, 'INACTIVE')
})

test.beforeEach(async ({ page, stoa }) => {
  await signIn(page, stoa)
})

const setStatus = (stoa: Stoa, status: string) =>
  stoa.control('update projects set status = $1, status_since = now() where ref = $2', [status, still])

/**
 * Counts how often the page asks something of a project. The answer waits until one more call has ended than when it
 * was asked last: while a call is under way, the page begins no other.
 * @param what the end of the call's address
 */
function calls(page: Page, ref: string, what: string) {
  let begun = 0
  let ended = 0
  let seen = 0
  const isMeant = (request: Request) => new URL(request.url()).pathname === `/api/projects/${ref}/${what}`
  page.on('request', (request) => {
    if (isMeant(request)) begun++
  })
  for (const event of ['requestfinished', 'requestfailed'] as const) {
    page.on(event as 'requestfinished', (request) => {
      if (isMeant(request)) ended++
    })
  }
  return {
    count: () => begun,
    oneMore: async () => {
      await expect.poll(() => ended > seen && ended === begun, { intervals: [50] }).toBe(true)
      seen = ended
    },
  }
}

const SCREENS = [
  { status: 'COMING_UP', title: 'Setting up lagoon', pollMs: 4_000, settings: true, backups: false },
  { status: 'UNKNOWN', title: 'lagoon did not come up', pollMs: 4_000, settings: true, backups: false },
  { status: 'RESTARTING', title: 'Restarting lagoon', pollMs: 4_000, settings: false, backups: true },
  { status: 'RESIZING', title: 'Resizing lagoon', pollMs: 4_000, settings: false, backups: true },
  { status: 'RESTORING', title: 'Restoring lagoon', pollMs: 4_000, settings: false, backups: false },
  { status: 'UPGRADING', title: 'Upgrading lagoon', pollMs: 5_000, settings: false, backups: true },
  { status: 'INACTIVE', title: 'lagoon is paused', pollMs: null, settings: true, backups: true },
  {
    status: 'PAUSE_FAILED',
    title: 'Something went wrong while pausing your project',
    pollMs: null,
    settings: true,
    backups: true,
  },
  {
    status: 'RESTORE_FAILED',
    title: 'Something went wrong while restoring your project',
    pollMs: null,
    settings: true,
    backups: true,
  },
] as const

const passing = {
  'true true': 'settings and backups',
  'true false': 'settings',
  'false true': 'backups',
  'false false': 'nothing',
}

for (const { status, title, pollMs, settings, backups } of SCREENS) {
  const passes = passing[`${settings} ${backups}`]
  test(`${status} has its screen, asks as often as it should, and lets ${passes} pass`, async ({ page, stoa }) => {
    await setStatus(stoa, status)
    const asked = calls(page, still, 'status')
    await page.clock.install()
    await page.goto(`/project/${still}/sql`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page).toHaveTitle(`${title} | Stoa`)
    if (pollMs === null) {
      await page.clock.fastForward(30_000)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      expect(asked.count()).toBe(0)
    } else {
      await asked.oneMore()
      for (let round = 0; round < 4; round++) {
        await page.clock.fastForward(pollMs)
        await asked.oneMore()
      }
    }
    await follow(page, `/project/${still}/settings/general`)
    await expect(page.getByRole('heading', { name: settings ? 'General' : title })).toBeVisible()
    await follow(page, `/project/${still}/database/backups/scheduled`)
    if (!backups) await expect(page.getByRole('heading', { name: title })).toBeVisible()
    else await expect(page.getByRole('heading', { name: /backups/i, level: 1 })).toBeVisible()
  })
}

test('pausing waits 4 s, then asks every 2 s, and opens the paused screen', async ({ page, stoa }) => {
  await setStatus(stoa, 'PAUSING')
  const asked = calls(page, still, 'status')
  await page.clock.install()
  await page.goto(`/project/${still}`)
  await expect(page.getByRole('heading', { name: 'Pausing lagoon' })).toBeVisible()
  expect(asked.count()).toBe(0)
  await page.clock.fastForward(4_000)
  await asked.oneMore()
  for (let round = 0; round < 4; round++) {
    await page.clock.fastForward(2_000)
    await asked.oneMore()
  }
  await setStatus(stoa, 'INACTIVE')
  await page.clock.fastForward(2_000)
  await expect(page.getByRole('heading', { name: 'lagoon is paused' })).toBeVisible()
})

test('a project that is being removed says so', async ({ page, stoa }) => {
  await setStatus(stoa, 'GOING_DOWN')
  await page.goto(`/project/${still}`)
  await expect(page.getByRole('heading', { name: 'lagoon is going down' })).toBeVisible()
  await expect(page.getByText('everything of the project removed')).toBeVisible()
})

test('a setup that takes longer than two minutes says where to look', async ({ page, stoa }) => {
  await setStatus(stoa, 'COMING_UP')
  await page.clock.install()
  await page.goto(`/project/${still}`)
  await expect(page.getByRole('heading', { name: 'Setting up lagoon' })).toBeVisible()
  const help = page.getByText('This takes longer than it should.')
  await page.clock.fastForward('01:50')
  await expect(page.getByText(/^Since .+, 1 min 5\d s$/)).toBeVisible()
  await expect(help).toBeHidden()
  await page.clock.fastForward(10_000)
  await expect(help).toBeVisible()
  await expect(page.getByText(`projects/${still}/server.log`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'contact support' })).toHaveAttribute(
    'href',
    new RegExp(`^/support/new\\?category=problem&ref=${still}&subject=.+&message=.+`),
  )
})

test('a project that does not answer for long suggests support', async ({ page, stoa }) => {
  await setStatus(stoa, 'RESTARTING')
  await page.clock.install()
  await page.goto(`/project/${still}`)
  await expect(page.getByRole('heading', { name: 'Restarting lagoon' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'contact support' })).toBeHidden()
  await page.clock.fastForward('02:01')
  await page.getByRole('link', { name: 'contact support' }).click()
  await expect(page).toHaveURL(new RegExp(`/support/new\\?category=problem&ref=${still}`))
})

test('a failed pause says why, and offers support, backups and an end', async ({ page, stoa }) => {
  await setStatus(stoa, 'PAUSE_FAILED')
  await stoa.control(
    `insert into operations (kind, project_id, project_ref, error, finished_at)
     select 'project.pause', id, ref, 'The disk is full.', now() from projects where ref = $1`,
    [still],
  )
  await page.goto(`/project/${still}`)
  await expect(page.getByRole('alert')).toContainText('The disk is full.')
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    /message=The\+disk\+is\+full/,
  )
  await page.getByRole('button', { name: 'Download backups' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Database backup' }).click()
  await downloading
  await expect(toast(page, 'Downloading database backup')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete project' })).toBeVisible()
  await setStatus(stoa, 'RESTORE_FAILED')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Something went wrong while restoring your project' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible()
})

test('a failed restore can be tried again, and ends on the project', async ({ page, stoa }) => {
  const ref = await stoa.createProject('retry', { organization: slug })
  await stoa.call('POST', `/platform/projects/${ref}/pause`)
  await stoa.until(ref, 'INACTIVE')
  await stoa.control(`update projects set status = 'RESTORE_FAILED' where ref = $1`, [ref])
  await page.goto(`/project/${ref}`)
  await expect(page.getByText('retry could not be started. Its data is intact.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page
    .getByRole('dialog', { name: 'Restore this project' })
    .getByRole('button', { name: 'Confirm restore' })
    .click()
  await expect(page.getByRole('heading', { name: 'Restoration complete!' })).toBeVisible()
})

test('a failed pause can be tried again', async ({ page, stoa }) => {
  const ref = await stoa.createProject('stubborn', { organization: slug })
  await stoa.control(`update projects set status = 'PAUSE_FAILED' where ref = $1`, [ref])
  await page.goto(`/project/${ref}`)
  await expect(page.getByText('stubborn was not paused. Its data is intact.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete project' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Pausing stubborn' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'stubborn is paused' })).toBeVisible()
})

test('a project that did not come up can be started again', async ({ page, stoa }) => {
  const ref = await stoa.createProject('sleeper', { organization: slug })
  await stoa.call('POST', `/platform/projects/${ref}/pause`)
  await stoa.until(ref, 'INACTIVE')
  await stoa.control(`update projects set status = 'UNKNOWN' where ref = $1`, [ref])
  await page.goto(`/project/${ref}`)
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(page.getByRole('heading', { name: 'sleeper', exact: true })).toBeVisible({ timeout: 20_000 })
})

test('a project is paused and brought back, with its data', async ({ page, stoa }) => {
  const ref = await stoa.createProject('tide', { organization: slug })
  await stoa.sql(ref, 'create table kept as select 42 as answer')
  await page.goto(`/project/${ref}/settings/general`)
  await page.getByRole('button', { name: 'Pause project' }).click()
  await page.getByRole('dialog', { name: 'Pause tide?' }).getByRole('button', { name: 'Pause project' }).click()
  await expect(page.getByRole('heading', { name: 'Pausing tide' })).toBeVisible()
  // Settings of a paused project stay usable, so the way back begins at its home.
  await expect(page.getByRole('heading', { name: 'General' })).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'tide is paused' })).toBeVisible()
  await expect(page.getByText('All of its data is intact but inaccessible')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View project settings' })).toBeVisible()

  await page.getByRole('button', { name: 'Restore project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore this project' })
  await expect(dialog.getByLabel('Postgres version')).toContainText(/17\.\d+/)
  await dialog.getByRole('button', { name: 'Confirm restore' }).click()
  await expect(toast(page, 'Restoring project')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Restoration complete!' })).toBeVisible()
  await page.getByRole('button', { name: 'Return to project' }).click()
  await expect(page.getByRole('heading', { name: 'tide', exact: true })).toBeVisible()
  expect(await stoa.sql(ref, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a free project that is paused offers no settings', async ({ page, stoa }) => {
  const free = await stoa.createOrganization(unique('Free'))
  const ref = await stoa.createProject('small', { organization: free })
  await stoa.call('PUT', `/platform/organizations/${free}/plan`, { plan: 'free' })
  await stoa.call('POST', `/platform/projects/${ref}/pause`)
  await stoa.until(ref, 'INACTIVE')
  await page.goto(`/project/${ref}`)
  await expect(page.getByRole('button', { name: 'Restore project' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View project settings' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Upgrade to Pro' })).toBeVisible()
})

test('a project of the newest version can only be restored to that one', async ({ page, stoa }) => {
  const { ref } = await stoa.call<{ ref: string }>('POST', '/v1/projects', {
    name: 'newest',
    organization_slug: slug,
    postgres_engine: '18',
  })
  await stoa.until(ref, 'ACTIVE_HEALTHY')
  await stoa.call('POST', `/platform/projects/${ref}/pause`)
  await stoa.until(ref, 'INACTIVE')
  await page.goto(`/project/${ref}`)
  await page.getByRole('button', { name: 'Restore project' }).click()
  await expectDisabled(
    page.getByRole('dialog').getByLabel('Postgres version'),
    'This is the only version that this project can be restored to',
  )
})

test('a pause by somebody else closes the page that is open, and a restore opens it', async ({ page, stoa }) => {
  const ref = await stoa.createProject('shared', { organization: slug })
  await page.clock.install()
  await page.goto(`/project/${ref}`)
  await expect(page.getByRole('heading', { name: 'shared', exact: true })).toBeVisible()
  await stoa.call('POST', `/platform/projects/${ref}/pause`)
  await stoa.until(ref, 'INACTIVE')
  await page.clock.fastForward(15_000)
  await expect(page.getByRole('heading', { name: 'shared is paused' })).toBeVisible()
  await stoa.call('POST', `/platform/projects/${ref}/restore`, {})
  await stoa.until(ref, 'ACTIVE_HEALTHY')
  await page.clock.fastForward(15_000)
  await expect(page.getByRole('heading', { name: 'shared', exact: true })).toBeVisible()
})

test('a project that somebody else deletes sends the page to the projects', async ({ page, stoa }) => {
  const ref = await stoa.createProject('gone', { organization: slug })
  await page.clock.install()
  await page.goto(`/project/${ref}`)
  await expect(page.getByRole('heading', { name: 'gone', exact: true })).toBeVisible()
  await stoa.call('DELETE', `/platform/projects/${ref}`)
  await expect.poll(() => stoa.call('GET', `/projects/${ref}/status`).catch(String)).toContain('404')
  await page.clock.fastForward(15_000)
  await expect(page).toHaveURL('/projects')
})

test('a healthy project that does not answer is connected to as soon as it does', async ({ page, stoa }) => {
  const ref = await stoa.createProject('silent', { organization: slug })
  const pid = await stoa.postmaster(ref)
  process.kill(pid, 'SIGSTOP')
  try {
    await expect
      .poll(() =>
        stoa.call<{ postgrestStatus: string }>('GET', `/projects/${ref}/api/rest`).then((a) => a.postgrestStatus),
      )
      .toBe('OFFLINE')
    const asked = calls(page, ref, 'api/rest')
    await page.clock.install()
    await page.goto(`/project/${ref}`)
    await expect(page.getByRole('heading', { name: 'Connecting to silent' })).toBeVisible()
    await asked.oneMore()
    await page.clock.fastForward(4_000)
    await asked.oneMore()
    await page.goto(`/project/${ref}/settings/general`)
    await expect(page.getByRole('heading', { name: 'General' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Connecting to silent' })).toBeVisible()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await page.clock.fastForward(4_000)
  await expect(page.getByRole('heading', { name: 'silent', exact: true })).toBeVisible({ timeout: 20_000 })
})

test('a server that crashes comes back by itself, and the home tells of it', async ({ page, stoa }) => {
  const ref = await stoa.createProject('phoenix', { organization: slug })
  await stoa.sql(ref, 'create table kept as select 42 as answer')
  const pid = await stoa.postmaster(ref)
  await page.goto(`/project/${ref}`)
  await expect(page.getByRole('heading', { name: 'phoenix', exact: true })).toBeVisible()
  process.kill(pid, 'SIGKILL')
  await expect
    .poll(() => stoa.sql(ref, 'select answer from kept').catch(() => null), { timeout: 30_000 })
    .toEqual([{ answer: 42 }])
  await page.reload()
  const entries = page.getByRole('listitem')
  await expect(entries.filter({ hasText: 'Database stopped unexpectedly' })).toContainText('Stoa')
  await expect(entries.filter({ hasText: 'Database recovered' })).toContainText('Stoa')
})
