import { expect, test } from 'vitest'
import { eventWords } from './words.ts'

test('says when a trigger runs', () => {
  expect(
    eventWords({ timing: 'BEFORE', events: ['INSERT', 'UPDATE'], update_columns: ['a', 'b'], for_each: 'ROW' }),
  ).toBe('before insert or update of a, b, each row')
  expect(eventWords({ timing: 'AFTER', events: ['TRUNCATE'], update_columns: [], for_each: 'STATEMENT' })).toBe(
    'after truncate, each statement',
  )
})
