import { expect, test } from 'vitest'
import { roleWords, statusTone, timeWords, tookWords } from './words.ts'

test('an answer is fine, refused or failed', () => {
  expect([200, 206, 304, 404, 429, 500, 503].map(statusTone)).toEqual(['ok', 'ok', 'ok', 'warn', 'warn', 'bad', 'bad'])
})

test('short times have a tenth', () => {
  expect([0.42, 9.96, 38.4, 1500].map(tookWords)).toEqual(['0.4 ms', '10.0 ms', '38 ms', '1.5 s'])
})

test('a time has its day unless it is of today', () => {
  const now = new Date(2026, 0, 31, 12).getTime()
  expect(timeWords(new Date(2026, 0, 31, 9, 5, 7).toISOString(), now)).toBe('09:05:07')
  expect(timeWords(new Date(2026, 0, 30, 23, 59, 59).toISOString(), now)).toBe('30 Jan 2026, 23:59:59')
})

test('a request without a good key has no role', () => {
  expect(roleWords('anon')).toBe('anon')
  expect(roleWords(null)).toBe('No valid key')
})
