import { describe, expect, it } from 'vitest'
import { cellClass, NULL, selectionBits } from './cell-class.ts'

describe('the class of a cell', () => {
  const range = { top: 1, left: 1, bottom: 2, right: 3 }
  const classOf = (row: number, column: number) =>
    cellClass('number', NULL | selectionBits(row, column, range, { row: 2, column: 3 }))

  it('names the kind and the state of the value', () => {
    expect(classOf(0, 0)).toBe('dg-cell dg-number dg-null')
    expect(cellClass('json', 0)).toBe('dg-cell dg-json')
  })

  it('names the edges of the selection that the cell stands on', () => {
    expect(classOf(1, 1)).toBe('dg-cell dg-number dg-selected dg-top dg-left dg-null')
    expect(classOf(1, 2)).toBe('dg-cell dg-number dg-selected dg-top dg-null')
    expect(classOf(2, 3)).toBe('dg-cell dg-number dg-selected dg-bottom dg-right dg-active dg-null')
  })
})
