import type { ReportBlock } from '@stoa/contract'
import { useEffect, useState } from 'react'
import type { ChartConfig } from '../../../../parts/chart/chart-config.ts'
import { QueryBlock } from '../../../../parts/query-block/QueryBlock.tsx'
import { paramValuesOf } from '../../../../parts/sql-params/param-values.ts'
import { documentIdOf } from './block-names.ts'
import type { KindProps } from './block-types.ts'

type Query = Extract<ReportBlock, { kind: 'sql' }>

/**
 * A query of a report. It only reads, runs when it is looked at and whenever the report is refreshed, and is given the
 * report's span of time where it declares `range_start` and `range_end`.
 */
export function QueryView({
  block,
  projectRef,
  document,
  span,
  reason,
  name,
  menu,
  grip,
}: KindProps & { block: Query }) {
  const documentId = documentIdOf(block.id)
  // Who may not change the report looks at it in their own way until they leave.
  const [own, setOwn] = useState<ChartConfig | null>(null)
  const chart: ChartConfig = own ?? { ...block.chart, view: block.view }
  const [again, setAgain] = useState(0)
  const { from, to, asOf } = span
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refresh without another span asks again too.
  useEffect(() => {
    const values = paramValuesOf(projectRef, documentId)
    values.set({
      ...values.get(),
      range_start: new Date(from).toISOString(),
      range_end: new Date(to).toISOString(),
    })
    setAgain((count) => count + 1)
  }, [projectRef, documentId, from, to, asOf])
  const onChart = ({ view, ...config }: ChartConfig) => {
    if (reason !== undefined) setOwn({ ...config, view })
    else
      document.change(
        document.state
          .get()
          .blocks.map((one) => (one.id === block.id && one.kind === 'sql' ? { ...one, view, chart: config } : one)),
      )
  }
  return (
    <QueryBlock
      projectRef={projectRef}
      documentId={documentId}
      sql={block.sql}
      title={name}
      chart={chart}
      onChart={onChart}
      runsItself
      isFilling
      onlyReads
      again={again}
      menu={menu}
      grip={grip}
    />
  )
}
