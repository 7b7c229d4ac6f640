const FIRST_MS = 1_000
const MAX_MS = 15_000

/** After how long what failed is tried again, in ms: longer each time, until it has worked. */
export function retryTimes() {
  let ms = FIRST_MS
  return {
    next(): number {
      const now = ms
      ms = Math.min(ms * 2, MAX_MS)
      return now
    },
    reset(): void {
      ms = FIRST_MS
    },
  }
}
