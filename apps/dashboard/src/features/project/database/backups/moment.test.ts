import { describe, expect, test } from 'vitest'
import { fieldsOf, keyMove, momentOf, share, ticks, within } from './moment.ts'

const NOON = Date.UTC(2026, 10, 21, 12, 0, 0)
const HOUR = 3_600_000
const range = { from: NOON - 48 * HOUR, to: NOON }

describe('a moment', () => {
  test('is the same after it was shown in fields and read from them again', () => {
    for (const zone of ['utc', 'local'] as const)
      for (const at of [NOON, NOON + 61_000, NOON - 30 * HOUR]) expect(momentOf(fieldsOf(at, zone), zone)).toBe(at)
  })

  test('is read with or without seconds, and not from what is no time', () => {
    expect(momentOf({ date: '2026-11-21', time: '12:00' }, 'utc')).toBe(NOON)
    expect(momentOf({ date: '', time: '12:00' }, 'utc')).toBeNull()
    expect(momentOf({ date: '2026-11-21', time: '' }, 'utc')).toBeNull()
    expect(momentOf({ date: '2026-13-41', time: '12:00' }, 'utc')).toBeNull()
  })

  test('stays inside the range, in whole seconds', () => {
    expect(within(NOON + 5, range)).toBe(NOON)
    expect(within(0, range)).toBe(range.from)
    expect(within(NOON - 1_499, range)).toBe(NOON - 1_000)
  })
})

test('keys move it by a minute, an hour, a day, and to either end', () => {
  const at = NOON - 24 * HOUR
  expect(keyMove('ArrowLeft', false, at, range)).toBe(at - 60_000)
  expect(keyMove('ArrowRight', true, at, range)).toBe(at + HOUR)
  expect(keyMove('PageUp', false, at, range)).toBe(NOON)
  expect(keyMove('PageDown', false, at - HOUR, range)).toBe(range.from)
  expect(keyMove('Home', false, at, range)).toBe(range.from)
  expect(keyMove('End', false, at, range)).toBe(NOON)
  expect(keyMove('a', false, at, range)).toBeNull()
})

test('a range of one moment has it at its end', () => {
  expect(share(NOON, { from: NOON, to: NOON })).toBe(1)
  expect(share(NOON - 24 * HOUR, range)).toBe(0.5)
})

test('the axis has marks inside the range only, and not too many', () => {
  for (const span of [10 * 60_000, HOUR, 48 * HOUR, 28 * 24 * HOUR]) {
    const marks = ticks({ from: NOON - span, to: NOON })
    expect(marks.length).toBeGreaterThan(0)
    expect(marks.length).toBeLessThanOrEqual(8)
    expect(marks.every((at) => at >= NOON - span && at <= NOON)).toBe(true)
  }
})
