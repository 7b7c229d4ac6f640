/** What Postgres thinks a statement costs: planned for its values, and planned once for all of them. */
export type Costs = { readonly custom: number; readonly generic: number; readonly relations: number }

/** From which use on a statement is worth a look. */
const USES = 10
/** How many looks in a row, each with other values, have to find the same. */
const LOOKS = 3
/** After this long one looks again: tables grow, and statistics change. */
const AGAIN_MS = 60_000
/**
 * What planning costs for each relation, in the units of Postgres's own estimates, and what Postgres counts for it.
 * Because of that it plans many a short read anew each time, which takes longer than the read itself.
 */
const PLANNING = 75
const PLANNING_AS_COUNTED = 2.5

/**
 * Whether one plan of a statement should serve all of its values. Postgres decides this too, but takes planning for
 * almost free; where its own estimates of both plans are close to each other, one that need not be made is the better.
 */
export class Choice {
  #uses = 0
  #agreed = 0
  #next = 0
  #looking = false

  /** Whether the one plan is to be used. */
  get generic(): boolean {
    return this.#agreed >= LOOKS
  }

  /** Notes a use, and tells whether it is one to look at. Then `found` or `failed` has to follow. */
  due(now = performance.now()): boolean {
    this.#uses += 1
    if (this.#looking || this.#uses < USES || now < this.#next) return false
    this.#looking = true
    return true
  }

  found({ custom, generic, relations }: Costs, now = performance.now()): void {
    this.#looking = false
    // Where both cost the same, Postgres comes to the one plan by itself.
    const close = generic > custom + PLANNING_AS_COUNTED * relations && generic <= custom + PLANNING * relations
    this.#agreed = close ? this.#agreed + 1 : 0
    if (this.#agreed === 0 || this.#agreed >= LOOKS) this.#next = now + AGAIN_MS
  }

  failed(now = performance.now()): void {
    this.#looking = false
    this.#agreed = 0
    this.#next = now + AGAIN_MS
  }
}
