import { type LineAndColumn, lineAndColumn, offsetOfPosition } from '@stoa/sql'

/**
 * Finds where in the editor an error is that Postgres reports for a part of its text.
 * @param text all of the editor's text
 * @param from where the text that was run begins in it, in UTF-16 code units
 * @param position the character of the text that was run, from 1, as Postgres counts
 */
export function errorPlace(text: string, from: number, position: number): LineAndColumn {
  const offset = from + offsetOfPosition(text.slice(from), position)
  // Postgres counts characters, and a string counts code units: the text before is counted again.
  let characters = 0
  for (const _ of text.slice(0, offset)) characters++
  return lineAndColumn(text, characters + 1)
}
