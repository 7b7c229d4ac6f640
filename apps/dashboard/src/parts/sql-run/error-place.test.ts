import { fillParameters } from '@stoa/sql'
import { expect, it } from 'vitest'
import { errorPlace, inOriginal } from './error-place.ts'

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

/** What is told of an error in the text as it stands in the editor. */
function told(sql: string, statement: number, at: { position: number | null; start: number }) {
  const error = { message: '', code: null, detail: null, hint: null, position: at.position }
  const place = { start: at.start, end: at.start + 1 }
  const line = inOriginal({ type: 'error', statement, place, error, ms: 1 }, fillParameters(sql), sql)
  return line.type === 'error' ? line.error.position : null
}

it('finds an error behind a value where it was before the value was put in', () => {
  const sql = "-- @set who = 🏛 a long value\nselect :who, '🏛', oops"
  const filled = fillParameters(sql).sql
  const position = [...filled.slice(0, filled.indexOf('oops'))].length + 1
  expect(told(sql, 0, { position, start: 0 })).toBe([...sql.slice(0, sql.indexOf('oops'))].length + 1)
})

it('says of an error without a place which statement it was, where there are several', () => {
  const sql = '-- @set who = 🏛 a long value\nselect :who; select 1/0'
  const start = fillParameters(sql).sql.indexOf('select 1/0')
  expect(told(sql, 1, { position: null, start })).toBe([...sql.slice(0, sql.indexOf('select 1/0'))].length + 1)
  expect(told(sql, 0, { position: null, start: 0 })).toBeNull()
})
