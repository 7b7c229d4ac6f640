import { Empty, formatNumber } from '@stoa/ui'
import { Chart } from '@stoa/ui/charts'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { GridColumn, RowSource } from '../grid/types.ts'
import type { ChartConfig } from './chart-config.ts'
import { chartData, MAX_POINTS } from './chart-data.ts'

/** What the axis with its words takes of the height, a legend and a sentence below, in px. */
const AXIS = 26
const LEGEND = 32
const SENTENCE = 22
const LOWEST = 80
/** How often a chart follows rows that are still coming in, in ms. */
const FOLLOW_MS = 500

type ResultChartProps = {
  columns: readonly GridColumn[]
  source: RowSource
  config: ChartConfig
  label: string
}

/**
 * A result as a chart, as high as the element it stands in.
 * @param config with both axes set; see withAxes
 */
export function ResultChart(props: ResultChartProps) {
  const rowCount = useRowCount(props.source)
  const { xKey, yKey } = props.config
  if (rowCount === 0) return <Empty title="No results returned from query" />
  if (xKey === '' || yKey === '') return <Empty title="Select columns for the X and Y axes" />
  return <DrawnChart {...props} rowCount={rowCount} />
}

/** A component of its own, so that its element is measured from when it is there: what can be drawn may come later. */
function DrawnChart({ columns, source, config, label, rowCount }: ResultChartProps & { rowCount: number }) {
  const frame = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  useEffect(() => {
    if (frame.current === null) return
    const observer = new ResizeObserver(([entry]) => setHeight(Math.round(entry?.contentRect.height ?? 0)))
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source is the same object while its rows come in.
  const data = useMemo(() => chartData(columns, source, config), [columns, source, config, rowCount])
  const around = AXIS + (data.series.length > 1 ? LEGEND : 0) + (data.drawnRows === null ? 0 : SENTENCE)
  return (
    <div ref={frame} className="h-full min-h-0 overflow-hidden px-3.5 py-3">
      {height === 0 ? null : data.series.every(({ values }) => values.every((value) => value === null)) ? (
        <Empty title={`${config.yKey} has no number that can be drawn`} />
      ) : (
        <Chart
          label={label}
          kind={config.type}
          categories={data.categories}
          series={data.series}
          stacked={config.stacked && data.series.length > 1}
          height={Math.max(LOWEST, height - around)}
          labels={config.showLabels}
          grid={config.showGrid}
        />
      )}
      {data.drawnRows === null ? null : (
        <p className="num text-12 text-fg-3">
          The first {formatNumber(data.drawnRows)} of {formatNumber(rowCount)} rows. A chart has room for{' '}
          {formatNumber(MAX_POINTS)}.
        </p>
      )}
    </div>
  )
}

/** The number of rows, now and then while they come in. */
function useRowCount(source: RowSource): number {
  return useSyncExternalStore(
    (listener) => {
      let timer: number | null = null
      const leave = source.subscribe(() => {
        timer ??= window.setTimeout(() => {
          timer = null
          listener()
        }, FOLLOW_MS)
      })
      return () => {
        leave()
        if (timer !== null) clearTimeout(timer)
      }
    },
    () => source.rowCount,
  )
}
