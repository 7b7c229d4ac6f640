/** A length of a panel: pixels or a share of the row. */
export type Size = `${number}px` | `${number}%`

/** A size in px, in a row of `room` px. */
export function parseSize(size: Size, room: number): number {
  const value = Number.parseFloat(size)
  return size.endsWith('%') ? (value / 100) * room : value
}

/** Keeps a share of the row between its limits; where they contradict each other, the upper one wins. */
export function clampShare(share: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, share))
}

/** A share of a row of `room` px, in the unit of `like`: px are whole, shares have two decimals. */
export function sizeText(share: number, room: number, like: Size): Size {
  return like.endsWith('%') ? `${Math.round(share * 10_000) / 100}%` : `${Math.round(share * room)}px`
}

/** A stored text as a size; anything that is not one is null. */
export function asSize(text: string | null): Size | null {
  return text && /^\d+(\.\d+)?(px|%)$/.test(text) ? (text as Size) : null
}

/** The size a person chose earlier, or null. */
export function readSize(key: string): Size | null {
  try {
    return asSize(localStorage.getItem(key))
  } catch {
    return null
  }
}

/** Remembers a size in this browser; null forgets it. */
export function storeSize(key: string, size: Size | null) {
  try {
    if (size === null) localStorage.removeItem(key)
    else localStorage.setItem(key, size)
  } catch {
    // Storage is refused in some private windows; the size then lasts until the page is left.
  }
}
