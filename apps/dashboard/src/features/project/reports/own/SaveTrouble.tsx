import { Button, formatAge, Note } from '@stoa/ui'
import { useValue } from '../../../../parts/value/value.ts'
import type { ReportDocument } from './report-document.ts'

/** Why a report is not saved, and what can be done about it. */
export function SaveTrouble({ document }: { document: ReportDocument }) {
  const { conflict, failure } = useValue(document.state)
  if (conflict !== null)
    return (
      <div className="mb-4">
        <Note tone="warn" role="alert">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <span className="min-w-0 grow">
              This report was changed meanwhile. {conflict.updated_by ?? 'Somebody'} saved other blocks{' '}
              {formatAge(conflict.updated_at)}. Yours are not saved yet.
            </span>
            <Button size="sm" onClick={() => document.resolve('theirs')}>
              Keep theirs
            </Button>
            <Button size="sm" onClick={() => document.resolve('mine')}>
              Keep mine
            </Button>
          </span>
        </Note>
      </div>
    )
  if (failure === null) return null
  return (
    <div className="mb-4">
      <Note tone="bad" role="alert">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="min-w-0 grow">
            The last change is not saved: {failure}. It is kept in this browser until it is.
          </span>
          <Button size="sm" onClick={() => document.flush()}>
            Save now
          </Button>
        </span>
      </Note>
    </div>
  )
}
