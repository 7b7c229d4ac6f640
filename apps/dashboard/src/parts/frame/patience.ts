import { ping, setReachable } from '../../api/reachability.ts'

/** Pauses after attempts that failed, in ms; the last holds for all that follow. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000]

/**
 * Imports code of the page, again and again while it does not come: with growing pauses, and at once when the browser
 * finds its network again. The frame says meanwhile that the server does not answer.
 * @param load imports it
 * @param patienceMs for how long it is tried; for ever unless given
 * @throws what the last attempt threw
 */
export async function patiently<T>(load: () => Promise<T>, patienceMs = Number.POSITIVE_INFINITY): Promise<T> {
  let waited = 0
  for (let attempt = 0; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      const pause = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 0
      if (waited + pause > patienceMs) throw error
      if (attempt === 0) void ping().then((answers) => answers || setReachable(false))
      waited += pause
      await untilOnline(pause)
    }
  }
}

/** Waits so many ms, or until the browser finds its network again. */
function untilOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
  })
}
