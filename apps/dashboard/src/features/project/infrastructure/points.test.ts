import { METRICS, type Metric, type Monitoring } from '@stoa/contract'
import { expect, it } from 'vitest'
import { latestAndHighest, pointsOf } from './points.ts'

const none = Object.fromEntries(Object.keys(METRICS).map((metric) => [metric, { avg: [null], max: [null] }]))
const seen = {
  start: '2026-11-21T12:00:00.000Z',
  step_seconds: 600,
  series: { ...none, cpu: { avg: [0.1, null, 0.3, null], max: [0.9, null, 0.4, null] } } as Monitoring['series'],
}

it('a series becomes points in time, with its gaps', () => {
  expect(pointsOf(seen, 'cpu')).toEqual([
    { at: Date.UTC(2026, 10, 21, 12, 0), value: 0.1 },
    { at: Date.UTC(2026, 10, 21, 12, 10), value: null },
    { at: Date.UTC(2026, 10, 21, 12, 20), value: 0.3 },
    { at: Date.UTC(2026, 10, 21, 12, 30), value: null },
  ])
})

it('the latest and the highest value skip the gaps, and are unknown without any', () => {
  expect(latestAndHighest(seen, 'cpu')).toEqual({ latest: 0.3, highest: 0.9 })
  expect(latestAndHighest(seen, 'memory' satisfies Metric)).toEqual({ latest: null, highest: null })
})
