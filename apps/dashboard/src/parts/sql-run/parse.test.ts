import { expect, it } from 'vitest'
import { WRITE_WARNINGS, warningOf } from './parse.ts'

it('asks about writes before functions, and about neither when there is neither', () => {
  expect(warningOf({ hasWriteOperation: true, hasUnknownFunctions: true })).toBe('hasWriteOperation')
  expect(warningOf({ hasWriteOperation: false, hasUnknownFunctions: true })).toBe('hasUnknownFunctions')
  expect(warningOf({ hasWriteOperation: false, hasUnknownFunctions: false })).toBeNull()
})

it('asks in these words', () => {
  expect(WRITE_WARNINGS.hasWriteOperation).toBe('This query contains write operations.')
  expect(WRITE_WARNINGS.hasUnknownFunctions).toBe(
    'This query involves running a function. Are you sure you want to execute it?',
  )
})
