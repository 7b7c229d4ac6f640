import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** How far from its end a list still counts as being at it, in px. */
const THRESHOLD = 10
/** After how long without scrolling that is looked at, in ms. */
const DEBOUNCE_MS = 100

/**
 * Keeps a scrolled list at its end while it grows, as long as nobody has scrolled away from there.
 * @param content what grows inside of it
 */
export function useStick(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const isStuck = useRef(true)
  const [isAtEnd, setAtEnd] = useState(true)
  const toEnd = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    isStuck.current = true
    setAtEnd(true)
    element.scrollTop = element.scrollHeight
  }, [scroller])

  useEffect(() => {
    const element = scroller.current
    if (element === null || content.current === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let before = element.scrollTop
    const isNear = () => element.scrollHeight - element.scrollTop - element.clientHeight <= THRESHOLD
    const look = () => {
      // Between new words and their layout a list is not near its end, and nobody has left that: only going up does.
      if (isNear()) isStuck.current = true
      setAtEnd(isStuck.current)
    }
    const onScroll = () => {
      // Somebody goes up: the next words must not take them back. What has become shorter stays at its end.
      if (element.scrollTop < before - 1 && !isNear()) isStuck.current = false
      before = element.scrollTop
      clearTimeout(timer)
      timer = setTimeout(look, DEBOUNCE_MS)
    }
    const grown = new ResizeObserver(() => {
      if (isStuck.current) element.scrollTop = element.scrollHeight
      else onScroll()
      before = element.scrollTop
    })
    element.addEventListener('scroll', onScroll, { passive: true })
    grown.observe(content.current)
    grown.observe(element)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('scroll', onScroll)
      grown.disconnect()
    }
  }, [scroller, content])

  return { isAtEnd, toEnd }
}
