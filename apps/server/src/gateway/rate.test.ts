import { expect, test } from 'vitest'
import { Rate } from './rate.ts'

test('a key has as many requests as it is given for a second, and gets them back steadily', () => {
  const rate = new Rate(2)
  expect([rate.take('a', 0), rate.take('a', 0), rate.take('a', 0)]).toEqual([true, true, false])
  expect(rate.take('b', 0)).toBe(true)
  expect([rate.take('a', 400), rate.take('a', 500), rate.take('a', 500)]).toEqual([false, true, false])
  expect([rate.take('a', 60_000), rate.take('a', 60_000), rate.take('a', 60_000)]).toEqual([true, true, false])
})

test('without a limit every request is let through', () => {
  const rate = new Rate(0)
  expect(Array.from({ length: 100 }, () => rate.take('a', 0)).every(Boolean)).toBe(true)
})
