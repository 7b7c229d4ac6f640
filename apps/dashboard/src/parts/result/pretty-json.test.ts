import { describe, expect, it } from 'vitest'
import { prettyJson } from './pretty-json.ts'

describe('prettyJson', () => {
  it('breaks objects and lists into lines', () => {
    expect(prettyJson('{"a":1,"b":[true,null]}')).toBe('{\n  "a": 1,\n  "b": [\n    true,\n    null\n  ]\n}')
  })

  it('keeps every digit of a number', () => {
    expect(prettyJson('[12345678901234567890.10]')).toBe('[\n  12345678901234567890.10\n]')
  })

  it('leaves strings alone, whatever they hold', () => {
    const text = '{"a":"{[,:]}\\"\\\\ \\n"}'
    expect(prettyJson(text)).toBe('{\n  "a": "{[,:]}\\"\\\\ \\n"\n}')
  })

  it('keeps empty objects and lists on one line', () => {
    expect(prettyJson('{"a":{},"b":[ ],"c":"]"}')).toBe('{\n  "a": {},\n  "b": [],\n  "c": "]"\n}')
  })

  it('says the same as the text it was made of', () => {
    const text = JSON.stringify({ a: [1, { b: 'x' }, [[], {}]], c: -1.5e10, d: '💡' })
    expect(prettyJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
  })

  it('gives back what is not JSON', () => {
    expect(prettyJson('{oops')).toBe('{oops')
  })
})
