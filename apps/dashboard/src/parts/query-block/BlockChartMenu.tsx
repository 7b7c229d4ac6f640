import { IconButton, LoadingAnimation, Popover } from '@stoa/ui'
import { SlidersHorizontal } from 'lucide-react'
import { Suspense } from 'react'
import { type ChartConfig, withAxes } from '../chart/chart-config.ts'
import { lazyPart } from '../frame/lazy-part.tsx'
import type { GridColumn } from '../grid/types.ts'

const ChartSettings = lazyPart(async () => (await import('../chart/ChartSettings.tsx')).ChartSettings)

/** What can be set about the chart of a block. */
export function BlockChartMenu({
  columns,
  chart,
  onChart,
  title,
}: {
  columns: readonly GridColumn[]
  chart: ChartConfig
  onChart: (chart: ChartConfig) => void
  title: string
}) {
  return (
    <Popover
      label="Chart settings"
      align="end"
      width={260}
      trigger={<IconButton icon={SlidersHorizontal} size="xs" label={`Chart settings of ${title}`} />}
    >
      <Suspense fallback={<LoadingAnimation />}>
        <ChartSettings columns={columns} config={withAxes(chart, columns)} onConfig={onChart} />
      </Suspense>
    </Popover>
  )
}
