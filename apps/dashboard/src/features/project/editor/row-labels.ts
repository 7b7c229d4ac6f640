/** The most values whose rows are known; then everything is forgotten, and asked again where it is looked at. */
const KNOWN_MAX = 20_000
/** The most values of a column, and the most columns, that are asked for at once. */
const ASKED_MAX = 500
const COLUMNS_MAX = 20
/** How long values are collected before they are asked for, in ms: long enough for all cells of one painting. */
const COLLECT_MS = 20

/** Labels by column and value. */
export type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>
type Ask = (columns: { column: string; values: string[] }[]) => Promise<Labels>

/** What people know the rows by that the foreign keys of a table point to, asked for as they are looked at. */
export class RowLabels {
  readonly #ask: Ask
  readonly #known = new Map<string, Map<string, string | null>>()
  readonly #wanted = new Map<string, Set<string>>()
  readonly #listeners = new Set<() => void>()
  #count = 0
  #isPlanned = false
  #isAsking = false

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** The label of the row that a value points to; null while it is not known, and when there is none. */
  of(column: string, value: string): string | null {
    const known = this.#known.get(column)?.get(value)
    if (known !== undefined) return known
    const wanted = this.#wanted.get(column) ?? new Set()
    this.#wanted.set(column, wanted.add(value))
    this.#plan()
    return null
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  #plan(): void {
    if (this.#isPlanned || this.#isAsking) return
    this.#isPlanned = true
    setTimeout(() => void this.#fetch(), COLLECT_MS)
  }

  async #fetch(): Promise<void> {
    this.#isPlanned = false
    this.#isAsking = true
    const columns = [...this.#wanted]
      .slice(0, COLUMNS_MAX)
      .map(([column, values]) => ({ column, values: [...values].slice(0, ASKED_MAX) }))
    this.#wanted.clear()
    // Where labels do not come, the values stand for themselves.
    const labels = await this.#ask(columns).catch((): Labels => ({}))
    if (this.#count > KNOWN_MAX) {
      this.#known.clear()
      this.#count = 0
    }
    for (const { column, values } of columns) {
      const known = this.#known.get(column) ?? new Map<string, string | null>()
      this.#known.set(column, known)
      for (const value of values) known.set(value, labels[column]?.[value] ?? null)
      this.#count += values.length
    }
    this.#isAsking = false
    if (this.#wanted.size > 0) this.#plan()
    for (const listener of this.#listeners) listener()
  }
}
