import { describe, expect, test } from 'vitest'
import { hasValues, momentsOf, stacked, type TimeData, timeCsv, zoomed } from './time-data.ts'

const data: TimeData = {
  start: Date.UTC(2026, 0, 1),
  step: 60_000,
  series: [
    { name: 'Fine', values: [1, null, 3] },
    { name: 'Failed, all', values: [2, null, null] },
  ],
}

describe('a chart over time', () => {
  test('has a moment for each step', () => {
    expect(momentsOf(data).map((at) => new Date(at).getUTCMinutes())).toEqual([0, 1, 2])
    expect(momentsOf({ ...data, series: [] })).toEqual([])
  })

  test('stacks series and keeps the gaps of all', () => {
    expect(stacked(data.series)).toEqual([
      [1, null, 3],
      [3, null, 3],
    ])
    expect(hasValues(data.series)).toBe(true)
    expect(hasValues([{ name: 'x', values: [null] }])).toBe(false)
  })

  test('is CSV with nothing where nothing was measured', () => {
    expect(timeCsv(data)).toBe(
      'time,Fine,"Failed, all"\n2026-01-01T00:00:00.000Z,1,2\n2026-01-01T00:01:00.000Z,,\n2026-01-01T00:02:00.000Z,3,\n',
    )
  })

  test('is zoomed around the moment that is looked at', () => {
    expect(zoomed({ from: 0, to: 100 }, 80, 0.5)).toEqual({ from: 40, to: 90 })
    expect(zoomed({ from: 0, to: 100 }, 50, 2)).toEqual({ from: -50, to: 150 })
  })
})
