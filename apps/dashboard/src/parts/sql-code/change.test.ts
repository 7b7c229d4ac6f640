import { describe, expect, it } from 'vitest'
import { changeBetween } from './change.ts'

const apply = (before: string, after: string) => {
  const { from, to, insert } = changeBetween(before, after)
  return before.slice(0, from) + insert + before.slice(to)
}

describe('changeBetween', () => {
  it('turns one text into the other', () => {
    const texts = ['', 'a', 'aa', 'aba', 'select 1', 'select 12', 'select  1', 'xselect 1', '🏛', '🏜']
    for (const before of texts) for (const after of texts) expect(apply(before, after)).toBe(after)
  })

  it('leaves alone what both begin and end with', () => {
    expect(changeBetween('select 1 from t', 'select 22 from t')).toEqual({ from: 7, to: 8, insert: '22' })
    expect(changeBetween('aaa', 'aaaa')).toEqual({ from: 3, to: 3, insert: 'a' })
    expect(changeBetween('same', 'same')).toEqual({ from: 4, to: 4, insert: '' })
  })
})
