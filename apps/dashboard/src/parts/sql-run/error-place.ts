import type { StatementPlace } from '@stoa/contract'
import { type FilledSql, type LineAndColumn, lineAndColumn, offsetOfPosition } from '@stoa/sql'
import type { RunLine } from './read-lines.ts'

/**
 * Finds where in the editor an error is that Postgres reports for a part of its text.
 * @param text all of the editor's text
 * @param from where the text that was run begins in it, in UTF-16 code units
 * @param position the character of the text that was run, from 1, as Postgres counts
 */
export function errorPlace(text: string, from: number, position: number): LineAndColumn {
  const offset = from + offsetOfPosition(text.slice(from), position)
  return lineAndColumn(text, positionOf(text, offset))
}

/** Postgres counts characters from 1, and a string counts code units: the text before is counted again. */
function positionOf(text: string, offset: number): number {
  let characters = 0
  for (const _ of text.slice(0, offset)) characters++
  return characters + 1
}

/**
 * Where an error is in a text with parameters, when it was reported for the text with their values.
 * @param filled what was sent
 * @param sql what it was made of
 * @param position as Postgres gives it for `filled`
 */
function positionBefore(filled: FilledSql, sql: string, position: number): number {
  return positionOf(sql, filled.originalOffset(offsetOfPosition(filled.sql, position)))
}

/** What a line says of the text that was sent, said of the text before its values were put in. */
export function inOriginal(line: RunLine, filled: FilledSql, original: string): RunLine {
  const moved = (place: StatementPlace | null) =>
    place && { start: filled.originalOffset(place.start), end: filled.originalOffset(place.end) }
  if (line.type === 'columns' || line.type === 'complete') return { ...line, place: moved(line.place) }
  if (line.type !== 'error') return line
  const { position } = line.error
  if (position === null) {
    const place = moved(line.place)
    // Of several statements one wants to know at least which it was.
    const isLater = place !== null && line.statement !== null && line.statement > 0
    return { ...line, place, error: { ...line.error, position: isLater ? positionOf(original, place.start) : null } }
  }
  return {
    ...line,
    place: moved(line.place),
    error: { ...line.error, position: positionBefore(filled, original, position) },
  }
}
