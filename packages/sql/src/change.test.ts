import { expect, test } from 'vitest'
import { changeSql } from './change.ts'

const table = { schema: 'public', name: 'Ship calls' }

test('inserts name only the columns that have a value', () => {
  expect(changeSql(table, { kind: 'insert', values: { name: "O'Hara", order: null } })).toBe(
    `insert into public."Ship calls" (name, "order") values ('O''Hara', null)`,
  )
  expect(changeSql(table, { kind: 'insert', values: {} })).toBe('insert into public."Ship calls" default values')
})

test('updates and deletes hold only for the row as it was read', () => {
  expect(
    changeSql(table, { kind: 'update', row: { id: '5', part: 'a\\b' }, version: '731', values: { note: null } }),
  ).toBe(`update public."Ship calls" set note = null where id = '5' and part = E'a\\\\b' and xmin = '731'`)
  expect(changeSql(table, { kind: 'delete', row: { id: '5' }, version: null })).toBe(
    `delete from public."Ship calls" where id = '5'`,
  )
})

test('a change without a key or without values is refused, as it would mean other rows', () => {
  expect(() => changeSql(table, { kind: 'delete', row: {}, version: '1' })).toThrow(RangeError)
  expect(() => changeSql(table, { kind: 'update', row: { id: '1' }, version: '1', values: {} })).toThrow(RangeError)
})
