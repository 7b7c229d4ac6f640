/** Lets one operation at a time work on each key; others wait in the order they came. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<void>>()

  /** Runs `work` when all earlier work on `keys` is done. Keys are taken in one order, so two holders never wait for each other. */
  async run<T>(keys: string | readonly string[], work: () => Promise<T>): Promise<T> {
    const sorted = [...new Set(typeof keys === 'string' ? [keys] : keys)].sort()
    const release: (() => void)[] = []
    try {
      for (const key of sorted) release.push(await this.#acquire(key))
      return await work()
    } finally {
      for (const free of release) free()
    }
  }

  /** Resolves when all work that has been asked for up to now is done. */
  async idle(): Promise<void> {
    await Promise.all(this.#tails.values())
  }

  async #acquire(key: string): Promise<() => void> {
    const before = this.#tails.get(key) ?? Promise.resolve()
    let free = () => {}
    const mine = new Promise<void>((resolve) => {
      free = resolve
    })
    const tail = before.then(() => mine)
    this.#tails.set(key, tail)
    await before
    return () => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key)
      free()
    }
  }
}
