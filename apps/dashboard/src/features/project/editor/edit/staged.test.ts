import type { EditorColumn } from '@stoa/contract'
import { expect, test } from 'vitest'
import {
  changesOf,
  fitted,
  type KnownRow,
  nothingStaged,
  redo,
  rowId,
  stagedWords,
  undo,
  withCells,
  withCurrent,
  withDefault,
  withDeletes,
  withInserts,
  withoutRows,
  withPasted,
} from './staged.ts'

const known = (id: string, version = '7'): KnownRow => ({ id: rowId({ key: ['id'] }, { id }), row: { id }, version })
const none = nothingStaged('shape')
const cell = (of: KnownRow | string, column: string, value: string | null, before: string | null = 'old') => ({
  of,
  column,
  value,
  before,
})

test('cells of one row become one update of the row as it was read', () => {
  const staged = withCells(withCells(none, [cell(known('1'), 'a', 'x')]), [cell(known('1', '9'), 'b', null)])
  expect(changesOf(staged)).toEqual([{ kind: 'update', row: { id: '1' }, version: '7', values: { a: 'x', b: null } }])
  expect(stagedWords(staged)).toBe('1 row edited')
})

test('a cell that gets its old value back is no change any more', () => {
  const once = withCells(none, [cell(known('1'), 'a', 'x'), cell(known('1'), 'b', 'y')])
  const twice = withCells(once, [cell(known('1'), 'a', 'old', 'x')])
  expect(changesOf(twice)).toMatchObject([{ values: { b: 'y' } }])
  expect(withCells(twice, [cell(known('1'), 'b', 'old', 'y')]).rows).toEqual([])
})

test('new rows hold only what was given, and can leave a column to Postgres again', () => {
  const staged = withCells(withInserts(none, [{ id: 'new', values: { a: '1' } }]), [cell('new', 'b', '2', null)])
  expect(changesOf(staged)).toEqual([{ kind: 'insert', id: 'new', values: { a: '1', b: '2' } }])
  expect(changesOf(withDefault(staged, 'new', 'a'))).toEqual([{ kind: 'insert', id: 'new', values: { b: '2' } }])
  expect(withDeletes(staged, ['new']).rows).toEqual([])
})

test('a deleted row is not edited any more, and holds the version that was read first', () => {
  const staged = withDeletes(withCells(none, [cell(known('1'), 'a', 'x')]), [known('1', '8'), known('2')])
  expect(changesOf(withCells(staged, [cell(known('1'), 'a', 'y')]))).toEqual([
    { kind: 'delete', row: { id: '1' }, version: '7' },
    { kind: 'delete', row: { id: '2' }, version: '7' },
  ])
  expect(stagedWords(withInserts(staged, [{ id: 'new', values: {} }]))).toBe('1 new row, 2 rows deleted')
})

test('every step can be taken back, the last one first', () => {
  const one = withCells(none, [cell(known('1'), 'a', 'x')])
  const two = withDeletes(one, [known('2')])
  expect(undo(two).rows).toEqual(one.rows)
  expect(undo(undo(two)).rows).toEqual([])
  expect(undo(none)).toBe(none)
  expect(redo(redo(undo(undo(two)))).rows).toEqual(two.rows)
  expect(redo(undo(two)).rows).toEqual(two.rows)
  // What is done after a step was taken back takes its place.
  const other = withCells(undo(two), [cell(known('3'), 'a', 'z')])
  expect(redo(other)).toBe(other)
  expect(undo(withoutRows(two, [known('1').id])).rows).toEqual(two.rows)
})

test('a pasted range with rows below the last one is one step', () => {
  const staged = withPasted(none, [cell(known('1'), 'a', 'x')], [{ id: 'new', values: { a: 'y' } }])
  expect(stagedWords(staged)).toBe('1 new row, 1 row edited')
  expect(undo(staged).rows).toEqual([])
})

test('a conflict that one wants to win is a change of the row as it is now', () => {
  const staged = withCurrent(withCells(none, [cell(known('1'), 'a', 'x')]), 0, { version: '12' })
  expect(changesOf(staged)).toMatchObject([{ version: '12' }])
})

test('of changes for columns that have changed meanwhile the rest still fits', () => {
  const column = (name: string, more: Partial<EditorColumn> = {}) =>
    ({ name, generated: null, is_identity: false, is_updatable: true, ...more }) as EditorColumn
  const table = {
    key: ['id'],
    columns: [column('id'), column('a'), column('sum', { generated: 'a + 1' })],
    shape: 'new',
  }
  const edits = [cell(known('1'), 'a', 'x'), cell(known('1'), 'gone', 'y'), cell(known('2'), 'gone', 'z')]
  const inserts: { id: string; values: Record<string, string> }[] = [
    { id: 'n1', values: { a: 'new', sum: '3' } },
    { id: 'n2', values: { gone: 'new' } },
    { id: 'n3', values: {} },
  ]
  const staged = withDeletes(withInserts(withCells(none, edits), inserts), [known('3')])
  const kept = fitted(staged, table)
  expect(kept.shape).toBe('new')
  expect(changesOf(kept)).toEqual([
    { kind: 'update', row: { id: '1' }, version: '7', values: { a: 'x' } },
    { kind: 'insert', id: 'n1', values: { a: 'new' } },
    { kind: 'insert', id: 'n3', values: {} },
    { kind: 'delete', row: { id: '3' }, version: '7' },
  ])
  // Rows that are told by another key now are not guessed.
  expect(changesOf(fitted(staged, { ...table, key: ['code'] })).map(({ kind }) => kind)).toEqual(['insert', 'insert'])
  expect(changesOf(undo(kept))).toEqual(changesOf(staged))
})
