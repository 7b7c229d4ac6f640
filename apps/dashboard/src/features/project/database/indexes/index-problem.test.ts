import type { NewIndex } from '@stoa/sql/ddl'
import { expect, test } from 'vitest'
import { indexProblem } from './index-problem.ts'

test('an index says what it lacks', () => {
  const key = { column: null, expression: null, descending: false }
  const index: NewIndex = {
    ...{ schema: 'public', table: 'marks', name: '', method: 'btree', is_unique: false, keys: [key] },
    ...{ predicate: null, concurrently: true },
  }
  expect(indexProblem({ ...index, table: '' })).toBe('An index needs a table')
  expect(indexProblem(index)).toBe('Choose a column, or write an expression')
  expect(indexProblem({ ...index, keys: [{ ...key, expression: ' ' }] })).toBe(
    'Choose a column, or write an expression',
  )
  expect(indexProblem({ ...index, keys: [{ ...key, expression: 'lower(b)' }] })).toBeNull()
})
