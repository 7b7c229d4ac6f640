import { type ReactNode, useState } from 'react'
import { Note } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

/** What is wrong with a typed value, or null when it equals the required one exactly. */
export function typedMismatch(typed: string, required: string): string | null {
  return typed === required ? null : 'Value entered does not match'
}

/**
 * A dialog whose action needs a value typed letter by letter.
 * @param value what has to be typed, such as the name of the project.
 * @param validate says what else is missing, for extra fields in `children`; null when nothing is.
 * @param error what the server answered when the action failed; the dialog stays open.
 */
export function TypedConfirm({
  open = true,
  ...rest
}: {
  /** True unless told otherwise: what opens a dialog mounts it. */
  open?: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  value: string
  label?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  busyLabel?: string
  busy?: boolean
  error?: ReactNode
  destructive?: boolean
  validate?: () => string | null
  onConfirm: () => void
  width?: number
  children?: ReactNode
}) {
  return open ? <OpenConfirm {...rest} /> : null
}

function OpenConfirm({
  onClose,
  title,
  description,
  value,
  label,
  confirmLabel,
  cancelLabel = 'Cancel',
  busyLabel,
  busy,
  error,
  destructive = true,
  validate,
  onConfirm,
  width,
  children,
}: Omit<Parameters<typeof TypedConfirm>[0], 'open'>) {
  const [typed, setTyped] = useState('')
  const [mismatch, setMismatch] = useState<string | null>(null)
  const [missing, setMissing] = useState<string | null>(null)

  const submit = () => {
    if (busy) return
    const wrong = typedMismatch(typed, value)
    const other = validate?.() ?? null
    setMismatch(wrong)
    setMissing(other)
    if (!wrong && !other) onConfirm()
  }
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={description}
      width={width}
      locked={busy}
      onSubmit={submit}
      footer={
        <>
          <Button disabledReason={busy && 'Work is under way'} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button type="submit" variant={destructive ? 'destructive' : 'primary'} busy={busy} busyLabel={busyLabel}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {missing ? (
        <p className="ui-error" role="alert">
          {missing}
        </p>
      ) : null}
      <Field
        label={
          label ?? (
            <>
              Type <code className="font-semi">{value}</code> to confirm
            </>
          )
        }
        error={mismatch}
      >
        <Input
          value={typed}
          spellCheck={false}
          autoCapitalize="off"
          onChange={(event) => {
            setTyped(event.target.value)
            if (!typedMismatch(event.target.value, value)) setMismatch(null)
          }}
          onBlur={() => setMismatch(typed ? typedMismatch(typed, value) : null)}
        />
      </Field>
      {error ? (
        <Note tone="bad" role="alert">
          {error}
        </Note>
      ) : null}
    </Dialog>
  )
}
