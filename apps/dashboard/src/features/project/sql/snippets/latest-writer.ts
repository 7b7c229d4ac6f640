export type LatestWriter = {
  /** Keeps a text; an older one that still waits gives way to it. */
  keep(text: string): void
  /** The newest text while it is not stored yet; null when all is. */
  unstored(): string | null
}

/**
 * Writes the newest text, one write at a time: while one is under way, only the last of those that follow is kept.
 * @param write stores a text
 * @param failed is told when it could not be stored; the next text is tried again
 */
export function latestWriter(
  write: (text: string) => Promise<unknown>,
  failed: (error: unknown) => void,
): LatestWriter {
  let next: string | null = null
  let unstored: string | null = null
  let writing = false
  const work = async () => {
    writing = true
    while (next !== null) {
      const text = next
      next = null
      await write(text).then(() => {
        if (unstored === text) unstored = null
      }, failed)
    }
    writing = false
  }
  return {
    keep(text) {
      next = text
      unstored = text
      if (!writing) void work()
    },
    unstored: () => unstored,
  }
}
