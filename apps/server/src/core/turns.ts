/** What is taken of one project is taken one after the other: two dumps at once would only slow each other down. */
const turns = new Map<string, Promise<unknown>>()

/** Runs something once everything that was asked for the same project before has ended. */
export async function inTurn<T>(ref: string, run: () => Promise<T>): Promise<T> {
  const before = turns.get(ref) ?? Promise.resolve()
  const mine = before.then(run, run)
  turns.set(ref, mine)
  try {
    return await mine
  } finally {
    if (turns.get(ref) === mine) turns.delete(ref)
  }
}

/** Lets only so many of a kind of work run at once; the rest waits in the order it came. */
export class Places {
  #free: number
  readonly #waiting: (() => void)[] = []

  /** @param places how many run at once */
  constructor(places: number) {
    this.#free = places
  }

  /** Runs something once there is a place for it. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // A place that goes to the next one is never free in between.
      if (next) next()
      else this.#free += 1
    }
  }
}
