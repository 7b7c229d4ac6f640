import type { RequestFigures } from '@stoa/contract'
import { sql } from 'kysely'
import type { Store } from '../../../store/store.ts'

/** How long steps can be, in seconds; the shortest is taken that makes no more of them than a chart can show. */
const STEPS = [60, 300, 900, 3_600, 21_600, 86_400] as const
const STEPS_MAX = 300
/** How many addresses are listed. */
const PATHS = 20

type Counted = { requests: number; refused: number; failed: number; bytes: number }
type StepRow = Counted & { at: Date; p50_ms: number; p95_ms: number }

const COUNTS = sql`count(*)::int as requests,
  count(*) filter (where status between 400 and 499)::int as refused,
  count(*) filter (where status >= 500)::int as failed,
  coalesce(sum(bytes), 0)::float8 as bytes`

/** The requests to a project's APIs in a span of time: by steps, in all, and by what was asked for. */
export async function requestFigures(store: Store, projectId: number, from: Date, to: Date): Promise<RequestFigures> {
  const span = (to.getTime() - from.getTime()) / 1000
  const step = STEPS.find((one) => span / one <= STEPS_MAX) ?? STEPS[STEPS.length - 1] ?? 86_400
  const start = Math.floor(from.getTime() / 1000 / step) * step
  const count = Math.ceil(to.getTime() / 1000 / step) - start / step
  const chosen = sql`project_requests where project_id = ${projectId} and at >= ${from} and at < ${to}`
  const [{ rows: steps }, { rows: totals }, { rows: paths }] = await Promise.all([
    sql<StepRow>`
      select date_bin(make_interval(secs => ${step}), at, timestamptz 'epoch') as at, ${COUNTS},
        percentile_cont(0.5) within group (order by ms) as p50_ms,
        percentile_cont(0.95) within group (order by ms) as p95_ms
      from ${chosen} group by 1`.execute(store),
    sql<Counted & { p50_ms: number | null; p95_ms: number | null }>`
      select ${COUNTS}, percentile_cont(0.5) within group (order by ms) as p50_ms,
        percentile_cont(0.95) within group (order by ms) as p95_ms
      from ${chosen}`.execute(store),
    sql<Counted & { method: string; path: string; p95_ms: number }>`
      select method, path, ${COUNTS}, percentile_cont(0.95) within group (order by ms) as p95_ms
      from ${chosen} group by method, path order by requests desc, path, method limit ${PATHS}`.execute(store),
  ])
  const byStep = new Map(steps.map((row) => [row.at.getTime() / 1000, row]))
  const found = Array.from({ length: count }, (_, index) => byStep.get(start + index * step))
  const [total] = totals
  return {
    start: new Date(start * 1000).toISOString(),
    step_seconds: step,
    series: {
      fine: found.map((row) => (row ? row.requests - row.refused - row.failed : 0)),
      refused: found.map((row) => row?.refused ?? 0),
      failed: found.map((row) => row?.failed ?? 0),
      p50_ms: found.map((row) => row?.p50_ms ?? null),
      p95_ms: found.map((row) => row?.p95_ms ?? null),
      bytes: found.map((row) => row?.bytes ?? 0),
    },
    total: {
      requests: total?.requests ?? 0,
      refused: total?.refused ?? 0,
      failed: total?.failed ?? 0,
      p50_ms: total?.p50_ms ?? null,
      p95_ms: total?.p95_ms ?? null,
      bytes: total?.bytes ?? 0,
    },
    paths: paths.map(({ method, path, requests, refused, failed, p95_ms, bytes }) => ({
      method,
      path,
      requests,
      errors: refused + failed,
      p95_ms,
      bytes,
    })),
  }
}
