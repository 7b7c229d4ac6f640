import { Button, Dialog } from '@stoa/ui'
import { useState } from 'react'

/**
 * A button whose action is asked about once more.
 * @param label what stands on it
 * @param text what the action means
 * @param confirm the words of the button that goes on
 * @param onConfirm does it; what it is given closes the question
 */
export function ConfirmedButton({
  label,
  title,
  text,
  confirm,
  busyLabel,
  busy,
  disabledReason,
  onConfirm,
}: {
  label: string
  title: string
  text: string
  confirm: string
  busyLabel: string
  busy: boolean
  disabledReason: string | undefined
  onConfirm: (close: () => void) => void
}) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button disabledReason={disabledReason} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        locked={busy}
        title={title}
        description={text}
        onSubmit={() => (busy ? undefined : onConfirm(close))}
        footer={
          <>
            <Button disabledReason={busy && 'Work is under way'} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={busy} busyLabel={busyLabel}>
              {confirm}
            </Button>
          </>
        }
      />
    </>
  )
}
