import { describe, expect, it } from 'vitest'
import { extendTo, move, rangeOf, selectAll, selectCell, selectLine } from './selection.ts'

const size = { rows: 1_000_000, columns: 20 }
const at = (row: number, column: number) => selectCell({ row, column })
const by = (rows: number, columns: number, pages = 0) => ({ rows, columns, pages })

describe('move', () => {
  it('selects the first cell when nothing was selected', () => {
    expect(move(null, by(1, 0), size, 20, false)).toEqual(at(0, 0))
    expect(move(null, by(Infinity, Infinity), size, 20, false)).toEqual(at(size.rows - 1, size.columns - 1))
  })

  it('moves one cell, one page or to the edge, and never out of the grid', () => {
    expect(move(at(5, 5), by(1, 0), size, 20, false)).toEqual(at(6, 5))
    expect(move(at(5, 5), by(0, 0, -1), size, 20, false)).toEqual(at(0, 5))
    expect(move(at(5, 5), by(Infinity, Infinity), size, 20, false)).toEqual(at(999_999, 19))
    expect(move(at(0, 0), by(-1, -1), size, 20, false)).toEqual(at(0, 0))
  })

  it('keeps the anchor when it extends', () => {
    const selection = move(at(5, 5), by(-2, 3), size, 20, true)
    expect(rangeOf(selection, size)).toEqual({ top: 3, left: 5, bottom: 5, right: 8 })
    expect(selection?.active).toEqual({ row: 3, column: 8 })
  })

  it('has nowhere to go in an empty grid', () => {
    expect(move(null, by(1, 0), { rows: 0, columns: 3 }, 20, false)).toBeNull()
  })
})

describe('rows, columns and everything', () => {
  it('reach from edge to edge, also after rows were added', () => {
    const column = selectLine('columns', 3, null, false)
    expect(rangeOf(column, { rows: 10, columns: 20 })).toEqual({ top: 0, left: 3, bottom: 9, right: 3 })
    expect(rangeOf(column, size)).toEqual({ top: 0, left: 3, bottom: 999_999, right: 3 })
    expect(rangeOf(selectAll(at(4, 4)), size)).toEqual({ top: 0, left: 0, bottom: 999_999, right: 19 })
  })

  it('extend from the line where they began', () => {
    const rows = selectLine('rows', 2, selectLine('rows', 7, null, false), true)
    expect(rangeOf(rows, size)).toEqual({ top: 2, left: 0, bottom: 7, right: 19 })
  })

  it('begin anew when the other kind was selected before', () => {
    const columns = selectLine('columns', 2, selectLine('rows', 7, null, false), true)
    expect(rangeOf(columns, size)).toEqual({ top: 0, left: 2, bottom: 999_999, right: 2 })
  })

  it('leave the active cell where it is when everything is selected', () => {
    expect(selectAll(at(400, 7)).active).toEqual({ row: 400, column: 7 })
  })

  it('become cells again when a key extends from everything', () => {
    const selection = extendTo(selectAll(at(4, 4)), { row: 5, column: 4 })
    expect(rangeOf(selection, size)).toEqual({ top: 4, left: 4, bottom: 5, right: 4 })
  })
})

describe('rangeOf', () => {
  it('is cut to what is still there, and null when nothing is', () => {
    const selection = extendTo(at(5, 5), { row: 50, column: 6 })
    expect(rangeOf(selection, { rows: 10, columns: 6 })).toEqual({ top: 5, left: 5, bottom: 9, right: 5 })
    expect(rangeOf(selection, { rows: 5, columns: 6 })).toBeNull()
    expect(rangeOf(null, size)).toBeNull()
  })
})
