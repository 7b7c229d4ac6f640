import { CONTENT_NAME_MAX, REPORT_BLOCKS_MAX, type ReportBlock } from '@stoa/contract'
import { Empty, toast } from '@stoa/ui'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { GridLayout, type Layout, type LayoutItem, useContainerWidth } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import { client } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { NEW_CHART } from '../../../../parts/chart/chart-config.ts'
import { useNarrow } from '../../../../parts/frame/use-narrow.ts'
import { BLOCK_TYPE, readBlock } from '../../../../parts/query-block/block-drag.ts'
import { type DraggedSnippet, readSnippet, SNIPPET_TYPE } from '../../../../parts/query-block/snippet-drag.ts'
import { useMayDragBlocks } from '../../../../parts/query-block/use-may-drag.ts'
import { forgetRunner } from '../../../../parts/sql-run/runner.ts'
import { useValue } from '../../../../parts/value/value.ts'
import type { SpanState } from '../use-span.ts'
import { BlockView } from './BlockView.tsx'
import { documentIdOf } from './block-names.ts'
import type { BlockText } from './block-types.ts'
import { BLOCK_MIN, compacted, inOrder, NEW_SIZE } from './layout.ts'
import type { ReportDocument } from './report-document.ts'

const GRID = { cols: 12, rowHeight: 52, margin: [12, 12], containerPadding: [0, 0] } as const

/** What can be dropped into a report. */
const KINDS = [BLOCK_TYPE, SNIPPET_TYPE]

type Place = { x: number; y: number; w: number; h: number }

const heightOf = (rows: number): number => rows * GRID.rowHeight + (rows - 1) * GRID.margin[1]

/** The blocks of a report: moved, resized and dropped in with the pointer, arranged with the keyboard. */
export function BlockGrid({
  projectRef,
  document,
  span,
  reason,
  onAdd,
  onEdit,
  empty,
}: {
  projectRef: string
  document: ReportDocument
  span: SpanState
  /** Why the report cannot be changed; undefined when it can. */
  reason: string | undefined
  onAdd: (text: BlockText, at?: Place) => void
  onEdit: (block: ReportBlock) => void
  /** What begins a report that is empty. */
  empty: ReactNode
}) {
  const { blocks } = useValue(document.state)
  const isNarrow = useNarrow()
  const mayDrop = useMayDragBlocks(projectRef) && reason === undefined
  const { width, containerRef, mounted } = useContainerWidth()
  const layout = useMemo(
    () => blocks.map(({ id, x, y, w, h }) => ({ i: id, x, y, w, h, minW: BLOCK_MIN.w, minH: BLOCK_MIN.h })),
    [blocks],
  )
  useEffect(
    () => () => {
      // What a report shows is as new as its page: the next time everything is asked again.
      for (const { id } of document.state.get().blocks) forgetRunner(projectRef, documentIdOf(id))
    },
    [document, projectRef],
  )

  const take = useMutation({
    mutationFn: ({ id }: DraggedSnippet & { at: Place }) =>
      client.project.content.get({ params: { ref: projectRef, id }, headers: { version: '2' } }),
    onSuccess({ name, content }, { at }) {
      const { view, ...chart } = NEW_CHART
      onAdd({ kind: 'sql', sql: content.sql, label: name, view, chart }, at)
    },
    onError: (error) => toast.error(errorMessage(error)),
  })

  const place = (next: Layout) => {
    const at = new Map(next.map((item) => [item.i, item]))
    document.change(
      compacted(
        document.state.get().blocks.map((block) => {
          const { x, y, w, h } = at.get(block.id) ?? block
          return { ...block, x, y, w, h }
        }),
      ),
    )
  }
  const drop = (_layout: Layout, item: LayoutItem | undefined, event: Event) => {
    const data = event instanceof DragEvent ? event.dataTransfer : null
    if (data === null || item === undefined) return
    if (blocks.length >= REPORT_BLOCKS_MAX) {
      toast.error(`A report has at most ${REPORT_BLOCKS_MAX} blocks`)
      return
    }
    const at = { x: Math.min(item.x, GRID.cols - NEW_SIZE.w), y: item.y - 0.5, ...NEW_SIZE }
    const dropped = readBlock(data.getData(BLOCK_TYPE))
    const snippet = readSnippet(data.getData(SNIPPET_TYPE))
    if (dropped !== null) {
      const { view: _, ...chart } = dropped.chart
      onAdd(
        { kind: 'sql', sql: dropped.sql, label: dropped.label.slice(0, CONTENT_NAME_MAX), view: dropped.view, chart },
        at,
      )
    } else if (snippet !== null) take.mutate({ ...snippet, at })
  }
  const view = (block: ReportBlock) => (
    <BlockView
      key={block.id}
      projectRef={projectRef}
      block={block}
      document={document}
      span={span}
      reason={reason}
      isStacked={isNarrow}
      onEdit={onEdit}
    />
  )
  const nothing = (
    <Empty
      title="This report is empty"
      text={
        mayDrop
          ? 'Add a query or a measurement, or drag a query here from the assistant or the SQL editor panel.'
          : 'Queries and measurements stand here, side by side.'
      }
      action={empty}
    />
  )
  if (isNarrow)
    return blocks.length === 0 ? (
      nothing
    ) : (
      <div className="report-stack">
        {inOrder(blocks).map((block) => (
          <div
            key={block.id}
            data-block={block.id}
            className="report-block"
            style={{ height: heightOf(Math.max(block.h, BLOCK_MIN.h + 1)) }}
          >
            {view(block)}
          </div>
        ))}
      </div>
    )
  return (
    <div ref={containerRef} className="report-grid relative">
      {mounted ? (
        <GridLayout
          width={width}
          layout={layout}
          gridConfig={GRID}
          dragConfig={{ enabled: reason === undefined, handle: '.report-grip' }}
          resizeConfig={{ enabled: reason === undefined, handles: ['se'] }}
          dropConfig={{
            enabled: mayDrop,
            defaultItem: NEW_SIZE,
            onDragOver: (event) => (KINDS.some((kind) => event.dataTransfer?.types.includes(kind)) ? undefined : false),
          }}
          style={{ minHeight: 420 }}
          onDragStop={place}
          onResizeStop={place}
          onDrop={drop}
        >
          {blocks.map((block) => (
            <div key={block.id} data-block={block.id} className="report-block">
              {view(block)}
            </div>
          ))}
        </GridLayout>
      ) : null}
      {blocks.length === 0 ? <div className="report-empty">{nothing}</div> : null}
    </div>
  )
}
