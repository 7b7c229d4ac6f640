import { Button, Dialog } from '@stoa/ui'
import type { ReactNode } from 'react'
import { FormError } from './FormError.tsx'

/**
 * A form in a dialog: its fields between a title and the buttons Cancel and, last, the one that sends it.
 * @param isSubmitting while true the dialog stays open and its button says `busyLabel`
 * @param error what is wrong with the whole of it
 */
export function FormDialog({
  title,
  description,
  label,
  busyLabel,
  isSubmitting,
  error,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  description?: string
  /** The words of the button that sends it. */
  label: string
  busyLabel: string
  isSubmitting: boolean
  error: string | undefined
  onSubmit: () => Promise<void>
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog
      onClose={onClose}
      locked={isSubmitting}
      title={title}
      description={description}
      onSubmit={() => void onSubmit()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={busyLabel}>
            {label}
          </Button>
        </>
      }
    >
      {children}
      <FormError message={error} />
    </Dialog>
  )
}
