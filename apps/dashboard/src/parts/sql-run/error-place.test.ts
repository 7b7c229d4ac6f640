import { fillParameters } from '@stoa/sql'
import { expect, it } from 'vitest'
import { errorPlace, positionBefore } from './error-place.ts'

it('counts from the beginning of the editor when all of it was run', () => {
  expect(errorPlace('select\n  oops', 0, 10)).toEqual({ line: 2, column: 3 })
})

it('counts on from where a selection begins', () => {
  const text = "select 1;\n\nselect '🏛', oops;"
  const from = text.indexOf("select '")
  expect(errorPlace(text, from, 13)).toEqual({ line: 3, column: 13 })
})

it('counts characters beyond the basic plane once, before the selection and in it', () => {
  const text = '-- 🏛🏛\nselect oops'
  expect(errorPlace(text, text.indexOf('select'), 8)).toEqual({ line: 2, column: 8 })
})

it('finds an error behind a value where it was before the value was put in', () => {
  const sql = "-- @set who = 🏛 a long value\nselect :who, '🏛', oops"
  const filled = fillParameters(sql)
  const position = [...filled.sql.slice(0, filled.sql.indexOf('oops'))].length + 1
  expect(positionBefore(filled, sql, position)).toBe([...sql.slice(0, sql.indexOf('oops'))].length + 1)
})
