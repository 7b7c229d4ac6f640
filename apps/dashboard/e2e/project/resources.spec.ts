import type { Page } from '@playwright/test'
import { expectAccessible, expectDisabled, expectGoodAs, LOOKS, showAs, toast } from '../page.ts'
import { createMember, signIn, unique } from '../people.ts'
import type { Stoa } from '../stoa.ts'
import { expect, test } from '../test.ts'

async function opened(page: Page, stoa: Stoa, path: string) {
  const slug = await stoa.createOrganization(unique('Resources'))
  const ref = await stoa.createProject('harbor', { organization: slug })
  await signIn(page, stoa)
  await page.goto(`/project/${ref}/${path}`)
  return { slug, ref }
}

/** Writes what the next measurements would find only after minutes of hard work. */
const warn = (stoa: Stoa, ref: string, warnings: Record<string, 'warning' | 'critical'>) =>
  stoa.control(
    `insert into resource_states (project_id, warnings, sampled_at) select id, $2, now() from projects where ref = $1
     on conflict (project_id) do update set warnings = excluded.warnings, sampled_at = now()`,
    [
      ref,
      JSON.stringify(
        Object.fromEntries(Object.entries(warnings).map(([name, level]) => [name, { level, toward: null, count: 0 }])),
      ),
    ],
  )

const size = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })

test('another compute size is chosen by what it changes, and the server really has it', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa, 'compute-and-disk')
  await expect(page).toHaveTitle('Compute and disk | harbor | Stoa')
  await expect(size(page, 'Nano')).toBeChecked()
  await expectDisabled(page.getByRole('button', { name: 'Change size' }), 'The project already has this compute size')
  await size(page, 'Small').check()
  const changes = page.getByRole('table', { name: 'What changes' })
  await expect(changes.getByRole('row', { name: 'Memory 512 MB 2 GB' })).toBeVisible()
  await expect(changes.getByRole('row', { name: 'Connections at once 60 90' })).toBeVisible()
  await page.getByRole('button', { name: 'Change to Small' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change harbor to Small?' })
  await expect(dialog).toContainText('everybody who is connected is disconnected')
  await dialog.getByRole('button', { name: 'Restart with Small' }).click()
  await expect(page.getByRole('heading', { name: 'Resizing harbor' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Compute and disk' })).toBeVisible()
  await expect(size(page, 'Small')).toBeChecked()
  expect(await stoa.sql(ref, "select current_setting('shared_buffers') as buffers")).toEqual([{ buffers: '512MB' }])
})

test('a size that did not start is told about, in the server’s own words', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa, 'compute-and-disk')
  await stoa.control(
    `insert into operations (kind, project_id, project_ref, input, error, finished_at)
     select 'project.resize', id, ref, '{"compute_size": "large"}', $2, now() from projects where ref = $1`,
    [ref, 'The server did not start with this size.\nFATAL: could not map shared memory'],
  )
  await page.reload()
  const note = page.getByText('The change to Large on')
  await expect(note).toContainText('the project has the size it had. The server did not start with this size.')
  await expect(page.getByText('FATAL: could not map shared memory')).toBeVisible()
})

test('a size that a plan does not include says so, and so does a missing right', async ({ page, stoa, browser }) => {
  const { slug, ref } = await opened(page, stoa, 'compute-and-disk')
  await stoa.control("update organizations set plan = 'free' where slug = $1", [slug])
  await page.reload()
  await expectDisabled(
    size(page, 'Medium'),
    "The Free plan does not include Medium. Change the organization's plan first",
  )
  await page.goto(`/project/${ref}/addons`)
  await expectDisabled(
    page.getByRole('button', { name: 'Enable PITR add-on' }),
    'The Free plan does not include point in time recovery. Change the plan first',
  )
  const developer = await createMember(stoa, slug, { role: 'Developer' })
  const other = await browser.newPage({ baseURL: stoa.url })
  await signIn(other, stoa, developer)
  await other.goto(`/project/${ref}/compute-and-disk`)
  await expectDisabled(
    other.getByRole('button', { name: 'Change size' }),
    'You need additional permissions to change the compute size of this project',
  )
  await other.goto(`/project/${ref}/addons`)
  await expectDisabled(
    other.getByRole('button', { name: 'Enable PITR add-on' }),
    'You need additional permissions to amend subscriptions',
  )
  await other.close()
})

test('a full disk takes no writes, says how to get out, and takes them again once it is raised', async ({
  page,
  stoa,
}) => {
  const { ref } = await opened(page, stoa, 'compute-and-disk')
  const limit = page.getByLabel('Disk limit')
  await expect(limit).toHaveValue('8')
  await limit.fill('201')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText('Disk can be raised up to 200GB, in whole gigabytes from 1')

  await stoa.control('update projects set disk_limit_mb = 20 where ref = $1', [ref])
  await stoa.call('POST', `/platform/projects/${ref}/disk/measure`)
  await page.goto(`/project/${ref}/sql`)
  const banner = page.getByRole('alert').filter({ hasText: 'The database is in read-only mode.' })
  await expect(banner).toContainText('Its disk has to drop under 95% of the limit to leave it.')
  await expect(banner).toContainText('The disk can be raised up to 200GB.')
  await expect(banner.getByRole('button', { name: 'Dismiss' })).toBeHidden()
  await expect(stoa.sql(ref, 'create table refused (id int)')).rejects.toThrow('read-only transaction')
  await banner.getByRole('link', { name: 'Raise disk' }).click()
  await expect(page.getByRole('heading', { name: 'Compute and disk' })).toBeVisible()
  await page.getByRole('button', { name: 'Measure again' }).click()
  await expect(toast(page, 'The disk is still more than 95% full')).toBeVisible()
  await page.getByLabel('Disk limit').fill('2')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'The disk limit is 2 GB')).toBeVisible()
  await expect(banner).toBeHidden()
  await stoa.sql(ref, 'create table accepted (id int)')
})

test('a warning is closed until it gets worse, and leads to what helps', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa, '')
  await warn(stoa, ref, { cpu_exhaustion: 'warning', memory_and_swap_exhaustion: 'critical' })
  await page.reload()
  const cpu = page.getByRole('status').filter({ hasText: 'Processors are busy.' })
  const memory = page.getByRole('alert').filter({ hasText: 'Out of memory.' })
  await expect(memory.getByRole('link', { name: 'Change size' })).toHaveAttribute(
    'href',
    `/project/${ref}/compute-and-disk`,
  )
  await expectAccessible(page)
  await cpu.getByRole('button', { name: 'Dismiss' }).click()
  await expect(cpu).toBeHidden()
  await page.reload()
  await expect(memory).toBeVisible()
  await expect(cpu).toBeHidden()
  await warn(stoa, ref, { cpu_exhaustion: 'critical' })
  await page.reload()
  const worse = page.getByRole('alert').filter({ hasText: 'Processors are exhausted.' })
  await worse.getByRole('link', { name: 'See what it uses' }).click()
  await expect(page.getByRole('heading', { name: 'Infrastructure' })).toBeVisible()
})

test('warnings are asked for once an hour', async ({ page, stoa }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/projects-resource-warnings')) asked.push(request.url())
  })
  const { ref } = await opened(page, stoa, 'usage')
  await expect.poll(() => asked.length).toBe(1)
  await page.getByRole('link', { name: 'Compute and disk' }).click()
  await expect(page.getByLabel('Disk limit')).toBeVisible()
  await page.getByRole('link', { name: 'Infrastructure' }).click()
  await expect(page.getByRole('slider', { name: 'Memory' })).toBeVisible()
  expect(asked).toHaveLength(1)
  expect(ref).toBeTruthy()
})

test('the server’s use is drawn over an hour, a day and a week, and it can be restarted', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa, 'infrastructure')
  await stoa.control(
    `insert into metrics select id, 1, 10, date_trunc('hour', now()) - interval '2 hours', 0.25, 0.5
     from projects where ref = $1`,
    [ref],
  )
  await page
    .getByRole('radio', { name: '24 hours' })
    .or(page.getByRole('tab', { name: '24 hours' }))
    .click()
  await expect(page).toHaveURL(/range=24h/)
  await expect(page.getByText('at most 50 %')).toBeVisible()
  await page.reload()
  await expect(page.getByText('at most 50 %')).toBeVisible()
  await page.getByRole('button', { name: 'Restart project' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restart', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Restarting harbor' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Infrastructure' })).toBeVisible()
})

test('add-ons are added, changed and removed in panels that have an address', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa, 'addons?panel=pitr')
  const pitr = page.getByRole('dialog', { name: 'Point in time recovery' })
  await pitr.getByRole('radio', { name: '14 days' }).check()
  await expect(pitr.getByRole('status')).toContainText('A running database server restarts for this')
  await pitr.getByRole('button', { name: 'Enable PITR add-on' }).click()
  await expect(toast(page, 'Point in time recovery is on')).toBeVisible()
  await expect(page.getByText('On, for the last 14 days')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/project/${ref}/addons$`))
  await page.getByRole('button', { name: 'Change point in time recovery' }).click()
  await expectDisabled(pitr.getByRole('button', { name: 'Save' }), 'This is how it is now')
  await pitr.getByRole('radio', { name: 'Off' }).check()
  await expect(pitr).toContainText(
    'the moments until now can no longer be restored. A running database server restarts',
  )
  await pitr.getByRole('button', { name: 'Turn off' }).click()
  await expect(toast(page, 'Point in time recovery is off')).toBeVisible()

  await page.goto(`/project/${ref}/addons?panel=customDomain`)
  await page.getByRole('dialog').getByRole('button', { name: 'Enable custom domain add-on' }).click()
  await expect(page.getByRole('link', { name: 'Set up the domain' })).toHaveAttribute(
    'href',
    `/project/${ref}/settings/custom-domain`,
  )
})

test('usage shows real figures, also of a paused project', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa, 'usage')
  await expect(page.getByText('MB of 8 GB')).toBeVisible()
  await stoa.control(
    "insert into compute_usage select id, (now() at time zone 'utc')::date, 'small', 5400 from projects where ref = $1",
    [ref],
  )
  await stoa.control("update projects set status = 'INACTIVE' where ref = $1", [ref])
  await page.reload()
  await expect(page.getByText(/Small 1\.5 h/)).toBeVisible()
  await stoa.control("update projects set status = 'ACTIVE_HEALTHY' where ref = $1", [ref])
})

test('every page is accessible and fits its window, in both themes and 390 px wide', async ({ page, stoa }) => {
  const { ref } = await opened(page, stoa, 'usage')
  await warn(stoa, ref, { disk_io_exhaustion: 'warning', disk_space_exhaustion: 'critical' })
  await page.reload()
  for (const [path, shown] of [
    ['usage', 'Disk by day'],
    ['compute-and-disk', 'Disk limit'],
    ['infrastructure', 'Written to disk'],
    ['addons', 'Change compute size'],
    ['addons?panel=pitr', 'How far back'],
  ] as const) {
    await page.goto(`/project/${ref}/${path}`)
    for (const look of LOOKS) {
      await showAs(page, look)
      await expect(page.getByText(shown).first()).toBeVisible()
      await expect(page.getByText('Disk is busy.')).toBeVisible()
      await expectGoodAs(page, look)
    }
  }
})
