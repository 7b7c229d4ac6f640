/** Measures the parts of an answer, one after the other. */
export class Stopwatch {
  #last = performance.now()
  readonly #parts = new Map<string, number>()

  /** Ends a part; the next begins. */
  mark(part: string): void {
    const now = performance.now()
    this.#parts.set(part, (this.#parts.get(part) ?? 0) + now - this.#last)
    this.#last = now
  }

  /** The Server-Timing header. */
  header(): string {
    return [...this.#parts].map(([part, ms]) => `${part};dur=${ms.toFixed(1)}`).join(', ')
  }
}
