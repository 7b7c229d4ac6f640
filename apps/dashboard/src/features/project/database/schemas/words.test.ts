import { expect, test } from 'vitest'
import { contentWords } from './words.ts'

test('says what a schema holds', () => {
  const empty = { tables: 0, views: 0, functions: 0, types: 0, sequences: 0 }
  expect(contentWords(empty)).toBeNull()
  expect(contentWords({ ...empty, views: 1 })).toBe('1 view')
  expect(contentWords({ ...empty, tables: 1200, views: 1, types: 2 })).toBe('1,200 tables, 1 view and 2 types')
})
