import { Button, Empty, ErrorState, SkeletonRows } from '@stoa/ui'
import { useNavigate } from '@tanstack/react-router'
import { useValue } from '../../../../parts/value/value.ts'
import type { Document } from './document.ts'
import type { Documents } from './documents.ts'

/** What stands in place of a document whose text is not here: on its way, not to be had, or gone. */
export function Unready({ document, documents }: { document: Document; documents: Documents }) {
  const { phase, error } = useValue(document.state)
  const navigate = useNavigate()
  if (phase === 'failed') {
    return <ErrorState title="The query could not be read" reason={error ?? undefined} onRetry={document.refresh} />
  }
  if (phase === 'missing') {
    const create = () => {
      documents.drop(document.id)
      const { id } = documents.create()
      void navigate({ to: '/project/$ref/sql/$snippetId', params: { ref: documents.ref, snippetId: id } })
    }
    return (
      <Empty
        title="There is no such query"
        text="It may have been deleted, or it belongs to somebody who has not shared it."
        action={<Button onClick={create}>New query</Button>}
      />
    )
  }
  return (
    <div className="p-4">
      <SkeletonRows rows={6} />
    </div>
  )
}
