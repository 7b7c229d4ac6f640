import { createMember, forgetAttempts, signIn, unique } from '../people.ts'
import { expect, test } from '../test.ts'

test.beforeEach(async ({ stoa }) => {
  await forgetAttempts(stoa)
})

test('signing in opens the page whose address was asked for', async ({ page, stoa }) => {
  await page.goto('/org/my-organization/team')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveTitle('Sign in | Stoa')
  await page.getByLabel('Email').fill(stoa.owner.email)
  await page.getByLabel('Password', { exact: true }).fill(stoa.owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible()
  await expect(page).toHaveURL('/org/my-organization/team')
})

test('signing in needs nothing but the keyboard', async ({ page, stoa }) => {
  await page.goto('/')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(stoa.owner.email.toUpperCase())
  await page.keyboard.press('Tab')
  await page.keyboard.type(stoa.owner.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/projects')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
})

test('a wrong password and an unknown address get the same answer, and what was typed stays', async ({
  page,
  stoa,
}) => {
  await page.goto('/')
  const password = page.getByLabel('Password', { exact: true })
  for (const email of [stoa.owner.email, 'nobody@example.com']) {
    await page.getByLabel('Email').fill(email)
    await password.fill('not the password at all')
    const answered = page.waitForResponse(/\/api\/auth\/sign-in\/email$/)
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect((await answered).status()).toBe(401)
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(password).toHaveValue('not the password at all')
    await expect(password).toHaveAttribute('aria-invalid', 'true')
  }
})

test('empty fields are named, and nothing is sent', async ({ page, stoa }) => {
  await page.goto('/')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') sent++
  })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Email is required')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(stoa.owner.email)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Password is required')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  expect(sent).toBe(0)
})

test('the password can be shown and hidden', async ({ page }) => {
  await page.goto('/')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('a long enough phrase')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('too many attempts are turned away for a while, also with the right password', async ({ page, stoa }) => {
  await page.goto('/')
  await page.getByLabel('Email').fill(stoa.owner.email)
  await page.getByLabel('Password', { exact: true }).fill(stoa.owner.password)
  for (let attempt = 0; attempt < 10; attempt++) {
    await page.request.post('/api/auth/sign-in/email', {
      data: { email: stoa.owner.email, password: 'not the password at all' },
      headers: { origin: stoa.url },
    })
  }
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Wait a minute, then try again')
  await forgetAttempts(stoa)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
})

test('a server that does not answer is named, and signing in works once it does', async ({ page, stoa }) => {
  await page.goto('/')
  await page.getByLabel('Email').fill(stoa.owner.email)
  await page.getByLabel('Password', { exact: true }).fill(stoa.owner.password)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('The server does not answer')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
})

test('whoever is signed in is let through by the sign-in page', async ({ page, stoa }) => {
  await signIn(page, stoa)
  await page.goto('/sign-in')
  await expect(page).toHaveURL('/projects')
})

test('a person sees their own organizations only', async ({ page, stoa }) => {
  const name = unique('Fairway')
  const slug = await stoa.createOrganization(name)
  const member = await createMember(stoa, slug, { role: 'Developer' })
  await page.goto('/')
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: `Organization: ${name}` }).click()
  await expect(page.getByRole('menuitem', { name })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'My organization' })).toBeHidden()
  await page.goto('/org/my-organization/general')
  await expect(page.getByText('There is no such organization')).toBeVisible()
})
