import { expect, test } from 'vitest'
import { parseQuery, stringifyQuery } from './query-params.ts'

test('values stay text, whatever they look like', () => {
  expect(parseQuery('?page=007&on=true&q=%22a%22')).toEqual({ page: '007', on: 'true', q: '"a"' })
})

test('a key that stands there more than once is a list, and a chosen key always is', () => {
  expect(parseQuery('?sort=a&sort=b&filter=x')).toEqual({ sort: ['a', 'b'], filter: 'x' })
  expect(parseQuery('?filter=x', ['filter'])).toEqual({ filter: ['x'] })
})

test('empty values are dropped in both directions', () => {
  expect(parseQuery('?q=&org=halden')).toEqual({ org: 'halden' })
  expect(stringifyQuery({ q: '', org: 'halden', show: undefined, sort: [] })).toBe('?org=halden')
  expect(stringifyQuery({ q: '' })).toBe('')
})

test('what is written is read back', () => {
  const params = { q: 'a&b=c #1 ü', sort: ['name:asc', 'age:desc'] }
  expect(parseQuery(stringifyQuery(params))).toEqual(params)
})

test('a key named like a part of every object is an ordinary key', () => {
  expect(parseQuery('?constructor=x')).toEqual({ constructor: 'x' })
})
