import { expect, test } from 'vitest'
import { createPanelStore } from './panels.ts'

const Content = () => null

test('without a panel the key opens nothing', () => {
  const store = createPanelStore()
  store.toggle()
  store.open('assistant')
  expect(store.get().open).toBeNull()
})

test('the key opens the first panel and closes the open one', () => {
  const store = createPanelStore()
  store.register({ id: 'assistant', label: 'Assistant', Content })
  store.register({ id: 'sql', label: 'SQL', Content })
  store.toggle()
  expect(store.get().open).toBe('assistant')
  store.open('sql')
  store.toggle()
  expect(store.get().open).toBeNull()
})

test('a panel that goes away is closed, and only that one', () => {
  const store = createPanelStore()
  const away = store.register({ id: 'assistant', label: 'Assistant', Content })
  store.register({ id: 'sql', label: 'SQL', Content })
  store.open('sql')
  away()
  expect(store.get()).toMatchObject({ open: 'sql', panels: [{ id: 'sql' }] })
})
