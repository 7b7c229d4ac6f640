import { useEffect, useState } from 'react'

/** The longest that one waits for the page to rest, in ms. */
const AT_LAST_MS = 200

let waiting: (() => void)[] = []
let isCalled = false

const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: AT_LAST_MS })
  else requestAnimationFrame(() => setTimeout(run))
}

function next(): void {
  isCalled = waiting.length > 0
  if (!isCalled) return
  whenIdle(() => {
    try {
      waiting.shift()?.()
    } finally {
      next()
    }
  })
}

/**
 * Does something when it is its turn: one thing after the other, each in a rest of the page of its own, so that many
 * of them together never keep the page from moving.
 * @returns what takes it out again, as long as it was not done
 */
export function inTurn(run: () => void): () => void {
  waiting.push(run)
  if (!isCalled) next()
  return () => {
    waiting = waiting.filter((one) => one !== run)
  }
}

/** Follows what is asked for, but only when it is its turn. It begins as false. */
export function useTurn(isAsked: boolean): boolean {
  const [is, setIs] = useState(false)
  useEffect(() => (is === isAsked ? undefined : inTurn(() => setIs(isAsked))), [is, isAsked])
  return is
}
