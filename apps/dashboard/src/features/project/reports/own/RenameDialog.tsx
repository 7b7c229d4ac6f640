import { CONTENT_NAME_MAX } from '@stoa/contract'
import { Button, Dialog, Field, Input } from '@stoa/ui'
import { useState } from 'react'

/** Asks for another name. */
export function RenameDialog({
  title,
  name,
  isSaving = false,
  onSave,
  onClose,
}: {
  title: string
  name: string
  isSaving?: boolean
  onSave: (name: string) => void
  onClose: () => void
}) {
  const [text, setText] = useState(name)
  const isBlank = text.trim() === ''
  return (
    <Dialog
      onClose={onClose}
      locked={isSaving}
      title={title}
      onSubmit={() => {
        if (!isBlank) onSave(text.trim())
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={isSaving}
            busyLabel="Saving"
            disabledReason={isBlank ? 'Enter a name' : undefined}
          >
            Rename
          </Button>
        </>
      }
    >
      <Field label="Name">
        <Input value={text} maxLength={CONTENT_NAME_MAX} onChange={(event) => setText(event.target.value)} />
      </Field>
    </Dialog>
  )
}
