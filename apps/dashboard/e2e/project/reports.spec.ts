import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { chooseFromMenu, expectAccessible, expectDisabled, toast } from '../page.ts'
import { createMember, signIn, unique } from '../people.ts'
import type { Stoa } from '../stoa.ts'
import { expect, test } from '../test.ts'

type Block = { id: string; label: string; x: number; y: number; w: number; h: number; view?: string }
type Report = { name: string; version: number; visibility: string; content: { blocks: Block[] } }

const CHART = { type: 'bar' }
const report = (stoa: Stoa, ref: string, id: string) =>
  stoa.call<Report>('GET', `/platform/projects/${ref}/reports/item/${id}`)
/** Where the blocks of a report are, as the server has it. */
const places = async (stoa: Stoa, ref: string, id: string) =>
  Object.fromEntries((await report(stoa, ref, id)).content.blocks.map(({ label, x, y, w, h }) => [label, [x, y, w, h]]))

const block = (page: Page, name: string) => page.getByRole('figure', { name, exact: true })
const grip = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}:` })

test('a report is filled, arranged, dropped into, shared and taken along, and nothing of it is lost', async ({
  page,
  stoa,
}) => {
  test.slow()
  const slug = await stoa.createOrganization(unique('Reports'))
  const ref = await stoa.createProject(unique('reports'), { organization: slug })
  await stoa.sql(ref, "create table ships as select * from (values ('Argo', 40), ('Vega', 25)) s (name, tons)")
  const headers = { version: '2' }
  const saved = { id: randomUUID(), name: 'Heaviest ship', content: { sql: 'select max(tons) from ships' } }
  await stoa.call('POST', `/platform/projects/${ref}/content`, saved, headers)
  await signIn(page, stoa)
  await page.goto(`/project/${ref}`)
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await expect(page).toHaveTitle(/^Reports/)
  await expect(page.getByText('No reports yet')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'New report' }).click()
  await expect(page.getByText('This report is empty')).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  // A query, a saved query and a measurement.
  const dialog = page.getByRole('dialog')
  const add = () => page.getByRole('main').getByRole('button', { name: 'Add block' }).click()
  const write = async (sql: string, name: string) => {
    await add()
    await dialog.getByRole('textbox', { name: 'Query of the block' }).fill(sql)
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Add to report' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await add()
  await expectDisabled(dialog.getByRole('button', { name: 'Add to report' }), 'Write a query')
  await page.keyboard.press('Escape')
  await write('select name, tons from ships order by name', 'Ships')
  await expect(block(page, 'Ships').getByText('Argo')).toBeVisible()
  await expect(block(page, 'Ships').getByText('2 rows')).toBeVisible()
  await block(page, 'Ships').getByRole('radio', { name: 'Chart' }).click()
  await expect(block(page, 'Ships').getByRole('slider', { name: 'Chart: Ships' })).toBeVisible()
  await add()
  await dialog.getByRole('tab', { name: 'Saved query' }).click()
  await dialog.getByRole('button', { name: 'Take Heaviest ship' }).click()
  await dialog.getByRole('button', { name: 'Add to report' }).click()
  await expect(block(page, 'Heaviest ship').getByText('1 row')).toBeVisible()
  await add()
  await dialog.getByRole('tab', { name: 'Measurement' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Busy')
  await dialog.getByRole('button', { name: 'Add to report' }).click()
  await expect(block(page, 'Busy')).toBeVisible()
  await expect
    .poll(() => places(stoa, ref, id))
    .toEqual({
      Ships: [0, 0, 6, 5],
      'Heaviest ship': [6, 0, 6, 5],
      Busy: [0, 5, 6, 5],
    })

  // Arranged with keys, and with the pointer.
  await grip(page, 'Busy').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowDown')
  await expect
    .poll(() => places(stoa, ref, id))
    .toEqual({
      Busy: [0, 0, 6, 6],
      Ships: [0, 6, 6, 5],
      'Heaviest ship': [6, 0, 6, 5],
    })
  await expect(grip(page, 'Busy')).toBeFocused()
  const corner = page
    .locator('.react-grid-item')
    .filter({ has: block(page, 'Heaviest ship') })
    .locator('.react-resizable-handle')
  const box = await corner.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 140, { steps: 5 })
  await page.mouse.up()
  await expect.poll(async () => (await places(stoa, ref, id))['Heaviest ship']?.[3]).toBe(7)

  // Dragged in from the panel beside it.
  await page.keyboard.press('ControlOrMeta+j')
  await page.getByRole('textbox', { name: 'Query in the panel' }).fill('select count(*) as ships from ships')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Drag into a report').hover()
  await page.mouse.down()
  const grid = await page.locator('.react-grid-layout').boundingBox()
  await page.mouse.move((grid?.x ?? 0) + 60, (grid?.y ?? 0) + 60, { steps: 5 })
  await page.mouse.move((grid?.x ?? 0) + 40, (grid?.y ?? 0) + 20, { steps: 3 })
  await page.mouse.up()
  await expect(block(page, 'Query')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect
    .poll(async () => Object.keys(await places(stoa, ref, id)).sort())
    .toEqual(['Busy', 'Heaviest ship', 'Query', 'Ships'])

  // Dragged in from the tree of another window.
  const other = await page.context().newPage()
  await other.goto(`/project/${ref}/sql`)
  const entry = other.getByRole('treeitem', { name: 'Heaviest ship' })
  const held = await other.evaluateHandle(() => new DataTransfer())
  await entry.dispatchEvent('dragstart', { dataTransfer: held })
  const carried = await held.evaluate((data) => data.types.map((type) => [type, data.getData(type)] as const))
  await other.close()
  const dropping = await page.evaluateHandle((all) => {
    const data = new DataTransfer()
    for (const [type, text] of all) data.setData(type, text)
    return data
  }, carried)
  const at = { dataTransfer: dropping, clientX: (grid?.x ?? 0) + 40, clientY: (grid?.y ?? 0) + 20 }
  for (const step of ['dragenter', 'dragover', 'drop'])
    await page.locator('.react-grid-layout').dispatchEvent(step, { ...at, bubbles: true, cancelable: true })
  await expect(block(page, 'Heaviest ship')).toHaveCount(2)
  await expect.poll(async () => (await report(stoa, ref, id)).content.blocks.length).toBe(5)
  await chooseFromMenu(page.getByRole('button', { name: 'More about Heaviest ship' }).first(), 'Remove from report')
  await expect(block(page, 'Heaviest ship')).toHaveCount(1)
  const gone = page.locator('.ui-toast').filter({ hasText: 'Removed “Heaviest ship” from the report' })
  await gone.getByRole('button', { name: 'Dismiss' }).click()

  // Renamed, shared, and there again after a reload.
  await chooseFromMenu(page.getByRole('button', { name: 'More about Query' }), 'Rename')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('How many')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  const more = page.getByRole('button', { name: 'More about this report' })
  await chooseFromMenu(more, 'Rename')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Harbour')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { name: 'Harbour', level: 1 })).toBeVisible()
  await chooseFromMenu(more, 'Share with the project')
  await expect(toast(page, 'Everybody in the project sees this report now')).toBeVisible()
  await expect.poll(() => report(stoa, ref, id)).toMatchObject({ name: 'Harbour', visibility: 'project' })
  await page.reload()
  await expect(block(page, 'How many').getByText('1 row')).toBeVisible()
  await block(page, 'Ships').scrollIntoViewIfNeeded()
  await expect(block(page, 'Ships').getByRole('slider', { name: 'Chart: Ships' })).toBeVisible()

  // Refreshed: what changed in the database is seen, without a line in the history.
  await stoa.sql(ref, "insert into ships values ('Lyra', 12)")
  await block(page, 'Ships').getByRole('radio', { name: 'Table' }).click()
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(block(page, 'Ships').getByText('Lyra')).toBeVisible()

  // Taken along.
  const csv = page.waitForEvent('download')
  await chooseFromMenu(more, 'CSV of all blocks')
  const rows = await readFile(await (await csv).path(), 'utf8')
  expect(rows).toContain('"Ships"\nname,tons\nArgo,40\nLyra,12\nVega,25\n')
  expect(rows).toContain('"Busy"\ntime,Processors\n')
  const image = page.waitForEvent('download')
  await chooseFromMenu(more, 'Image')
  const png = await readFile(await (await image).path())
  expect([png.subarray(1, 4).toString(), png.length > 10_000]).toEqual(['PNG', true])

  // A report only reads, whatever it is told.
  await write('delete from ships', 'Empty the harbour')
  await expect(block(page, 'Empty the harbour').getByText('This query contains write operations.')).toBeVisible()
  await expectDisabled(
    block(page, 'Empty the harbour').getByRole('button', { name: 'Run', exact: true }),
    'A report only reads. Run this in the SQL editor',
  )
  await chooseFromMenu(page.getByRole('button', { name: 'More about Empty the harbour' }), 'Remove from report')
  await expect(block(page, 'Empty the harbour')).toHaveCount(0)
  const notice = page.locator('.ui-toast').filter({ hasText: 'Removed “Empty the harbour” from the report' })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(block(page, 'Empty the harbour')).toBeVisible()
  await chooseFromMenu(page.getByRole('button', { name: 'More about Empty the harbour' }), 'Remove from report')
  await expect(block(page, 'Empty the harbour')).toHaveCount(0)
  await expect.poll(async () => Object.keys(await places(stoa, ref, id)).length).toBe(4)
  await expectAccessible(page)

  // Somebody else saves meanwhile: both are told apart, and one is chosen.
  const now = await report(stoa, ref, id)
  const theirs = {
    blocks: [
      {
        kind: 'sql',
        id: randomUUID(),
        label: 'Theirs',
        x: 0,
        y: 0,
        w: 12,
        h: 4,
        sql: 'select 1',
        view: 'table',
        chart: CHART,
      },
    ],
  }
  await stoa.call('POST', `/platform/projects/${ref}/reports/item/${id}`, { content: theirs, version: now.version })
  await grip(page, 'Busy').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('alert').filter({ hasText: 'This report was changed meanwhile' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(async () => (await places(stoa, ref, id)).Busy?.[3]).toBe(7)

  // Who may only look, looks.
  const reader = await createMember(stoa, slug, { role: 'Read-only' })
  await page.context().clearCookies()
  await signIn(page, stoa, reader)
  await page.reload()
  await block(page, 'Ships').scrollIntoViewIfNeeded()
  await expect(block(page, 'Ships').getByText('Lyra')).toBeVisible()
  await expectDisabled(
    page.getByRole('button', { name: 'Add block' }),
    'This belongs to somebody else. Duplicate it to change it',
  )
  await expect(grip(page, 'Ships')).toHaveCount(0)

  // Deleted, and brought back.
  await page.context().clearCookies()
  await signIn(page, stoa)
  await page.reload()
  await chooseFromMenu(more, 'Delete report')
  await expect(page).toHaveURL(/\/reports$/)
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('table', { name: 'Reports' }).getByText('Harbour')).toBeVisible()
})

test('ready-made reports show real figures, over a span of time that can be zoomed', async ({ page, stoa }) => {
  const ref = await stoa.createProject(unique('figures'))
  await stoa.sql(ref, 'create table ships (id int primary key)')
  await stoa.sql(ref, 'select pg_sleep(0.3)')
  const keys = await stoa.call<{ name: string; api_key: string }[]>('GET', `/v1/projects/${ref}/api-keys`)
  const apikey = keys.find(({ name }) => name === 'anon')?.api_key ?? ''
  for (const path of ['ships', 'ships', 'boats'])
    await (await fetch(`${stoa.url}/p/${ref}/rest/v1/${path}`, { headers: { apikey } })).arrayBuffer()
  await stoa.control(
    `insert into metrics (project_id, metric, resolution, at, avg, max)
     select id, 1, 1, date_trunc('minute', now()) - n * interval '1 minute', 0.25, 0.5
     from projects, generate_series(0, 90) n where ref = $1 on conflict do nothing`,
    [ref],
  )
  await signIn(page, stoa)
  await page.goto(`/project/${ref}/reports/api?span=1h`)
  const answered = page.getByRole('table', { name: 'Addresses' })
  await expect(answered).toContainText('GET /rest/v1/boats')
  await expect(page.getByText('1 refused or failed', { exact: false })).toBeVisible()
  await expect(page.getByText('33 %', { exact: false })).toBeVisible()
  await page.getByRole('slider', { name: 'Requests' }).focus()
  await page.keyboard.press('Home')
  await expect(page.getByRole('slider', { name: 'Requests' })).toHaveAttribute('aria-valuetext', /Answered 0, Refused/)

  await page.goto(`/project/${ref}/reports/database?span=1h`)
  const processors = page.getByRole('slider', { name: 'Processors' })
  await expect(processors).toBeVisible()
  await processors.focus()
  await page.keyboard.press('Home')
  await expect(processors).toHaveAttribute('aria-valuetext', /Processors 25 %/)
  // Half as long, around what is looked at; and back again.
  await page.keyboard.press('+')
  await expect(page).toHaveURL(/from=/)
  await expect(page.getByRole('radio', { name: 'Chosen' })).toBeChecked()
  await expect(processors).toHaveAttribute('aria-valuetext', /Processors 25 %/)
  await page.goBack()
  await expect(page).not.toHaveURL(/from=/)
  const drawn = await page.locator('.u-over').first().boundingBox()
  await page.mouse.move((drawn?.x ?? 0) + (drawn?.width ?? 0) * 0.6, (drawn?.y ?? 0) + 40)
  await page.mouse.down()
  await page.mouse.move((drawn?.x ?? 0) + (drawn?.width ?? 0) * 0.9, (drawn?.y ?? 0) + 40, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/from=/)
  await page.getByRole('radio', { name: '7 days' }).click()
  await expect(page).toHaveURL(/span=7d/)
  const download = page.waitForEvent('download')
  await chooseFromMenu(page.getByRole('button', { name: 'Download Processors' }), 'CSV')
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(/^time,Processors\n/)

  await page.getByRole('link', { name: 'Queries', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Statements', exact: true })).toContainText('select pg_sleep($1)')
  await page.getByRole('link', { name: 'Disk', exact: true }).click()
  await expect(page.getByRole('table', { name: 'The largest tables' })).toContainText('ships')
  await page.goto(`/project/${ref}/reports/${randomUUID()}`)
  await expect(page.getByText('There is no such report. It may have been deleted')).toBeVisible()
})
