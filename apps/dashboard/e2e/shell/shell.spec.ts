import { expectAccessible } from '../page.ts'
import { signIn, signInAnew, unique } from '../people.ts'
import type { Stoa } from '../stoa.ts'
import { expect, test } from '../test.ts'

/** An organization with two projects, made once for each server. No other test has a project of the second's name. */
const places = new WeakMap<Stoa, Promise<{ name: string; slug: string; harbor: string; limekiln: string }>>()
function place(stoa: Stoa) {
  const known = places.get(stoa)
  if (known) return known
  const made = (async () => {
    const name = unique('Frame')
    const slug = await stoa.createOrganization(name)
    const [harbor, limekiln] = await Promise.all([
      stoa.createProject('harbor', { organization: slug }),
      stoa.createProject('limekiln', { organization: slug }),
    ])
    return { name, slug, harbor, limekiln }
  })()
  places.set(stoa, made)
  return made
}

test('the roof says where one is and leads to the other projects', async ({ page, stoa }) => {
  const { name, harbor, limekiln } = await place(stoa)
  await signIn(page, stoa)
  await page.goto(`/project/${harbor}`)
  await expect(page).toHaveTitle('harbor | Stoa')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('link', { name })).toBeVisible()
  await crumbs.getByRole('button', { name: 'harbor' }).click()
  await page.getByRole('menuitem', { name: 'limekiln' }).click()
  await expect(page).toHaveURL(new RegExp(`/project/${limekiln}$`))
  await expect(page).toHaveTitle('limekiln | Stoa')
  await page.getByRole('link', { name: 'SQL editor', exact: true }).click()
  await expect(page).toHaveTitle('SQL editor | limekiln | Stoa')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveTitle(/limekiln \| Stoa$/)
})

test('the command menu opens with its keys, finds a project and goes there', async ({ page, stoa }) => {
  const { limekiln } = await place(stoa)
  await signIn(page, stoa)
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.type('limekiln')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/project/${limekiln}`))
})

test('Cmd+I is kept for the panel: the browser does nothing of its own with it', async ({ page, stoa }) => {
  await signIn(page, stoa)
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  const prevented = await page.evaluate(
    () =>
      !document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'i', ctrlKey: true, cancelable: true, bubbles: true }),
      ),
  )
  expect(prevented).toBe(true)
})

test('the product menu is at most a third of the width, and its width is remembered', async ({ page, stoa }) => {
  const { harbor } = await place(stoa)
  await signIn(page, stoa)
  await page.goto(`/project/${harbor}/settings/general`)
  const edge = page.getByRole('separator', { name: 'Resize menu' })
  const box = await edge.boundingBox()
  expect(box).not.toBeNull()
  await page.mouse.move(box!.x, 400)
  await page.mouse.down()
  await page.mouse.move(1200, 400, { steps: 5 })
  await page.mouse.up()
  const edgeAt = async () => (await edge.boundingBox())?.x ?? 0
  const widest = await edgeAt()
  expect(widest).toBeGreaterThan(400)
  // A third of what lies beside the rail of 48 pixels.
  expect(widest - 48).toBeLessThanOrEqual((1440 - 48) * 0.33 + 1)
  await page.reload()
  await expect.poll(edgeAt).toBeCloseTo(widest, 0)
  await edge.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(edgeAt).toBeLessThan(widest)
})

test('on a narrow screen the rail and the menu are a drawer', async ({ page, stoa }) => {
  const { harbor } = await place(stoa)
  await signIn(page, stoa)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/project/${harbor}/settings/general`)
  await expect(page.getByRole('heading', { name: 'General' })).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('link', { name: 'SQL editor' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  await page.getByRole('button', { name: 'Menu' }).click()
  await drawer.getByRole('link', { name: 'SQL editor' }).click()
  // It goes on to the query that is opened.
  await expect(page).toHaveURL(/\/sql(\/|$)/)
  await expect(drawer).toBeHidden()
})

test('the first press of Tab offers to skip to the content', async ({ page, stoa }) => {
  await signIn(page, stoa)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})

test('an address without a page says so inside the frame', async ({ page, stoa }) => {
  await signIn(page, stoa)
  await page.goto('/nothing/here')
  await expect(page.getByText('There is no page at this address')).toBeVisible()
  await page.getByRole('link', { name: 'All projects' }).last().click()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
})

test('the theme follows the system until one is chosen, and the choice is remembered', async ({ page, stoa }) => {
  await signIn(page, stoa)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/account')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect(page.getByRole('radio', { name: /As the system/ })).toBeChecked()
  const dark = await ground()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(ground).not.toBe(dark)
  await page.getByRole('radio', { name: /Dark/ }).check()
  await expect.poll(ground).toBe(dark)
  await page.reload()
  await expect(page.getByRole('radio', { name: /Dark/ })).toBeChecked()
  expect(await ground()).toBe(dark)
})

test('a session that ends loses nothing that was typed', async ({ page, stoa, complaints }) => {
  await signInAnew(page, stoa)
  await page.goto('/projects/new')
  await page.getByLabel('Name', { exact: true }).fill('half a name')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Create project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(stoa.owner.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('half a name')
  expect(complaints.refusals.some((text) => text.includes('401'))).toBe(true)
})

test('signing out leads to the sign-in and ends the session', async ({ page, stoa }) => {
  await signInAnew(page, stoa)
  await page.goto('/projects')
  await page
    .getByRole('button', { name: /Account|mira/i })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect((await page.request.get(`${stoa.url}/api/platform/profile`)).status()).toBe(401)
})
