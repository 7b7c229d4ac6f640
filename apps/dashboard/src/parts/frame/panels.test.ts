import { Terminal } from 'lucide-react'
import { expect, test } from 'vitest'
import { createPanelStore } from './panels.ts'

const Content = () => null
const panel = (id: string) => ({ id, label: id, icon: Terminal, key: id, Content })

test('a panel that does not exist is not opened', () => {
  const store = createPanelStore()
  store.toggle('assistant')
  store.open('assistant')
  expect(store.get().open).toBeNull()
})

test('a panel opens in place of another, and closes when it is asked for again', () => {
  const store = createPanelStore()
  store.register(panel('assistant'))
  store.register(panel('sql'))
  store.toggle('assistant')
  expect(store.get().open).toBe('assistant')
  store.toggle('sql')
  expect(store.get().open).toBe('sql')
  store.toggle('sql')
  expect(store.get().open).toBeNull()
})

test('a panel that goes away is closed, and only that one', () => {
  const store = createPanelStore()
  const away = store.register(panel('assistant'))
  store.register(panel('sql'))
  store.open('sql')
  away()
  expect(store.get()).toMatchObject({ open: 'sql', panels: [{ id: 'sql' }] })
})
