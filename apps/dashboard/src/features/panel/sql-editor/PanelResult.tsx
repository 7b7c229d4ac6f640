import { formatNumber, Icon } from '@stoa/ui'
import { GripVertical } from 'lucide-react'
import { type DragEvent, useMemo, useState } from 'react'
import { NEW_CHART } from '../../../parts/chart/chart-config.ts'
import { Grid } from '../../../parts/grid/Grid.tsx'
import { sayCopy } from '../../../parts/grid/say-copy.ts'
import type { RowSource } from '../../../parts/grid/types.ts'
import { writeBlock } from '../../../parts/query-block/block-drag.ts'
import { useMayDragBlocks } from '../../../parts/query-block/use-may-drag.ts'
import { ResultTabs } from '../../../parts/result/ResultTabs.tsx'
import { statementOf } from '../../../parts/result/take-rows.ts'
import { defaultTab, type Run, type RunResult } from '../../../parts/sql-run/run-state.ts'

/** The panel shows what somebody tries; more is for the SQL editor. */
export const PANEL_LIMIT = 100

const rowsOf = (count: number): string => (count === 1 ? '1 row' : `${formatNumber(count)} rows`)

/**
 * What a run of the panel gave: its rows, or why it failed.
 * @param text all of the panel's text, in which parameters are declared
 */
export function PanelResult({ projectRef, run, text }: { projectRef: string; run: Run; text: string }) {
  const [choice, setChoice] = useState<{ readonly of: Run['request']; readonly tab: number | 'failure' } | null>(null)
  const tab = choice?.of === run.request ? choice.tab : defaultTab(run)
  const result = run.results.find(({ id }) => id === tab)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {run.results.length + (run.failure === null ? 0 : 1) > 1 ? (
        <div className="flex-none overflow-x-auto border-line border-b px-3">
          <ResultTabs run={run} tab={tab} onTab={(next) => setChoice({ of: run.request, tab: next })} />
        </div>
      ) : null}
      {tab === 'failure' ? (
        <PanelError run={run} />
      ) : result === undefined ? null : (
        <Rows projectRef={projectRef} result={result} run={run} text={text} />
      )}
    </div>
  )
}

function Rows({ projectRef, result, run, text }: { projectRef: string; result: RunResult; run: Run; text: string }) {
  const { columns, rows, command, rowCount } = result
  const source = useMemo(() => firstRows(rows), [rows])
  const count = source.rowCount
  if (columns.length === 0 || count === 0) {
    if (run.state === 'running' && command === null) return null
    const changed = columns.length === 0 && rowCount !== null && rowCount > 0
    return (
      <p className="px-4 py-3 text-13 text-fg-2" role="status">
        {changed ? `${command}: ${rowsOf(rowCount)}` : 'Success. No rows returned'}
      </p>
    )
  }
  return (
    <>
      <div className="flex flex-none items-center px-4 py-2 text-12 text-fg-2">
        <p role="status">
          {rowsOf(count)}
          {count >= PANEL_LIMIT ? ` (Limited to only ${PANEL_LIMIT} rows)` : null}
        </p>
        <ReportGrip projectRef={projectRef} sql={statementOf(run, result, text)} />
      </div>
      <div className="min-h-0 flex-1 border-line border-t">
        <Grid label="Query results" columns={columns} source={source} onCopy={sayCopy} />
      </div>
    </>
  )
}

/** The rows that the panel shows. Not every text can be given a limit, and what it says of them holds for all. */
const firstRows = (rows: RowSource): RowSource => ({
  get rowCount() {
    return Math.min(rows.rowCount, PANEL_LIMIT)
  },
  row: (index) => (index < PANEL_LIMIT ? rows.row(index) : undefined),
  subscribe: (listener) => rows.subscribe(listener),
})

/** What the result is dragged into a report by, where that is allowed. */
function ReportGrip({ projectRef, sql }: { projectRef: string; sql: string | null }) {
  const mayDrag = useMayDragBlocks(projectRef)
  if (!mayDrag || sql === null) return null
  const drag = {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) =>
      writeBlock(dataTransfer, { sql, label: 'Query', view: 'table', chart: NEW_CHART }),
  }
  return (
    <span {...drag} className="ml-auto flex cursor-grab items-center gap-1 text-fg-3 max-wide:hidden">
      <Icon of={GripVertical} size="xs" />
      Drag into a report
    </span>
  )
}

/** Titled by the first line of the error, with the rest below. */
function PanelError({ run: { failure } }: { run: Run }) {
  const [title = '', ...more] = (failure?.message ?? '').split('\n')
  const rest = [...more, failure?.detail, failure?.hint ? `Hint: ${failure.hint}` : null].filter(Boolean)
  return (
    <div className="min-h-0 flex-1 overflow-auto p-3" role="alert">
      <div className="rounded-3 border border-bad-line bg-bad-tint px-3 py-2.5">
        <p className="font-semi text-13 text-bad-fg whitespace-pre-wrap wrap-anywhere">
          {title.trim() === '' ? 'Error running SQL query' : title}
        </p>
        {rest.map((line) => (
          <p key={line} className="mt-1 text-12 text-fg-2 whitespace-pre-wrap wrap-anywhere">
            {line}
          </p>
        ))}
      </div>
    </div>
  )
}
