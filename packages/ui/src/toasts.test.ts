import { expect, test } from 'vitest'
import { createToastStore, MAX_TOASTS } from './toasts.ts'

test('a fourth toast makes the oldest one give way', () => {
  const store = createToastStore()
  for (let n = 1; n <= MAX_TOASTS + 1; n++) store.show('info', `Toast ${n}`)
  expect(store.list().map((record) => record.title)).toEqual(['Toast 2', 'Toast 3', 'Toast 4'])
})

test('a toast with a known id replaces the earlier one in place', () => {
  const store = createToastStore()
  const id = store.show('work', 'Restoring project')
  store.show('info', 'Something else')
  store.show('success', { id, title: 'Restored' })
  expect(store.list().map(({ title, kind }) => [title, kind])).toEqual([
    ['Restored', 'success'],
    ['Something else', 'info'],
  ])
})

test('work stays until told otherwise, the rest goes by itself', () => {
  const store = createToastStore()
  store.show('work', 'Restoring project')
  store.show('success', 'Successfully created folder')
  expect(store.list().map((record) => Number.isFinite(record.duration))).toEqual([false, true])
})

test('subscribers hear of every change until they leave, and not of dismissing an unknown toast', () => {
  const store = createToastStore()
  let heard = 0
  const leave = store.subscribe(() => heard++)
  const id = store.show('info', 'Here')
  store.dismiss('unknown')
  store.dismiss(id)
  leave()
  store.show('info', 'Unheard')
  expect(heard).toBe(2)
})
