import { describe, expect, it } from 'vitest'
import {
  columnAt,
  columnEdges,
  columnWidths,
  columnWindow,
  contentWidth,
  distanceIntoView,
  frozenThatFit,
  hitTest,
  maxColumnsInView,
  rowWindow,
  SAMPLE_ROWS,
} from './geometry.ts'
import type { GridRow } from './types.ts'

const source = (rows: GridRow[]) => ({ rowCount: rows.length, row: (i: number) => rows[i] })

describe('column widths', () => {
  it('are 8.25 per character, at least 100 and at most 500', () => {
    expect(contentWidth(5)).toBe(100)
    expect(contentWidth(20)).toBe(165)
    expect(contentWidth(1000)).toBe(500)
  })

  it('follow the longest of the name and the values', () => {
    const columns = [
      { name: 'a_name_of_twenty_five_chr', type: 'text' },
      { name: 'b', type: 'text' },
    ]
    expect(columnWidths(columns, source([['x', 'y'.repeat(30)]]))).toEqual([25 * 8.25, 30 * 8.25])
  })

  it('look at the first rows only', () => {
    const rows = Array.from({ length: SAMPLE_ROWS + 1 }, (_, i) => [i === SAMPLE_ROWS ? 'x'.repeat(40) : 'x'])
    expect(columnWidths([{ name: 'a', type: 'text' }], source(rows))).toEqual([100])
  })

  it('take NULL as four characters and a given width as it is', () => {
    expect(columnWidths([{ name: 'a', type: 'text', width: 77 }], source([[null]]))).toEqual([77])
  })
})

describe('columns along the axis', () => {
  const edges = columnEdges([100, 50, 200])

  it('begin where the one before ends', () => {
    expect(edges).toEqual([0, 100, 150, 350])
    expect(columnEdges([])).toEqual([0])
  })

  it('are found by a distance, clamped to the grid', () => {
    expect([-5, 0, 99, 100, 149, 150, 900].map((x) => columnAt(edges, x))).toEqual([0, 0, 0, 1, 1, 2, 2])
    expect(columnAt([0], 10)).toBe(0)
  })

  it('are in view when a sliver of them is', () => {
    expect(columnWindow(edges, 99, 151)).toEqual({ first: 0, last: 2 })
    expect(columnWindow(edges, 100, 150)).toEqual({ first: 1, last: 1 })
    expect(columnWindow([0], 0, 100)).toEqual({ first: 0, last: -1 })
  })

  it('never outnumber the slots that are kept for them', () => {
    const widths = [100, 48, 500, 60, 60, 60, 300, 48, 48, 48, 48, 120]
    const all = columnEdges(widths)
    for (const view of [1, 50, 200, 333, 5000]) {
      let most = 0
      for (let x = 0; x < 1440; x++) {
        const { first, last } = columnWindow(all, x, x + view)
        most = Math.max(most, last - first + 1)
      }
      expect(maxColumnsInView(widths, view)).toBeGreaterThanOrEqual(most)
      expect(maxColumnsInView(widths, view)).toBeLessThanOrEqual(most + 1)
    }
  })
})

describe('distanceIntoView', () => {
  it('is the shortest way that shows the whole stretch', () => {
    expect(distanceIntoView(10, 20, 0, 100)).toBe(0)
    expect(distanceIntoView(-30, -20, 0, 100)).toBe(-30)
    expect(distanceIntoView(95, 125, 0, 100)).toBe(25)
  })

  it('shows the beginning of a stretch that is longer than the view', () => {
    expect(distanceIntoView(50, 500, 0, 100)).toBe(50)
  })
})

describe('hitTest', () => {
  const at = { width: 400, height: 300, gutter: 40, left: 0, top: 0, edges: [0, 100, 200], rows: 5 }
  const area = (x: number, y: number) => hitTest(x, y, at).area

  it('tells the parts of the grid apart', () => {
    expect(area(10, 10)).toBe('corner')
    expect(area(10, 40)).toBe('gutter')
    expect(area(50, 10)).toBe('head')
    expect(area(50, 40)).toBe('cell')
    expect(area(300, 40)).toBe('outside')
    expect(area(50, 32 + 5 * 30)).toBe('outside')
    expect(area(-1, 40)).toBe('outside')
    expect(area(50, 300)).toBe('outside')
  })

  it('finds the cell under a place, scrolled or not', () => {
    expect(hitTest(140, 32 + 59, at)).toEqual({ area: 'cell', row: 1, column: 1 })
    const scrolled = { ...at, left: 150, top: 29_999_000, rows: 1_000_000 }
    expect(hitTest(41, 32, scrolled)).toEqual({ area: 'cell', row: 999_966, column: 1 })
  })

  it('finds cells that stay while the others scroll', () => {
    const scrolled = { ...at, left: 100, edges: [0, 100, 200, 300], frozen: 1 }
    expect(hitTest(50, 40, scrolled)).toMatchObject({ area: 'cell', column: 0 })
    expect(hitTest(150, 40, scrolled)).toMatchObject({ area: 'cell', column: 2 })
  })

  it('lets columns stay only as far as others can still be seen', () => {
    expect(frozenThatFit([0, 100, 200, 300], 2, 400)).toBe(2)
    expect(frozenThatFit([0, 100, 200, 300], 2, 300)).toBe(1)
    expect(frozenThatFit([0, 500], 1, 390)).toBe(0)
    expect(frozenThatFit([0], 3, 390)).toBe(0)
  })

  it('gives the nearest cell for a place outside, so that a drag can go on', () => {
    expect(hitTest(900, 900, at)).toEqual({ area: 'outside', row: 4, column: 1 })
    expect(hitTest(-900, -900, at)).toEqual({ area: 'outside', row: 0, column: 0 })
  })
})

describe('rowWindow', () => {
  it('draws as many rows as there can be, some beyond either edge, and all that are in view', () => {
    expect(rowWindow(0, 300, 1000, false)).toEqual({ first: 0, last: 14, slots: 15 })
    expect(rowWindow(3015, 310, 1000, false)).toEqual({ first: 98, last: 113, slots: 16 })
    for (let top = 0; top < 700; top += 7) {
      const { first, last, slots } = rowWindow(top, 310, 1000, false)
      expect([last - first + 1, first * 30 <= top, (last + 1) * 30 >= top + 310]).toEqual([slots, true, true])
    }
  })

  it('draws nothing beyond the edges while rows are passed, and never rows that are not there', () => {
    expect(rowWindow(3000, 300, 1000, true)).toEqual({ first: 100, last: 109, slots: 15 })
    expect(rowWindow(3015, 300, 1000, true)).toEqual({ first: 100, last: 110, slots: 15 })
    expect(rowWindow(29_700, 300, 1000, false)).toMatchObject({ first: 988, last: 999 })
    expect(rowWindow(0, 300, 0, false)).toMatchObject({ first: 0, last: -1 })
  })
})
