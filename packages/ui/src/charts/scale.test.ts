import { describe, expect, test } from 'vitest'
import { chartNumber } from './chart-number.ts'
import {
  areaPath,
  axisLabels,
  ceiling,
  dotPath,
  labelEvery,
  linePath,
  niceTicks,
  place,
  sampleIndices,
} from './scale.ts'

describe('the top of a chart', () => {
  test('is the limit where there is one, so that headroom is seen', () => {
    expect(ceiling([10, 12], 60)).toBe(60)
  })
  test('rises above the limit when the data does', () => {
    expect(ceiling([70], 60)).toBe(70)
  })
  test('is a round number above the data without a limit', () => {
    expect(ceiling([3, 87, null])).toBe(100)
  })
  test('is never zero', () => {
    expect(ceiling([0, 0, null])).toBe(1)
    expect(ceiling([])).toBe(1)
  })
})

describe('ticks', () => {
  test('are round and span the data', () => {
    expect(niceTicks(0, 87, 4)).toEqual([0, 25, 50, 75, 100])
    expect(niceTicks(0, 0.3, 3)).toEqual([0, 0.1, 0.2, 0.3])
    expect(niceTicks(-40, 90, 4)).toEqual([-50, 0, 50, 100])
  })
  test('of no span are the value itself', () => {
    expect(niceTicks(5, 5, 4)).toEqual([5])
  })
})

describe('paths', () => {
  test('a gap breaks the line instead of dropping to zero', () => {
    const points = place([0, 10, null, 10, 5], 10)
    expect(linePath(points, 100, 50)).toBe('M0 50L25 0M75 0L100 25')
  })
  test('the area closes along the bottom of each run', () => {
    expect(areaPath(place([10, 5], 10), 100, 50)).toBe('M0 0L100 25L100 50L0 50Z')
  })
  test('a lone point is drawn at the newest edge', () => {
    expect(linePath(place([5], 10), 100, 50)).toBe('M100 25h0.01')
  })
})

test('labels are thinned until they fit', () => {
  expect(labelEvery(10, 1000, 60)).toBe(1)
  expect(labelEvery(60, 300, 60)).toBe(12)
})

describe('words under an axis', () => {
  /** From where to where each word reaches, at most. */
  const reach = (count: number, width: number, each: number) =>
    axisLabels(count, width, each, false).map(({ at, edge }) => {
      const x = count < 2 ? width / 2 : (at / (count - 1)) * width
      return edge === 'start' ? [x, x + each] : edge === 'end' ? [x - each, x] : [x - each / 2, x + each / 2]
    })

  test.for([1, 2, 3, 5, 7, 12, 50, 60, 61, 365, 2000])('neither touch nor leave the chart: %d places', (count) => {
    for (const width of [300, 363, 868, 1200])
      for (const each of [72, 82, 140]) {
        const found = reach(count, width, each)
        expect(found.length).toBeGreaterThan(0)
        for (const [at, [from = 0, to = 0]] of found.entries()) {
          expect(from).toBeGreaterThanOrEqual(at === 0 ? -0.001 : (found[at - 1]?.[1] ?? 0) - 0.001)
          expect(to).toBeLessThanOrEqual(width + 0.001)
        }
      }
  })

  test('stand below bars, as many as have room', () => {
    expect(axisLabels(3, 300, 72, true)).toEqual([{ at: 0 }, { at: 1 }, { at: 2 }])
    expect(axisLabels(12, 300, 72, true)).toEqual([{ at: 0 }, { at: 3 }, { at: 6 }, { at: 9 }])
  })
})

test('points that no line goes through are dots', () => {
  const points = place([0, 10, null, 10, null, 5], 10)
  expect(dotPath(points, 100, 50)).toBe('M60 0h0.01M100 25h0.01')
})

test('a long table view keeps its first and last rows', () => {
  const rows = sampleIndices(1000, 50)
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([50, 0, 999])
  expect(sampleIndices(3, 50)).toEqual([0, 1, 2])
})

describe('chartNumber', () => {
  test('writes with powers of ten what would be all noughts', () => {
    expect([0, 1234.5, -0.25, 1e15 - 1].map(chartNumber)).toEqual(['0', '1,234.5', '−0.25', '999,999,999,999,999'])
    expect([1e300, -2.5e21, 0.00002, 1e15].map(chartNumber)).toEqual([
      '1 × 10³⁰⁰',
      '−2.5 × 10²¹',
      '2 × 10⁻⁵',
      '1 × 10¹⁵',
    ])
  })
})
