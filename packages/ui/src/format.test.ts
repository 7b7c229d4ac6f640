import { describe, expect, test } from 'vitest'
import {
  bytesParts,
  formatAge,
  formatBytes,
  formatCompact,
  formatDate,
  formatDateTime,
  formatDuration,
  formatNumber,
  formatPercent,
  initials,
} from './format.ts'

const MB = 1024 * 1024
const GB = 1024 * MB

describe('numbers', () => {
  test('thousands have commas and a minus is a real minus', () => {
    expect(formatNumber(184302)).toBe('184,302')
    expect(formatNumber(999)).toBe('999')
    expect(formatNumber(-1000)).toBe('−1,000')
    expect(formatNumber(Number.MAX_SAFE_INTEGER)).toBe('9,007,199,254,740,991')
    expect(formatNumber(1e21)).toBe('1,000,000,000,000,000,000,000')
    expect(formatNumber(-942.25)).toBe('−942.25')
    expect(formatNumber(18240.5, 2)).toBe('18,240.50')
    expect(formatNumber(Number.POSITIVE_INFINITY)).toBe('∞')
    expect(formatNumber(Number.NaN, 1)).toBe('NaN')
  })
  test('a number is rounded and grouped as the formatter of browsers does it', () => {
    for (let i = 0; i < 2000; i++) {
      const value = Math.sin(i + 1) ** 2 * 10 ** (i % 10)
      for (const digits of [undefined, 0, 1, 2, 3]) {
        const options = { minimumFractionDigits: digits ?? 0, maximumFractionDigits: digits ?? 3 }
        expect(formatNumber(value, digits)).toBe(value.toLocaleString('en-US', options))
      }
    }
  })
  test('a negative number that rounds to zero loses its sign', () => {
    expect(formatNumber(-0.001, 1)).toBe('0.0')
  })
  test('counts from a million on are shortened', () => {
    expect(formatCompact(999_999)).toBe('999,999')
    expect(formatCompact(12_400_000)).toBe('12.4 M')
    expect(formatCompact(2_000_000_000)).toBe('2.0 B')
  })
  test('shares become whole percentages', () => {
    expect(formatPercent(0.914)).toBe('91 %')
  })
})

describe('bytes', () => {
  test('a whole multiple of a unit has no decimals', () => {
    expect(formatBytes(GB)).toBe('1 GB')
    expect(formatBytes(512 * MB)).toBe('512 MB')
    expect(formatBytes(0)).toBe('0 B')
  })
  test('megabytes have a decimal below ten, gigabytes always', () => {
    expect(formatBytes(8.4 * MB)).toBe('8.4 MB')
    expect(formatBytes(31.3 * MB)).toBe('31 MB')
    expect(formatBytes(54.2 * GB)).toBe('54.2 GB')
  })
  test('what would be shown as 1,024 of a unit is shown in the next one', () => {
    expect(formatBytes(1023.6 * MB)).toBe('1.0 GB')
    expect(formatBytes(9.97 * MB)).toBe('10 MB')
  })
  test('value and unit come apart', () => {
    expect(bytesParts(-1.5 * GB)).toEqual({ value: '−1.5', unit: 'GB' })
  })
})

describe('durations', () => {
  test.each([
    [38, '38 ms'],
    [1500, '1.5 s'],
    [14_000, '14 s'],
    [82_000, '1 min 22 s'],
    [7_500_000, '2 h 5 min'],
    [86_400_000, '1 day'],
    [41 * 86_400_000, '41 days'],
  ])('%d ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text)
  })
})

describe('dates and ages', () => {
  const now = new Date(2026, 10, 21, 10, 30)
  const ago = (ms: number) => formatAge(now.getTime() - ms, now)
  test('dates read DD MMM YYYY', () => {
    expect(formatDate(new Date(2026, 10, 2))).toBe('02 Nov 2026')
    expect(formatDateTime(new Date(2026, 10, 2, 6, 5))).toBe('02 Nov 2026, 06:05')
    expect(formatDate('no date')).toBe('–')
  })
  test('ages are in words below a month and a date from then on', () => {
    expect(ago(20_000)).toBe('just now')
    expect(ago(2 * 60_000)).toBe('2 min ago')
    expect(ago(3 * 3_600_000)).toBe('3 h ago')
    expect(ago(26 * 3_600_000)).toBe('yesterday')
    expect(ago(19 * 86_400_000)).toBe('19 days ago')
    expect(ago(64 * 86_400_000)).toBe('18 Sep 2026')
  })
  test('47 hours ago is two days ago when two midnights lie between', () => {
    expect(formatAge(new Date(2026, 10, 19, 11, 30), now)).toBe('2 days ago')
  })
  test('a clock that runs ahead is not in the future', () => {
    expect(ago(-5000)).toBe('just now')
  })
})

describe('initials', () => {
  test('come from the first and the last word, or from one word', () => {
    expect(initials('Mira Okafor')).toBe('MO')
    expect(initials('ana.duarte@halden.example')).toBe('AD')
    expect(initials('harbor')).toBe('HA')
    expect(initials('')).toBe('?')
  })
})
