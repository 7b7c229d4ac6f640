import { meet, type Rect, type Standing } from './geometry.ts'
import type { Transform } from './ground.ts'
import { READABLE } from './paint.ts'

/** What is drawn of a table that is an element: all of it, or a ring around the painted one. */
export type Look = 'whole' | 'ring'

/** So many tables become elements, or cease to be, in one frame, so that no frame takes long. */
const PER_FRAME = 3
/** Whoever moves about is not held up: what came into sight is painted, and becomes elements once it stands still. */
const STILL_MS = 120

/**
 * Which tables are elements: those in sight that are near enough to be read, the one that is looked at, the one below
 * the pointer and the one that is moved. All others are only painted.
 */
export class NearTables {
  readonly #tables: ReadonlyMap<number, Standing>
  readonly #onChange: (looks: ReadonlyMap<number, Look>) => void
  #looks: ReadonlyMap<number, Look> = new Map()
  #near: ReadonlySet<number> = new Set()
  #pinned: ReadonlyMap<number, Look> = new Map()
  #hovered: number | null = null
  #zoom = 1
  #frame = 0
  #still: ReturnType<typeof setTimeout> | undefined

  /** @param onChange told what is to be drawn, a few tables more or less each time */
  constructor(tables: ReadonlyMap<number, Standing>, onChange: (looks: ReadonlyMap<number, Look>) => void) {
    this.#tables = tables
    this.#onChange = onChange
  }

  /** The page shows another part of the drawing. */
  look([x, y, zoom]: Transform, width: number, height: number): void {
    this.#zoom = zoom
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#still)
    const sight = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }
    this.#still = setTimeout(() => this.#settle(sight), STILL_MS)
  }

  #settle(sight: Rect): void {
    const inSight = [...this.#tables.values()].filter(({ rect }) => meet(rect, sight))
    this.#near = new Set(this.#zoom < READABLE ? [] : inSight.map(({ box }) => box.table.id))
    this.#step()
  }

  /** Tables that are elements wherever they are. */
  pin(pinned: ReadonlyMap<number, Look>): void {
    this.#pinned = pinned
    this.#draw(this.#looksOf(pinned.keys()))
    this.#step()
  }

  /** The table below the pointer. */
  get hovered(): number | null {
    return this.#hovered
  }

  /** The table below the pointer can be pressed and moved at once. */
  hover(id: number | null): void {
    if (id === this.#hovered) return
    const before = this.#hovered
    this.#hovered = id
    this.#draw(this.#looksOf([id, before].filter((one) => one !== null)))
  }

  /** Ends its timers. */
  end(): void {
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#still)
  }

  #lookOf(id: number): Look | null {
    const pinned = this.#pinned.get(id)
    if (this.#near.has(id) || pinned === 'whole') return 'whole'
    if (pinned === undefined && id !== this.#hovered) return null
    return this.#zoom < READABLE ? 'ring' : 'whole'
  }

  /** What is drawn now, with some tables as they are to be. */
  #looksOf(ids: Iterable<number>): ReadonlyMap<number, Look> {
    const looks = new Map(this.#looks)
    for (const id of ids) {
      const look = this.#lookOf(id)
      if (look === null) looks.delete(id)
      else looks.set(id, look)
    }
    return looks
  }

  #draw(looks: ReadonlyMap<number, Look>): void {
    this.#looks = looks
    this.#onChange(looks)
  }

  #step(): void {
    cancelAnimationFrame(this.#frame)
    const ids = new Set([...this.#looks.keys(), ...this.#near])
    const late = [...ids].filter((id) => this.#lookOf(id) !== (this.#looks.get(id) ?? null))
    if (late.length === 0) return
    this.#draw(this.#looksOf(late.slice(0, PER_FRAME)))
    this.#frame = requestAnimationFrame(() => this.#step())
  }
}
