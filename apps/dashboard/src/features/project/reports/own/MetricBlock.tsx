import type { Monitoring, ReportBlock } from '@stoa/contract'
import { ErrorState, Icon, IconButton, Menu, SkeletonRows } from '@stoa/ui'
import { Activity, Ellipsis } from 'lucide-react'
import { Suspense, useEffect, useId, useMemo } from 'react'
import { errorMessage } from '../../../../api/errors.ts'
import { lazyContent } from '../../../../parts/frame/lazy-part.tsx'
import '../../../../parts/query-block/query-block.css'
import { latest, METRIC_CHARTS, metricData } from '../../../../parts/metrics/metric-charts.ts'
import { useMeasurements } from '../use-figures.ts'
import { noteMetric } from './block-names.ts'
import type { KindProps } from './block-types.ts'

const TimeChart = lazyContent(async () => (await import('../../../../parts/time-chart/TimeChart.tsx')).TimeChart)

type Measurement = Extract<ReportBlock, { kind: 'metric' }>

/** A measurement of a report, over the report's span of time. */
export function MetricBlock({ block, projectRef, span, name, menu, grip }: KindProps & { block: Measurement }) {
  const heading = useId()
  const { data, isError, error, isFetching, refetch } = useMeasurements(projectRef, span)
  return (
    <figure className="qb" data-fill="" aria-labelledby={heading}>
      <header className="qb-head">
        {grip ?? <Icon of={Activity} size="sm" />}
        <span id={heading} className="clip grow font-medium">
          {name}
        </span>
        <span data-no-image="">
          <Menu trigger={<IconButton icon={Ellipsis} size="xs" label={`More about ${name}`} />}>{menu}</Menu>
        </span>
      </header>
      <div className="report-metric">
        {data !== undefined ? (
          <Shown block={block} seen={data} name={name} onZoom={span.zoom} />
        ) : isError ? (
          <ErrorState
            title="Failed to load what was measured"
            reason={errorMessage(error)}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={4} />
        )}
      </div>
    </figure>
  )
}

function Shown({
  block,
  seen,
  name,
  onZoom,
}: {
  block: Measurement
  seen: Monitoring
  name: string
  onZoom: (from: number, to: number) => void
}) {
  const { format, increments, limit, of } = METRIC_CHARTS[block.metric]
  const data = useMemo(() => metricData(seen, block.metric), [seen, block.metric])
  useEffect(() => {
    noteMetric(block.id, data)
    return () => noteMetric(block.id, null)
  }, [block.id, data])
  const now = latest(seen.series[block.metric].avg)
  return (
    <>
      <p className="num mb-1 flex flex-none items-baseline gap-2">
        <span className="text-20 font-medium">
          {now === null ? <span className="text-fg-3">Not known yet</span> : format(now)}
        </span>
        <span className="text-12 text-fg-3">{of?.(seen)}</span>
      </p>
      <div className="min-h-0 flex-1">
        <Suspense fallback={null}>
          <TimeChart
            label={name}
            data={data}
            limit={limit?.(seen) ?? null}
            format={format}
            increments={increments}
            onZoom={onZoom}
          />
        </Suspense>
      </div>
    </>
  )
}
