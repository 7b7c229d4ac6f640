import { Text } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { errorRange } from './error-mark.ts'

const marked = (text: string, offset: number) => {
  const range = errorRange(Text.of(text.split('\n')), offset)
  return range && text.slice(range.from, range.to)
}

describe('errorRange', () => {
  it('takes the word that begins at the offset', () => {
    expect(marked('select größe_1, b', 7)).toBe('größe_1')
    expect(marked('a\nfrom nowhere', 7)).toBe('nowhere')
  })

  it('takes one character where there is no word', () => {
    expect(marked('select )', 7)).toBe(')')
    expect(marked("select '🏛", 8)).toBe('🏛')
  })

  it('takes what is before the end of a line or of the text', () => {
    expect(marked('select 1 +', 10)).toBe('+')
    expect(marked('select\n1', 6)).toBe('t')
    expect(marked('select 1', 500)).toBe('1')
  })

  it('has something to mark even on an empty line, and nothing in an empty text', () => {
    expect(marked('\nselect', 0)).toBe('\n')
    expect(marked('', 3)).toBeNull()
  })
})
