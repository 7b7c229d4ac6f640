import { isTransient } from '../../../api/errors.ts'

const TRIES = 4
const PAUSE_MS = 1_000

/**
 * Sends something again when no answer came. Only for what the server knows again, and does once.
 * @param signal ends the trying
 * @throws what the last try threw
 */
export async function patiently<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      if (attempt >= TRIES || signal?.aborted || !isTransient(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
