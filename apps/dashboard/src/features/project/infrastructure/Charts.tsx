import { type Metric, type Monitoring, RANGES, type Range } from '@stoa/contract'
import { ErrorState, formatDateTime, formatNumber, formatTime, Section, Segmented, SkeletonRows } from '@stoa/ui'
import { AreaChart } from '@stoa/ui/charts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../../api/client.ts'
import { failureOf } from '../../../api/failure.ts'
import { highest, latest, METRIC_CHARTS, metricData } from '../../../parts/metrics/metric-charts.ts'
import { useQueryParams } from '../../../parts/query-params/use-query-params.ts'
import { momentsOf } from '../../../parts/time-chart/time-data.ts'

const LABELS: Record<Range, string> = { '1h': '1 hour', '24h': '24 hours', '7d': '7 days' }
const HEIGHT = 96
/** New figures come every minute. */
const REFRESH_MS = 60_000

/** What is shown of the server, in this order. */
const SHOWN = ['cpu', 'memory', 'disk', 'connections', 'disk_read', 'disk_write'] as const satisfies Metric[]

/** How busy the server has been over the last hour, day or week. */
export function Charts({ projectRef: ref }: { projectRef: string }) {
  const [params, setParams] = useQueryParams()
  const range = RANGES.find((one) => one === params.range) ?? '1h'
  const monitoring = useQuery({
    ...orpc.project.infrastructure.monitoring.queryOptions({ input: { ref, range } }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  return (
    <Section
      title="Use"
      more={
        <Segmented
          label="Span of time"
          value={range}
          onValueChange={(next) => setParams({ range: next === '1h' ? '' : next })}
          options={RANGES.map((value) => ({ value, label: LABELS[value] }))}
        />
      }
    >
      {monitoring.data !== undefined ? (
        <div
          className="grid grid-cols-2 gap-x-10 gap-y-8 pt-2 max-wide:grid-cols-1"
          aria-busy={monitoring.isPlaceholderData}
        >
          {SHOWN.map((metric) => (
            <OneChart key={metric} metric={metric} seen={monitoring.data} />
          ))}
        </div>
      ) : monitoring.isError ? (
        <ErrorState title="Failed to load what the server used" {...failureOf(monitoring)} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Section>
  )
}

function OneChart({ metric, seen }: { metric: Metric; seen: Monitoring }) {
  const { name, format, limit, of } = METRIC_CHARTS[metric]
  const { avg, max } = seen.series[metric]
  const points = momentsOf(metricData(seen, metric)).map((at, step) => ({ at, value: avg[step] ?? null }))
  const [now, most] = [latest(avg), highest(max)]
  const hours = (points.length * seen.step_seconds) / 3600
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-2">
        <h3 className="text-fg-2">{name}</h3>
        <span className="num text-12 text-fg-3">
          {most === null ? null : `at most ${format(most)}`}
          {of === undefined ? null : ` ${of(seen)}`}
        </span>
      </div>
      <div className="num mt-0.5 mb-3 text-20 font-medium">
        {now === null ? <span className="text-fg-3">Not known yet</span> : format(now)}
      </div>
      <AreaChart
        label={name}
        height={HEIGHT}
        points={points}
        {...(limit && { limit: limit(seen) })}
        format={format}
        formatAt={(at) => (hours > 1 ? formatDateTime(at) : formatTime(at))}
        start={hours > 24 ? `${formatNumber(hours / 24)} days ago` : `${formatNumber(hours)} h ago`}
      />
    </div>
  )
}
