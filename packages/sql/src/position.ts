/** A place in a text for people: both numbers start at 1, the column counts characters. */
export type LineAndColumn = { readonly line: number; readonly column: number }

/**
 * Turns the position of a Postgres error (characters, from 1) into an offset in a JavaScript string (UTF-16 code
 * units, from 0). Positions before the text give 0, positions after it the length of the text.
 */
export function offsetOfPosition(text: string, position: number): number {
  let offset = 0
  for (let i = 1; i < position && offset < text.length; i++) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
  }
  return offset
}

/**
 * Turns the position of a Postgres error (characters, from 1) into a line and a column (both from 1). A line ends
 * at \n, \r\n or \r. A position outside the text is moved to its nearest end.
 */
export function lineAndColumn(text: string, position: number): LineAndColumn {
  const offset = offsetOfPosition(text, position)
  let line = 1
  let lineStart = 0
  for (let i = 0; i < offset; i++) {
    const c = text.charCodeAt(i)
    if (c !== 10 && c !== 13) continue
    if (c === 13 && text.charCodeAt(i + 1) === 10) {
      // Between the two halves of \r\n one is still on the line that they end.
      if (i + 1 >= offset) break
      i++
    }
    line++
    lineStart = i + 1
  }
  return { line, column: [...text.slice(lineStart, offset)].length + 1 }
}
