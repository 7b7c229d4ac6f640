import type { Metric, Monitoring } from '@stoa/contract'
import { IconButton, Menu, MenuItem } from '@stoa/ui'
import { Download, FileSpreadsheet, Image } from 'lucide-react'
import { type ComponentProps, Suspense, useRef } from 'react'
import { lazyContent } from '../../../../parts/frame/lazy-part.tsx'
import { highest, latest, METRIC_CHARTS, metricData } from '../../../../parts/metrics/metric-charts.ts'
import { type TimeData, timeCsv } from '../../../../parts/time-chart/time-data.ts'
import { saveFile, saveImage } from '../export/save-files.ts'

export const TimeChart = lazyContent(async () => (await import('../../../../parts/time-chart/TimeChart.tsx')).TimeChart)

const HEIGHT = 168

type ChartProps = ComponentProps<typeof TimeChart>

/** One chart of a ready-made report, with the figure that matters most above it, to be taken along as CSV or image. */
export function Figure({
  name,
  value,
  aside,
  data,
  ...chart
}: {
  name: string
  /** The figure that stands above the chart; null while there is none. */
  value: string | null
  aside?: string | undefined
  data: TimeData
} & Omit<ChartProps, 'label' | 'data'>) {
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box} className="report-figure">
      <div className="report-figure-head">
        <h2 className="text-fg-2">{name}</h2>
        <span className="num ml-auto text-12 text-fg-3">{aside}</span>
        <span data-no-image="">
          <Menu trigger={<IconButton icon={Download} size="xs" variant="quiet" label={`Download ${name}`} />}>
            <MenuItem icon={FileSpreadsheet} onSelect={() => saveFile(name, 'csv', 'text/csv', [timeCsv(data)])}>
              CSV
            </MenuItem>
            <MenuItem icon={Image} onSelect={() => void saveImage(box.current, name)}>
              Image
            </MenuItem>
          </Menu>
        </span>
      </div>
      <div className="num mt-0.5 mb-3 text-20 font-medium">
        {value ?? <span className="text-fg-3">Not known yet</span>}
      </div>
      <Suspense fallback={<div style={{ height: HEIGHT }} />}>
        <TimeChart label={name} data={data} height={HEIGHT} {...chart} />
      </Suspense>
    </div>
  )
}

/** One measurement as a figure. */
export function MetricFigure({
  metric,
  seen,
  onZoom,
}: {
  metric: Metric
  seen: Monitoring
  onZoom: (from: number, to: number) => void
}) {
  const { name, format, increments, limit, of } = METRIC_CHARTS[metric]
  const now = latest(seen.series[metric].avg)
  const most = highest(seen.series[metric].max)
  const words = [most === null ? null : `at most ${format(most)}`, of?.(seen)].filter((part) => part != null)
  return (
    <Figure
      name={name}
      value={now === null ? null : format(now)}
      aside={words.join(' ')}
      data={metricData(seen, metric)}
      limit={limit?.(seen) ?? null}
      format={format}
      increments={increments}
      onZoom={onZoom}
    />
  )
}
