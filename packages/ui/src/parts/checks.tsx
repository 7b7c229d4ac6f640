import { clsx } from 'clsx'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { Tooltip } from './tooltip.tsx'

type NativeInput = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'disabled' | 'size'> & {
  ref?: Ref<HTMLInputElement>
}

type Choice = NativeInput & {
  /** Stands beside the box; without it `aria-label` is needed. */
  label?: ReactNode
  hint?: ReactNode
  onCheckedChange?: (checked: boolean) => void
  /** Why it cannot be changed now. It stays focusable and says so. */
  disabledReason?: string | false | null
}

/** The native input of a check, radio or switch, which stays focusable when it cannot be changed. */
function ChoiceInput({
  type,
  look,
  label,
  hint,
  onCheckedChange,
  onChange,
  onClick,
  disabledReason,
  className,
  children,
  ...rest
}: Choice & { type: 'checkbox' | 'radio'; look: string; children?: ReactNode }) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const hintId = `${id}hint`
  const input = (
    <input
      {...rest}
      id={id}
      type={type}
      className={look}
      aria-disabled={disabledReason ? true : undefined}
      aria-describedby={clsx(rest['aria-describedby'], hint ? hintId : null) || undefined}
      onClick={(event) => {
        if (disabledReason) event.preventDefault()
        else onClick?.(event)
      }}
      onChange={(event) => {
        if (disabledReason) return
        onChange?.(event)
        onCheckedChange?.(event.currentTarget.checked)
      }}
    />
  )
  const control = disabledReason ? (
    <Tooltip content={disabledReason} side="top" instant>
      {input}
    </Tooltip>
  ) : (
    input
  )
  if (!label) return control
  return (
    <div className={clsx('ui-choice', className)} data-off={disabledReason ? '' : undefined}>
      <label className="ui-choice-label" htmlFor={id}>
        {control}
        <span className="ui-choice-name">{label}</span>
        {children}
      </label>
      {hint ? (
        <span id={hintId} className="ui-hint ui-choice-hint">
          {hint}
        </span>
      ) : null}
    </div>
  )
}

/** A check box. `indeterminate` shows a bar: some of what it stands for is on. */
export function Checkbox({ indeterminate, ref, ...rest }: Choice & { indeterminate?: boolean }) {
  return (
    <ChoiceInput
      {...rest}
      type="checkbox"
      look="ui-check"
      ref={(element) => {
        if (element) element.indeterminate = Boolean(indeterminate)
        if (typeof ref === 'function') return ref(element)
        if (ref) ref.current = element
      }}
    />
  )
}

/** On or off, at once and without a save button. */
export function Switch(props: Choice) {
  return <ChoiceInput {...props} type="checkbox" look="ui-switch" role="switch" />
}

export type RadioOption<Value extends string = string> = {
  value: Value
  label: ReactNode
  hint?: ReactNode
  badge?: ReactNode
  disabledReason?: string | false | null
}

/** One of a few, all of them visible. `label` names the group and is shown above it unless hidden. */
export function RadioGroup<Value extends string>({
  label,
  hideLabel,
  value,
  onValueChange,
  options,
  orientation = 'vertical',
  className,
}: {
  label: string
  hideLabel?: boolean
  value: Value | undefined
  onValueChange: (value: Value) => void
  options: RadioOption<Value>[]
  orientation?: 'vertical' | 'horizontal'
  className?: string
}) {
  const name = useId()
  return (
    <fieldset className={clsx('ui-radios', className)} data-orientation={orientation}>
      <legend className={hideLabel ? 'ui-vh' : 'ui-label'}>{label}</legend>
      {options.map((option) => (
        <ChoiceInput
          key={option.value}
          type="radio"
          look="ui-radio"
          name={name}
          value={option.value}
          checked={option.value === value}
          onChange={() => onValueChange(option.value)}
          label={option.label}
          hint={option.hint}
          disabledReason={option.disabledReason}
        >
          {option.badge}
        </ChoiceInput>
      ))}
    </fieldset>
  )
}
