import { createContext, type RefObject, startTransition, useLayoutEffect, useState } from 'react'

/** For how long something may be far away before what it holds is let go of, in ms. */
const FAR_MS = 1_500

const TELLS = 'ContentVisibilityAutoStateChangeEvent' in globalThis

/** Whether what a block stands in is near enough to be seen soon. Where nothing says so, it is. */
export const Near = createContext(true)

/**
 * Whether an element with `content-visibility: auto` is near enough to be drawn, as the browser tells it; always, where
 * it does not. What was only scrolled past stays near for a moment.
 */
export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(!TELLS)
  // Before the first picture, in which the browser tells it for the first time.
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const onChange = (event: Event) => {
      // It comes up from elements inside, too.
      if (event.target !== current || !('skipped' in event)) return
      clearTimeout(timer)
      const isFar = event.skipped === true
      if (isFar) timer = setTimeout(() => startTransition(() => setNear(false)), FAR_MS)
      else startTransition(() => setNear(true))
    }
    current.addEventListener('contentvisibilityautostatechange', onChange)
    return () => {
      clearTimeout(timer)
      current.removeEventListener('contentvisibilityautostatechange', onChange)
    }
  }, [element])
  return isNear
}
