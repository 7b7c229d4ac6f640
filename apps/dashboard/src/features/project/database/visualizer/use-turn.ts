import { useEffect, useState } from 'react'

/** So many get their turn in one frame, so that no frame takes long. */
const PER_FRAME = 6

const waiting = new Set<() => void>()
let frame = 0

function giveTurns(): void {
  frame = 0
  let given = 0
  for (const take of waiting) {
    waiting.delete(take)
    take()
    given += 1
    if (given === PER_FRAME) break
  }
  if (waiting.size > 0) frame = requestAnimationFrame(giveTurns)
}

/**
 * Lets many parts of a page draw what is costly a few at a time, one frame after the other.
 * @param isWanted whether this one has something to draw
 * @returns whether it may
 */
export function useTurn(isWanted: boolean): boolean {
  const [hasTurn, setTurn] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const take = () => setTurn(true)
    waiting.add(take)
    if (frame === 0) frame = requestAnimationFrame(giveTurns)
    return () => {
      waiting.delete(take)
      setTurn(false)
    }
  }, [isWanted])
  return isWanted && hasTurn
}
