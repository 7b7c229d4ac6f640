import { METRICS } from '@stoa/contract'
import { expect, test } from 'vitest'
import { highest, latest, METRIC_CHARTS } from './metric-charts.ts'

test('the latest and the highest value are found behind gaps', () => {
  expect([latest([1, 5, 2, null]), highest([1, 5, 2, null])]).toEqual([2, 5])
  expect([latest([null]), highest([])]).toEqual([null, null])
})

test('everything that is measured can be drawn', () => {
  expect(Object.keys(METRIC_CHARTS).sort()).toEqual(Object.keys(METRICS).sort())
  expect(METRIC_CHARTS.cpu.format(0.1234)).toBe('12.3 %')
  expect(METRIC_CHARTS.disk_read.format(2048)).toBe('2 kB/s')
})
