import { startTransition, useEffect, useState } from 'react'

/** How many messages are drawn at once, and how many more with every rest of the page after that. */
const FIRST = 12
const MORE = 3

const whenIdle = (run: () => void): (() => void) => {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(run, { timeout: 500 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, 50)
  return () => clearTimeout(timer)
}

/**
 * How many of the last messages are drawn: a few at first, then all, in small steps, so that a long chat never keeps
 * the page from answering.
 */
export function useFewFirst(total: number): number {
  const [drawn, setDrawn] = useState(FIRST)
  const missing = total - drawn
  useEffect(() => {
    if (missing <= 0) return
    return whenIdle(() => startTransition(() => setDrawn((before) => before + MORE)))
  }, [missing])
  return Math.min(drawn, total)
}
