import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows drawn beyond both edges, so that quick scrolling finds them there. */
const BEYOND = 12

/** How high a row is, in px: higher where fingers press. */
export const rowHeight = (): number => (window.matchMedia('(max-width: 899.98px)').matches ? 36 : 28)

/**
 * Which of many rows of one height are worth drawing.
 * @param box what scrolls
 * @returns the first row and the one behind the last
 */
export function useWindow(box: RefObject<HTMLElement | null>, count: number, height: number): [number, number] {
  const [view, setView] = useState({ top: 0, room: 800 })
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const look = () => setView({ top: element.scrollTop, room: element.clientHeight })
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box])
  const first = Math.max(0, Math.floor(view.top / height) - BEYOND)
  return [first, Math.min(count, Math.ceil((view.top + view.room) / height) + BEYOND)]
}
