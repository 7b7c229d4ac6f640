import type { Metric, Monitoring } from '@stoa/contract'
import { formatBytes, formatNumber } from '@stoa/ui'
import type { TimeData, Value } from '../time-chart/time-data.ts'

const percent = (share: number): string => `${formatNumber(Math.round(share * 1000) / 10)} %`
const perSecond = (bytes: number): string => `${formatBytes(bytes)}/s`
const few = (value: number): string => formatNumber(Math.round(value * 100) / 100)

/** Round numbers of bytes: 1, 2, 4 and so on of every unit. */
export const BYTE_STEPS: readonly number[] = Array.from({ length: 50 }, (_, power) => 2 ** power)

/** How one measurement is drawn. */
export type MetricChart = {
  readonly name: string
  readonly format: (value: number) => string
  readonly increments: readonly number[] | null
  /** Where the roof is, if there is one, and what it is in words. */
  readonly limit?: (seen: Monitoring) => number
  readonly of?: (seen: Monitoring) => string
}

/** All that is measured, in the order in which it is offered. */
export const METRIC_CHARTS: Readonly<Record<Metric, MetricChart>> = {
  cpu: {
    name: 'Processors',
    format: percent,
    increments: null,
    limit: () => 1,
    of: ({ processors }) => `of ${formatNumber(processors)} ${processors === 1 ? 'processor' : 'processors'}`,
  },
  memory: {
    name: 'Memory',
    format: formatBytes,
    increments: BYTE_STEPS,
    limit: ({ limits }) => limits.memory_bytes,
    of: ({ limits }) => `of ${formatBytes(limits.memory_bytes)}`,
  },
  connections: {
    name: 'Connections',
    format: few,
    increments: null,
    limit: ({ limits }) => limits.connections,
    of: ({ limits }) => `of ${formatNumber(limits.connections)}`,
  },
  active: { name: 'Running statements', format: few, increments: null },
  transactions: { name: 'Transactions a second', format: few, increments: null },
  cache_hits: { name: 'Pages found in memory', format: percent, increments: null, limit: () => 1 },
  disk: {
    name: 'Disk',
    format: formatBytes,
    increments: BYTE_STEPS,
    limit: ({ limits }) => limits.disk_bytes,
    of: ({ limits }) => `of ${formatBytes(limits.disk_bytes)}`,
  },
  database: { name: 'Database size', format: formatBytes, increments: BYTE_STEPS },
  disk_read: { name: 'Read from disk', format: perSecond, increments: BYTE_STEPS },
  disk_write: { name: 'Written to disk', format: perSecond, increments: BYTE_STEPS },
  swap: { name: 'Swapped out', format: formatBytes, increments: BYTE_STEPS },
}

/** One measurement as a chart takes it. */
export function metricData(seen: Monitoring, metric: Metric): TimeData {
  return {
    start: Date.parse(seen.start),
    step: seen.step_seconds * 1000,
    series: [{ name: METRIC_CHARTS[metric].name, values: seen.series[metric].avg }],
  }
}

/** The latest value that was measured. */
export const latest = (values: readonly Value[]): Value => values.findLast((value) => value !== null) ?? null

/** The highest value that was measured. */
export const highest = (values: readonly Value[]): Value =>
  values.reduce((most, value) => (value === null || (most !== null && most >= value) ? most : value), null)
