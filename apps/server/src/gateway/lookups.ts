/**
 * How long a question waits at least after the one before it was asked, where many ask at once, in milliseconds. The
 * busier a project, the more share an answer.
 */
const APART_MS = 2

/**
 * Answers the same question for many at once. Whoever asks while an answer is on its way may not take that one, which
 * was asked for before: it shares the next with everybody else who waits. So nobody hears anything older than their
 * own question, and the busiest project costs one look at a time.
 */
export class Lookups<T> {
  readonly #look: (key: string) => Promise<T>
  readonly #running = new Map<string, { answer: Promise<T>; since: number }>()
  readonly #next = new Map<string, Promise<T>>()

  constructor(look: (key: string) => Promise<T>) {
    this.#look = look
  }

  ask(key: string): Promise<T> {
    const waiting = this.#next.get(key)
    if (waiting) return waiting
    const running = this.#running.get(key)
    if (!running) return this.#start(key)
    const start = (): Promise<T> => {
      const left = running.since + APART_MS - performance.now()
      return left <= 0 ? this.#start(key) : pause(left).then(() => this.#start(key))
    }
    const next = running.answer.then(start, start)
    this.#next.set(key, next)
    return next
  }

  #start(key: string): Promise<T> {
    this.#next.delete(key)
    const answer = this.#look(key)
    const running = { answer, since: performance.now() }
    this.#running.set(key, running)
    const end = (): void => {
      if (this.#running.get(key) === running) this.#running.delete(key)
    }
    answer.then(end, end)
    return answer
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
