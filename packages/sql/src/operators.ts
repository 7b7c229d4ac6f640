/** The characters of which operators consist. */
const IN_OPERATOR = /[~!@#^&|`?+\-*/%<>=]/
/** An operator may end in a plus or a minus only when it has one of these. */
const UNLIKE_SQL = /[~!@#^&|`?%]/
/** What is one symbol of two characters besides. */
const PAIRS = new Set(['::', ':=', '..'])

/**
 * Tells apart the symbols that stand together without anything between them, the way Postgres's own lexer does:
 * `a<-1` is smaller than minus one, `a@-1` has an operator of its own.
 * @param run symbols alone, such as `>=-`
 */
export function symbolsIn(run: string): string[] {
  const found: string[] = []
  for (let at = 0; at < run.length; ) {
    const pair = run.slice(at, at + 2)
    let end = at + 1
    if (PAIRS.has(pair)) end = at + 2
    else if (IN_OPERATOR.test(run[at] ?? '')) {
      while (end < run.length && IN_OPERATOR.test(run[end] ?? '')) end++
      while (end - at > 1 && /[+-]/.test(run[end - 1] ?? '') && !UNLIKE_SQL.test(run.slice(at, end - 1))) end--
    }
    found.push(run.slice(at, end))
    at = end
  }
  return found
}
