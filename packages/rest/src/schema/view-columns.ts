/** Where a view's column comes from: a column of a table or of another view. */
export type ViewColumn = { readonly num: number; readonly table: number; readonly column: number }

const NUMBER_AFTER = (tree: string, at: number): number => Number(/^\d+/.exec(tree.slice(at, at + 12))?.[0] ?? 0)

/**
 * Reads from a view's stored query which of its columns are plain columns of a relation. The tree's braces tell the
 * outermost query from those inside it; a backslash takes the next character out of account.
 */
export function viewColumns(tree: string): ViewColumn[] {
  const found: ViewColumn[] = []
  let depth = 0
  let inTargets = false
  let parentheses = 0
  let entry: { num: number; table: number; column: number; junk: boolean } | null = null
  for (let at = 0; at < tree.length; at += 1) {
    const character = tree[at]
    if (character === '\\') at += 1
    else if (character === '{') {
      depth += 1
      if (inTargets && depth === 2) entry = { num: 0, table: 0, column: 0, junk: false }
    } else if (character === '}') {
      if (inTargets && depth === 2 && entry) {
        if (entry.table > 0 && entry.column > 0 && !entry.junk)
          found.push({ num: entry.num, table: entry.table, column: entry.column })
        entry = null
      }
      depth -= 1
    } else if (inTargets && depth === 1 && character === '(') parentheses += 1
    else if (inTargets && depth === 1 && character === ')') {
      parentheses -= 1
      if (parentheses === 0) return found
    } else if (character === ':') {
      if (depth === 1 && !inTargets && tree.startsWith(':targetList (', at)) inTargets = true
      else if (entry && depth === 2) {
        if (tree.startsWith(':resno ', at)) entry.num = NUMBER_AFTER(tree, at + 7)
        else if (tree.startsWith(':resorigtbl ', at)) entry.table = NUMBER_AFTER(tree, at + 12)
        else if (tree.startsWith(':resorigcol ', at)) entry.column = NUMBER_AFTER(tree, at + 12)
        else if (tree.startsWith(':resjunk true', at)) entry.junk = true
      }
    }
  }
  return found
}
