import type { Changes } from '../store/changes.ts'
import { Lookups } from './lookups.ts'

/** What somebody else changed holds after this long even when word of it got lost, in milliseconds. */
const AGE_MS = 2_000
/** How many answers are remembered. */
const KEPT = 5_000

/**
 * Answers out of the control database that are remembered as long as nothing has changed there. Where that cannot be
 * known, each is asked for, and shared by those who ask together.
 */
export class Remembered<T> {
  readonly #changes: Pick<Changes, 'mark'>
  readonly #lookups: Lookups<T | null>
  readonly #kept = new Map<string, { readonly value: T; readonly at: number }>()
  #mark: number | null = null

  /** @param look asks the control database; null for what is not there, which is not remembered */
  constructor(changes: Pick<Changes, 'mark' | 'listen'>, look: (key: string) => Promise<T | null>) {
    this.#changes = changes
    this.#lookups = new Lookups(async (key) => {
      changes.listen()
      const { mark } = changes
      const value = await look(key)
      if (value !== null && mark !== null && mark === changes.mark) this.#keep(key, value)
      return value
    })
  }

  /** What is remembered and still holds; undefined when one has to ask. */
  known(key: string, now: number): T | undefined {
    if (this.#mark !== this.#changes.mark) return undefined
    const kept = this.#kept.get(key)
    return kept !== undefined && now - kept.at < AGE_MS ? kept.value : undefined
  }

  ask(key: string): Promise<T | null> {
    return this.#lookups.ask(key)
  }

  #keep(key: string, value: T): void {
    const { mark } = this.#changes
    if (mark !== this.#mark || this.#kept.size >= KEPT) this.#kept.clear()
    this.#mark = mark
    this.#kept.set(key, { value, at: performance.now() })
  }
}
