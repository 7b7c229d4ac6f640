import { METRICS, type Metric, type Range } from '@stoa/contract'
import { sql } from 'kysely'
import type { Store } from '../store/store.ts'

// Measurements are kept by the minute for two days, by ten minutes for two weeks and by the hour for a year.

const MINUTE_MS = 60_000
/** Each resolution in minutes, the one that it is made of, and for how long it is kept. */
const KEPT = [
  { minutes: 1, of: null, days: 2 },
  { minutes: 10, of: 1, days: 14 },
  { minutes: 60, of: 10, days: 365 },
] as const

const SHOWN: Record<Range, { minutes: number; steps: number }> = {
  '1h': { minutes: 1, steps: 60 },
  '24h': { minutes: 10, steps: 144 },
  '7d': { minutes: 60, steps: 168 },
}

/** What was measured of one project. Values that could not be measured are null, and are not stored. */
export type Measurement = { readonly projectId: number; readonly values: Readonly<Record<Metric, number | null>> }

/** Stores what was measured in one round. A second measurement in the same minute replaces the first. */
export async function writeMetrics(store: Store, at: Date, measured: readonly Measurement[]): Promise<void> {
  const minute = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
  const rows = measured.flatMap(({ projectId, values }) =>
    (Object.keys(METRICS) as Metric[]).flatMap((metric) => {
      const value = values[metric]
      if (value === null || !Number.isFinite(value)) return []
      return [{ project_id: projectId, metric: METRICS[metric], resolution: 1, at: minute, avg: value, max: value }]
    }),
  )
  if (rows.length === 0) return
  // Through the projects' table, because one of them may have been deleted since it was measured.
  const column = <T>(pick: (row: (typeof rows)[number]) => T) => rows.map(pick)
  await sql`
    insert into metrics (project_id, metric, resolution, at, avg, max)
    select m.project_id, m.metric, 1, ${minute}::timestamptz, m.value, m.value
    from unnest(${column((row) => row.project_id)}::bigint[], ${column((row) => row.metric)}::smallint[],
      ${column((row) => row.avg)}::float8[]) as m (project_id, metric, value)
    join projects p on p.id = m.project_id
    on conflict (project_id, metric, resolution, at)
      do update set avg = excluded.avg, max = greatest(metrics.max, excluded.max)`.execute(store)
}

/**
 * Brings the coarser resolutions up to date: the span of time that `now` is in, and the one before it.
 * @param now usually the present
 */
export async function rollUpMetrics(store: Store, now: Date): Promise<void> {
  for (const { minutes, of } of KEPT) {
    if (of === null) continue
    const span = minutes * MINUTE_MS
    const since = new Date(Math.floor(now.getTime() / span) * span - span)
    await sql`
      insert into metrics (project_id, metric, resolution, at, avg, max)
      select project_id, metric, ${minutes}::smallint,
        date_bin(make_interval(mins => ${minutes}), at, timestamptz '2000-01-01 00:00:00Z') as span, avg(avg), max(max)
      from metrics where resolution = ${of} and at >= ${since}
      group by project_id, metric, span
      on conflict (project_id, metric, resolution, at) do update set avg = excluded.avg, max = excluded.max`.execute(
      store,
    )
  }
}

/** Removes what is older than its resolution is kept for. */
export async function pruneMetrics(store: Store, now: Date): Promise<void> {
  for (const { minutes, days } of KEPT)
    await store
      .deleteFrom('metrics')
      .where('resolution', '=', minutes)
      .where('at', '<', new Date(now.getTime() - days * 24 * 60 * MINUTE_MS))
      .execute()
}

type Series = Record<Metric, { avg: (number | null)[]; max: (number | null)[] }>

/** A project's measurements over a span of time that ends now; null for steps without one. */
export function readMetrics(store: Store, projectId: number, range: Range, now: Date): Promise<Measured> {
  const { minutes, steps } = SHOWN[range]
  const span = minutes * MINUTE_MS
  const start = Math.floor(now.getTime() / span) * span - (steps - 1) * span
  return readSteps(store, projectId, start, minutes, steps)
}

/** The most steps that a chart is given: about one for each two points of a screen. */
const STEPS_MAX = 720

/**
 * A project's measurements over any span of time, in the finest steps that are still kept at its beginning and that
 * are not too many; null for steps without one.
 */
export function readMetricsBetween(
  store: Store,
  projectId: number,
  { from, to }: { readonly from: Date; readonly to: Date },
  now: Date,
): Promise<Measured> {
  const length = (to.getTime() - from.getTime()) / MINUTE_MS
  const age = (now.getTime() - from.getTime()) / MINUTE_MS
  const { minutes } =
    KEPT.find((one) => length / one.minutes <= STEPS_MAX && age <= one.days * 24 * 60) ??
    KEPT[KEPT.length - 1] ??
    KEPT[0]
  const span = minutes * MINUTE_MS
  const start = Math.floor(from.getTime() / span) * span
  return readSteps(store, projectId, start, minutes, Math.ceil((to.getTime() - start) / span))
}

export type Measured = { start: Date; stepSeconds: number; series: Series }

async function readSteps(
  store: Store,
  projectId: number,
  start: number,
  minutes: number,
  steps: number,
): Promise<Measured> {
  const span = minutes * MINUTE_MS
  const rows = await store
    .selectFrom('metrics')
    .select(['metric', 'at', 'avg', 'max'])
    .where('project_id', '=', projectId)
    .where('resolution', '=', minutes)
    .where('at', '>=', new Date(start))
    .where('at', '<', new Date(start + steps * span))
    .execute()
  const empty = () => Array.from({ length: steps }, (): number | null => null)
  const series = Object.fromEntries(
    Object.keys(METRICS).map((metric) => [metric, { avg: empty(), max: empty() }]),
  ) as Series
  const names = new Map(Object.entries(METRICS).map(([name, number]) => [number as number, name as Metric]))
  for (const row of rows) {
    const name = names.get(row.metric)
    const step = Math.round((row.at.getTime() - start) / span)
    if (name === undefined || step < 0 || step >= steps) continue
    series[name].avg[step] = row.avg
    series[name].max[step] = row.max
  }
  return { start: new Date(start), stepSeconds: minutes * 60, series }
}
