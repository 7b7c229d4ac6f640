export type LatestWriter<T> = {
  /** Keeps a value; an older one that still waits gives way to it. */
  keep(value: T): void
  /** The newest value while it is not stored yet; null when all is. */
  unstored(): T | null
}

/**
 * Writes the newest value, one write at a time: while one is under way, only the last of those that follow is kept.
 * @param write stores a value
 * @param failed is told when it could not be stored; the next one is tried again
 */
export function latestWriter<T>(
  write: (value: T) => Promise<unknown>,
  failed: (error: unknown) => void,
): LatestWriter<T> {
  let next: { readonly value: T } | null = null
  let unstored: { readonly value: T } | null = null
  let writing = false
  const work = async () => {
    writing = true
    while (next !== null) {
      const one = next
      next = null
      await write(one.value).then(() => {
        if (unstored === one) unstored = null
      }, failed)
    }
    writing = false
  }
  return {
    keep(value) {
      next = { value }
      unstored = next
      if (!writing) void work()
    },
    unstored: () => unstored?.value ?? null,
  }
}
