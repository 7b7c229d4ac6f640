import { describe, expect, it } from 'vitest'
import { cellKind, contentLength, DISPLAY_LIMIT, displayText, isShortened, timeText, visibleLimit } from './format.ts'

describe('cellKind', () => {
  it('knows types by their short and their long names, whatever their modifiers', () => {
    expect(['int8', 'bigint', 'numeric(10,2)', 'double precision'].map(cellKind)).toEqual(Array(4).fill('number'))
    expect(['timestamptz', 'timestamp(3) with time zone', 'timestamp without time zone'].map(cellKind)).toEqual(
      Array(3).fill('timestamp'),
    )
    expect([cellKind('bool'), cellKind('jsonb'), cellKind('uuid')]).toEqual(['boolean', 'json', 'uuid'])
  })

  it('takes arrays and everything unknown as text', () => {
    expect(['int4[]', '_int4', 'my_enum', 'interval', 'toString'].map(cellKind)).toEqual(Array(5).fill('text'))
  })
})

describe('displayText', () => {
  it('cuts long texts for the screen and keeps them on one line', () => {
    expect(displayText('text', 'x'.repeat(1000))).toHaveLength(DISPLAY_LIMIT)
    expect(displayText('json', '{\n\t"a": 1\r\n}')).toBe('{ "a": 1 }')
  })

  it('writes booleans as words', () => {
    expect([displayText('boolean', 't'), displayText('boolean', 'f')]).toEqual(['true', 'false'])
  })

  it('groups the thousands of amounts and leaves whole numbers as they are', () => {
    expect(displayText('number', '18240.50')).toBe('18,240.50')
    expect(displayText('number', '-1234567.8')).toBe('-1,234,567.8')
    expect(displayText('number', '123.456789')).toBe('123.456789')
    expect(displayText('number', '184302')).toBe('184302')
    expect(displayText('number', '1.5e+20')).toBe('1.5e+20')
    expect(displayText('number', 'NaN')).toBe('NaN')
    expect(displayText('number', '$1,234.50')).toBe('$1,234.50')
  })

  it('splits a timestamp into the day and the time to the minute', () => {
    const value = '2026-11-21 06:12:44.123456+01'
    expect(displayText('timestamp', value)).toBe('2026-11-21')
    expect(timeText('timestamp', value)).toBe('06:12')
  })

  it('leaves a timestamp of another form whole', () => {
    for (const value of ['infinity', '0044-03-15 12:00:00 BC', '21.11.2026 06:12:44 CET']) {
      expect(displayText('timestamp', value)).toBe(value)
      expect(timeText('timestamp', value)).toBe('')
    }
  })
})

describe('contentLength', () => {
  it('counts the characters of the value, the commas that are added, and the word NULL', () => {
    expect(contentLength('text', 'x'.repeat(1000))).toBe(1000)
    expect(contentLength('timestamp', '2026-11-21 06:12:44+01')).toBe(22)
    expect(contentLength('number', '1234567.89')).toBe(12)
    expect(contentLength('json', null)).toBe(4)
  })
})

describe('isShortened', () => {
  it('says whether the screen leaves something out', () => {
    expect(isShortened('text', 'x'.repeat(257))).toBe(true)
    expect(isShortened('timestamp', '2026-11-21 06:12:44')).toBe(true)
    expect(isShortened('text', 'abc')).toBe(false)
    expect(isShortened('timestamp', 'infinity')).toBe(false)
  })
})

describe('visibleLimit', () => {
  it('is what fits where the width of a character is known, and never more than the most that is shown', () => {
    expect(visibleLimit('json', 500)).toBe(71)
    expect(visibleLimit('json', 2000)).toBe(256)
    expect(visibleLimit('text', 100)).toBe(256)
  })
})
