import { tokens } from './lexer.ts'
import { type SqlParser, SqlSyntaxError } from './parser.ts'
import { commandKeyword, splitStatements } from './split.ts'

/**
 * Puts a limit behind a text, so that a query in the editor does not bring a whole table: only when the text is a
 * single plain select statement without comments and without a limit (or `fetch first`) of its own.
 * @param limit the most rows; nothing happens unless it is above zero
 * @returns the text to run, and the limit that was put behind it or null
 */
export function autoLimit(parser: SqlParser, sql: string, limit: number): { sql: string; limit: number | null } {
  const as = { sql, limit: null }
  if (limit <= 0 || commandKeyword(sql) !== 'select') return as
  const [range, ...more] = splitStatements(sql)
  if (range === undefined || more.length > 0) return as
  for (const token of tokens(sql)) if (token.kind === 'comment') return as
  const statement = sql.slice(range.start, range.end)
  if (statement.length > PARSED_MAX ? !looksPlain(statement) : !isPlain(parser, statement)) return as
  return { sql: `${sql.slice(0, range.end)} limit ${limit}${sql.slice(range.end)}`, limit }
}

/** The tree of a longer text takes so long to build that nothing else would be answered meanwhile, in characters. */
const PARSED_MAX = 200_000
/** Words without which, outside of parentheses, no select is more than plain. */
const MORE = new Set(['limit', 'fetch', 'into', 'for'])

/** Whether the words of a select show that it is plain; where they may mean something else, it is none. */
function looksPlain(statement: string): boolean {
  let depth = 0
  for (const { kind, start, end } of tokens(statement)) {
    if (kind === 'symbol') depth += statement[start] === '(' ? 1 : statement[start] === ')' ? -1 : 0
    else if (kind === 'word' && depth === 0 && MORE.has(statement.slice(start, end).toLowerCase())) return false
  }
  return depth === 0
}

/** What a plain select has none of. */
const OWN = ['limitCount', 'intoClause', 'lockingClause'] as const

function isPlain(parser: SqlParser, statement: string): boolean {
  try {
    const tree = JSON.parse(parser.tree(statement)) as { stmts?: { stmt?: { SelectStmt?: Record<string, unknown> } }[] }
    const select = tree.stmts?.length === 1 ? tree.stmts[0]?.stmt?.SelectStmt : undefined
    if (select === undefined) return false
    // In a union the select that INTO belongs to is the first of its parts.
    return OWN.every((key) => select[key] === undefined) && !hasInto(select.larg)
  } catch (error) {
    if (error instanceof SqlSyntaxError) return false
    throw error
  }
}

function hasInto(select: unknown): boolean {
  if (typeof select !== 'object' || select === null) return false
  const { intoClause, larg } = select as { intoClause?: unknown; larg?: unknown }
  return intoClause !== undefined || hasInto(larg)
}
