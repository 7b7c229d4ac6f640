import type { SqlParser } from './parser.ts'
import { splitStatements } from './split.ts'

/** A table, view or the like, as a text names it. */
export type NamedRelation = { readonly schema: string | null; readonly name: string }

/**
 * What a text reads from or writes to, each once, as it is named there: tables, views, and the names of its own CTEs,
 * which look the same. What views and functions read besides is not in it.
 * @throws SqlSyntaxError
 */
export function relationsOf(parser: SqlParser, sql: string): NamedRelation[] {
  const found = new Map<string, NamedRelation>()
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) walk(one)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    const { relname, schemaname } = node as { relname?: unknown; schemaname?: unknown }
    if (typeof relname === 'string') {
      const relation = { schema: typeof schemaname === 'string' ? schemaname : null, name: relname }
      found.set(JSON.stringify(relation), relation)
    }
    for (const one of Object.values(node)) walk(one)
  }
  for (const { start, end } of splitStatements(sql)) walk(JSON.parse(parser.tree(sql.slice(start, end))))
  return [...found.values()]
}
