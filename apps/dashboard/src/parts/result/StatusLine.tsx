import { formatDuration, formatNumber } from '@stoa/ui'
import { Suspense, useSyncExternalStore } from 'react'
import { lazyContent } from '../frame/lazy-part.tsx'
import { Selected } from '../grid/Selected.tsx'
import type { SelectionSummary } from '../grid/types.ts'
import { useNow } from '../project/use-now.ts'
import type { SqlSelection } from '../sql-code/SqlCode.tsx'
import type { Run, RunResult } from '../sql-run/run-state.ts'
import type { Runner } from '../sql-run/runner.ts'
import { useValue, type Value } from '../value/value.ts'
import type { RowStore } from './row-store.ts'

// Few runs have notices, and only they need what floats over the page.
const Notices = lazyContent(async () => (await import('./Notices.tsx')).Notices)

const TICK_MS = 100

/** How many, how long, what was noticed, and as whom. */
export function StatusLine({
  runner,
  result,
  role,
  cursor,
  selection,
}: {
  runner: Runner
  /** The result that is open, if one is. */
  result: RunResult | null
  role: string
  cursor: Value<SqlSelection | null>
  selection: Value<SelectionSummary | null>
}) {
  const { shown, since } = useValue(runner.state)
  return (
    <footer className="num flex h-status flex-none items-center gap-3.5 overflow-hidden border-t border-line px-3 text-12 whitespace-nowrap text-fg-3 [&_b]:font-medium [&_b]:text-fg-1">
      {since === null ? null : <Running since={since} />}
      {shown === null || since !== null ? null : <Outcome run={shown} result={result} />}
      {since !== null && shown?.state === 'running' && result !== null && result.columns.length > 0 ? (
        <RowCount rows={result.rows} />
      ) : null}
      {shown !== null && shown.notices.length > 0 ? (
        <Suspense fallback={null}>
          <Notices run={shown} />
        </Suspense>
      ) : null}
      <Selected selection={selection} />
      <span className="ml-auto" />
      <Cursor cursor={cursor} />
      <span>role {role}</span>
    </footer>
  )
}

function Running({ since }: { since: number }) {
  const now = useNow(TICK_MS)
  return <span className="ui-late">Running, {formatDuration(Math.max(0, now - since))}</span>
}

const inMs = (ms: number) => <b>{formatNumber(ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms))}</b>

/** How a run ended. Read aloud, because it is the answer to pressing Run. */
function Outcome({ run, result }: { run: Run; result: RunResult | null }) {
  return (
    <span role="status" className="flex gap-3.5">
      {result === null ? null : (
        <>
          {result.columns.length === 0 ? null : <RowCount rows={result.rows} />}
          <span>
            {result.command}
            {result.rowCount === null || result.columns.length > 0 ? null : ` ${formatNumber(result.rowCount)}`}
          </span>
          {run.autoLimit === null || result.rowCount !== run.autoLimit ? null : (
            <span>limited to {formatNumber(run.autoLimit)}</span>
          )}
        </>
      )}
      {run.ms === null ? null : (
        <span>
          {result === null || result.ms === null || run.results.length === 1 ? null : <>{inMs(result.ms)} ms of </>}
          {inMs(run.ms)} ms
        </span>
      )}
      {run.state === 'done' && run.request.inTransaction === 'rollback' ? (
        <span className="text-warn-fg">Rolled back</span>
      ) : null}
      {run.state === 'cancelled' ? <span className="text-warn-fg">Cancelled</span> : null}
      {run.state === 'failed' ? <span className="text-bad-fg">Failed</span> : null}
    </span>
  )
}

/** Tells of new rows once per frame at most. */
const perFrame = (rows: RowStore) => (listener: () => void) => {
  let frame = 0
  const leave = rows.subscribe(() => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      listener()
    })
  })
  return () => {
    leave()
    cancelAnimationFrame(frame)
  }
}

/** The number of rows, while they come in too. */
export function RowCount({ rows, bare = false }: { rows: RowStore; bare?: boolean }) {
  const count = useSyncExternalStore(perFrame(rows), () => rows.rowCount)
  if (bare) return formatNumber(count)
  return (
    <span>
      <b>{formatNumber(count)}</b> {count === 1 ? 'row' : 'rows'}
    </span>
  )
}

function Cursor({ cursor }: { cursor: Value<SqlSelection | null> }) {
  const place = useValue(cursor)
  return place === null ? null : (
    <span className="max-wide:hidden">
      Ln {formatNumber(place.line)}, Col {formatNumber(place.column)}
    </span>
  )
}
