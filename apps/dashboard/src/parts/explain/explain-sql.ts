import { commandKeyword, splitStatements } from '@stoa/sql'

/** Commands that have a plan. */
const WITH_PLAN = new Set([
  'select',
  'with',
  'values',
  'table',
  'insert',
  'update',
  'delete',
  'merge',
  'execute',
  'declare',
])

export const ONE_STATEMENT = 'Select one statement to see its plan'
export const NO_PLAN = 'Only queries and changes of rows have a plan'

/**
 * The statement that explains another.
 * @param sql what is to be explained; it has to be one statement
 * @param analyze runs it too, to tell real times and rows
 */
export function explainSql(
  sql: string,
  analyze: boolean,
):
  | {
      readonly sql: string /** Where the statement begins in it, less where it began in `sql`. */
      readonly moved: number
    }
  | { readonly problem: string } {
  const [statement, ...more] = splitStatements(sql)
  if (statement === undefined || more.length > 0) return { problem: ONE_STATEMENT }
  const text = sql.slice(statement.start, statement.end)
  if (!WITH_PLAN.has(commandKeyword(text) ?? '')) return { problem: NO_PLAN }
  const head = analyze ? 'explain (analyze, buffers, verbose, format json) ' : 'explain (verbose, format json) '
  return { sql: head + text, moved: head.length - statement.start }
}
