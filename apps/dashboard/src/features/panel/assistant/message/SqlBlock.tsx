import { useMemo } from 'react'
import { NEW_CHART } from '../../../../parts/chart/chart-config.ts'
import { chartOfProps, readBlockProps } from '../../../../parts/query-block/block-props.ts'
import { QueryBlock } from '../../../../parts/query-block/QueryBlock.tsx'
import { chartOf } from '../../../../parts/result/result-view.ts'
import { useValue } from '../../../../parts/value/value.ts'

/** SQL that the assistant wrote, as its comment says: a table or a chart, run by itself or by a person. */
export function SqlBlock({
  projectRef,
  name,
  code,
  isOpen,
}: {
  projectRef: string
  name: string
  code: string
  isOpen: boolean
}) {
  const { props, code: sql } = useMemo(() => readBlockProps(code), [code])
  const kept = chartOf(projectRef, name)
  const chosen = useValue(kept)
  const first = useMemo(() => chartOfProps(props), [props])
  return (
    <QueryBlock
      projectRef={projectRef}
      documentId={name}
      sql={sql}
      title={props.title ?? props.name ?? 'SQL query'}
      chart={chosen === NEW_CHART ? first : chosen}
      onChart={(chart) => kept.set(chart)}
      runsItself={props.runQuery || props.isChart}
      isUnfinished={isOpen}
    />
  )
}
