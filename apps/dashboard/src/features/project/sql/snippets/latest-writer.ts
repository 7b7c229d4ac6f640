export type LatestWriter<T> = {
  /** Keeps a value; an older one that still waits gives way to it. */
  keep(value: T): void
  /** The newest value while it is not stored yet; null when all is. */
  unstored(): T | null
}

/** How many writes may be under way: many key presses, for whoever is killed in the midst of them. */
const AT_ONCE = 16

/**
 * Writes the newest value at once. While many writes are under way, only the last of those that follow is kept.
 * @param write stores a value; of two, the one that was begun later is what stays
 * @param failed is told when one could not be stored; the next one is tried again
 */
export function latestWriter<T>(
  write: (value: T) => Promise<unknown>,
  failed: (error: unknown) => void,
): LatestWriter<T> {
  type Kept = { readonly value: T }
  let waiting: Kept | null = null
  let newest: Kept | null = null
  let underWay = 0
  const begin = (one: Kept) => {
    underWay++
    const end = () => {
      underWay--
      const next = waiting
      waiting = null
      if (next !== null) begin(next)
    }
    void write(one.value)
      .then(() => {
        if (newest === one) newest = null
      }, failed)
      .then(end)
  }
  return {
    keep(value) {
      newest = { value }
      if (underWay < AT_ONCE) begin(newest)
      else waiting = newest
    },
    unstored: () => newest?.value ?? null,
  }
}
