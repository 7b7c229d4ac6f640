import type { CellKind } from './format.ts'
import { typeIcon } from './icons.ts'
import { sameRange } from './selection.ts'
import type { CellRange, GridColumn } from './types.ts'

// Pixels, as in grid.css: padding, icon, the gap after it and the line at the end.
const HEAD_EXTRAS = 35

/** Draws the column heads. A head is made when its column first comes into view and kept while it may come back. */
export class GridHeader {
  readonly #row: HTMLElement
  readonly #heads = new Map<number, HTMLElement>()
  readonly #shown = new Set<number>()
  #painted: { edges: readonly number[]; first: number; last: number; range: CellRange | null } | null = null

  constructor(row: HTMLElement) {
    this.#row = row
  }

  /** Throws all heads away, as when the columns have changed. */
  reset(): void {
    for (const head of this.#heads.values()) head.remove()
    this.#heads.clear()
    this.#shown.clear()
    this.#painted = null
  }

  /** Shows the heads from column `first` to `last`, at the given edges. */
  paint(
    columns: readonly GridColumn[],
    kinds: readonly CellKind[],
    edges: readonly number[],
    first: number,
    last: number,
    range: CellRange | null,
  ): void {
    const before = this.#painted
    const isSameWindow = before?.edges === edges && before.first === first && before.last === last
    if (isSameWindow && sameRange(before.range, range)) return
    this.#painted = { edges, first, last, range }
    for (const c of this.#shown) {
      if (c >= first && c <= last) continue
      this.#heads.get(c)?.remove()
      this.#shown.delete(c)
    }
    for (let c = first; c <= last; c++) {
      const column = columns[c]
      if (!column) continue
      let head = this.#heads.get(c)
      if (!head) {
        head = createHead(column, kinds[c] ?? 'text', c)
        this.#heads.set(c, head)
      }
      if (!this.#shown.has(c)) {
        this.#row.append(head)
        this.#shown.add(c)
      }
      const left = edges[c] ?? 0
      head.style.left = `${left}px`
      head.style.width = `${(edges[c + 1] ?? left) - left}px`
      head.classList.toggle('dg-marked', range !== null && c >= range.left && c <= range.right)
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
  head.className = `dg-head-cell dg-${kind}`
  head.setAttribute('role', 'columnheader')
  head.setAttribute('aria-colindex', String(index + 1))
  head.title = `${column.name} ${column.type}`
  const name = document.createElement('span')
  name.className = 'dg-name'
  name.textContent = column.name
  const handle = document.createElement('span')
  handle.className = 'dg-resize'
  handle.dataset.resize = String(index)
  head.append(typeIcon(kind), name, handle)
  return head
}
