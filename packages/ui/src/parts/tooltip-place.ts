export type Side = 'top' | 'right' | 'bottom' | 'left'

type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
type Size = { readonly width: number; readonly height: number }

const GAP = 6
const EDGE = 8
const OPPOSITE = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const

/**
 * Where a small box stands beside another: in the middle of a side, on the opposite one where only that has room, and
 * never nearer to the window's edge than 8 px unless it is wider than the window. All in px of the window.
 */
export function besideBox(anchor: Box, tip: Size, room: Size, side: Side): { left: number; top: number } {
  const corner = {
    top: { left: 0, top: anchor.top - GAP - tip.height },
    bottom: { left: 0, top: anchor.bottom + GAP },
    left: { left: anchor.left - GAP - tip.width, top: 0 },
    right: { left: anchor.right + GAP, top: 0 },
  }
  const upright = side === 'top' || side === 'bottom'
  const fits = (candidate: Side) =>
    upright
      ? corner[candidate].top >= EDGE && corner[candidate].top + tip.height <= room.height - EDGE
      : corner[candidate].left >= EDGE && corner[candidate].left + tip.width <= room.width - EDGE
  const chosen = corner[!fits(side) && fits(OPPOSITE[side]) ? OPPOSITE[side] : side]
  const within = (at: number, size: number, all: number) => Math.max(EDGE, Math.min(at, all - EDGE - size))
  return upright
    ? { left: within((anchor.left + anchor.right - tip.width) / 2, tip.width, room.width), top: chosen.top }
    : { left: chosen.left, top: within((anchor.top + anchor.bottom - tip.height) / 2, tip.height, room.height) }
}

/** Puts a tooltip, which stands in the body with a fixed position, beside its control. */
export function placeTip(tip: HTMLElement, anchor: Element, side: Side): void {
  const size = { width: tip.offsetWidth, height: tip.offsetHeight }
  const room = { width: document.documentElement.clientWidth, height: window.innerHeight }
  const { left, top } = besideBox(anchor.getBoundingClientRect(), size, room, side)
  tip.style.left = `${Math.round(left)}px`
  tip.style.top = `${Math.round(top)}px`
}
