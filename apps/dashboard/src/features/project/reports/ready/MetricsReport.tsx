import type { Metric, Monitoring } from '@stoa/contract'
import { useMeasurements } from '../use-figures.ts'
import type { SpanState } from '../use-span.ts'
import { MetricFigure } from './Figure.tsx'
import { Loaded } from './Loaded.tsx'

export const DATABASE_METRICS: readonly Metric[] = [
  'cpu',
  'memory',
  'connections',
  'active',
  'transactions',
  'cache_hits',
]

/** Measurements of the server, each as a chart. */
export function MetricsReport({
  projectRef,
  span,
  metrics,
}: {
  projectRef: string
  span: SpanState
  metrics: readonly Metric[]
}) {
  const query = useMeasurements(projectRef, span)
  return (
    <Loaded query={query} failed="Failed to load what was measured">
      {(seen: Monitoring) => (
        <div className="report-figures">
          {metrics.map((metric) => (
            <MetricFigure key={metric} metric={metric} seen={seen} onZoom={span.zoom} />
          ))}
        </div>
      )}
    </Loaded>
  )
}
