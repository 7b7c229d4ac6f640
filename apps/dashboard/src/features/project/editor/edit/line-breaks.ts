/**
 * Gives what puts the line breaks of a text back into what was typed: fields of a page know only line feeds.
 * @param first the text as it was before
 */
export function breaksOf(first: string): (typed: string) => string {
  const found = new Set(first.match(/\r\n|\r|\n/g))
  const [only] = found
  if (found.size !== 1 || only === undefined || only === '\n') return (typed) => typed
  return (typed) => typed.replaceAll(/\r\n|\r|\n/g, only)
}
