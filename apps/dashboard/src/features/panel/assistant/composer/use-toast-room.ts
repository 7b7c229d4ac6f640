import { type RefObject, useEffect } from 'react'

/** How far toasts stay away from what they must not cover, in px. */
const GAP = 16
/** As wide as a toast and its distances: where less is left of the panel, toasts stand above the input. */
const TOAST_WIDTH = 392

/**
 * Keeps toasts from lying on what somebody writes: they stand left of the panel, or above the input where the panel
 * leaves no room for them.
 */
export function useToastRoom(composer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = composer.current
    if (element === null) return
    const { style } = document.documentElement
    const leave = () => {
      style.removeProperty('--toasts-right')
      style.removeProperty('--toasts-bottom')
    }
    const place = () => {
      const { left, top } = element.getBoundingClientRect()
      leave()
      if (left >= TOAST_WIDTH) style.setProperty('--toasts-right', `${window.innerWidth - left + GAP}px`)
      else style.setProperty('--toasts-bottom', `${window.innerHeight - top + GAP / 2}px`)
    }
    const observer = new ResizeObserver(place)
    observer.observe(element)
    window.addEventListener('resize', place)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', place)
      leave()
    }
  }, [composer])
}
