import type { SqlParser } from './parser.ts'
import { splitStatements } from './split.ts'

/** A table, view or the like, as a text names it. */
export type NamedRelation = { readonly schema: string | null; readonly name: string }

/**
 * What a text reads from or writes to, each once, as it is named there: tables, views, and the names of its own CTEs,
 * which look the same. What views and functions read besides is not in it.
 * @throws SqlSyntaxError
 */
export const relationsOf = (parser: SqlParser, sql: string): NamedRelation[] =>
  namesIn(parser, sql, ({ relname, schemaname }) =>
    typeof relname === 'string' ? { schema: typeof schemaname === 'string' ? schemaname : null, name: relname } : null,
  )

/** A type, as a text names it; what Postgres's grammar has a word for is of the schema `pg_catalog`. */
export type NamedType = NamedRelation

/**
 * The types that a text names in its casts, each once.
 * @throws SqlSyntaxError
 */
export const typesOf = (parser: SqlParser, sql: string): NamedType[] =>
  namesIn(parser, sql, ({ names }) => {
    const path = Array.isArray(names) ? names.map(textOf) : []
    const name = path.at(-1)
    return typeof name === 'string' ? { schema: path.at(-2) ?? null, name } : null
  })

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** One part of a name with dots; null for what is none. */
function textOf(part: unknown): string | null {
  const text = isNode(part) && isNode(part.String) ? part.String.sval : null
  return typeof text === 'string' ? text : null
}

/** What the nodes of a text's trees name, each once. */
function namesIn(parser: SqlParser, sql: string, nameOf: (node: Node) => NamedRelation | null): NamedRelation[] {
  const found = new Map<string, NamedRelation>()
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) walk(one)
    if (!isNode(node)) return
    const named = nameOf(node)
    if (named !== null) found.set(JSON.stringify(named), named)
    for (const one of Object.values(node)) walk(one)
  }
  for (const { start, end } of splitStatements(sql)) walk(JSON.parse(parser.tree(sql.slice(start, end))))
  return [...found.values()]
}
