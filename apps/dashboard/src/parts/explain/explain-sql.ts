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
 * What to put before a statement so that Postgres explains it.
 * @param analyze runs it too, to tell real times and rows
 * @returns the sentence to show when the text has no plan
 */
export function explainPrefix(
  sql: string,
  analyze: boolean,
): { readonly prefix: string } | { readonly problem: string } {
  const [statement, ...more] = splitStatements(sql)
  if (statement === undefined || more.length > 0) return { problem: ONE_STATEMENT }
  if (!WITH_PLAN.has(commandKeyword(sql.slice(statement.start, statement.end)) ?? '')) return { problem: NO_PLAN }
  return {
    prefix: analyze ? 'explain (analyze, buffers, verbose, format json) ' : 'explain (verbose, format json) ',
  }
}
