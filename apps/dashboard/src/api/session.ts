import { useSyncExternalStore } from 'react'

// One store outside React: calls report a lost session from anywhere, one dialog listens.

/** `asked`: the dialog to sign in again is open; `put-off`: the person closed it to look at the page first. */
export type SessionState = 'active' | 'asked' | 'put-off'

let state: SessionState = 'active'
const listeners = new Set<() => void>()

function set(next: SessionState): void {
  if (state === next) return
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says that a call was refused because nobody is signed in any more. */
export function sessionExpired(): void {
  if (state === 'active') set('asked')
}
/** Opens the dialog to sign in again. */
export const askToSignIn = (): void => set('asked')
/** Closes the dialog while nobody is signed in. */
export const putOffSignIn = (): void => set('put-off')
/** Says that somebody signed in again. */
export const sessionRestored = (): void => set('active')
/** Whether the session has ended while the page was open, and what was done about it. */
export const useSessionState = (): SessionState => useSyncExternalStore(subscribe, () => state)

async function post(path: string, body: object): Promise<Response> {
  return await fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/**
 * Signs in; the session is kept in a cookie that scripts cannot read.
 * @throws Error with the sentence to show when the server refuses; TypeError when it does not answer
 */
export async function signIn(email: string, password: string): Promise<void> {
  const response = await post('/sign-in/email', { email, password })
  if (response.ok) return
  if (response.status === 429) throw new Error('Too many attempts. Wait a minute, then try again')
  const answer: unknown = await response.json().catch(() => null)
  const message = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : null
  throw new Error(typeof message === 'string' && message !== '' ? message : 'Signing in failed')
}

const goodbyes = new Set<() => Promise<void>>()
/** How long a sign-out waits for what has to be done before it, in ms. */
const GOODBYE_MAX_MS = 3_000

/** Names something to be done before the session ends, such as saving what was typed. */
export const beforeSignOut = (run: () => Promise<void>): void => void goodbyes.add(run)

/** Ends the session and leaves for the sign-in page, so that nothing of the account stays in memory. */
export async function signOut(): Promise<void> {
  const done = Promise.allSettled([...goodbyes].map((run) => run()))
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, GOODBYE_MAX_MS))])
  const response = await post('/sign-out', {})
  if (!response.ok && response.status !== 401) throw new Error('Signing out failed')
  window.location.assign('/sign-in')
}
