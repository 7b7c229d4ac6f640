import type { CellKind } from './format.ts'
import { badgeIcon, typeIcon } from './icons.ts'
import { sameRange } from './selection.ts'
import type { CellRange, GridColumn, GridSort } from './types.ts'

// Pixels, as in grid.css: padding, icon, the gap after it and the line at the end.
const HEAD_EXTRAS = 35

/** What one painting of the heads needs to know; see Scene in body.ts. */
type HeadScene = {
  readonly columns: readonly GridColumn[]
  readonly kinds: readonly CellKind[]
  readonly edges: readonly number[]
  readonly first: number
  readonly last: number
  readonly frozen: number
  readonly range: CellRange | null
  readonly sort: GridSort | null
}

/** Draws the column heads. A head is made when its column first comes into view and kept while it may come back. */
export class GridHeader {
  readonly #row: HTMLElement
  readonly #heads = new Map<number, HTMLElement>()
  readonly #shown = new Set<number>()
  #painted: HeadScene | null = null
  /** Holds the heads of the columns that do not scroll. */
  readonly #frozen: HTMLElement

  constructor(row: HTMLElement) {
    this.#row = row
    this.#frozen = document.createElement('div')
    this.#frozen.className = 'dg-head-frozen'
    this.#frozen.setAttribute('role', 'none')
    row.append(this.#frozen)
  }

  /** Throws all heads away, as when the columns have changed. */
  reset(): void {
    for (const head of this.#heads.values()) head.remove()
    this.#heads.clear()
    this.#shown.clear()
    this.#painted = null
  }

  /** Shows the heads of a scene. */
  paint(scene: HeadScene): void {
    const { edges, first, last, frozen, range, sort } = scene
    const before = this.#painted
    const isSameWindow =
      before?.edges === edges && before.first === first && before.last === last && before.frozen === frozen
    if (isSameWindow && before.sort === sort && sameRange(before.range, range)) return
    this.#painted = scene
    const isShown = (c: number) => c < frozen || (c >= first && c <= last)
    for (const c of this.#shown) {
      if (isShown(c) && (before === null || c < before.frozen === c < frozen)) continue
      this.#heads.get(c)?.remove()
      this.#shown.delete(c)
    }
    for (let c = 0; c < frozen; c++) this.#place(c, scene)
    for (let c = first; c <= last; c++) this.#place(c, scene)
  }

  #place(c: number, { columns, kinds, edges, frozen, range, sort }: HeadScene): void {
    const column = columns[c]
    if (!column) return
    let head = this.#heads.get(c)
    if (!head) {
      head = createHead(column, kinds[c] ?? 'text', c)
      this.#heads.set(c, head)
    }
    if (!this.#shown.has(c)) {
      const parent = c < frozen ? this.#frozen : this.#row
      parent.append(head)
      this.#shown.add(c)
    }
    const left = edges[c] ?? 0
    head.style.left = `${left}px`
    head.style.width = `${(edges[c + 1] ?? left) - left}px`
    head.classList.toggle('dg-marked', range !== null && c >= range.left && c <= range.right)
    head.classList.toggle('dg-last-frozen', c === frozen - 1)
    markSort(head, sort?.column === c ? sort : null)
  }

  /** The head of a column, when it is in view. */
  head(column: number): HTMLElement | undefined {
    return this.#shown.has(column) ? this.#heads.get(column) : undefined
  }

  /** Shows where a dragged column would come to stand; null takes the mark away. */
  markDrop(from: number, to: number | null): void {
    for (const [c, head] of this.#heads) {
      head.classList.toggle('dg-drop-before', c === to && to < from)
      head.classList.toggle('dg-drop-after', c === to && to > from)
    }
  }

  /** The width that the head of a column needs to show its whole name, or 0 when it is not in view. */
  neededWidth(column: number): number {
    const name = this.#shown.has(column) ? this.#heads.get(column)?.querySelector('.dg-name') : null
    if (!name) return 0
    const range = document.createRange()
    range.selectNodeContents(name)
    return range.getBoundingClientRect().width + HEAD_EXTRAS
  }
}

function createHead(column: GridColumn, kind: CellKind, index: number): HTMLElement {
  const head = document.createElement('div')
  head.className = `dg-head-cell dg-${kind}${column.leads ? ' dg-leads' : ''}`
  head.setAttribute('role', 'columnheader')
  head.setAttribute('aria-colindex', String(index + 1))
  head.title = `${column.name} ${column.type}`
  const name = document.createElement('span')
  name.className = 'dg-name'
  name.textContent = column.name
  const menu = document.createElement('span')
  menu.className = 'dg-head-menu'
  // A pointer's way to the menu; the keyboard's is Alt and the arrow down.
  menu.setAttribute('aria-hidden', 'true')
  const handle = document.createElement('span')
  handle.className = 'dg-resize'
  handle.dataset.resize = String(index)
  head.append(column.badge ? badgeIcon(column.badge) : typeIcon(kind), name, menu, handle)
  return head
}

function markSort(head: HTMLElement, sort: GridSort | null): void {
  const wanted = sort === null ? null : sort.descending ? 'descending' : 'ascending'
  if (head.getAttribute('aria-sort') === wanted) return
  if (wanted === null) head.removeAttribute('aria-sort')
  else head.setAttribute('aria-sort', wanted)
}
