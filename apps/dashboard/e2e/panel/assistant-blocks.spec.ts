import { randomUUID } from 'node:crypto'
import { ask, block, blockOf, inputOf, openPanel, openWithKeys, panelOf, place } from '../assistant-panel.ts'
import { chooseFromMenu, toast } from '../page.ts'
import { signIn } from '../people.ts'
import { refuse } from '../scene.ts'
import { expect, test } from '../test.ts'

const ANSWER = [
  'Rotterdam was **busiest**. ![a pixel](https://elsewhere.example/p.png?d=1) [more](https://elsewhere.example/?d=2)',
  '<img src="https://elsewhere.example/q.png"> <a href="javascript:alert(1)">not this</a> [nor this](javascript:alert(2))',
  block(
    '{"title":"Calls by port","isChart":true,"runQuery":true,"xAxis":"name","yAxis":"calls"}',
    'select name, calls from ports order by id',
  ),
  block('{"title":"Without axes","isChart":true,"runQuery":true}', "select 'x' as a"),
  block('{"title":"No rows","isChart":true,"runQuery":true}', 'select name, calls from ports where false'),
  '1. Then change it:',
  `   ${block('{"title":"Double","runQuery":true}', 'update ports set calls = calls * 2').replaceAll('\n', '\n   ')}`,
  block('{"title":"Wait","runQuery":true}', 'select pg_sleep(0)'),
  block('{"title":"Secrets","runQuery":true}', 'select rolname, length(rolpassword) from pg_authid'),
  block('{title: not JSON}', 'select 41 + 1 as answer'),
  block('{"title":"One port"}', '-- @set port: integer = 2\nselect name from ports where id = :port'),
].join('\n\n')

test('an answer is drawn as it comes, with blocks that read by themselves and write only when told to', async ({
  page,
  stoa,
  model,
}) => {
  test.setTimeout(120_000)
  const { ref } = await place(stoa, model, { shared: true })
  await signIn(page, stoa)
  await openPanel(page, ref)
  const panel = panelOf(page)

  // The empty chat.
  await expect(inputOf(page)).toHaveAttribute('placeholder', 'Chat to Postgres...')
  await panel.getByRole('button', { name: 'Alpha' }).hover()
  await expect(page.getByRole('tooltip')).toContainText('Alpha')
  await panel.getByRole('button', { name: 'Generate a ...' }).click()
  await expect(inputOf(page)).toHaveValue('Generate a ')
  await expect(panel.getByRole('tab')).toHaveText(['Tables', 'RLS Policies', 'Functions', 'Triggers'])
  await panel.getByRole('tab', { name: 'Triggers' }).click()
  await panel.getByRole('button', { name: 'List the triggers, and say what each of them does' }).click()
  await expect(inputOf(page)).toHaveValue('List the triggers, and say what each of them does')
  await panel.getByRole('button', { name: 'To-do lists' }).click()
  await expect(inputOf(page)).toHaveValue(/^Create the tables for to-do lists/)

  // Thinking, a tool, an answer.
  const hold = Promise.withResolvers<void>()
  model.answers({ calls: [{ name: 'list_tables' }], waits: hold.promise }, { text: ANSWER })
  await ask(page, 'Which port is busiest?')
  await expect(panel.getByText('Thinking...')).toBeVisible()
  await expect(inputOf(page)).toHaveAttribute('placeholder', 'Reply to the assistant...')
  hold.resolve()
  await expect(panel.getByText('Looked at the tables')).toBeVisible()
  await expect(panel.getByText('Thinking...')).toBeHidden()
  await expect(panel.getByText('busiest', { exact: true })).toBeVisible()
  // Pictures are links, nothing is fetched from elsewhere, and no link is a script.
  await expect(panel.getByRole('link', { name: 'a pixel' })).toHaveAttribute('rel', 'noreferrer noopener')
  await expect(panel.locator('.chat-list img, .chat-list a[href^="javascript"]')).toHaveCount(0)

  // A chart of what was read, and the same as a table.
  const chart = blockOf(page, 'Calls by port')
  await chart.scrollIntoViewIfNeeded()
  await expect(chart.getByText('Read only')).toBeVisible()
  await expect(chart.locator('.ui-chart-plot')).toBeVisible()
  await chart.getByRole('radio', { name: 'Table' }).click()
  await expect(chart.getByRole('gridcell', { name: 'Port 3', exact: true })).toBeVisible()
  await blockOf(page, 'Without axes').scrollIntoViewIfNeeded()
  await expect(blockOf(page, 'Without axes').getByText('Select columns for the X and Y axes')).toBeVisible()
  await blockOf(page, 'No rows').scrollIntoViewIfNeeded()
  await expect(blockOf(page, 'No rows').getByText('No results returned from query')).toBeVisible()

  // Writing is asked about.
  const write = blockOf(page, 'Double')
  await write.scrollIntoViewIfNeeded()
  await expect(write.getByText('This query contains write operations.')).toBeVisible()
  expect(await stoa.sql(ref, 'select sum(calls)::int as sum from ports')).toEqual([{ sum: 45 }])
  await write.getByRole('button', { name: 'Cancel' }).click()
  await expect(write.getByText('This query contains write operations.')).toBeHidden()
  await write.getByRole('button', { name: 'Run', exact: true }).click()
  await write.getByRole('alert').getByRole('button', { name: 'Run', exact: true }).click()
  await expect(write.getByText('UPDATE: 5 rows')).toBeVisible()
  expect(await stoa.sql(ref, 'select sum(calls)::int as sum from ports')).toEqual([{ sum: 90 }])
  const sleep = blockOf(page, 'Wait')
  await sleep.scrollIntoViewIfNeeded()
  await expect(
    sleep.getByText('This query involves running a function. Are you sure you want to execute it?'),
  ).toBeVisible()

  // What the reader may not see is asked about too.
  const secrets = blockOf(page, 'Secrets')
  await secrets.scrollIntoViewIfNeeded()
  await expect(secrets.getByText('permission denied for table pg_authid')).toBeVisible()
  await expect(secrets.getByText('This query contains write operations.')).toBeVisible()
  await secrets.getByRole('button', { name: 'Cancel' }).click()
  await expect(secrets.getByText('This query contains write operations.')).toBeHidden()

  // A comment that is no JSON changes nothing; a parameter is given by hand.
  const plain = blockOf(page, 'SQL query')
  await expect(plain.getByText('-- props: {title: not JSON}')).toBeVisible()
  await plain.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(plain.getByRole('gridcell', { name: '42', exact: true })).toBeVisible()
  await refuse(page, `/platform/projects/${ref}/sql/run`)
  await plain.getByRole('button', { name: 'Run again' }).click()
  await expect(toast(page, 'Failed to execute query: The disk is full')).toBeVisible()
  await page.unrouteAll()
  const one = blockOf(page, 'One port')
  await one.getByLabel('port (integer)').fill('4')
  await one.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(one.getByRole('gridcell', { name: 'Port 4', exact: true })).toBeVisible()

  // Up in the chat there is a way back to its end.
  await panel.getByRole('region', { name: 'Messages' }).press('Home')
  await panel.getByRole('button', { name: 'Scroll to bottom' }).click()
  await expect(panel.getByRole('button', { name: 'Scroll to bottom' })).toBeHidden()

  // A block goes into a snippet, to the assistant and into the editor.
  await chooseFromMenu(one.getByRole('button', { name: 'More about One port' }), 'Save as snippet')
  await page.getByRole('dialog', { name: 'Save as a snippet' }).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved snippet!')).toBeVisible()
  await panel.getByRole('button', { name: 'Attach a query' }).click()
  await page.getByRole('dialog', { name: 'Attach a query' }).getByRole('button', { name: 'One port' }).click()
  await expect(inputOf(page)).toHaveAttribute('placeholder', 'Ask a question or make a change...')
  model.answers({ text: 'It reads one port.' })
  await ask(page, 'What does it do?')
  await expect(panel.getByText('It reads one port.')).toBeVisible()
  expect(model.asked.at(-1)?.text).toContain('where id = :port')
  await expect(panel.getByRole('button', { name: 'Remove Snippet: One port' })).toBeHidden()
  await one.scrollIntoViewIfNeeded()
  await chooseFromMenu(one.getByRole('button', { name: 'More about One port' }), 'Edit in SQL editor')
  await expect(page).toHaveURL(/\/sql\/[0-9a-f-]{36}/)
  await expect(page.getByRole('main').getByText('where id = :port')).toBeVisible()
})

test('a block of an answer is dragged into a report, as what it shows', async ({ page, stoa, model }) => {
  const { ref } = await place(stoa, model, { shared: true })
  const id = randomUUID()
  const path = `/platform/projects/${ref}/reports/item/${id}`
  await stoa.call('POST', path, { name: 'Harbour' })
  await signIn(page, stoa)
  await page.goto(`/project/${ref}/reports/${id}`)
  await openWithKeys(page)
  const props = '{"title":"Calls by port","isChart":true,"runQuery":true,"xAxis":"name","yAxis":"calls"}'
  model.answers({ text: block(props, 'select name, calls from ports order by id') })
  await ask(page, 'Which port is busiest?')
  await expect(blockOf(page, 'Calls by port').locator('.ui-chart-plot')).toBeVisible()
  await blockOf(page, 'Calls by port').getByText('Calls by port', { exact: true }).first().hover()
  await page.mouse.down()
  const grid = await page.locator('.react-grid-layout').boundingBox()
  await page.mouse.move((grid?.x ?? 0) + 80, (grid?.y ?? 0) + 60, { steps: 5 })
  await page.mouse.move((grid?.x ?? 0) + 40, (grid?.y ?? 0) + 20, { steps: 3 })
  await page.mouse.up()
  const dropped = page.getByRole('main').getByRole('figure', { name: 'Calls by port', exact: true })
  await expect(dropped.getByRole('slider', { name: 'Chart: Calls by port' })).toBeVisible()
  await expect
    .poll(async () => (await stoa.call<{ content: { blocks: object[] } }>('GET', path)).content.blocks)
    .toMatchObject([{ label: 'Calls by port', view: 'chart', chart: { xKey: 'name', yKey: 'calls' } }])

  // The same without a pointer.
  await chooseFromMenu(panelOf(page).getByRole('button', { name: 'More about Calls by port' }), 'Add to a report')
  await page.getByRole('dialog', { name: 'Add to a report' }).getByRole('button', { name: 'Add to Harbour' }).click()
  await expect(toast(page, 'Added “Calls by port” to “Harbour”')).toBeVisible()
  await expect(dropped).toHaveCount(2)
})
