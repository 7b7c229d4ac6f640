import { expect, test } from 'vitest'
import { breaksOf } from './line-breaks.ts'
import { dayOf, nowText, withDay } from './times.ts'

const day = new Date(2026, 11, 24)

test('another day leaves the time as it is written, to the last digit and with its zone', () => {
  expect(withDay('2026-11-21 10:00:00.123456+05:30', day, 'timestamptz')).toBe('2026-12-24 10:00:00.123456+05:30')
  expect(withDay('2026-11-21', day, 'date')).toBe('2026-12-24')
  expect(withDay('', day, 'date')).toBe('2026-12-24')
  expect(withDay('infinity', day, 'timestamp')).toBe('2026-12-24 00:00:00')
  expect(withDay('', day, 'timestamptz')).toMatch(/^2026-12-24 00:00:00[+-]\d\d:\d\d$/)
})

test('a value without a day that a calendar shows has none', () => {
  expect(dayOf('0033-04-03 00:00:00')?.getFullYear()).toBe(33)
  for (const text of ['', 'infinity', '0044-03-15 BC', '12026-01-01', 'now()']) expect(dayOf(text), text).toBeNull()
})

test('the time now is a value of its type', () => {
  expect(nowText('date')).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(nowText('timetz')).toMatch(/^\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
  expect(nowText('timestamptz')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
})

test('what was typed into a text gets the line breaks that the text had', () => {
  expect(breaksOf('a\r\nb')('a\nb\nc')).toBe('a\r\nb\r\nc')
  expect(breaksOf('a\rb')('a\nc')).toBe('a\rc')
  expect(breaksOf('a\nb')('a\nc')).toBe('a\nc')
  expect(breaksOf('one line')('two\nlines')).toBe('two\nlines')
})
