import { describe, expect, it } from 'vitest'
import { lineAndColumn, offsetOfPosition } from './position.ts'

describe('offsetOfPosition', () => {
  it('counts characters beyond the basic plane as one, as Postgres does', () => {
    const sql = "select '🏛', oops"
    expect(sql.slice(offsetOfPosition(sql, 13))).toBe('oops')
  })

  it('stays inside the text', () => {
    expect(offsetOfPosition('abc', 0)).toBe(0)
    expect(offsetOfPosition('abc', 1)).toBe(0)
    expect(offsetOfPosition('abc', 99)).toBe(3)
  })
})

describe('lineAndColumn', () => {
  it('starts both numbers at 1', () => {
    expect(lineAndColumn('select', 1)).toEqual({ line: 1, column: 1 })
    expect(lineAndColumn('', 1)).toEqual({ line: 1, column: 1 })
  })

  it('finds the line and the column after line breaks of every kind', () => {
    expect(lineAndColumn('a\nbc', 4)).toEqual({ line: 2, column: 2 })
    expect(lineAndColumn('a\r\nbc', 5)).toEqual({ line: 2, column: 2 })
    expect(lineAndColumn('a\rbc', 4)).toEqual({ line: 2, column: 2 })
  })

  it('counts a line break as part of the line that it ends', () => {
    expect(lineAndColumn('ab\ncd', 3)).toEqual({ line: 1, column: 3 })
    expect(lineAndColumn('ab\r\ncd', 4)).toEqual({ line: 1, column: 4 })
  })

  it('gives the column in characters, not in code units', () => {
    expect(lineAndColumn("-- 🏛\n'🏛🏛' x", 11)).toEqual({ line: 2, column: 6 })
  })

  it('gives the end of the text for a position after it', () => {
    expect(lineAndColumn('a\nbc', 50)).toEqual({ line: 2, column: 3 })
  })
})
