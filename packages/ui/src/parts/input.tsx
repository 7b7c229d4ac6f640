import { clsx } from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useState } from 'react'
import { IconButton } from './button.tsx'
import { useFieldAttributes } from './field.tsx'
import { Icon, type IconType } from './icon.tsx'
import { Tooltip } from './tooltip.tsx'

type Shared = {
  /** Why the value cannot be changed now. The control stays focusable and says so. */
  disabledReason?: string | false | null
  /** Marks the control invalid when no Field around it does. */
  invalid?: boolean
}

export type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'disabled'> &
  Shared & {
    ref?: Ref<HTMLInputElement>
    /** 32 px in forms, 28 px in toolbars. */
    size?: 'md' | 'sm'
    icon?: IconType
    /** What stands at the end of the field: a unit, a key cap, a small button. */
    trailing?: ReactNode
    /** For values a machine reads. */
    mono?: boolean
  }

/** A one-line text field. `className` goes on the frame, everything else on the input. */
export function Input({
  size = 'md',
  icon,
  trailing,
  mono,
  invalid,
  disabledReason,
  className,
  readOnly,
  id,
  'aria-describedby': describedBy,
  ...rest
}: InputProps) {
  const field = useFieldAttributes({ id, 'aria-describedby': describedBy })
  const bad = invalid || field['aria-invalid']
  const input = (
    <input
      type="text"
      autoComplete="off"
      {...rest}
      {...field}
      aria-invalid={bad || undefined}
      aria-disabled={disabledReason ? true : undefined}
      readOnly={readOnly || Boolean(disabledReason)}
    />
  )
  return (
    <span
      className={clsx('ui-input', className)}
      data-size={size}
      data-mono={mono ? '' : undefined}
      data-invalid={bad ? '' : undefined}
      data-read={readOnly ? '' : undefined}
      data-off={disabledReason ? '' : undefined}
    >
      {icon ? <Icon of={icon} size="sm" /> : null}
      {disabledReason ? (
        <Tooltip content={disabledReason} instant>
          {input}
        </Tooltip>
      ) : (
        input
      )}
      {trailing}
    </span>
  )
}

/** A password field with an eye to show what was typed. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  return (
    <Input
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          size="xs"
          icon={shown ? EyeOff : Eye}
          label={shown ? 'Hide password' : 'Show password'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

export type TextareaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'disabled'> &
  Shared & { ref?: Ref<HTMLTextAreaElement>; mono?: boolean }

/** A text field of several lines. */
export function Textarea({
  mono,
  invalid,
  disabledReason,
  className,
  readOnly,
  id,
  'aria-describedby': describedBy,
  ...rest
}: TextareaProps) {
  const field = useFieldAttributes({ id, 'aria-describedby': describedBy })
  const bad = invalid || field['aria-invalid']
  const area = (
    <textarea
      rows={3}
      {...rest}
      {...field}
      className={clsx('ui-input', className)}
      aria-invalid={bad || undefined}
      aria-disabled={disabledReason ? true : undefined}
      readOnly={readOnly || Boolean(disabledReason)}
      data-mono={mono ? '' : undefined}
      data-invalid={bad ? '' : undefined}
      data-read={readOnly ? '' : undefined}
      data-off={disabledReason ? '' : undefined}
    />
  )
  return disabledReason ? (
    <Tooltip content={disabledReason} instant>
      {area}
    </Tooltip>
  ) : (
    area
  )
}
