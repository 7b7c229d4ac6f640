import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { Account, Stoa } from './stoa.ts'

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
type Role = 'Owner' | 'Administrator' | 'Developer' | 'Read-only'

// Attempts to sign in are limited per address and minute, and a person stays signed in: one session does for all tests.
const sessions = new WeakMap<Stoa, Map<string, Cookies>>()
let made = 0

/** A word that no other test of this run uses. */
export const unique = (word: string): string => `${word} ${process.env.TEST_WORKER_INDEX ?? 0}-${++made}`

/** Forgets how often this machine has tried to sign in. */
export const forgetAttempts = (stoa: Stoa) => stoa.control('delete from rate_limits')

/** Signs the page's browser in, with the session that other tests use too. */
export async function signIn(page: Page, stoa: Stoa, account: Account = stoa.owner): Promise<void> {
  const known = sessions.get(stoa) ?? new Map<string, Cookies>()
  sessions.set(stoa, known)
  const cookies = known.get(account.email)
  if (cookies !== undefined) return await page.context().addCookies(cookies)
  await signInAnew(page, stoa, account)
  known.set(account.email, await page.context().cookies())
}

/** Signs the page's browser in with a session of its own, for tests that end it. */
export async function signInAnew(page: Page, stoa: Stoa, account: Account = stoa.owner): Promise<void> {
  await forgetAttempts(stoa)
  const { email, password } = account
  const answer = await page.request.post(`${stoa.url}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: stoa.url },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Roles as an invitation carries them. */
export type Roles = { role: Role | null; projects?: { ref: string; role: Role }[] }

/** Makes an invitation. @returns the whole link */
export async function invite(
  stoa: Stoa,
  slug: string,
  roles: Roles,
  email: string | null = null,
): Promise<{ url: string }> {
  return await stoa.call('POST', `/platform/organizations/${slug}/invitations`, { projects: [], ...roles, email })
}

/** The secret of an invitation link. */
export const tokenOf = (url: string): string | null => new URLSearchParams(new URL(url).hash.slice(1)).get('token')

/** Makes an account that is a member of an organization. */
export async function createMember(
  stoa: Stoa,
  slug: string,
  roles: Roles,
  name = 'Ines Halden',
): Promise<Account & { name: string }> {
  const invitation = await invite(stoa, slug, roles)
  const account = { email: `member-${unique('').trim()}@example.com`, password: 'a long enough phrase', name }
  await stoa.call('POST', '/platform/invitations/sign-up', { token: tokenOf(invitation.url), ...account })
  return account
}
