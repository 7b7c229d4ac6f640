import { Button, Dialog } from '@stoa/ui'

/** Asks before something that opens doors stops working: a token, a key. */
export function EndDialog({
  title,
  description,
  label,
  busy,
  busyLabel,
  onConfirm,
  onClose,
}: {
  title: string
  description: string
  /** The words of the button that does it. */
  label: string
  busy: boolean
  busyLabel: string
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      onClose={onClose}
      locked={busy}
      title={title}
      description={description}
      footer={
        <>
          <Button disabledReason={busy && 'Work is under way'} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="destructive" busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
            {label}
          </Button>
        </>
      }
    />
  )
}
