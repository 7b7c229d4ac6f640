/**
 * Answers the same question for many at once. Whoever asks while an answer is on its way may not take that one, which
 * was asked for before: it shares the next with everybody else who waits. So nobody hears anything older than their
 * own question, and the busiest project costs one look at a time.
 */
export class Lookups<T> {
  readonly #look: (key: string) => Promise<T>
  readonly #running = new Map<string, Promise<T>>()
  readonly #next = new Map<string, Promise<T>>()

  constructor(look: (key: string) => Promise<T>) {
    this.#look = look
  }

  ask(key: string): Promise<T> {
    const running = this.#running.get(key)
    if (!running) return this.#start(key)
    const waiting = this.#next.get(key)
    if (waiting) return waiting
    const next = running.then(
      () => this.#start(key),
      () => this.#start(key),
    )
    this.#next.set(key, next)
    return next
  }

  #start(key: string): Promise<T> {
    this.#next.delete(key)
    const running = this.#look(key).finally(() => {
      if (this.#running.get(key) === running) this.#running.delete(key)
    })
    this.#running.set(key, running)
    return running
  }
}
