import { Button, Dialog, Note } from '@stoa/ui'
import type { ReactNode } from 'react'
import { FormError } from '../../../../parts/forms/FormError.tsx'
import type { Draft } from './use-draft.ts'

/** The form of one thing of the database, at the right of the page. Its button shows the SQL that it stands for. */
export function ObjectSheet({
  title,
  description,
  draft,
  isNew,
  disabledReason,
  error,
  width = 560,
  onReview,
  onClose,
  children,
}: {
  title: string
  description?: ReactNode
  draft: Pick<Draft<object>, 'isDirty' | 'isOld' | 'discard'>
  isNew: boolean
  /** Why nothing can be changed by this person, or of this thing. */
  disabledReason: string | undefined
  /** What is wrong with the whole of it. */
  error?: string | undefined
  width?: number
  onReview: () => void
  onClose: () => void
  children: ReactNode
}) {
  const off = disabledReason ?? (isNew || draft.isDirty ? undefined : 'Nothing has changed')
  return (
    <Dialog
      onClose={onClose}
      variant="sheet"
      width={width}
      title={title}
      description={description}
      onSubmit={() => {
        if (off === undefined) onReview()
      }}
      footer={
        <>
          <Button onClick={onClose}>{disabledReason === undefined ? 'Cancel' : 'Close'}</Button>
          <Button type="submit" variant="primary" disabledReason={off}>
            Review SQL
          </Button>
        </>
      }
    >
      {draft.isOld ? (
        <Note>
          What you typed before is still here.{' '}
          <button type="button" className="ui-link" onClick={draft.discard}>
            Start over
          </button>
        </Note>
      ) : null}
      {children}
      <FormError message={error} />
    </Dialog>
  )
}
