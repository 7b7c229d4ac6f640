import type { Page } from '@playwright/test'
import { type ModelStub, startModelStub } from '@stoa/model-stub'
import { chooseFromMenu, expectDisabled, toast } from '../page.ts'
import { createMember, signIn, unique } from '../people.ts'
import { refuse } from '../scene.ts'
import type { Stoa } from '../stoa.ts'
import { expect, test } from '../test.ts'

const SQL = `
create table ports (id int primary key, name text not null, calls int not null);
insert into ports select n, 'Port ' || n, n * 3 from generate_series(1, 5) n`

const block = (props: string, sql: string) => `\`\`\`sql\n-- props: ${props}\n${sql}\n\`\`\``

const ANSWER = [
  'Rotterdam was **busiest**.',
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

type Place = { readonly slug: string; readonly ref: string; readonly model: ModelStub }

let model: ModelStub
test.beforeAll(async () => {
  model = await startModelStub()
})
test.afterAll(async () => {
  await model.close()
})

/** An organization with a project and a model of its own. */
async function place(stoa: Stoa, options: { shared: boolean }): Promise<Place> {
  const slug = await stoa.createOrganization(unique('Chat'))
  const ref = await stoa.createProject('harbor', { organization: slug })
  await stoa.sql(ref, SQL)
  await stoa.call('PUT', `/platform/organizations/${slug}/assistant/model`, { base_url: model.url, model: 'stub' })
  if (options.shared)
    await stoa.call('PATCH', `/platform/organizations/${slug}`, { opt_in_tags: ['AI_SQL_GENERATOR_OPT_IN'] })
  model.reset()
  return { slug, ref, model }
}

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Assistant' })
const inputOf = (page: Page) => panelOf(page).getByRole('textbox', { name: 'Message to the assistant' })
const blockOf = (page: Page, title: string) => panelOf(page).getByRole('figure', { name: title, exact: true })

async function openPanel(page: Page, ref: string): Promise<void> {
  await page.goto(`/project/${ref}`)
  await openWithKeys(page)
}

async function openWithKeys(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Assistant', exact: true })).toBeVisible()
  // The button is there a moment before the page hears keys.
  await expect(async () => {
    if (await panelOf(page).isHidden()) await page.keyboard.press('ControlOrMeta+i')
    await expect(panelOf(page)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(inputOf(page)).toBeFocused()
}

/** Takes back what a notice tells. */
const undo = (page: Page, notice: string) =>
  page.locator('.ui-toast').filter({ hasText: notice }).getByRole('button', { name: 'Undo' }).click()

async function ask(page: Page, text: string): Promise<void> {
  await inputOf(page).fill(text)
  await expect(panelOf(page).getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-disabled', 'true')
  await inputOf(page).press('Enter')
}

test('without a model the panel says so and leads to where one is set up and tried', async ({ page, stoa }) => {
  const slug = await stoa.createOrganization(unique('Chat'))
  const ref = await stoa.createProject('harbor', { organization: slug })
  model.reset()
  model.otherwise = { text: 'Yes, of course' }
  await signIn(page, stoa)
  await openPanel(page, ref)
  const panel = panelOf(page)
  await expect(panel.getByText('OpenAI API key not set')).toBeVisible()
  await inputOf(page).fill('Hello')
  await expectDisabled(panel.getByRole('button', { name: 'Send' }), 'OpenAI API key not set')
  await panel.getByRole('link', { name: 'Set up a model' }).click()

  await page.getByLabel('Address').fill('not an address')
  await page.getByRole('textbox', { name: 'Model', exact: true }).fill('stub')
  await page.getByRole('button', { name: 'Set model' }).click()
  await expect(page.getByText('Enter an http or https address, such as https://api.openai.com/v1')).toBeVisible()
  await page.getByLabel('Address').fill(model.url)
  await page.getByRole('textbox', { name: 'API key' }).fill('sk-a-key-of-a-model-1234')
  await page.getByRole('button', { name: 'Set model' }).click()
  await expect(toast(page, 'Saved the model')).toBeVisible()
  const trial = page.getByRole('region', { name: 'What the trial has shown' })
  await expect(trial.getByRole('listitem')).toHaveText([
    /Answers questions\s*yes/,
    /in pieces\s*yes/,
    /Calls tools\s*no/,
  ])
  await expect(page.getByText('A key that ends in 1234 is stored')).toBeVisible()
  expect(await page.content()).not.toContain('sk-a-key-of-a-model')
  await page.getByLabel('Address').fill(`${model.url}/other`)
  await page.getByRole('button', { name: 'Set model' }).click()
  await expect(page.getByText('Enter the API key again: the stored one was given for another address')).toBeVisible()

  // What was written is still there, and can be sent now.
  await openPanel(page, ref)
  await expect(panel.getByText('Project metadata is not shared')).toBeVisible()
  await expect(inputOf(page)).toHaveValue('Hello')
  model.answers({ text: 'Hello to you' })
  await panel.getByRole('button', { name: 'Send' }).click()
  await expect(panel.getByText('Hello to you')).toBeVisible()
  expect(model.asked.at(-1)?.authorization).toBe('Bearer sk-a-key-of-a-model-1234')
  await page.goto(`/org/${slug}/general`)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(toast(page, 'Removed the model')).toBeVisible()
})

test('an answer is drawn as it comes, with blocks that read by themselves and write only when told to', async ({
  page,
  stoa,
}) => {
  test.setTimeout(120_000)
  const { ref } = await place(stoa, { shared: true })
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

test('chats are kept: over a reload, in a second tab, edited, answered again, stopped, emptied and deleted', async ({
  page,
  stoa,
}) => {
  test.setTimeout(120_000)
  const { ref } = await place(stoa, { shared: true })
  await signIn(page, stoa)
  await openPanel(page, ref)
  const panel = panelOf(page)
  const history = panel.getByRole('button', { name: /^Chat:/ })
  await expectDisabled(panel.getByRole('button', { name: 'Clear messages' }), 'There are no messages in this chat')

  model.answers({ text: 'First answer' }, { text: 'Second answer' }, { text: 'Third answer' })
  await ask(page, 'First question')
  await expect(panel.getByText('First answer')).toBeVisible()
  await expect(history).toHaveText(/First question/)
  await panel.getByRole('button', { name: 'Answer again' }).click()
  await expect(panel.getByText('Second answer')).toBeVisible()
  await expect(panel.getByText('First answer')).toBeHidden()
  await panel.getByRole('button', { name: 'Edit this message' }).click()
  await panel.getByRole('textbox', { name: 'Your message' }).fill('Better question')
  await panel.getByRole('textbox', { name: 'Your message' }).press('Enter')
  await expect(panel.getByText('Third answer')).toBeVisible()
  await expect(panel.getByText('Second answer')).toBeHidden()

  // A second tab has it, and hears of what comes.
  const second = await page.context().newPage()
  await openPanel(second, ref)
  await expect(panelOf(second).getByText('Third answer')).toBeVisible()
  const more = Promise.withResolvers<void>()
  model.answers({ text: 'Answer for both', waits: more.promise })
  await ask(page, 'Next question')
  await expect(panelOf(second).getByText('Thinking...')).toBeVisible()
  more.resolve()
  await expect(panelOf(second).getByText('Answer for both')).toBeVisible()
  await second.close()

  // Stopped in the middle, then asked on.
  model.answers({ text: 'A beginning', silent: true })
  await ask(page, 'Something long')
  await expect(panel.getByText('A beginning')).toBeVisible()
  await panel.getByRole('button', { name: 'Stop' }).click()
  await expect(panel.getByText('This answer was stopped.')).toBeVisible()
  model.answers({ text: 'After the stop' })
  await ask(page, 'Go on')
  await expect(panel.getByText('After the stop')).toBeVisible()

  // Refused, then tried again.
  model.answers({ status: 400, message: 'No such thing' }, { text: 'Now it works' })
  await ask(page, 'Will it work?')
  await expect(toast(page, 'Failed to generate: ')).toBeVisible()
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByText('Now it works')).toBeVisible()

  await page.reload()
  await openWithKeys(page)
  await expect(panel.getByText('Now it works')).toBeVisible()
  await expect(panel.getByText('This answer was stopped.')).toBeVisible()

  // The list of chats.
  await history.click()
  const list = page.getByRole('dialog', { name: 'Chats' })
  await expect(list.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await list.getByRole('button', { name: /^Rename/ }).click()
  await list.getByRole('textbox', { name: 'Name of the chat' }).fill('Ports and calls')
  await list.getByRole('textbox', { name: 'Name of the chat' }).press('Enter')
  await expect(list.getByRole('button', { name: 'Ports and calls', exact: true })).toBeVisible()
  await list.getByRole('button', { name: 'New chat' }).click()
  for (const name of ['Two', 'Three', 'Four', 'Five']) {
    model.answers({ text: `Answer to ${name}` })
    await ask(page, name)
    await expect(panel.getByText(`Answer to ${name}`)).toBeVisible()
    if (name !== 'Five') await panel.getByRole('button', { name: 'New chat', exact: true }).click()
  }
  await history.click()
  await expect(list.getByRole('list', { name: 'Chats' }).getByRole('listitem')).toHaveCount(5)
  const box = await list.getByRole('list', { name: 'Chats' }).boundingBox()
  expect(box?.height).toBe(168)
  await list.getByRole('searchbox', { name: 'Find a chat' }).fill('ports')
  await list.getByRole('button', { name: 'Delete Ports and calls' }).click()
  await expect(toast(page, 'Deleted “Ports and calls”')).toBeVisible()
  await undo(page, 'Deleted “Ports and calls”')
  await expect(panel.getByText('Now it works')).toBeVisible()
  await expect(history).toHaveText(/Ports and calls/)

  await panel.getByRole('button', { name: 'Clear messages' }).click()
  await expect(inputOf(page)).toHaveAttribute('placeholder', 'Chat to Postgres...')
  await undo(page, 'Cleared the messages of this chat')
  await expect(panel.getByText('Now it works')).toBeVisible()
  await panel.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(panel).toBeHidden()
})

test('people choose what is shared; others are told what they may not', async ({ page, stoa }) => {
  const { slug, ref } = await place(stoa, { shared: false })
  await signIn(page, stoa)
  await refuse(page, `/platform/pg-meta/${ref}/schemas**`)
  await openPanel(page, ref)
  const panel = panelOf(page)
  await expect(panel.getByText('Project metadata is not shared')).toBeVisible()
  model.answers({ text: 'Without names' })
  await ask(page, 'What is there?')
  await expect(panel.getByText('Without names')).toBeVisible()
  expect(model.asked.at(-1)?.text).not.toContain('ports')

  await panel.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Assistant settings' })
  await expect(dialog.getByText('Loading schemas...').or(dialog.getByText('Failed to load schemas'))).toBeVisible()
  await expect(dialog.getByText('Failed to load schemas')).toBeVisible({ timeout: 20_000 })
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Reload schemas' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'public' })).toBeChecked()
  await dialog.getByPlaceholder('Find schema...').fill('nothing')
  await expect(dialog.getByText('No schemas found')).toBeVisible()
  await dialog.getByPlaceholder('Find schema...').fill('aut')
  await dialog.getByRole('checkbox', { name: 'auth' }).check()
  await expect(dialog.getByText('Your organization does not allow sending anonymous data to OpenAI')).toBeVisible()
  await dialog.getByRole('link', { name: 'Organization settings' }).click()
  await page.getByRole('switch', { name: 'Opt in to share anonymous data' }).click()
  await expect(toast(page, 'Successfully opted-in')).toBeVisible()

  await openPanel(page, ref)
  await expect(panel.getByText('Project metadata is not shared')).toBeHidden()
  await expect(panel.getByText('2 schemas: public, auth')).toBeVisible()
  await panel.getByRole('button', { name: 'Settings', exact: true }).click()
  await dialog.getByRole('switch', { name: 'Results of queries, in this chat' }).click()
  await expect(dialog.getByRole('switch', { name: 'Results of queries, in this chat' })).toBeChecked()
  await dialog.getByRole('switch', { name: 'Names of schemas, tables and columns' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(panel.getByText('Project metadata is not shared')).toBeVisible()

  const reader = await createMember(stoa, slug, { role: 'Read-only' })
  await page.context().clearCookies()
  await signIn(page, stoa, reader)
  model.answers({ text: block('{"title":"Empty","runQuery":true}', 'truncate ports') })
  await openPanel(page, ref)
  await ask(page, 'Empty the ports')
  const write = blockOf(page, 'Empty')
  await expect(write.getByText('This query contains write operations.')).toBeVisible()
  await expect(write.getByRole('button', { name: 'Run', exact: true })).toHaveAttribute('aria-disabled', 'true')
})
