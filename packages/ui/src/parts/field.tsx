import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, use, useId } from 'react'
import { Icon } from './icon.tsx'

type FieldContext = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean }

const Context = createContext<FieldContext | null>(null)

/**
 * A label, a control, a hint and an error, wired together. Inputs, selects and text areas inside it pick up
 * the id, the description and the invalid state by themselves.
 * @param error shown in place of the hint; its presence marks the control invalid.
 */
export function Field({
  label,
  hint,
  error,
  badge,
  required,
  hideLabel,
  className,
  children,
}: {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  badge?: ReactNode
  required?: boolean
  hideLabel?: boolean
  className?: string
  children: ReactNode
}) {
  const id = useId()
  const note = error || hint
  const noteId = `${id}note`
  const value = { id, describedBy: note ? noteId : undefined, invalid: Boolean(error), required: Boolean(required) }
  return (
    <div className={clsx('ui-field', className)}>
      <div className={hideLabel ? 'ui-vh' : 'ui-label'}>
        <label htmlFor={id}>{label}</label>
        {badge}
      </div>
      <Context value={value}>{children}</Context>
      {error ? (
        <span id={noteId} className="ui-error" role="alert">
          <Icon of={CircleAlert} size="sm" />
          <span>{error}</span>
        </span>
      ) : hint ? (
        <span id={noteId} className="ui-hint">
          {hint}
        </span>
      ) : null}
    </div>
  )
}

/** The attributes a control takes from the Field around it; what the caller gave wins. */
export function useFieldAttributes(own: { id?: string | undefined; 'aria-describedby'?: string | undefined }) {
  const field = use(Context)
  return {
    id: own.id ?? field?.id,
    'aria-describedby': clsx(own['aria-describedby'], field?.describedBy) || undefined,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  }
}
