import { expect, test } from 'vitest'
import { titleOf } from './title.ts'

test('a title names the page first and the product last', () => {
  expect(titleOf('Projects')).toBe('Projects | Stoa')
  expect(titleOf('General', 'harbor')).toBe('General | harbor | Stoa')
})

test('a name that is not known yet leaves no gap', () => {
  expect(titleOf('General', undefined)).toBe('General | Stoa')
  expect(titleOf('', null)).toBe('Stoa')
})
