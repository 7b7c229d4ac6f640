import type { Metric, Monitoring } from '@stoa/contract'

/** One series as the points of a chart, at the middle of each step. */
export function pointsOf(
  { start, step_seconds: step, series }: Pick<Monitoring, 'start' | 'step_seconds' | 'series'>,
  metric: Metric,
): { at: number; value: number | null }[] {
  const from = new Date(start).getTime()
  return (series[metric]?.avg ?? []).map((value, index) => ({ at: from + index * step * 1000, value }))
}

/** The latest value of a series, and the highest; null while nothing was measured. */
export function latestAndHighest(
  { series }: Pick<Monitoring, 'series'>,
  metric: Metric,
): { latest: number | null; highest: number | null } {
  const { avg, max } = series[metric] ?? { avg: [], max: [] }
  const highest = max.reduce<number | null>(
    (most, value) => (value === null || (most !== null && most >= value) ? most : value),
    null,
  )
  return { latest: avg.findLast((value) => value !== null) ?? null, highest }
}
