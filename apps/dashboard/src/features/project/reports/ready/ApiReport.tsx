import { REQUESTS_DAYS, type RequestFigures } from '@stoa/contract'
import {
  type Column,
  DataList,
  Empty,
  formatBytes,
  formatCompact,
  formatDuration,
  formatNumber,
  formatPercent,
  Section,
} from '@stoa/ui'
import { BYTE_STEPS } from '../../../../parts/metrics/metric-charts.ts'
import type { TimeData } from '../../../../parts/time-chart/time-data.ts'
import { useRequestFigures } from '../use-figures.ts'
import type { SpanState } from '../use-span.ts'
import { Figure } from './Figure.tsx'
import { Loaded } from './Loaded.tsx'

type Path = RequestFigures['paths'][number]

const whole = (count: number): string => formatNumber(Math.round(count * 10) / 10)
const ms = (value: number): string =>
  value < 10 ? `${formatNumber(Math.round(value * 10) / 10)} ms` : formatDuration(value)

/** How the project's APIs were asked, and how they answered. */
export function ApiReport({ projectRef, span }: { projectRef: string; span: SpanState }) {
  const query = useRequestFigures(projectRef, span)
  return (
    <Loaded query={query} failed="Failed to load the requests">
      {(figures: RequestFigures) => <Requests figures={figures} onZoom={span.zoom} />}
    </Loaded>
  )
}

function Requests({ figures, onZoom }: { figures: RequestFigures; onZoom: (from: number, to: number) => void }) {
  const { series, total, paths } = figures
  const data = (...lines: TimeData['series']): TimeData => ({
    start: Date.parse(figures.start),
    step: figures.step_seconds * 1000,
    series: lines,
  })
  const errors = total.refused + total.failed
  const share = total.requests === 0 ? 0 : errors / total.requests
  return (
    <>
      <div className="report-figures">
        <Figure
          name="Requests"
          value={formatNumber(total.requests)}
          aside={
            errors === 0
              ? 'none refused or failed'
              : `${formatNumber(errors)} refused or failed, ${formatPercent(share)}`
          }
          data={data(
            { name: 'Answered', values: series.fine },
            { name: 'Refused (4xx)', values: series.refused, tone: 'warn' },
            { name: 'Failed (5xx)', values: series.failed, tone: 'bad' },
          )}
          kind="bars"
          stacked
          format={whole}
          onZoom={onZoom}
        />
        <Figure
          name="Time to answer"
          value={total.p50_ms === null ? null : ms(total.p50_ms)}
          aside={total.p95_ms === null ? undefined : `95 % within ${ms(total.p95_ms)}`}
          data={data({ name: 'Half within', values: series.p50_ms }, { name: '95 % within', values: series.p95_ms })}
          kind="line"
          format={ms}
          onZoom={onZoom}
        />
        <Figure
          name="Sent"
          value={formatBytes(total.bytes)}
          aside="bodies of answers whose size is known"
          data={data({ name: 'Sent', values: series.bytes })}
          kind="bars"
          format={formatBytes}
          increments={BYTE_STEPS}
          onZoom={onZoom}
        />
      </div>
      <Section title="What was asked for" className="mt-9" count={paths.length}>
        <DataList
          label="Addresses"
          columns={COLUMNS}
          rows={paths}
          rowKey={({ method, path }) => `${method} ${path}`}
          empty={
            <Empty
              title="No requests in this span of time"
              text={`Every request to the data API or GraphQL is counted here. They are kept for ${REQUESTS_DAYS} days.`}
            />
          }
        />
      </Section>
    </>
  )
}

const COLUMNS: Column<Path>[] = [
  {
    key: 'path',
    header: 'Address',
    clip: true,
    width: '100%',
    narrow: 'title',
    cell: ({ method, path }) => (
      <span className="ui-mono clip text-12">
        <span className="text-fg-3">{method}</span> {path}
      </span>
    ),
  },
  { key: 'requests', header: 'Requests', align: 'end', narrow: 'end', cell: ({ requests }) => formatCompact(requests) },
  {
    key: 'errors',
    header: 'Refused or failed',
    align: 'end',
    narrow: 'sub',
    cell: ({ errors, requests }) =>
      errors === 0 ? (
        <span className="text-fg-3">none</span>
      ) : (
        `${formatCompact(errors)} (${formatPercent(errors / requests)})`
      ),
  },
  { key: 'p95', header: '95 % within', align: 'end', narrow: 'sub-end', cell: ({ p95_ms }) => ms(p95_ms) },
  { key: 'bytes', header: 'Sent', align: 'end', narrow: 'hide', cell: ({ bytes }) => formatBytes(bytes) },
]
