import type { Page } from '@playwright/test'
import { expectDisabled, toast } from '../page.ts'
import { createMember, forgetAttempts, invite, signIn, tokenOf, unique } from '../people.ts'
import type { Stoa } from '../stoa.ts'
import { expect, test } from '../test.ts'

const GONE = 'This invitation has expired, was used or was withdrawn. Ask for a new link'
const PASSWORD = 'a long enough phrase'

async function organization(stoa: Stoa): Promise<{ name: string; slug: string }> {
  const name = unique('Pilotage')
  return { name, slug: await stoa.createOrganization(name) }
}

async function fillAccount(page: Page, { name, email }: { name: string; email?: string }): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  if (email !== undefined) await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
}

test('an invitation makes an account and leads into the organization', async ({ page, stoa }) => {
  const { name, slug } = await organization(stoa)
  const { url } = await invite(stoa, slug, { role: 'Developer' })
  await page.goto(url)
  await expect(page.getByRole('heading', { name: `Join ${name}` })).toBeVisible()
  await expect(page.getByText('invites you as Developer.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await fillAccount(page, { name: 'Ines Halden', email: `${slug}@example.com` })
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await expect(page).toHaveURL(`/projects?org=${slug}`)
  await expect(page.getByRole('button', { name: `Organization: ${name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account: Ines Halden' })).toBeVisible()
  await page.goto(`/org/${slug}/team`)
  await expect(page.getByRole('row', { name: /Ines Halden/ })).toContainText('Developer')
})

test('a link works once', async ({ page, stoa }) => {
  const { slug } = await organization(stoa)
  const { url } = await invite(stoa, slug, { role: 'Read-only' })
  await stoa.call('POST', '/platform/invitations/sign-up', {
    token: tokenOf(url),
    name: 'First',
    email: `first-${slug}@example.com`,
    password: PASSWORD,
  })
  await page.goto(url)
  await expect(page.getByText('The invitation cannot be used')).toBeVisible()
  await expect(page.getByText(GONE)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
})

test('a link that is used while its page is open says so, and what was typed stays', async ({ page, stoa }) => {
  const { slug } = await organization(stoa)
  const invitation = await invite(stoa, slug, { role: 'Developer' })
  await page.goto(invitation.url)
  await fillAccount(page, { name: 'Late', email: `late-${slug}@example.com` })
  await stoa.control('delete from invitations')
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await expect(page.getByRole('alert')).toHaveText(GONE)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Late')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
})

for (const [what, address] of [
  ['without an invitation', '/join'],
  ['with a part of an invitation', '/join#token=cut-off'],
] as const) {
  test(`an address ${what} says what to do`, async ({ page }) => {
    await page.goto(address)
    await expect(
      page.getByText('This address has no invitation in it. Open the whole link that you were given.'),
    ).toBeVisible()
  })
}

test('an invitation for one address fixes it', async ({ page, stoa }) => {
  const { slug } = await organization(stoa)
  const email = `only-${slug}@example.com`
  const { url } = await invite(stoa, slug, { role: 'Administrator' }, email)
  await page.goto(url)
  await expect(page.getByText(`invites you as Administrator, with the address ${email}.`)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expectDisabled(page.getByLabel('Email'), 'The invitation was made for this address')
  await fillAccount(page, { name: 'Only Me' })
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await expect(page).toHaveURL(`/projects?org=${slug}`)
})

test('a short password and a used address are shown at their fields', async ({ page, stoa }) => {
  const { slug } = await organization(stoa)
  const { url } = await invite(stoa, slug, { role: 'Developer' })
  await page.goto(url)
  await fillAccount(page, { name: 'Ines', email: stoa.owner.email })
  await page.getByLabel('Password', { exact: true }).fill('short')
  await expect(page.getByText('5 characters. Long beats complicated; 12 is the least.')).toBeVisible()
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await expect(page.getByRole('alert')).toHaveText('Password must have at least 12 characters')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'An account with this email already exists. Sign in, then open the invitation again',
  )
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
})

test('somebody with an account signs in and joins with it', async ({ page, stoa }) => {
  const [first, second] = [await organization(stoa), await organization(stoa)]
  const member = await createMember(stoa, first.slug, { role: 'Developer' })
  const { url } = await invite(stoa, second.slug, { role: 'Read-only' })
  await forgetAttempts(stoa)
  await page.goto(url)
  await page.getByRole('button', { name: 'I have an account' }).click()
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`/projects?org=${second.slug}`)
  await expect(page.getByRole('button', { name: `Organization: ${second.name}` })).toBeVisible()
})

test('somebody who is signed in joins with one press', async ({ page, stoa }) => {
  const [first, second] = [await organization(stoa), await organization(stoa)]
  const member = await createMember(stoa, first.slug, { role: 'Developer' })
  const { url } = await invite(stoa, second.slug, { role: 'Developer' })
  await signIn(page, stoa, member)
  await page.goto(url)
  await expect(page.getByText(`You are signed in as ${member.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Join with this account' }).click()
  await expect(page).toHaveURL(`/projects?org=${second.slug}`)
})

test('an invitation for somebody else is refused with the reason', async ({ page, stoa }) => {
  const [first, second] = [await organization(stoa), await organization(stoa)]
  const member = await createMember(stoa, first.slug, { role: 'Developer' })
  const { url } = await invite(stoa, second.slug, { role: 'Developer' }, `other-${second.slug}@example.com`)
  await signIn(page, stoa, member)
  await page.goto(url)
  await page.getByRole('button', { name: 'Join with this account' }).click()
  await expect(toast(page, 'This invitation was made for another email address')).toBeVisible()
})

test('a member who opens another invitation hears that they already belong', async ({ page, stoa }) => {
  const { slug } = await organization(stoa)
  const member = await createMember(stoa, slug, { role: 'Developer' })
  const { url } = await invite(stoa, slug, { role: 'Administrator' })
  await signIn(page, stoa, member)
  await page.goto(url)
  await page.getByRole('button', { name: 'Join with this account' }).click()
  await expect(toast(page, 'You are already a member of this organization')).toBeVisible()
})
