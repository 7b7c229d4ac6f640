import { useLayoutEffect, useRef, useState } from 'react'

/**
 * A function that stays the same one, and does what the latest that was given does. For handlers of parts that are not
 * to be drawn anew because of them; not to be called while something is drawn.
 */
export function useHandler<Input extends unknown[], Output>(
  handler: (...input: Input) => Output,
): (...input: Input) => Output {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  const [stable] = useState(
    () =>
      (...input: Input) =>
        latest.current(...input),
  )
  return stable
}
