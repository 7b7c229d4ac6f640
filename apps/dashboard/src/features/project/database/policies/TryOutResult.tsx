import type { PolicyTable, RunRole } from '@stoa/contract'
import { Note, Status } from '@stoa/ui'
import { Suspense } from 'react'
import { lazyContent } from '../../../../parts/frame/lazy-part.tsx'
import { sayCopy } from '../../../../parts/grid/say-copy.ts'
import { outcomeWords, refusalWords, type Trial } from './statements.ts'
import type { Outcome } from './try-out.ts'

const Grid = lazyContent(async () => (await import('../../../../parts/grid/Grid.tsx')).Grid)

/** What came of a trial: the rows, how many of how many, or why it was refused. */
export function TryOutResult({
  table,
  run,
  seen,
  total,
  role,
  trial,
  isWhole,
}: Outcome & {
  table: PolicyTable
  role: RunRole
  trial: Trial
  /** Whether the statement is about all rows of the table, as it was proposed. */
  isWhole: boolean
}) {
  const { failure } = run
  if (failure !== null) {
    const words = refusalWords(failure, { role, trial, grants: table.grants[role] ?? [] })
    return (
      <Note tone="bad" role="alert">
        <span className="flex flex-col gap-1 wrap-anywhere">
          <b className="font-semi">{words ?? failure.message}</b>
          {words === null ? null : <span>{failure.message}</span>}
          {failure.detail === null ? null : <span>{failure.detail}</span>}
          {failure.hint === null ? null : <span>{failure.hint}</span>}
        </span>
      </Note>
    )
  }
  const result = run.results.findLast(({ columns }) => columns.length > 0) ?? run.results.at(-1)
  const touched = seen ?? result?.rowCount ?? 0
  const isRefused = touched === 0 && trial !== 'insert' && total !== 0
  return (
    <section className="grid gap-2" aria-label="Result">
      <p role="status">
        <Status tone={isRefused ? 'warn' : 'ok'}>
          {outcomeWords(role, trial, touched, (trial === 'select' ? seen !== null : isWhole) ? total : null)}
        </Status>
      </p>
      {result === undefined || result.rows.rowCount === 0 ? null : (
        <div className="h-56 overflow-hidden rounded-3 border border-line">
          <Suspense fallback={null}>
            <Grid label={`Rows that ${role} sees`} columns={result.columns} source={result.rows} onCopy={sayCopy} />
          </Suspense>
        </div>
      )}
    </section>
  )
}
