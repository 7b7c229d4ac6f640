import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { Icon, type IconType } from './icon.tsx'
import { Tooltip } from './tooltip.tsx'

/** Moves focus, and with it the choice, along a row of buttons: arrows, Home and End. */
function moveAlong(event: KeyboardEvent<HTMLElement>) {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not([aria-disabled="true"])')]
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  const step = steps[event.key]
  const target =
    event.key === 'Home'
      ? buttons[0]
      : event.key === 'End'
        ? buttons.at(-1)
        : step === undefined
          ? undefined
          : buttons[(at + step + buttons.length) % buttons.length]
  if (!target) return
  event.preventDefault()
  target.focus()
  target.click()
}

export type TabOption<Value extends string = string> = {
  value: Value
  label: ReactNode
  icon?: IconType
  count?: ReactNode
  badge?: ReactNode
  disabledReason?: string | false | null
}

/**
 * Tabs with a 2 px ink underline. Children are the content of the chosen tab.
 * @param bare leaves out the hairline under the row.
 */
export function Tabs<Value extends string>({
  label,
  value,
  onValueChange,
  tabs,
  bare,
  className,
  children,
}: {
  /** Names the row of tabs. */
  label: string
  value: Value
  onValueChange: (value: Value) => void
  tabs: TabOption<Value>[]
  bare?: boolean
  className?: string
  children?: ReactNode
}) {
  const id = useId()
  return (
    <>
      <div
        className={clsx('ui-tabs', className)}
        role="tablist"
        aria-label={label}
        data-bare={bare ? '' : undefined}
        onKeyDown={moveAlong}
      >
        {tabs.map((tab) => (
          <OptionButton
            key={tab.value}
            option={tab}
            className="ui-tab"
            role="tab"
            id={`${id}${tab.value}`}
            chosen={tab.value === value}
            controls={children === undefined ? undefined : `${id}panel`}
            onChoose={() => onValueChange(tab.value)}
          />
        ))}
      </div>
      {children === undefined ? null : (
        <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${value}`}>
          {children}
        </div>
      )}
    </>
  )
}

/** Two to four views of the same thing, or a filter with few values. */
export function Segmented<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  className,
}: {
  /** Names the group; not shown. */
  label: string
  value: Value
  onValueChange: (value: Value) => void
  options: TabOption<Value>[]
  className?: string
}) {
  return (
    <div className={clsx('ui-seg', className)} role="radiogroup" aria-label={label} onKeyDown={moveAlong}>
      {options.map((option) => (
        <OptionButton
          key={option.value}
          option={option}
          role="radio"
          chosen={option.value === value}
          onChoose={() => onValueChange(option.value)}
        />
      ))}
    </div>
  )
}

function OptionButton({
  option,
  role,
  chosen,
  onChoose,
  controls,
  className,
  id,
}: {
  option: TabOption
  role: 'tab' | 'radio'
  chosen: boolean
  onChoose: () => void
  controls?: string | undefined
  className?: string
  id?: string
}) {
  const button = (
    <button
      type="button"
      id={id}
      role={role}
      className={className}
      {...(role === 'tab' ? { 'aria-selected': chosen } : { 'aria-checked': chosen })}
      aria-controls={chosen ? controls : undefined}
      aria-disabled={option.disabledReason ? true : undefined}
      tabIndex={chosen || option.disabledReason ? 0 : -1}
      onClick={option.disabledReason ? undefined : onChoose}
    >
      {option.icon ? <Icon of={option.icon} size="sm" /> : null}
      {option.label}
      {option.count === undefined ? null : <span className="ui-count">{option.count}</span>}
      {option.badge}
    </button>
  )
  return option.disabledReason ? (
    <Tooltip content={option.disabledReason} instant>
      {button}
    </Tooltip>
  ) : (
    button
  )
}
