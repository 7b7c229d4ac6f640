import { useEffect, useState } from 'react'

/**
 * The present, for ages on a page that stays open.
 * @param everyMs how often it is looked at, in ms
 * @returns ms since 1970
 */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
