import type { RowPage } from '@stoa/contract'
import { formatBytes } from '@stoa/ui'
import type { GridRow, RowSource } from '../../../parts/grid/types.ts'

/** Pages that are kept; older ones are asked for again when somebody scrolls back to them. */
const PAGES_KEPT = 60
/** Rows that are drawn as coming while nobody knows how many there are. */
const COMING = 40
/** A page that took Postgres longer than this, in ms, is no reason to ask for the next one before somebody wants it. */
const SLOW = 1_000

/** After how long the page behind one that is looked at is asked for, in ms: what is looked at is drawn first. */
const AHEAD_MS = 100

type Page = {
  /** Where it begins; null for the first. */
  cursor: string | null
  data: RowPage | null
  /** Whether it is asked for again when it is looked at; until then the old rows are shown. */
  stale: boolean
  /** Row and column of values that are not here whole, with their sizes. */
  large: Map<string, number>
  used: number
}

/** Asks the server for the page at a place. */
export type LoadPage = (cursor: string | null, signal: AbortSignal) => Promise<RowPage>

/** The page with the size of each value that is not here at all in its place: it must not look like NULL. */
function told(page: RowPage): RowPage {
  if (page.large.length === 0) return page
  const rows = page.rows.map((row) => [...row])
  for (const [row, column, bytes] of page.large) {
    const values = rows[row]
    if (values && values[column] === null) values[column] = formatBytes(bytes)
  }
  return { ...page, rows }
}

const largeOf = (page: RowPage) => new Map(page.large.map(([row, column, bytes]) => [`${row} ${column}`, bytes]))

/**
 * The rows of a table, page by page as they are looked at. What lies behind the last page that was seen is unknown, so
 * that a table of any size opens as fast as a small one; a bounded number of pages is kept.
 */
export class PageSource implements RowSource {
  readonly pageRows: number
  readonly #load: LoadPage
  readonly #pages: Page[] = []
  readonly #listeners = new Set<() => void>()
  readonly #loading = new Map<number, Promise<void>>()
  #leaving = new AbortController()
  #clock = 0
  #failure: unknown = null
  #ahead: ReturnType<typeof setTimeout> | undefined
  #ms: number

  /**
   * @param first the first page
   * @param pageRows rows of every page but the last
   */
  constructor(first: RowPage, pageRows: number, load: LoadPage) {
    this.pageRows = pageRows
    this.#load = load
    this.#ms = first.ms
    this.#put(0, null, first)
  }

  get rowCount(): number {
    return this.known + (this.isComplete ? 0 : COMING)
  }

  /** Rows that are known to be there. */
  get known(): number {
    const last = this.#pages.at(-1)
    return (this.#pages.length - 1) * this.pageRows + (last?.data?.rows.length ?? this.pageRows)
  }

  /** Whether the last row has been seen, so that `known` is how many there are. */
  get isComplete(): boolean {
    const last = this.#pages.at(-1)
    return last?.data?.next === null
  }

  /** How long Postgres took for the latest page, in ms. */
  get ms(): number {
    return this.#ms
  }

  /** Why the latest page did not come, until one does. */
  get failure(): unknown {
    return this.#failure
  }

  row(index: number): GridRow | undefined {
    const page = this.#pageAt(index)
    return page?.data?.rows[index % this.pageRows]
  }

  /** The size of a value that is not here whole, in bytes; null when it is. */
  largeSize(index: number, column: number): number | null {
    const page = this.#pages[Math.floor(index / this.pageRows)]
    return page?.large.get(`${index % this.pageRows} ${column}`) ?? null
  }

  mark(index: number, column: number): 'large' | null {
    return this.largeSize(index, column) === null ? null : 'large'
  }

  version(index: number): string | null {
    return this.#data(index)?.versions?.[index % this.pageRows] ?? null
  }

  place(index: number): string | null {
    return this.#data(index)?.places?.[index % this.pageRows] ?? null
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Loads what comes after the last known page. Resolves when it is there, or was the end, or failed. */
  async more(): Promise<void> {
    const last = this.#pages.length - 1
    const next = this.#pages[last]?.data?.next
    if (next) await this.#fetch(last + 1, next)
  }

  /**
   * Asks for the page with a row unless it is here as it was read last: a page that was read ahead is not shown with
   * what it held before something was saved.
   * @returns null when nothing is asked for; else what resolves once the page is there, or did not come
   */
  ready(index: number): Promise<void> | null {
    const number = Math.floor(index / this.pageRows)
    const page = this.#pages[number]
    if (page === undefined) return this.more()
    return page.data === null || page.stale ? this.#fetch(number, page.cursor) : null
  }

  /** Asks again for what did not come. */
  retry(): void {
    this.#failure = null
    this.#tell()
  }

  /** Reads what is looked at again, where it is. */
  reload(): void {
    this.#failure = null
    for (const page of this.#pages) page.stale = true
    this.#tell()
  }

  /** Stops asking, until rows are looked at again. */
  dispose(): void {
    this.#leaving.abort()
    this.#leaving = new AbortController()
    this.#loading.clear()
    clearTimeout(this.#ahead)
    this.#ahead = undefined
  }

  #data(index: number): RowPage | null | undefined {
    return this.#pages[Math.floor(index / this.pageRows)]?.data
  }

  #pageAt(index: number): Page | undefined {
    const number = Math.floor(index / this.pageRows)
    const page = this.#pages[number]
    if (number >= this.#pages.length && this.#failure === null) void this.more()
    else if (number === this.#pages.length - 1) this.#readAhead()
    if (page && (page.data === null || page.stale) && this.#failure === null) void this.#fetch(number, page.cursor)
    if (page) page.used = ++this.#clock
    return page
  }

  /** Has the page behind the last one there when the scroll arrives. */
  #readAhead(): void {
    // While that page comes, what is looked at may be drawn again, which is no reason to read the one behind it.
    if (this.#ahead !== undefined || this.#loading.has(this.#pages.length)) return
    if (this.isComplete || this.#ms >= SLOW) return
    this.#ahead = setTimeout(() => {
      this.#ahead = undefined
      if (this.#failure === null) void this.more()
    }, AHEAD_MS)
  }

  #fetch(number: number, cursor: string | null): Promise<void> {
    const known = this.#loading.get(number)
    if (known) return known
    const { signal } = this.#leaving
    const loading = this.#load(cursor, signal)
      .then((page) => {
        if (signal.aborted) return
        this.#failure = null
        this.#ms = page.ms
        this.#put(number, cursor, page)
      })
      .catch((error: unknown) => {
        if (!signal.aborted) this.#failure = error
      })
      .finally(() => {
        if (signal.aborted) return
        this.#loading.delete(number)
        this.#tell()
      })
    this.#loading.set(number, loading)
    return loading
  }

  #put(number: number, cursor: string | null, data: RowPage): void {
    const following = this.#pages[number + 1]
    if (following && data.next !== null) following.cursor = data.next
    // Deletions elsewhere may have made this page the last one: those behind it hold nothing any more.
    if (data.next === null) this.#pages.length = Math.min(this.#pages.length, number + 1)
    this.#pages[number] = { cursor, data: told(data), stale: false, large: largeOf(data), used: ++this.#clock }
    this.#forgetOld()
  }

  #forgetOld(): void {
    // The last page is what the row count comes from; the first is what a look at the top needs.
    const kept = this.#pages.slice(1, -1).filter((page) => page.data !== null)
    if (kept.length <= PAGES_KEPT) return
    const [oldest] = kept.toSorted((a, b) => a.used - b.used)
    if (!oldest) return
    oldest.data = null
    oldest.large = new Map()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
