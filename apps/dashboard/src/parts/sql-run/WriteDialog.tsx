import { Button, Dialog } from '@stoa/ui'
import { WRITE_WARNINGS, type WriteWarning } from './parse.ts'

/**
 * Asks before a text that was to run read-only is run with the rights to write.
 * @param onConfirm runs it with those rights
 */
export function WriteDialog({
  warning,
  onConfirm,
  onCancel,
}: {
  warning: WriteWarning
  onConfirm: () => void
  onCancel: () => void
}) {
  return (
    <Dialog
      onClose={onCancel}
      title={WRITE_WARNINGS[warning]}
      description="Runs are read-only now. It can be run with the rights to write, this once."
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" onClick={onConfirm} data-autofocus>
            Run with write access
          </Button>
        </>
      }
    />
  )
}
