import { type SqlParser, SqlSyntaxError } from './parser.ts'
import { selectFacts } from './select-tree.ts'
import { commandKeyword, splitStatements } from './split.ts'

/** What is known about a text before it runs by itself. */
export type Classification = {
  /** It is not, or not only, made of queries that change nothing. What cannot be parsed counts as that. */
  readonly hasWriteOperation: boolean
  /** It calls what is not on the list of allowed functions. Not looked for in a text that has a write operation. */
  readonly hasUnknownFunctions: boolean
  /** What these are called, each once. */
  readonly unknownFunctions: readonly string[]
}

const QUERIES = new Set<string | null>(['select', 'with', 'values', 'table'])

/**
 * Tells whether a text may run without anybody having agreed to it: when it neither has a write operation nor unknown
 * functions. These are rules about its words; what really can be changed is for the database to decide.
 */
export function classify(parser: SqlParser, sql: string): Classification {
  const statements = splitStatements(sql).map(({ start, end }) => sql.slice(start, end))
  const unknown = new Set<string>()
  // Most texts with a write operation begin a statement with it, and need no parser.
  let writes = statements.length === 0 || statements.some((statement) => !QUERIES.has(commandKeyword(statement)))
  for (const statement of statements) {
    if (writes) break
    try {
      const tree = parser.tree(statement)
      const facts = selectFacts(tree)
      // More than one statement where one was found, or something that only begins like a query.
      if (facts.writes || tree.split('"stmt":{').length !== 2 || !tree.includes('"stmt":{"SelectStmt":')) writes = true
      for (const name of facts.unknownFunctions) unknown.add(name)
    } catch (error) {
      if (!(error instanceof SqlSyntaxError)) throw error
      writes = true
    }
  }
  const unknownFunctions = writes ? [] : [...unknown]
  return { hasWriteOperation: writes, hasUnknownFunctions: unknownFunctions.length > 0, unknownFunctions }
}

/** Whether a text of which this is known may run without anybody having agreed to it. */
export const runsDirectly = (known: Classification): boolean => !known.hasWriteOperation && !known.hasUnknownFunctions
