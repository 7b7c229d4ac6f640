import { Button, Dialog, Empty, ErrorState, formatDate, formatNumber, formatTime, SkeletonRows } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { useShell } from '../../../../api/shell.ts'
import { lazyContent } from '../../../../parts/frame/lazy-part.tsx'
import { useProjectRef } from '../../../../parts/project/project.ts'
import { useValue } from '../../../../parts/value/value.ts'
import type { Document } from './document.ts'
import { CONTENT_HEADERS } from './world.ts'

const SqlDiff = lazyContent(async () => (await import('../../../../parts/sql-code/SqlDiff.tsx')).SqlDiff)

/** What a query said before, compared with what it says now, and the way back to it. */
export function VersionsDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const ref = useProjectRef()
  const { mayWrite, summary } = useValue(document.state)
  const { id: account } = useShell().profile
  const isOthers = summary !== null && summary.owner_id !== account
  const [now] = useState(document.text)
  const [chosen, setChosen] = useState<number | null>(null)
  const at = { params: { ref, id: document.id }, headers: CONTENT_HEADERS }
  const list = useQuery(orpc.project.content.revisions.queryOptions({ input: at, staleTime: 0 }))
  const version = chosen ?? list.data?.[1]?.version ?? list.data?.[0]?.version ?? null
  const one = useQuery({
    ...orpc.project.content.revision.queryOptions({
      input: { ...at, params: { ...at.params, version: version ?? 1 } },
      staleTime: Number.POSITIVE_INFINITY,
    }),
    enabled: version !== null,
  })
  const error = list.error ?? one.error
  const restore = () => {
    if (one.data) document.replace(one.data.sql)
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title="Earlier versions"
      description={`Every saved text of the last hour, and one for each ten minutes before that.${
        isOthers ? ' Those from before the query was shared are its owner’s alone.' : ''
      }`}
      width={1080}
      fillNarrow
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            disabledReason={
              !mayWrite
                ? 'This belongs to somebody else. Duplicate it to change it'
                : one.data === undefined
                  ? 'Choose a version first'
                  : one.data.sql === now && 'This is the text that the query has now'
            }
            onClick={restore}
          >
            Restore this version
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState
          title="The versions could not be read"
          reason={errorMessage(error)}
          onRetry={() => void (list.error ? list.refetch() : one.refetch())}
        />
      ) : list.data === undefined ? (
        <SkeletonRows rows={8} />
      ) : list.data.length === 0 ? (
        <Empty title="Nothing was saved yet" />
      ) : (
        <div className="sql-versions">
          <ul aria-label="Versions">
            {list.data.map((revision) => (
              <li key={revision.version}>
                <button
                  type="button"
                  aria-current={revision.version === version}
                  onClick={() => setChosen(revision.version)}
                >
                  <span className="num">
                    {formatDate(revision.saved_at)}, {formatTime(revision.saved_at, true)}
                  </span>
                  <span className="clip text-12 text-fg-3">
                    {revision.saved_by ?? 'A former account'}, {formatNumber(revision.length)} characters
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <div className="sql-compare">
            {one.data === undefined ? (
              <SkeletonRows rows={8} />
            ) : (
              <Suspense fallback={<SkeletonRows rows={8} />}>
                <SqlDiff
                  key={one.data.version}
                  before={one.data.sql}
                  after={now}
                  labels={{ before: `Version ${one.data.version}`, after: 'Now' }}
                />
              </Suspense>
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}
