import { expect, test } from 'vitest'
import { NO_TABS, type Tabs } from './stored-tabs.ts'
import { closeTab, keepTab, moveTab, showTab } from './tabs.ts'

const tabs = (active: string, ...ids: string[]): Tabs => ({ tabs: ids.map((id) => ({ id, name: id })), active })
const ids = (of: Tabs) => of.tabs.map(({ id, preview }) => (preview ? `(${id})` : id)).join(' ')

test('a document is shown in its tab, or in a new one beside the active one', () => {
  expect(showTab(tabs('a', 'a', 'b'), { id: 'b', name: 'b' })).toEqual(tabs('b', 'a', 'b'))
  expect(showTab(tabs('a', 'a', 'b'), { id: 'c', name: 'c' })).toEqual(tabs('c', 'a', 'c', 'b'))
  expect(showTab(NO_TABS, { id: 'a', name: 'a' })).toEqual(tabs('a', 'a'))
})

test('what is only looked at gives way to the next, unless it was kept', () => {
  const looked = showTab(tabs('a', 'a', 'b'), { id: 'c', name: 'c', preview: true })
  expect(ids(looked)).toBe('a (c) b')
  expect(ids(showTab(looked, { id: 'd', name: 'd', preview: true }))).toBe('a (d) b')
  expect(ids(showTab(keepTab(looked, 'c'), { id: 'd', name: 'd', preview: true }))).toBe('a c (d) b')
})

test('the tab behind a closed one is shown, or the one before', () => {
  expect(closeTab(tabs('b', 'a', 'b', 'c'), 'b')).toEqual(tabs('c', 'a', 'c'))
  expect(closeTab(tabs('c', 'a', 'b', 'c'), 'c')).toEqual(tabs('b', 'a', 'b'))
  expect(closeTab(tabs('a', 'a', 'b'), 'b')).toEqual(tabs('a', 'a'))
  expect(closeTab(tabs('a', 'a'), 'a')).toEqual(NO_TABS)
})

test('tabs change their order, within its ends', () => {
  expect(ids(moveTab(tabs('a', 'a', 'b', 'c'), 'a', 2))).toBe('b c a')
  expect(ids(moveTab(tabs('a', 'a', 'b', 'c'), 'a', -1))).toBe('a b c')
  expect(ids(moveTab(tabs('a', 'a', 'b', 'c'), 'c', 3))).toBe('a b c')
})
