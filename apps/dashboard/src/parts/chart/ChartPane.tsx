import type { GridColumn, RowSource } from '../grid/types.ts'
import { ChartSettings } from './ChartSettings.tsx'
import type { ChartConfig } from './chart-config.ts'
import { ResultChart } from './ResultChart.tsx'

/** A result as a chart, with what can be set about it beside it; on narrow screens below. */
export function ChartPane({
  columns,
  source,
  config,
  onConfig,
}: {
  columns: readonly GridColumn[]
  source: RowSource
  config: ChartConfig
  onConfig: (config: ChartConfig) => void
}) {
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)_220px] max-wide:grid-cols-1 max-wide:grid-rows-[minmax(180px,1fr)_auto] max-wide:overflow-y-auto">
      <div className="grid min-h-0 content-stretch">
        <ResultChart columns={columns} source={source} config={config} label="Chart of the result" />
      </div>
      <div className="min-h-0 overflow-y-auto border-l border-line max-wide:border-t max-wide:border-l-0">
        <ChartSettings columns={columns} config={config} onConfig={onConfig} />
      </div>
    </div>
  )
}
