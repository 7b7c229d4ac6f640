/** What the keyboard needs to know of an option. */
export type KeyOption = { text: string; disabled: boolean }

/**
 * Where a key moves the active option of an open list; null when the key does not move it.
 * Options that cannot be chosen are visited too, so that their reason is read.
 */
export function nextActive(key: string, active: number, count: number): number | null {
  if (count === 0) return null
  const clamp = (index: number) => Math.min(count - 1, Math.max(0, index))
  if (key === 'ArrowDown') return clamp(active + 1)
  if (key === 'ArrowUp') return clamp(active - 1)
  if (key === 'PageDown') return clamp(active + 10)
  if (key === 'PageUp') return clamp(active - 10)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}

/**
 * The option that typed letters find: the next one after `from` that begins with them, round the end of the list.
 * The same letter typed again and again walks through all that begin with it.
 */
export function findTyped(typed: string, options: readonly KeyOption[], from: number): number | null {
  const sought = typed.toLowerCase()
  const repeated = sought.length > 1 && [...sought].every((letter) => letter === sought[0])
  const start = repeated ? sought[0] : sought
  if (!start) return null
  // While a word is being typed the current option still counts; a single letter moves on to the next.
  const offset = sought.length > 1 && !repeated ? 0 : 1
  for (let step = 0; step < options.length; step++) {
    const index = (Math.max(0, from) + offset + step) % options.length
    if (options[index]?.text.toLowerCase().startsWith(start)) return index
  }
  return null
}
