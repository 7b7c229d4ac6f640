import { expectDisabled, toast } from './page.ts'
import { createMember, signIn, unique } from './people.ts'
import type { Account } from './stoa.ts'
import { expect, test } from './test.ts'

let slug = ''
let running = ''
let paused = ''
let reader: Account
let developer: Account
let administrator: Account

test.beforeAll(async ({ stoa }) => {
  slug = await stoa.createOrganization(unique('Roles'))
  running = await stoa.createProject('running', { organization: slug })
  await stoa.sql(running, 'create table cargo (id int); insert into cargo values (1)')
  paused = await stoa.createProject('paused', { organization: slug })
  await stoa.call('POST', `/platform/projects/${paused}/pause`)
  await stoa.until(paused, 'INACTIVE')
  reader = await createMember(stoa, slug, { role: 'Read-only' }, 'Rea Only')
  developer = await createMember(stoa, slug, { role: 'Developer' }, 'Dev Eloper')
  administrator = await createMember(stoa, slug, { role: 'Administrator' }, 'Ada Ministrator')
})

for (const who of ['reader', 'developer'] as const) {
  test(`a ${who} may not change, pause or delete a project, and hears why`, async ({ page, stoa }) => {
    await signIn(page, stoa, who === 'reader' ? reader : developer)
    await page.goto(`/project/${running}/settings/general`)
    await expectDisabled(page.getByLabel('Name'), 'You need additional permissions to change this project')
    await expectDisabled(
      page.getByRole('button', { name: 'Save' }),
      'You need additional permissions to change this project',
    )
    await expectDisabled(
      page.getByRole('button', { name: 'Pause project' }),
      'You need additional permissions to pause this project',
    )
    await expectDisabled(
      page.getByRole('button', { name: 'Delete project' }),
      'You need additional permissions to delete this project',
    )
    const restart = page.getByRole('button', { name: 'Restart project' })
    if (who === 'reader') await expectDisabled(restart, 'You need additional permissions to restart this project')
    else await expect(restart).not.toHaveAttribute('aria-disabled')
    await page.goto(`/project/${running}`)
    await expectDisabled(
      page.getByRole('button', { name: 'Reset database password' }),
      'You need additional permissions to reset the database password',
    )
  })

  test(`a ${who} may not restore a project, and a press says so too`, async ({ page, stoa }) => {
    await signIn(page, stoa, who === 'reader' ? reader : developer)
    await page.goto(`/project/${paused}`)
    const restore = page.getByRole('button', { name: 'Restore project' })
    await expectDisabled(restore, 'You need additional permissions to resume this project')
    // A press on a control that only looks disabled: the runner would wait for it to be enabled.
    await restore.click({ force: true })
    await expect(toast(page, 'You do not have the required permissions to restore this project')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await stoa.until(paused, 'INACTIVE')
  })

  test(`a ${who} may not change the organization or its people, and hears why`, async ({ page, stoa }) => {
    await signIn(page, stoa, who === 'reader' ? reader : developer)
    await page.goto(`/org/${slug}/general`)
    const update = 'You do not have the required permissions to update this organization'
    await expectDisabled(page.getByLabel('Name'), update)
    await expectDisabled(page.getByRole('switch', { name: 'Opt in to share anonymous data' }), update)
    await expectDisabled(
      page.getByRole('button', { name: 'Delete organization' }),
      'Only an owner can delete the organization',
    )
    await page.goto(`/org/${slug}/billing`)
    await expectDisabled(
      page.getByRole('button', { name: 'Change plan' }),
      'You need additional permissions to amend subscriptions',
    )
    await page.goto(`/org/${slug}/team`)
    await expectDisabled(
      page.getByRole('button', { name: 'Invite' }),
      'You need additional permissions to manage members',
    )
    await expect(page.getByRole('heading', { name: 'Invitations' })).toBeHidden()
    await page.goto(`/projects?org=${slug}`)
    await expectDisabled(
      page.getByRole('button', { name: 'New project' }),
      'You need additional permissions to create projects',
    )
    await page.keyboard.press('c')
    await expect(page).toHaveURL(`/projects?org=${slug}`)
    await page.goto(`/projects/new?org=${slug}`)
    await expectDisabled(
      page.getByRole('button', { name: 'Create project' }),
      'You need additional permissions to create projects',
    )
  })
}

test('a reader’s SQL reads and never writes', async ({ page, stoa }) => {
  await signIn(page, stoa, reader)
  await page.goto(`/project/${running}/sql`)
  await expect(page.getByText('Read only')).toBeVisible()
  await expect(page.getByText('role stoa_reader')).toBeVisible()
  const editor = page.locator('.cm-content')
  await editor.fill('select id from cargo')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('gridcell', { name: '1' })).toBeVisible()
  for (const [write, refusal] of [
    ['insert into cargo values (2)', 'cannot execute INSERT in a read-only transaction'],
    ['drop table cargo', 'cannot execute DROP TABLE in a read-only transaction'],
    // One statement alone could not leave the transaction that only reads.
    ['commit; insert into cargo values (2)', 'its statements cannot begin or end one'],
    [`set transaction read write`, 'transaction read-write mode must be set before any query'],
  ] as const) {
    await editor.fill(write)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('main').getByRole('alert')).toContainText(refusal)
  }
  expect(await stoa.sql(running, 'select count(*)::int as n from cargo')).toEqual([{ n: 1 }])
})

test('a developer’s SQL writes', async ({ page, stoa }) => {
  await signIn(page, stoa, developer)
  await page.goto(`/project/${running}/sql`)
  await page.locator('.cm-content').fill('create table made_by_developer (id int)')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
  expect(await stoa.sql(running, `select to_regclass('made_by_developer')::text as t`)).toEqual([
    { t: 'made_by_developer' },
  ])
})

test('an administrator manages people but not owners, the plan or the end of the organization', async ({
  page,
  stoa,
}) => {
  await signIn(page, stoa, administrator)
  await page.goto(`/org/${slug}/billing`)
  await expectDisabled(
    page.getByRole('button', { name: 'Change plan' }),
    'You need additional permissions to amend subscriptions',
  )
  await page.goto(`/org/${slug}/general`)
  await expectDisabled(
    page.getByRole('button', { name: 'Delete organization' }),
    'Only an owner can delete the organization',
  )
  await page.goto(`/org/${slug}/team`)
  await page.getByRole('button', { name: 'Actions for mira' }).click()
  await expectDisabled(
    page.getByRole('menuitem', { name: 'Change roles' }),
    'Only an owner can add, change or remove owners',
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Rea Only' }).click()
  await page.getByRole('menuitem', { name: 'Change roles' }).click()
  await page.getByRole('dialog').getByLabel('Role in the organization').click()
  await expect(page.getByRole('option', { name: 'Owner' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('option', { name: 'Owner' })).toContainText('Owners only')
})

test('a member of one project sees that project alone', async ({ page, stoa }) => {
  const guest = await createMember(
    stoa,
    slug,
    { role: null, projects: [{ ref: running, role: 'Developer' }] },
    'Gus Guest',
  )
  await signIn(page, stoa, guest)
  await page.goto('/projects')
  const list = page.getByRole('table', { name: 'Projects' })
  await expect(list.getByRole('link', { name: 'running' })).toBeVisible()
  await expect(list.getByRole('link', { name: 'paused' })).toBeHidden()
  await page.goto(`/project/${paused}`)
  await expect(page.getByText('There is no such project')).toBeVisible()
})

test('a role that is taken away while the page is open is refused with the reason', async ({ page, stoa }) => {
  const member = await createMember(stoa, slug, { role: 'Administrator' }, 'Falling Star')
  await signIn(page, stoa, member)
  await page.goto(`/project/${running}/settings/general`)
  await page.getByLabel('Name').fill('mine now')
  const members = await stoa.call<{ user_id: string; email: string }[]>(
    'GET',
    `/platform/organizations/${slug}/members`,
  )
  const found = members.find(({ email }) => email === member.email)
  await stoa.call('PUT', `/platform/organizations/${slug}/members/${found?.user_id}`, {
    role: 'Read-only',
    projects: [],
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText('You need additional permissions to change this project')
})
