import type { EditorColumn } from '@stoa/contract'
import { expect, test } from 'vitest'
import { defaultWords, editorKind, pastedCells, problemOf, typedValue, whyFixed } from './columns.ts'

const column = (more: Partial<EditorColumn>): EditorColumn => ({
  position: 1,
  name: 'c',
  default_value: null,
  data_type: 'text',
  format: 'text',
  is_primary_key: false,
  is_identity: false,
  is_generatable: false,
  generated: null,
  is_nullable: true,
  is_updatable: true,
  enums: [],
  comment: null,
  foreign_key: null,
  ...more,
})

test('each type has its editor', () => {
  const kinds = ['bool', 'int8', 'numeric', 'date', 'timestamptz', 'jsonb', '_text', 'uuid', 'bytea', 'text', 'varchar']
  expect(kinds.map((format) => editorKind({ format, enums: [] }))).toEqual([
    'boolean',
    'number',
    'number',
    'date',
    'time',
    'json',
    'array',
    'uuid',
    'bytea',
    'long',
    'long',
  ])
  expect(editorKind({ format: 'mood', enums: ['calm'] })).toBe('enum')
  expect(editorKind({ format: '_mood', enums: ['calm'] })).toBe('array')
})

test('what takes no value says why', () => {
  expect(whyFixed(column({ generated: 'a + b' }), true)).toBe('Generated: Postgres computes a + b')
  expect(whyFixed(column({ is_identity: true }), true)).toContain('takes no other value')
  expect(whyFixed(column({ is_identity: true, is_generatable: true }), true)).toBeNull()
  expect(defaultWords(column({ is_nullable: false }))).toBe('needs a value')
  expect(defaultWords(column({ default_value: 'now()' }))).toBe('now()')
})

test('what the page can tell is wrong is told before it is sent', () => {
  expect(problemOf('json', '{"a": 1')).toContain('This is not JSON')
  expect(problemOf('json', '{"a": 9007199254740993}')).toBeNull()
  expect(problemOf('uuid', 'abc')).toBe('This is not a UUID')
  expect(problemOf('array', 'a,b')).toBe('An array stands between braces: {a,b}')
  expect(problemOf('number', ' ')).toBe('A number is needed')
  expect(problemOf('json', null)).toBeNull()
})

test('a copied range comes apart at tabs and lines, and quoted cells keep theirs', () => {
  expect(pastedCells('a\tb\nc\td\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  expect(pastedCells('a\t"b\tc\nd ""e"""\r\n\tf')).toEqual([
    ['a', 'b\tc\nd "e"'],
    ['', 'f'],
  ])
  expect(pastedCells('say "hi" now')).toEqual([['say "hi" now']])
  expect(pastedCells('')).toEqual([['']])
})

test('an emptied field is NULL where no text can be empty and NULL is taken', () => {
  expect(typedValue(column({ format: 'int4' }), '')).toBeNull()
  expect(typedValue(column({ format: 'int4', is_nullable: false }), '')).toBe('')
  expect(typedValue(column({ format: 'varchar' }), '')).toBe('')
  expect(typedValue(column({ format: 'int4' }), '0')).toBe('0')
})
