import { startTransition, useEffect, useState } from 'react'

/** How many messages are drawn at once, and how many more with every rest of the page after that. */
const FIRST = 2
const MORE = 2

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
 * the page from answering. What is drawn stays so while more is said.
 */
export function useFewFirst(total: number): number {
  const [{ known, missing }, setState] = useState({ known: 0, missing: 0 })
  let left = missing
  if (total !== known) {
    // So many at once were not said just now: another chat has been read.
    left = total - known > FIRST ? total - FIRST : Math.min(missing, total)
    setState({ known: total, missing: left })
  }
  useEffect(() => {
    if (left <= 0) return
    return whenIdle(() =>
      startTransition(() => setState((now) => ({ ...now, missing: Math.max(0, now.missing - MORE) }))),
    )
  }, [left])
  return total - left
}
