import { expect, test } from 'vitest'
import { editorPlace, filterText, inValues, parseFilters, parseSorts, sortText } from './operators.ts'

test('sorts and filters come back from an address as they were, whatever their names hold', () => {
  const sorts = [
    { column: 'created_at', ascending: false },
    { column: 'a:b\\c', ascending: true },
  ]
  expect(parseSorts(sorts.map(sortText))).toEqual(sorts)
  const filters = [
    { column: 'at', operator: 'gte', value: '2026-11-21 10:00:00+01' },
    { column: 'a:b\\c', operator: 'ilike', value: '%x:\n%' },
    { column: 'gone', operator: 'is', value: 'not null' },
    { column: 'name', operator: 'eq', value: '' },
  ] as const
  expect(parseFilters(filters.map(filterText))).toEqual(filters)
})

test('symbols mean the same as words, and what is neither is left out', () => {
  expect(parseFilters(['a:~~*:x', 'b:<>:1', 'c:about:1', ':eq:1', 'nothing'])).toEqual([
    { column: 'a', operator: 'ilike', value: 'x' },
    { column: 'b', operator: 'neq', value: '1' },
  ])
  expect(parseSorts(['a:asc', 'a:desc', 'b:up', 'c'])).toEqual([{ column: 'a', ascending: true }])
})

test('the values of in stand between commas, with quotes where a value holds one', () => {
  expect(inValues('open, shut ,"a, b","say ""hi""",')).toEqual(['open', 'shut', 'a, b', 'say "hi"', ''])
  expect(inValues('(1,2,3)')).toEqual(['1', '2', '3'])
  expect(inValues('  ')).toEqual([])
})

test('an address without words is the first table of public', () => {
  expect(editorPlace(new URLSearchParams(''))).toEqual({ schema: 'public', table: null, sort: [], filter: [] })
  expect(editorPlace(new URLSearchParams('schema=shop&table=orders&sort=id:desc&sort=at:asc&filter=id:gt:5'))).toEqual({
    schema: 'shop',
    table: 'orders',
    sort: [
      { column: 'id', ascending: false },
      { column: 'at', ascending: true },
    ],
    filter: [{ column: 'id', operator: 'gt', value: '5' }],
  })
})
