import { Button, StatusColumn } from '@stoa/ui'
import { firstUndone, type Run } from '../sql-run/run-state.ts'

/**
 * Why a run failed, as Postgres tells it, and where.
 * @param onAsk takes it to the assistant; null where there is none
 */
export function FailureView({ run, onShow, onAsk }: { run: Run; onShow: () => void; onAsk: (() => void) | null }) {
  const { failure, place } = run
  if (failure === null) return null
  return (
    <div className="h-full overflow-auto px-4 py-4" role="alert">
      <div className="flex items-start gap-2.5">
        <span className="mt-[3px] flex">
          <StatusColumn tone="bad" />
        </span>
        <div className="min-w-0 max-w-prose">
          <p className="font-semi whitespace-pre-wrap wrap-anywhere">{failure.message || 'Error running SQL query'}</p>
          {failure.detail === null ? null : (
            <p className="mt-1 whitespace-pre-wrap text-fg-2 wrap-anywhere">{failure.detail}</p>
          )}
          {failure.hint === null ? null : (
            <p className="mt-1 whitespace-pre-wrap text-fg-2 wrap-anywhere">
              <span className="text-fg-3">Hint: </span>
              {failure.hint}
            </p>
          )}
          {firstUndone(run) !== undefined ? (
            <p className="mt-1 text-fg-2">What came before it in this run was undone with it.</p>
          ) : null}
          <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-12 text-fg-3">
            {failure.code === null ? null : (
              <span>
                Code <code className="ui-mono text-fg-2">{failure.code}</code>
              </span>
            )}
            {place === null ? null : (
              <Button size="sm" onClick={onShow}>
                Line {place.line}, column {place.column}
              </Button>
            )}
            {onAsk === null ? null : (
              <Button size="sm" onClick={onAsk}>
                Fix with the assistant
              </Button>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}
