import { type Metric, type Monitoring, RANGES, type Range } from '@stoa/contract'
import {
  ErrorState,
  formatBytes,
  formatDateTime,
  formatNumber,
  formatTime,
  Section,
  Segmented,
  SkeletonRows,
} from '@stoa/ui'
import { AreaChart } from '@stoa/ui/charts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { useQueryParams } from '../../../parts/query-params/use-query-params.ts'
import { latestAndHighest, pointsOf } from './points.ts'

const LABELS: Record<Range, string> = { '1h': '1 hour', '24h': '24 hours', '7d': '7 days' }
const HEIGHT = 96
/** New figures come every minute. */
const REFRESH_MS = 60_000

const percent = (share: number): string => `${formatNumber(Math.round(share * 1000) / 10)} %`
const perSecond = (bytes: number): string => `${formatBytes(bytes)}/s`

type ChartOf = {
  readonly metric: Metric
  readonly name: string
  readonly format: (value: number) => string
  /** Where the roof is, and what it is in words. */
  readonly limit?: (seen: Monitoring) => number
  readonly of?: (seen: Monitoring) => string
}

const CHARTS: readonly ChartOf[] = [
  {
    metric: 'cpu',
    name: 'Processors',
    format: percent,
    limit: () => 1,
    of: ({ processors }) => `of ${formatNumber(processors)} ${processors === 1 ? 'processor' : 'processors'}`,
  },
  {
    metric: 'memory',
    name: 'Memory',
    format: formatBytes,
    limit: ({ limits }) => limits.memory_bytes,
    of: ({ limits }) => `of ${formatBytes(limits.memory_bytes)}`,
  },
  {
    metric: 'disk',
    name: 'Disk',
    format: formatBytes,
    limit: ({ limits }) => limits.disk_bytes,
    of: ({ limits }) => `of ${formatBytes(limits.disk_bytes)}`,
  },
  {
    metric: 'connections',
    name: 'Connections',
    format: (clients) => formatNumber(Math.round(clients * 10) / 10),
    limit: ({ limits }) => limits.connections,
    of: ({ limits }) => `of ${formatNumber(limits.connections)}`,
  },
  { metric: 'disk_read', name: 'Read from disk', format: perSecond },
  { metric: 'disk_write', name: 'Written to disk', format: perSecond },
]

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
          {CHARTS.map((chart) => (
            <OneChart key={chart.metric} chart={chart} seen={monitoring.data} />
          ))}
        </div>
      ) : monitoring.isError ? (
        <ErrorState
          title="Failed to load what the server used"
          reason={errorMessage(monitoring.error)}
          retrying={monitoring.isFetching}
          onRetry={() => void monitoring.refetch()}
        />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Section>
  )
}

function OneChart({ chart, seen }: { chart: ChartOf; seen: Monitoring }) {
  const { metric, name, format, limit, of } = chart
  const points = pointsOf(seen, metric)
  const { latest, highest } = latestAndHighest(seen, metric)
  const hours = (points.length * seen.step_seconds) / 3600
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-2">
        <h3 className="text-fg-2">{name}</h3>
        <span className="num text-12 text-fg-3">
          {highest === null ? null : `at most ${format(highest)}`}
          {of === undefined ? null : ` ${of(seen)}`}
        </span>
      </div>
      <div className="num mt-0.5 mb-3 text-20 font-medium">
        {latest === null ? <span className="text-fg-3">Not known yet</span> : format(latest)}
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
