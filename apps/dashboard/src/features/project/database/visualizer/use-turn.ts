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
 * @returns whether it may; once it may, it may for good
 */
export function useTurn(isWanted: boolean): boolean {
  const [hasTurn, setTurn] = useState(false)
  useEffect(() => {
    if (!isWanted || hasTurn) return
    const take = () => setTurn(true)
    waiting.add(take)
    if (frame === 0) frame = requestAnimationFrame(giveTurns)
    return () => {
      waiting.delete(take)
    }
  }, [isWanted, hasTurn])
  return hasTurn
}

/**
 * The first of many things, and more of them in each frame, so that no frame draws all of them.
 * @param step how many come in one frame
 */
export function useGrowing<Item>(items: readonly Item[], step: number): readonly Item[] {
  const [count, setCount] = useState(step)
  const isWhole = count >= items.length
  useEffect(() => {
    if (isWhole) return
    const next = requestAnimationFrame(() => setCount(count + step))
    return () => cancelAnimationFrame(next)
  }, [isWhole, count, step])
  return isWhole ? items : items.slice(0, count)
}
