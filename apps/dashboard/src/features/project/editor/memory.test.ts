// @vitest-environment node
import { beforeEach, expect, test } from 'vitest'
import { editorSearch, keepLayout, keepTabs, keepWords, layoutFor, openTabs, restored } from './memory.ts'

const store = new Map<string, string>()
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
  },
})
beforeEach(() => store.clear())

const ships = { schema: 'public', table: 'ships' }

test('an empty address opens the table that was open last, as it was sorted and filtered', () => {
  keepTabs('a', [ships], ships)
  keepWords('a', ships, [{ column: 'id', ascending: false }], [{ column: 'name', operator: 'eq', value: 'x:y' }])
  expect(restored('a', {})).toEqual({ ...ships, sort: ['id:desc'], filter: ['name:eq:x:y'] })
  expect(restored('a', { table: 'ships' })).toMatchObject({ sort: ['id:desc'] })
  expect(openTabs('a')).toEqual([ships])
  expect(restored('b', {})).toBeNull()
})

test('an address that says how it is sorted or filtered is left as it is', () => {
  keepWords('a', ships, [{ column: 'id', ascending: false }], [])
  expect(restored('a', { ...ships, sort: ['name:asc'] })).toBeNull()
  expect(restored('a', { ...ships, filter: ['name:eq:a'] })).toBeNull()
  keepWords('a', ships, [], [])
  expect(restored('a', { ...ships })).toBeNull()
})

test('arranged columns are remembered, and a damaged memory is an empty one', () => {
  keepLayout('a', ships, { order: ['b'], hidden: [], frozen: ['a'], widths: { a: 90 } })
  expect(layoutFor('a', ships)).toEqual({ order: ['b'], hidden: [], frozen: ['a'], widths: { a: 90 } })
  store.set('stoa.tables.a', '{')
  expect(layoutFor('a', ships)).toBeNull()
  expect(restored('a', {})).toBeNull()
})

test('an address is read with one word or several', () => {
  expect(editorSearch({ table: 'ships', sort: 'id:asc', filter: ['a:eq:1', 'b:eq:2'], schema: '', other: 1 })).toEqual({
    table: 'ships',
    sort: ['id:asc'],
    filter: ['a:eq:1', 'b:eq:2'],
  })
})
