import { signIn, unique } from '../people.ts'
import { expect, test } from '../test.ts'

let slug = ''
let ref = ''

test.beforeAll(async ({ stoa }) => {
  slug = await stoa.createOrganization(unique('Keys'))
  ref = await stoa.createProject('keyboard', { organization: slug })
})

test.beforeEach(async ({ page, stoa }) => {
  await signIn(page, stoa)
})

test('going somewhere puts the focus on its heading and has it read aloud', async ({ page }) => {
  await page.goto(`/org/${slug}/general`)
  await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'Team' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Team' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: /^Team \| / })).toBeAttached()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'General' })).toBeFocused()
})

test('the link at the beginning skips to the content', async ({ page }) => {
  await page.goto(`/org/${slug}/general`)
  await expect(page.getByRole('heading', { name: 'General' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Name')).toBeFocused()
})

test('the reason of a disabled control is told to the keyboard too', async ({ page }) => {
  await page.goto(`/org/${slug}/general`)
  await page.getByRole('textbox', { name: 'Slug' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).toBeFocused()
  await expect(page.getByRole('tooltip', { name: 'Nothing has changed' })).toBeAttached()
  await expect(save).toHaveAccessibleDescription('Nothing has changed')
})

test('a dialog holds the focus and gives it back', async ({ page }) => {
  await page.goto(`/org/${slug}/team`)
  const invite = page.getByRole('button', { name: 'Invite' })
  await invite.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
  // Where a tooltip is open, Escape closes that first.
  await dialog.getByLabel('Email').focus()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(invite).toBeFocused()
})

test('a select is chosen from by letters and arrows', async ({ page }) => {
  await page.goto(`/projects/new?org=${slug}`)
  const size = page.getByLabel('Compute size')
  await size.focus()
  await page.keyboard.type('me')
  await page.keyboard.press('Enter')
  await expect(size).toContainText('Medium')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(size).toContainText('Large')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  await page.keyboard.press('Escape')
  await expect(size).toContainText('Large')
})

test('the command menu runs commands, and Escape gives the focus back', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`/project/${ref}/settings/general`)
  const name = page.getByLabel('Name')
  await name.focus()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(name).toBeFocused()
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('theme dark')
  await page.keyboard.press('Enter')
  await expect.poll(ground).not.toBe(light)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nothing is called this')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('query')
  await page.keyboard.press('Enter')
  // It goes on to the query that is opened.
  await expect(page).toHaveURL(new RegExp(`/project/${ref}/sql(/|$)`))
})

test('the keys of the app work in the SQL editor and write nothing into it', async ({ page }) => {
  await page.goto(`/project/${ref}/sql`)
  const editor = page.getByRole('textbox', { name: 'SQL' })
  await expect(editor).toBeFocused()
  await page.keyboard.type('select 1 as one')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(editor).toBeFocused()
  await page.keyboard.press('Control+i')
  await expect(page.getByPlaceholder('Chat to Postgres...')).toBeFocused()
  await expect(editor).toHaveText('select 1 as one')
})

test('the editor is no trap: Escape and Tab lead out of it', async ({ page }) => {
  await page.goto(`/project/${ref}/sql`)
  const editor = page.getByRole('textbox', { name: 'SQL' })
  await expect(editor).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(editor).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(editor).not.toBeFocused()
  await expect(page.locator(':focus')).toHaveCount(1)
})

test('single keys do nothing while one types, and leave the browser’s own alone', async ({ page }) => {
  await page.goto(`/projects?org=${slug}`)
  await page.getByRole('searchbox', { name: 'Find a project' }).fill('')
  await page.keyboard.type('c/c')
  await expect(page.getByRole('searchbox', { name: 'Find a project' })).toHaveValue('c/c')
  await expect(page).toHaveURL(/\/projects\?org=/)
  const prevented = await page.evaluate(
    () =>
      !document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'c', ctrlKey: true, cancelable: true, bubbles: true }),
      ),
  )
  expect(prevented).toBe(false)
})

test('without motion when the system asks so', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/org/${slug}/team`)
  await page.getByRole('button', { name: 'Invite' }).click()
  const longest = await page
    .getByRole('dialog')
    .evaluate((dialog) =>
      Math.max(
        0,
        ...dialog
          .getAnimations({ subtree: true })
          .map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0)),
      ),
    )
  expect(longest).toBeLessThanOrEqual(1)
})
