import { startTransition, useEffect, useState } from 'react'

/**
 * What a value was when the page was last painted: for what is drawn from it after all else is to be seen.
 * @param value as it is now; the same object for the same thing
 */
export function usePainted<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    if (painted === value) return
    let task = 0
    // A frame's own callbacks run before it is painted: what comes after it is the next task.
    const frame = requestAnimationFrame(() => {
      task = window.setTimeout(() => startTransition(() => setPainted(() => value)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(task)
    }
  }, [painted, value])
  return painted
}
