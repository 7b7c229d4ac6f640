import { describe, expect, it } from 'vitest'
import { imageOf } from './image.ts'
import { jsonTree } from './json-tree.ts'

describe('a tree of JSON', () => {
  it('keeps texts as they were written, and the order of names', () => {
    expect(jsonTree('{"b": [1.10, 12345678901234567890, []], "a": {"c:,": "x\\n}"}, "n": null}')).toEqual({
      kind: 'object',
      entries: [
        [
          'b',
          {
            kind: 'array',
            entries: [
              ['0', { kind: 'number', text: '1.10' }],
              ['1', { kind: 'number', text: '12345678901234567890' }],
              ['2', { kind: 'array', entries: [] }],
            ],
          },
        ],
        ['a', { kind: 'object', entries: [['c:,', { kind: 'string', text: '"x\\n}"' }]] }],
        ['n', { kind: 'word', text: 'null' }],
      ],
    })
    expect(jsonTree('true')).toEqual({ kind: 'word', text: 'true' })
    expect(jsonTree('{"a": }')).toBeNull()
  })

  it('is read however deep it is', () => {
    const deep = '['.repeat(3000) + ']'.repeat(3000)
    expect(jsonTree(deep)?.kind).toBe('array')
  })
})

describe('a picture in a value', () => {
  const png = 'iVBORw0KGgo='
  it('is known by its first bytes, or as a data URL', () => {
    expect(imageOf('bytea', '\\x89504e470d0a1a0a')).toBe(`data:image/png;base64,${png}`)
    expect(imageOf('text', `data:image/png;base64,${png}`)).toBe(`data:image/png;base64,${png}`)
  })
  it('is not what can hold scripts or lies elsewhere', () => {
    expect(imageOf('bytea', '\\x3c737667')).toBeNull()
    expect(imageOf('text', 'data:image/svg+xml;base64,PHN2Zz4=')).toBeNull()
    expect(imageOf('text', 'https://example.com/a.png')).toBeNull()
    expect(imageOf('text', 'javascript:alert(1)')).toBeNull()
  })
})
