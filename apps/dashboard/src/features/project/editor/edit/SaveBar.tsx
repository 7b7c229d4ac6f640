import type { EditorTable } from '@stoa/contract'
import { Button, toast } from '@stoa/ui'
import { memo, Suspense, useEffect, useState } from 'react'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { useValue, type Value } from '../../../../parts/value/value.ts'
import { leaveField } from './leave-field.ts'
import { type Staged, stagedWords, step, undo } from './staged.ts'

const ReviewDialog = lazyDialog(async () => (await import('./ReviewDialog.tsx')).ReviewDialog)

const DISCARDED = 'staged-rows-discarded'

/** What is staged, and the ways to save it or let it go. */
export const SaveBar = memo(function SaveBar({
  projectRef,
  table,
  staged,
  onSaved,
  onReload,
}: {
  projectRef: string
  table: EditorTable
  staged: Value<Staged>
  /** The changes are in the database. */
  onSaved: () => void
  /** The table is not as it was: it has to be read anew. */
  onReload: () => void
}) {
  const current = useValue(staged)
  const [review, setReview] = useState(false)
  const count = current.rows.length
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      leaveField()
      if (staged.get().rows.length > 0) setReview(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [staged])
  // Where the table has gone from the screen there is nothing to bring back.
  useEffect(() => () => toast.dismiss(DISCARDED), [])
  if (count === 0) return null
  return (
    <section
      aria-label="Changes"
      className="flex h-11 flex-none items-center gap-2 border-t border-warn-line bg-warn-tint pr-2 pl-3.5"
    >
      <span className="h-3.5 w-1 flex-none rounded-1 bg-warn-mark" aria-hidden="true" />
      <b className="flex-none font-semi">{count === 1 ? '1 change' : `${count} changes`}</b>
      <span role="status" className="clip min-w-0 text-fg-2">
        {stagedWords(current)}. Nothing is written yet.
      </span>
      <span className="ml-auto flex flex-none gap-1">
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            staged.set({ ...step(current, []), shape: table.shape })
            toast.info({
              id: DISCARDED,
              title: count === 1 ? '1 change discarded' : `${count} changes discarded`,
              action: { label: 'Undo', onClick: () => staged.set(undo(staged.get())) },
            })
          }}
        >
          Discard
        </Button>
        <Button variant="primary" size="sm" kbd="mod+S" onClick={() => setReview(true)}>
          {count === 1 ? 'Review 1 change' : `Review ${count} changes`}
        </Button>
      </span>
      {review ? (
        <Suspense fallback={null}>
          <ReviewDialog
            projectRef={projectRef}
            table={table}
            staged={staged}
            onClose={() => setReview(false)}
            onSaved={onSaved}
            onReload={onReload}
          />
        </Suspense>
      ) : null}
    </section>
  )
})
