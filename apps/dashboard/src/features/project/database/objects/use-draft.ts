import { useState } from 'react'

// What somebody has typed into a form outlives the form: a press beside it must not throw away a function's text.
const drafts = new Map<string, unknown>()

export type Draft<Shape> = {
  readonly shape: Shape
  readonly patch: (change: Partial<Shape>) => void
  /** Whether anything was typed. */
  readonly isDirty: boolean
  /** Whether it was there from the beginning, left by a form that was closed. */
  readonly isOld: boolean
  /** Takes what was typed away, to begin again or because it has taken effect. */
  readonly discard: () => void
}

/**
 * What a form holds. It is kept while the page lives, until it has taken effect or is discarded.
 * @param key names the thing that the form is about
 */
export function useDraft<Shape extends object>(key: string, first: Shape): Draft<Shape> {
  const [isOld, setOld] = useState(() => drafts.has(key))
  const [typed, setTyped] = useState<Partial<Shape>>(() => (drafts.get(key) as Partial<Shape> | undefined) ?? {})
  const shape = { ...first, ...typed }
  return {
    shape,
    isOld,
    isDirty: JSON.stringify(shape) !== JSON.stringify(first),
    patch(change) {
      const next = { ...typed, ...change }
      drafts.set(key, next)
      setTyped(next)
    },
    discard() {
      drafts.delete(key)
      setTyped({})
      setOld(false)
    },
  }
}
