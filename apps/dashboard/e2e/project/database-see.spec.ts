import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { choose, chooseFromMenu, expectDisabled, toast } from '../page.ts'
import { createMember, signIn, unique } from '../people.ts'
import { refuse } from '../scene.ts'
import type { Account } from '../stoa.ts'
import { expect, test } from '../test.ts'

let ref = ''
let reader: Account

test.beforeAll(async ({ stoa }) => {
  const slug = await stoa.createOrganization(unique('See'))
  ref = await stoa.createProject('lighthouse', { organization: slug })
  reader = await createMember(stoa, slug, { role: 'Read-only' }, 'Rea Only')
  await stoa.sql(
    ref,
    `create table owners (id bigint generated always as identity primary key, name text);
     create table ships (id bigint generated always as identity primary key, name text, owner_id bigint references owners);
     create schema archive; create table archive.logs (id int primary key, note text);
     alter table owners enable row level security; alter table ships enable row level security;
     create policy seen on owners for select using (true); create policy seen on ships for select using (true)`,
  )
})

/** How many dots of the painted drawing are not its ground, where a table is to be. */
const inkOf = (page: Page, { x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
  page.evaluate(
    ([left, top, wide, high]) => {
      const drawn = document.querySelector('canvas[data-painted]')
      const copy = document.createElement('canvas').getContext('2d')
      if (!(drawn instanceof HTMLCanvasElement) || copy === null) return 0
      const at = drawn.getBoundingClientRect()
      Object.assign(copy.canvas, { width: wide, height: high })
      copy.drawImage(drawn, at.x - left, at.y - top, at.width, at.height)
      const dots = copy.getImageData(0, 0, wide, high).data
      return Array.from({ length: dots.length / 4 }, (_, dot) => dots[dot * 4 + 3] ?? 0).filter((alpha) => alpha > 0)
        .length
    },
    [x, y, Math.ceil(width), Math.ceil(height)] as const,
  )

test('the visualizer draws tables and keys, finds, moves, exports and opens them', async ({ page, stoa }) => {
  await signIn(page, stoa)
  await page.goto(`/project/${ref}/database/backups/scheduled`)
  await page.getByRole('link', { name: 'Visualizer', exact: true }).click()
  await expect(page).toHaveTitle(/^Visualizer/)
  const table = (name: string) => page.locator('.react-flow__node-table').filter({ hasText: name })
  await expect(table('ships')).toContainText('owner_id')
  await expect(table('owners')).toBeVisible()
  await expect(table('ships').getByTitle('owner_id bigint → public.owners (id)')).toBeVisible()
  await expect(table('logs')).toHaveCount(0)

  await page.getByText('Keys', { exact: true }).click()
  await expect(table('owners')).toContainText('1 more')
  await choose(page.getByRole('combobox', { name: 'Schema' }), 'All schemas')
  await expect(table('logs')).toBeVisible()

  // By a column's name, with the keyboard alone.
  const find = page.getByRole('searchbox', { name: 'Find a table or column' })
  await find.fill('OWNER_ID')
  const list = page.getByRole('navigation', { name: 'Tables of the drawing' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await find.press('Enter')
  await expect(page).toHaveURL(/table=public\.ships/)
  await expect(list.getByRole('button')).toHaveAttribute('aria-current', 'true')
  await find.fill('')
  // The keys of the table that is looked at stand out.
  await expect(page.locator('[data-key-line]')).toHaveCount(1)

  // From afar tables are painted: the one below the pointer can be pressed all the same.
  for (let step = 0; step < 5; step++) await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(table('owners')).toHaveCount(0)
  const ring = page.locator('.react-flow__node-table').filter({ has: page.getByTitle('ships', { exact: true }) })
  const painted = await ring.boundingBox()
  if (painted === null) throw new Error('The table is not in sight')
  const plan = await page.locator('.react-flow__pane').boundingBox()
  await page.mouse.click((plan?.x ?? 0) + 20, (plan?.y ?? 0) + (plan?.height ?? 0) - 20)
  await expect(ring).toHaveCount(0)
  await expect(page).not.toHaveURL(/table=/)
  expect(await inkOf(page, painted)).toBeGreaterThan(20)
  await page.mouse.click(painted.x + painted.width / 2, painted.y + painted.height / 2)
  await expect(page).toHaveURL(/table=public\.ships/)
  await page.getByRole('button', { name: 'Show all tables' }).click()
  await expect(table('owners')).toBeVisible()

  // Where it was put it stands after a reload, until tables are arranged anew.
  const place = async () => (await table('ships').getAttribute('style')) ?? ''
  const before = /translate\([^)]*\)/.exec(await place())?.[0] ?? ''
  const box = (await table('ships').boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(box.x + 30, box.y + 12)
  await page.mouse.down()
  await page.mouse.move(box.x + 90, box.y + 130, { steps: 5 })
  await page.mouse.up()
  await expect.poll(place).not.toContain(before)
  const moved = /translate\([^)]*\)/.exec(await place())?.[0] ?? ''
  await page.reload()
  await expect.poll(place).toContain(moved)
  await page.getByRole('button', { name: 'Arrange the tables anew' }).click()
  await expect.poll(place).toContain(before)

  const exported = async (format: string) => {
    const coming = page.waitForEvent('download')
    await chooseFromMenu(page.getByRole('button', { name: 'Export' }), `As ${format}`)
    const file = await coming
    expect(file.suggestedFilename()).toBe(`lighthouse schema.${format.toLowerCase()}`)
    return readFile(await file.path())
  }
  const svg = (await exported('SVG')).toString()
  for (const name of ['ships', 'owners', 'logs', 'owner_id', 'archive']) expect(svg).toContain(`>${name}</text>`)
  const png = await exported('PNG')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(png.length).toBeGreaterThan(5_000)

  await list.getByRole('link', { name: 'Open ships in the table editor' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/editor\?.*table=ships/)

  await refuse(page, `/platform/projects/${ref}/database/visualizer`)
  await page.goto(`/project/${ref}/database/visualizer`)
  await expect(page.getByText('The disk is full')).toBeVisible()
  await page.unroute(`**/api/platform/projects/${ref}/database/visualizer`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(table('ships')).toBeVisible()
})

test('an advisor’s finding is fixed, another ignored and restored; a reader is told why not', async ({
  page,
  stoa,
}) => {
  await stoa.sql(ref, 'create table berths (id int primary key); create table piers (id int primary key)')
  await signIn(page, stoa)
  await page.goto(`/project/${ref}/advisors?kind=security`)
  const open = page.getByRole('list', { name: 'Tables without row level security' })
  await expect(open.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Fix berths' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enable row level security on berths' })
  await expect(dialog).toContainText('alter table public.berths enable row level security')
  await dialog.getByRole('button', { name: 'Run fix' }).click()
  await expect(toast(page, 'Fixed berths')).toBeVisible()
  await expect(open.getByRole('listitem')).toHaveCount(1)
  // What is left to do about it are policies, which only people can write.
  await expectDisabled(
    page.getByRole('list', { name: 'Row level security without policies' }).getByRole('button', { name: 'Fix berths' }),
    'Only people who know the data can say what is right here',
  )

  await open.getByRole('button', { name: 'Ignore piers' }).click()
  await expect(open).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Ignore berths' })).toBeVisible()
  await expect(open).toHaveCount(0)
  await page.getByRole('switch', { name: 'Show ignored' }).click()
  await open.getByRole('button', { name: 'Restore piers' }).click()
  await expect(open.getByRole('button', { name: 'Ignore piers' })).toBeVisible()

  await page.context().clearCookies()
  await signIn(page, stoa, reader)
  await page.goto(`/project/${ref}/advisors`)
  await expectDisabled(
    page.getByRole('button', { name: 'Ignore piers' }),
    'You need additional permissions to ignore advice',
  )
  await expectDisabled(
    page.getByRole('button', { name: 'Fix piers' }),
    'You need additional permissions to change this database',
  )
  await refuse(page, `/platform/projects/${ref}/advisors`)
  await page.goto(`/project/${ref}/advisors`)
  await expect(page.getByText('Failed to look at the database')).toBeVisible()
})

test('who waits for whom is shown; a query is canceled and a connection ended', async ({ page, stoa }) => {
  const held = stoa.sql(ref, 'begin; lock table ships in access exclusive mode; select pg_sleep(60)').catch(String)
  await signIn(page, stoa)
  await page.goto(`/project/${ref}/database/connections`)
  await expect(page.getByRole('table', { name: 'Connections' })).toContainText('pg_sleep')
  const waiting = stoa.sql(ref, 'select count(*) from ships').catch(String)
  const tree = page.getByRole('list', { name: 'Waiting for one another' })
  await expect(tree).toContainText('lock table ships')
  const waiter = tree.getByRole('list').getByRole('listitem')
  await expect(waiter).toContainText('AccessShareLock on public.ships')
  await expect(waiter).toContainText('select count(*) from ships')

  await waiter.getByRole('button', { name: /^Cancel query/ }).click()
  const confirm = page.getByRole('dialog')
  await confirm.getByRole('button', { name: 'Cancel query' }).click()
  await expect(toast(page, 'Told the query to stop')).toBeVisible()
  expect(await waiting).toContain('canceling statement due to user request')
  await expect(tree).toHaveCount(0)

  const rows = page.getByRole('table', { name: 'Connections' }).locator('tbody tr')
  await page.getByRole('searchbox', { name: 'Find a connection' }).fill('PG_SLEEP')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('link').click()
  await expect(confirm).toContainText('public.ships')
  await confirm.getByRole('button', { name: /^End connection/ }).click()
  await page
    .getByRole('dialog', { name: /^End the connection/ })
    .getByRole('button', { name: 'End connection' })
    .click()
  await expect(toast(page, 'Ended the connection')).toBeVisible()
  expect(await held).toMatch(/terminat/)
  await expect(page.getByText('This connection has ended')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await page.getByRole('switch', { name: 'Platform and server, too' }).click()
  await rows.filter({ hasText: 'checkpointer' }).getByRole('link').click()
  await expectDisabled(
    confirm.getByRole('button', { name: /^End connection/ }),
    'This is a process of the database server itself',
  )
  await page.keyboard.press('Escape')

  await page.context().clearCookies()
  await signIn(page, stoa, reader)
  await page.goto(`/project/${ref}/database/connections`)
  await expect(page.getByText('What others run is not shown to members who only read.')).toBeVisible()
})

test('a secret is kept, revealed, changed and deleted, and a reader sees none', async ({ page, stoa }) => {
  await signIn(page, stoa)
  await page.goto(`/project/${ref}/vault`)
  await expect(page.getByText('No secrets yet')).toBeVisible()
  await expect(page.getByText('functions and triggers cannot read them')).toBeVisible()
  const add = async (name: string, secret: string) => {
    await page.getByRole('button', { name: 'New secret' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New secret' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Secret', { exact: true }).fill(secret)
    await dialog.getByRole('button', { name: 'Add secret' }).click()
    return dialog
  }
  await expect(await add('smtp_password', 'open sesame')).toHaveCount(0)
  await expect(toast(page, 'Added smtp_password')).toBeVisible()
  const refused = await add('smtp_password', 'another')
  await expect(refused.getByText('A secret with this name already exists')).toBeVisible()
  await refused.getByRole('button', { name: 'Cancel' }).click()

  await expect(page.getByText('open sesame')).toHaveCount(0)
  await page.getByRole('button', { name: 'smtp_password', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'smtp_password' })).toContainText('open sesame')
  await page.keyboard.press('Escape')

  const actions = page.getByRole('button', { name: 'Actions for smtp_password' })
  await chooseFromMenu(actions, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit smtp_password' })
  await edit.getByLabel('Description').fill('For letters')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('For letters')).toBeVisible()
  // The value was not touched.
  await page.getByRole('button', { name: 'smtp_password', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'smtp_password' })).toContainText('open sesame')
  await page.keyboard.press('Escape')

  await chooseFromMenu(actions, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete secret' }).click()
  await expect(page.getByText('No secrets yet')).toBeVisible()

  await page.context().clearCookies()
  await signIn(page, stoa, reader)
  await page.goto(`/project/${ref}/vault`)
  await expect(page.getByText('You need additional permissions to view the secrets of this project.')).toBeVisible()
  await expectDisabled(
    page.getByRole('button', { name: 'New secret' }),
    'You need additional permissions to change the secrets of this project',
  )
})
