import { expect, test } from 'vitest'
import { asSize, clampShare, parseSize, sizeText } from './size.ts'

test('pixels stay pixels and shares follow the row', () => {
  expect(parseSize('220px', 1000)).toBe(220)
  expect(parseSize('33%', 1000)).toBe(330)
  expect(sizeText(0.25, 1001, '220px')).toBe('250px')
  expect(sizeText(1 / 3, 1000, '30%')).toBe('33.33%')
})

test('in a row too narrow for both limits the upper one wins, so that the work keeps its room', () => {
  expect(clampShare(0.1, 0.5, 0.33)).toBe(0.33)
})

test('what is stored counts only when it is a size', () => {
  expect(asSize('240px')).toBe('240px')
  expect(asSize('31.5%')).toBe('31.5%')
  for (const text of [null, '', '240', '-3px', 'calc(1px)', '240px; color: red']) expect(asSize(text)).toBeNull()
})
