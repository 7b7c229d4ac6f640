import { expect, it } from 'vitest'
import { spanWords } from './words.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

it('says a span in its largest unit, rounded down', () => {
  expect(spanWords('2026-11-21T11:59:10Z', now)).toBe('less than a minute')
  expect(spanWords('2026-11-21T11:58:59Z', now)).toBe('1 minute')
  expect(spanWords('2026-11-21T11:00:01Z', now)).toBe('59 minutes')
  expect(spanWords('2026-11-21T10:00:00Z', now)).toBe('2 hours')
  expect(spanWords('2026-11-20T12:00:00Z', now)).toBe('1 day')
  expect(spanWords('2026-10-11T11:00:00Z', now)).toBe('41 days')
})

it('takes a clock that runs behind the server for now', () => {
  expect(spanWords('2026-11-21T12:00:30Z', now)).toBe('less than a minute')
})
