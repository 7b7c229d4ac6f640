import { setReachable } from './reachability.ts'
import { sessionExpired } from './session.ts'

const UNAUTHORIZED = 401

/**
 * The browser's `fetch`, which also notes whether the server answers and whether the session has ended. Every call to
 * the platform goes through it: those of the client, and those that read their answer as it arrives.
 */
export async function apiFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init)
    setReachable(true)
    if (response.status === UNAUTHORIZED) sessionExpired()
    return response
  } catch (error) {
    // `fetch` reports every kind of lost connection as a TypeError; a call that was given up is none of them.
    if (error instanceof TypeError) setReachable(false)
    throw error
  }
}
