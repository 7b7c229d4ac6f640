/** How many keys are watched at a time. */
const WATCHED = 10_000

/**
 * Counts what each key may still ask. Every key fills up again steadily, to as many requests as it has in a second,
 * so that a page that loads many things at once is not refused.
 */
export class Rate {
  readonly #perSecond: number
  readonly #left = new Map<string, { tokens: number; at: number }>()

  /** @param perSecond how many requests a key may make in a second; 0 for as many as it likes */
  constructor(perSecond: number) {
    this.#perSecond = perSecond
  }

  /** Takes one request off a key; false when none is left. */
  take(key: string, now = performance.now()): boolean {
    if (this.#perSecond === 0) return true
    const known = this.#left.get(key)
    const tokens = known
      ? Math.min(this.#perSecond, known.tokens + ((now - known.at) / 1000) * this.#perSecond)
      : this.#perSecond
    if (!known && this.#left.size >= WATCHED) {
      const [oldest] = this.#left.keys()
      if (oldest !== undefined) this.#left.delete(oldest)
    }
    if (tokens < 1) return false
    if (known) {
      known.tokens = tokens - 1
      known.at = now
    } else this.#left.set(key, { tokens: tokens - 1, at: now })
    return true
  }
}
