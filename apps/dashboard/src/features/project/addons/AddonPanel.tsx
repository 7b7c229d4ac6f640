import { Button, Dialog } from '@stoa/ui'
import type { ReactNode } from 'react'

/** The panel of one add-on: what it is, the choice, and one button that does it. */
export function AddonPanel({
  title,
  description,
  action,
  destructive,
  busy,
  disabledReason,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  description: string
  action: string
  destructive: boolean
  busy: boolean
  disabledReason: string | undefined
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog
      open
      variant="sheet"
      onOpenChange={(open) => (open ? undefined : onClose())}
      locked={busy}
      title={title}
      description={description}
      onSubmit={() => (busy || disabledReason !== undefined ? undefined : onConfirm())}
      footer={
        <>
          <Button disabledReason={busy && 'Work is under way'} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={destructive ? 'destructive' : 'primary'}
            busy={busy}
            busyLabel="Saving"
            disabledReason={disabledReason}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
