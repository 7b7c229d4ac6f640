import { SPAN_MAX_MINUTES } from '@stoa/contract'
import { expect, test } from 'vitest'
import { chosenRefresh, chosenSpan, endsOf, fitting, spanWords } from './span.ts'

const at = (text: string) => Date.parse(text)

test('a span of time comes from the address, and is a day where that says nothing or nonsense', () => {
  expect(chosenSpan({})).toEqual({ preset: '24h' })
  expect(chosenSpan({ span: '7d' })).toEqual({ preset: '7d' })
  expect(chosenSpan({ span: '3y', from: 'x' })).toEqual({ preset: '24h' })
  expect(chosenSpan({ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' })).toEqual({ preset: '24h' })
  expect(chosenSpan({ span: '7d', from: '2026-01-01T00:00:00Z', to: '2026-01-01T02:00:00Z' })).toEqual({
    preset: null,
    from: at('2026-01-01T00:00:00Z'),
    to: at('2026-01-01T02:00:00Z'),
  })
  expect([chosenRefresh({}), chosenRefresh({ refresh: '300' }), chosenRefresh({ refresh: '7' })]).toEqual([0, 300, 0])
})

test('a span that ends now has the minute that has begun', () => {
  expect(endsOf({ preset: '1h' }, at('2026-01-01T10:00:30Z'))).toEqual({
    from: at('2026-01-01T09:01:00Z'),
    to: at('2026-01-01T10:01:00Z'),
  })
})

test('a span is never shorter or longer than can be asked for', () => {
  const short = fitting(at('2026-01-01T10:00:00Z'), at('2026-01-01T10:01:00Z'))
  expect(short.to - short.from).toBe(5 * 60_000)
  const long = fitting(0, at('2026-01-01T10:00:00Z'))
  expect(long.to - long.from).toBe(SPAN_MAX_MINUTES * 60_000)
})

test('a span within one day names the day once', () => {
  const [from, to] = [new Date(2026, 0, 1, 10).getTime(), new Date(2026, 0, 1, 12, 30).getTime()]
  expect(spanWords(from, to)).toBe('01 Jan 2026, 10:00 to 12:30')
  expect(spanWords(from, new Date(2026, 0, 2, 9).getTime())).toBe('01 Jan 2026, 10:00 to 02 Jan 2026, 09:00')
})
