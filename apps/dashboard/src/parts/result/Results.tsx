import { KeyCaps, StatusColumn } from '@stoa/ui'
import { type ReactNode, type Ref, Suspense, useEffect, useState } from 'react'
import { lazyContent } from '../frame/lazy-part.tsx'
import { patiently } from '../frame/patience.ts'
import type { CopyResult, GridCell, GridHandle, SelectionSummary } from '../grid/types.ts'
import { isUndone, type Run, type RunResult } from '../sql-run/run-state.ts'
import { commandWords } from './command-words.ts'
import { FailureView } from './FailureView.tsx'
import { ResultTabs } from './ResultTabs.tsx'

const PlanPane = lazyContent(async () => (await import('../explain/PlanPane.tsx')).PlanPane)

type BodyPart = typeof import('./ResultBody.tsx').ResultBody

/** How long after the editor the rest is fetched, in ms: typing comes first, and no result before a run. */
const BODY_AFTER_MS = 300

/**
 * What shows rows, whose code arrives after the editor's.
 * @param isNeeded fetches it at once
 * @returns null while it is on its way
 */
function useBody(isNeeded: boolean): BodyPart | null {
  const [there, setThere] = useState<{ readonly Body: BodyPart } | null>(null)
  useEffect(() => {
    if (there !== null) return
    let left = false
    const timer = setTimeout(
      () =>
        patiently(() => import('./ResultBody.tsx')).then(({ ResultBody }) => {
          if (!left) setThere({ Body: ResultBody })
        }),
      isNeeded ? 0 : BODY_AFTER_MS,
    )
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [there, isNeeded])
  return there?.Body ?? null
}

/** What a run gave: its results, each behind a tab when there are several, and why it failed. */
export function Results({
  project,
  documentId,
  text,
  run,
  tab,
  onTab,
  onShowFailure,
  onAsk,
  grid,
}: {
  /** The project's ref. */
  project: string
  documentId: string
  /** The document's text as it was run, in which parameters are declared. */
  text: () => string
  run: Run | null
  tab: number | 'failure' | null
  onTab: (tab: number | 'failure') => void
  onShowFailure: () => void
  /** Takes a failure to the assistant; null where there is none. */
  onAsk: (() => void) | null
  grid: {
    ref: Ref<GridHandle>
    onCopy: (result: CopyResult) => void
    onViewCell: (cell: GridCell) => void
    onSelectionChange: (summary: SelectionSummary) => void
  }
}) {
  const Body = useBody(run !== null)
  if (run === null) return <Before />
  const result = run.results.find(({ id }) => id === tab)
  const several = run.results.length + (run.failure === null ? 0 : 1) > 1
  const tabs = several ? <ResultTabs run={run} tab={tab} onTab={onTab} /> : null
  const plan = result === undefined ? null : planText(result)
  if (tab !== 'failure' && result !== undefined && plan === null && isGrid(run, result))
    return Body === null ? (
      <Plain tabs={tabs} />
    ) : (
      <Body
        key={result.id}
        project={project}
        documentId={documentId}
        text={text()}
        run={run}
        result={result}
        tabs={tabs}
        grid={grid}
      />
    )
  return (
    <Plain tabs={tabs}>
      {tab === 'failure' ? (
        <FailureView run={run} onShow={onShowFailure} onAsk={onAsk} />
      ) : result === undefined ? (
        <Nothing run={run} />
      ) : plan !== null ? (
        <Suspense fallback={null}>
          <PlanPane text={plan} onCopy={grid.onCopy} />
        </Suspense>
      ) : (
        <Success run={run} result={result} />
      )}
    </Plain>
  )
}

/** What has no rows to do something with. */
function Plain({ tabs, children }: { tabs: ReactNode; children?: ReactNode }) {
  return (
    <>
      {tabs === null ? null : <div className="flex-none overflow-x-auto border-t border-line px-3">{tabs}</div>}
      <div className="min-h-0 flex-1 border-t border-line">{children}</div>
    </>
  )
}

/** The text of a plan, when a result is one that can be drawn: as one value of JSON, or line by line for people. */
function planText({ command, columns, rows }: RunResult): string | null {
  const [column] = columns
  if (command !== 'EXPLAIN' || columns.length !== 1 || column?.name !== 'QUERY PLAN') return null
  if (column.type === 'json') return rows.row(0)?.[0] ?? null
  if (column.type !== 'text') return null
  const lines = Array.from({ length: rows.rowCount }, (_, index) => rows.row(index)?.[0] ?? '')
  // Rules make several plans of one statement, and without costs there is nothing to draw.
  const tops = lines.filter((line) => /^\S.* {2}\((?:cost=|actual )/.test(line))
  return tops.length === 1 && tops[0] === lines[0] ? lines.join('\n') : null
}

/** Whether a result is shown as a grid: while it has rows, or may still get some. */
const isGrid = (run: Run, result: RunResult): boolean =>
  result.columns.length > 0 && (result.rows.rowCount > 0 || (run.state === 'running' && result.command === null))

function Before() {
  return (
    <div className="grid min-h-0 flex-1 place-content-center justify-items-center gap-2 border-t border-line p-6 text-center text-fg-2">
      <p>The result appears here.</p>
      <p className="flex items-center gap-2 text-12 text-fg-3 max-wide:hidden">
        <KeyCaps keys="mod+enter" /> runs the text, or what is selected of it.
      </p>
    </div>
  )
}

function Success({ run, result }: { run: Run; result: RunResult }) {
  const words = commandWords(result)
  const undone = isUndone(run, result) ? UNDONE[run.state] : undefined
  return (
    <div className="flex items-start gap-2.5 p-4">
      <span className="mt-[3px] flex">
        <StatusColumn tone={undone === undefined ? 'ok' : 'warn'} />
      </span>
      <div>
        <p>{undone ?? 'Success. No rows returned'}</p>
        {result.columns.length > 0 || words === '' ? null : <p className="ui-mono mt-0.5 text-12 text-fg-3">{words}</p>}
      </div>
    </div>
  )
}

/** Why nothing stays of what a statement changed, by how its run ended. */
const UNDONE: Partial<Record<Run['state'], string>> = {
  done: 'Success, and rolled back as was asked for',
  failed: 'Undone, because the run failed: its statements are one transaction',
  cancelled: 'Undone, because the run was cancelled: its statements are one transaction',
}

function Nothing({ run }: { run: Run }) {
  const words = run.state === 'cancelled' ? 'Cancelled before anything came back' : 'Success. No rows returned'
  return <p className="p-4 text-fg-2">{words}</p>
}
