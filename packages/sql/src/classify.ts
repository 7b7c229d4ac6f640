import { type SqlParser, SqlSyntaxError } from './parser.ts'
import { selectFacts } from './select-tree.ts'
import { commandKeyword, splitStatements } from './split.ts'

/** What is known about a text before it runs by itself. */
export type Classification = {
  /** It is not, or not only, made of queries that change nothing. What cannot be parsed counts as that. */
  readonly hasWriteOperation: boolean
  /** It calls what is not on the list of allowed functions. */
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
  const ranges = splitStatements(sql)
  const unknown = new Set<string>()
  let writes = ranges.length === 0
  for (const { start, end } of ranges) {
    const statement = sql.slice(start, end)
    if (!QUERIES.has(commandKeyword(statement))) {
      writes = true
      continue
    }
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
  return { hasWriteOperation: writes, hasUnknownFunctions: unknown.size > 0, unknownFunctions: [...unknown] }
}

/** Whether a text of which this is known may run without anybody having agreed to it. */
export const runsDirectly = (known: Classification): boolean => !known.hasWriteOperation && !known.hasUnknownFunctions
