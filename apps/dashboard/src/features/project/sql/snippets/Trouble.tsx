import { Banner, Button } from '@stoa/ui'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { useValue } from '../../../../parts/value/value.ts'
import type { Document } from './document.ts'
import type { Documents } from './documents.ts'

const MergeDialog = lazyDialog(async () => (await import('./MergeDialog.tsx')).MergeDialog)

/** What keeps a document from being saved, and the ways out. */
export function Trouble({ document, documents }: { document: Document; documents: Documents }) {
  const { conflict, gone, name, summary } = useValue(document.state)
  const navigate = useNavigate()
  // Put off for one conflict, not for the next.
  const [putOff, setPutOff] = useState<object | null>(null)

  const copy = (title: string) => {
    const { id } = documents.create({ sql: document.text(), name: title })
    if (gone) documents.drop(document.id)
    void navigate({ to: '/project/$ref/sql/$snippetId', params: { ref: documents.ref, snippetId: id } })
  }
  if (gone) {
    return (
      <Banner
        tone="warn"
        action={
          <Button size="sm" onClick={() => copy(name)}>
            Save as a new query
          </Button>
        }
      >
        This query was deleted. What stands here is in this browser alone.
      </Banner>
    )
  }
  if (conflict !== null) {
    return (
      <>
        <Banner
          tone="warn"
          action={
            <Button size="sm" onClick={() => setPutOff(null)}>
              Compare
            </Button>
          }
        >
          {conflict.updated_by ?? 'Somebody'} saved another text of this query. Yours is kept in this browser and not
          saved yet.
        </Banner>
        {putOff === conflict ? null : (
          <Suspense fallback={null}>
            <MergeDialog document={document} conflict={conflict} onClose={() => setPutOff(conflict)} />
          </Suspense>
        )}
      </>
    )
  }
  return (
    <Banner
      tone="info"
      action={
        <Button size="sm" onClick={() => copy(`${name} (copy)`)}>
          Duplicate
        </Button>
      }
    >
      This query belongs to {summary?.owner.username}. Duplicate it to change it.
    </Banner>
  )
}
