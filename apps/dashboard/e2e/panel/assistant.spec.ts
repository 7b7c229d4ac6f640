import type { Page } from '@playwright/test'
import { pieceOf } from '@stoa/model-stub'
import { ask, block, blockOf, inputOf, openPanel, openWithKeys, panelOf, place } from '../assistant-panel.ts'
import { expectDisabled, toast } from '../page.ts'
import { createMember, signIn, unique } from '../people.ts'
import { refuse } from '../scene.ts'
import { expect, test } from '../test.ts'

/** Takes back what a notice tells. */
const undo = (page: Page, notice: string) =>
  page.locator('.ui-toast').filter({ hasText: notice }).getByRole('button', { name: 'Undo' }).click()

test('without a model the panel says so and leads to where one is set up and tried', async ({ page, stoa, model }) => {
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

test('while the assistant is turned off the panel says so, and nothing can be sent', async ({ page, stoa, model }) => {
  const { ref } = await place(stoa, model, { shared: true })
  await signIn(page, stoa)
  // Only the program's environment turns it off; what the server then says is put into its present answer.
  await page.route(`**/api/platform/projects/${ref}/assistant`, async (route) => {
    const json = await (await route.fetch()).json()
    const message = 'Assistant has been temporarily disabled'
    await route.fulfill({ json: { ...json, ready: false, disabled: true, message } })
  })
  await openPanel(page, ref)
  await expect(panelOf(page).getByText('Assistant has been temporarily disabled')).toBeVisible()
  await expect(panelOf(page).getByRole('link', { name: 'Set up a model' })).toBeHidden()
  await inputOf(page).fill('Hello')
  await inputOf(page).press('Enter')
  await expectDisabled(panelOf(page).getByRole('button', { name: 'Send' }), 'Assistant has been temporarily disabled')
  expect(model.asked).toEqual([])
})

test('chats are kept: over a reload, in a second tab, edited, answered again, stopped, emptied and deleted', async ({
  page,
  stoa,
  model,
}) => {
  test.setTimeout(120_000)
  const { ref } = await place(stoa, model, { shared: true })
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
  const first = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<string[]>()
  model.answers({ pieces: ['Words ', 'for both'], waits: first.promise, later: rest.promise })
  await ask(page, 'Next question')
  await expect(panelOf(second).getByText('Thinking...')).toBeVisible()
  first.resolve()
  // What is there is in both tabs while the model still speaks, and in one that comes later.
  await expect(panelOf(second).getByText('Words for both')).toBeVisible()
  await second.reload()
  await openWithKeys(second)
  await expect(panelOf(second).getByText('Words for both')).toBeVisible()
  await expect(panelOf(second).getByRole('button', { name: 'Stop' })).toBeVisible()
  rest.resolve([', and ', 'their end'])
  for (const tab of [page, second]) {
    await expect(panelOf(tab).getByText('Words for both, and their end')).toBeVisible()
    await expect(panelOf(tab).getByRole('button', { name: 'Stop' })).toBeHidden()
  }

  // Somebody went on in another browser: what was written comes back, below what there is now.
  const chats = `/platform/projects/${ref}/assistant/chats`
  const [chat] = await stoa.call<{ id: string }[]>('GET', chats)
  // The page does not hear of it first, whatever makes it look again: the focus that comes back to it, for one.
  const heard = Promise.withResolvers<void>()
  await page.route(`**${chats}/${chat?.id}`, async (route) => {
    await heard.promise
    await route.continue().catch(() => {})
  })
  await second.close()
  await stoa.call('POST', `${chats}/${chat?.id}/messages`, {
    messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'From elsewhere' }] }],
  })
  await ask(page, 'Too late')
  await expect(toast(page, 'Failed to generate: This chat went on somewhere else meanwhile')).toBeVisible()
  heard.resolve()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(panel.getByText('From elsewhere')).toBeVisible()
  await expect(inputOf(page)).toHaveValue('Too late')
  await inputOf(page).fill('')

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

  // Without a word; then a call of what is not there, and words that are cut short.
  model.answers({ text: '' }, { calls: [{ name: 'fly' }] }, { raw: [pieceOf({ content: 'A start' }, 'length')] })
  await ask(page, 'Say something')
  await expect(panel.getByRole('alert').getByText('The model answered without a word')).toBeVisible()
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByText('This answer ends here, because it reached the length')).toBeVisible()
  await expect(panel.getByText('Called fly')).toBeVisible()

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
  expect(box?.height).toBeCloseTo(168, 1)
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

test('people choose what is shared; others are told what they may not', async ({ page, stoa, model }) => {
  const { slug, ref } = await place(stoa, model, { shared: false })
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
