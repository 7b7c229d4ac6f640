import type { Page } from '@playwright/test'
import { chooseFromMenu, expectAccessible, toast } from '../page.ts'
import { signIn, unique } from '../people.ts'
import { expect, test } from '../test.ts'

let ref = ''

test.beforeAll(async ({ stoa, model }) => {
  const slug = await stoa.createOrganization(unique('Help'))
  ref = await stoa.createProject('harbor', { organization: slug })
  await stoa.sql(ref, 'create table vessels (id int primary key, name text)')
  await stoa.call('PUT', `/platform/organizations/${slug}/assistant/model`, { base_url: model.url, model: 'stub' })
})
test.beforeEach(async ({ page, stoa, model }) => {
  model.reset()
  await signIn(page, stoa)
})

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL', exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const menu = (page: Page) => page.getByRole('main').getByRole('button', { name: 'SQL assistant' })

async function open(page: Page): Promise<void> {
  await page.goto(`/project/${ref}/sql`)
  await page.getByRole('main').getByRole('button', { name: 'New query', exact: true }).click()
  await expect(editor(page)).toBeFocused()
}

test('SQL is written and changed in words: shown beside what is there, and taken over only on request', async ({
  page,
  model,
}) => {
  await open(page)
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Alt+k')
  const prompt = dialog(page).getByRole('textbox', { name: 'What shall it do?' })
  await prompt.fill('   ')
  await prompt.press('Enter')
  expect(model.asked).toHaveLength(0)
  model.answers(
    { text: '```sql\nselect name from vessels\n```' },
    { status: 500, message: 'The model is out of memory' },
  )
  await prompt.fill('The names of all vessels')
  await prompt.press('Enter')
  const suggested = dialog(page).getByRole('textbox', { name: 'Suggested' })
  await expect(suggested).toHaveText('select name from vessels')
  expect(model.asked[0]?.text).toContain('The names of all vessels')
  await expectAccessible(page)
  // What is refused stays on screen with its reason, and so does what was typed.
  await prompt.press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('The model is out of memory')
  await expect(toast(page, 'Failed to generate: The model’s server could not answer: The model is out')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Accept' }).click()
  await expect(editor(page)).toHaveText('select name from vessels')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(editor(page)).not.toContainText('vessels')
})

test('a query that fails is taken to the assistant, one is explained, and one is named', async ({ page, model }) => {
  await open(page)
  await page.keyboard.insertText('select nme from vessels')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('button', { name: 'Fix with the assistant' }).click()
  const panel = page.getByRole('complementary', { name: 'Assistant' })
  await expect(panel.getByRole('textbox', { name: 'Message to the assistant' })).toHaveValue(
    /This query fails: column "nme" does not exist/,
  )
  expect(model.asked).toHaveLength(0)
  await panel.getByRole('button', { name: 'Close' }).first().click()
  await chooseFromMenu(menu(page), 'Explain')
  await expect(panel.getByRole('textbox', { name: 'Message to the assistant' })).toHaveValue(
    /Explain what this query does/,
  )
  await panel.getByRole('button', { name: 'Close' }).first().click()
  model.answers({ text: 'Names of vessels' })
  await chooseFromMenu(menu(page), 'Suggest a name')
  await expect(toast(page, 'The query is called “Names of vessels” now')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Open queries' })).toContainText('Names of vessels')
  model.answers({ status: 429 })
  await chooseFromMenu(menu(page), 'Suggest a name')
  await expect(toast(page, 'Failed to generate title: The model answers too many requests right now')).toBeVisible()
})

test('text is suggested while one types only where that is wanted, and Tab takes it', async ({ page, model }) => {
  await open(page)
  await page.keyboard.type('select name ')
  await expect(menu(page)).toBeVisible()
  await page.waitForTimeout(1_000)
  expect(model.asked).toHaveLength(0)
  await menu(page).click()
  await page.getByRole('menuitemcheckbox', { name: 'Suggest text while typing' }).click()
  await editor(page).focus()
  await page.keyboard.press('Control+End')
  model.otherwise = { text: 'from vessels' }
  await page.keyboard.type(' ')
  const ghost = editor(page).locator('.sql-ghost')
  await expect(ghost).toHaveText('from vessels')
  // Typing along leaves what is left of it, and anything else takes it away.
  await page.keyboard.type('fr')
  await expect(ghost).toHaveText('om vessels')
  await page.keyboard.press('Escape')
  await expect(ghost).toBeHidden()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(ghost).toHaveText('from vessels')
  await page.keyboard.press('Tab')
  await expect(editor(page)).toHaveText('select name  from vessels')
  model.otherwise = { status: 429, message: 'Slow down' }
  await page.keyboard.type(' w')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+\\')
  await expect(toast(page, 'Nothing could be suggested')).toBeVisible()
})
