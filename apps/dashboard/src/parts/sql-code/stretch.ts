import type { Text } from '@codemirror/state'

/** How much of a long text is looked at on each side of a place, in characters: more would be felt at every key. */
const AROUND = 50_000

/**
 * The text round a place, as much as can be looked at while one types: all of it, or from the beginning of a statement
 * before the place on.
 */
export function stretchAround(doc: Text, at: number): { readonly text: string; readonly from: number } {
  if (doc.length <= 2 * AROUND) return { text: doc.toString(), from: 0 }
  const start = Math.max(0, at - AROUND)
  const text = doc.sliceString(start, at + AROUND)
  // A statement that begins with a line is all that can be seen from here of where strings and comments are.
  const begin = start === 0 ? 0 : /;[^\S\n]*\n/.exec(text.slice(0, at - start))
  const skipped = begin === null || begin === 0 ? 0 : begin.index + begin[0].length
  return { text: text.slice(skipped), from: start + skipped }
}
