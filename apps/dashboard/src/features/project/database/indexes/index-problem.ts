import type { NewIndex } from '@stoa/sql/ddl'

/** What is wrong with an index; null when it can be looked at. */
export function indexProblem({ table, keys }: NewIndex): string | null {
  if (table === '') return 'An index needs a table'
  return keys.some(({ column, expression }) => column === null && (expression ?? '').trim() === '')
    ? 'Choose a column, or write an expression'
    : null
}
