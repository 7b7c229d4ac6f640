import type { Page } from '@playwright/test'
import { choose, chooseFromMenu, toast } from '../page.ts'
import { createMember, signIn, unique } from '../people.ts'
import { expect, test } from '../test.ts'

const send = (page: Page) => page.getByRole('button', { name: 'Send request' })

test('a link fills the form in advance, and what was sent is kept and shown', async ({ page, stoa }) => {
  const ref = await stoa.createProject(unique('harbor'))
  await signIn(page, stoa)
  const search = new URLSearchParams({
    category: 'performance',
    ref,
    subject: 'Slow & steady?',
    message: 'Two\nlines',
  })
  await page.goto(`/support/new?${search}`)
  await expect(page).toHaveTitle('Ask for support | Stoa')
  await expect(page.getByText('This installation sends no e-mail.')).toBeVisible()
  await expect(page.getByLabel('About')).toHaveText(/A project is slow/)
  await expect(page.getByRole('combobox', { name: 'Project' })).toHaveText(/harbor/)
  await expect(page.getByLabel('Subject')).toHaveValue('Slow & steady?')
  await expect(page.getByLabel('Message')).toHaveValue('Two\nlines')
  await send(page).click()
  await expect(toast(page, 'Kept your request')).toBeVisible()
  const sheet = page.getByRole('dialog', { name: 'Slow & steady?' })
  await expect(sheet.getByText('Two\nlines')).toBeVisible()
  await expect(sheet.getByRole('link', { name: /harbor/ })).toHaveAttribute('href', `/project/${ref}`)
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL('/support')
  await expect(page.getByRole('link', { name: 'Slow & steady?' })).toBeVisible()
  // The same link begins anew: its draft was sent.
  await page.goto(`/support/new?${search}`)
  await expect(page.getByLabel('Message')).toHaveValue('Two\nlines')
})

test('an empty form says what is missing', async ({ page, stoa }) => {
  await signIn(page, stoa)
  await page.goto('/projects')
  await chooseFromMenu(page.getByRole('button', { name: /^Account: / }), 'Support')
  await expect(page).toHaveURL('/support/new')
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await send(page).click()
  for (const sentence of ['Choose what it is about', 'Subject is required', 'Message is required'])
    await expect(page.getByText(sentence)).toBeVisible()
})

test('nothing typed is lost by leaving, reloading, or a server that fails', async ({ page, stoa, complaints }) => {
  const account = await createMember(stoa, 'my-organization', { role: 'Developer' })
  await signIn(page, stoa, account)
  await page.goto('/support/new?subject=In+advance')
  await choose(page.getByLabel('About'), 'A question')
  await page.getByLabel('Subject').fill('Typed over it')
  await page.getByLabel('Message').fill('A long story')
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('A long story')
  await page.goto('/projects')
  await page.goto('/support/new')
  await expect(page.getByLabel('Message')).toHaveValue('')
  await page.goto('/support/new?subject=In+advance')
  await expect(page.getByLabel('Subject')).toHaveValue('Typed over it')
  await expect(page.getByLabel('About')).toHaveText(/A question/)

  await page.route('**/api/platform/support/tickets', (route) => route.abort())
  await send(page).click()
  await expect(page.getByRole('alert')).toContainText('The server does not answer')
  await expect(page.getByLabel('Message')).toHaveValue('A long story')
  await page.unroute('**/api/platform/support/tickets')
  await send(page).click()
  await expect(page.getByRole('dialog', { name: 'Typed over it' })).toBeVisible()
  await page.goto('/support/new?subject=In+advance')
  await expect(page.getByLabel('Message')).toHaveValue('')
  await expect(page.getByLabel('Subject')).toHaveValue('In advance')
  expect(complaints.refusals.length).toBeGreaterThan(0)
})

test('too many requests are refused in a sentence, and nothing typed goes', async ({ page, stoa }) => {
  const account = await createMember(stoa, 'my-organization', { role: 'Developer' })
  await signIn(page, stoa, account)
  await stoa.control(
    `insert into support_tickets (category, subject, message, user_id, author_name, author_email)
     select 'question', 'One of many', 'Why', id, name, email from users, generate_series(1, 20) where email = $1`,
    [account.email],
  )
  await page.goto('/support/new?category=question&subject=More&message=And+more')
  await send(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    'You have sent many requests within an hour. Wait a while, then try again',
  )
  await expect(page.getByLabel('Message')).toHaveValue('And more')
})
