import { clsx } from 'clsx'
import { Check, ChevronsUpDown } from 'lucide-react'
import { Popover as Radix } from 'radix-ui'
import { Fragment, type KeyboardEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { useFieldAttributes } from './field.tsx'
import { Icon, type IconType } from './icon.tsx'
import { findTyped, nextActive } from './select-keys.ts'
import { Tooltip } from './tooltip.tsx'

export type SelectOption<Value extends string = string> = {
  value: Value
  label: ReactNode
  /** What typing ahead finds; needed when the label is not plain text. */
  text?: string
  icon?: IconType
  badge?: ReactNode
  /** A grey word at the end of the row. */
  hint?: ReactNode
  /** Why this one cannot be chosen; shown at the end of its row. */
  disabledReason?: string | false | null
}

export type SelectGroup<Value extends string = string> = { label: string; options: SelectOption<Value>[] }

export type SelectProps<Value extends string> = {
  value: Value | undefined
  onValueChange: (value: Value) => void
  /** An option is being pressed, which is before it is chosen: to fetch what will be needed. */
  onValuePress?: (value: Value) => void
  options: (SelectOption<Value> | SelectGroup<Value>)[]
  placeholder?: string
  size?: 'md' | 'sm'
  /** Needed when no Field gives it a label. */
  'aria-label'?: string
  'aria-describedby'?: string
  id?: string
  onBlur?: () => void
  ref?: Ref<HTMLButtonElement>
  disabledReason?: string | false | null
  className?: string
}

/** How long typed letters add up to one word, in ms. */
const TYPING_MS = 700

/**
 * A list to choose one value from. Focus stays on the field; arrows, Home, End and letters move through the list,
 * Enter, Space or Tab choose, Escape leaves.
 */
export function Select<Value extends string>({
  value,
  onValueChange,
  onValuePress,
  options,
  placeholder = 'Choose',
  size = 'md',
  id,
  onBlur,
  ref,
  disabledReason,
  className,
  'aria-label': label,
  'aria-describedby': describedBy,
}: SelectProps<Value>) {
  const field = useFieldAttributes({ id, 'aria-describedby': describedBy })
  const listId = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const typing = useRef({ text: '', at: 0 })
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)

  const flat = options.flatMap((entry) => ('options' in entry ? entry.options : [entry]))
  const chosen = flat.findIndex((option) => option.value === value)
  const current = flat[chosen]

  const show = () => {
    if (disabledReason) return
    setActive(Math.max(0, chosen))
    setOpen(true)
  }
  const choose = (index: number) => {
    const option = flat[index]
    if (!option || option.disabledReason) return
    setOpen(false)
    if (option.value !== value) onValueChange(option.value)
  }
  const typed = (event: KeyboardEvent) => {
    const word = event.timeStamp - typing.current.at < TYPING_MS ? typing.current.text + event.key : event.key
    typing.current = { text: word, at: event.timeStamp }
    return findTyped(
      word,
      flat.map((option) => ({ text: textOf(option), disabled: Boolean(option.disabledReason) })),
      open ? active : chosen,
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (disabledReason || event.ctrlKey || event.metaKey || event.altKey) return
    const letter = event.key.length === 1 && (event.key !== ' ' || typing.current.text !== '')
    const recent = event.timeStamp - typing.current.at < TYPING_MS
    if (letter && (event.key !== ' ' || recent)) {
      const found = typed(event)
      event.preventDefault()
      if (found === null) return
      if (!open) show()
      setActive(found)
      return
    }
    if (!open) {
      if (!['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(event.key)) return
      event.preventDefault()
      show()
      return
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      choose(active)
      return
    }
    if (event.key === 'Tab') choose(active)
    // The layer below closes on Escape too, but only while no tooltip lies above it.
    if (event.key === 'Escape') setOpen(false)
    const next = nextActive(event.key, active, flat.length)
    if (next === null) return
    event.preventDefault()
    setActive(next)
  }

  const button = (
    <button
      {...field}
      ref={(element) => {
        trigger.current = element
        if (typeof ref === 'function') return ref(element)
        if (ref) ref.current = element
      }}
      type="button"
      role="combobox"
      className={clsx('ui-input ui-select', className)}
      aria-label={label}
      aria-haspopup="listbox"
      aria-expanded={open}
      aria-controls={open ? listId : undefined}
      aria-activedescendant={open && active >= 0 ? `${listId}${active}` : undefined}
      aria-disabled={disabledReason ? true : undefined}
      data-size={size}
      data-state={open ? 'open' : 'closed'}
      data-invalid={field['aria-invalid'] ? '' : undefined}
      data-placeholder={current ? undefined : ''}
      data-off={disabledReason ? '' : undefined}
      onClick={() => (open ? setOpen(false) : show())}
      onKeyDown={onKeyDown}
      onBlur={() => {
        setOpen(false)
        onBlur?.()
      }}
    >
      <span className="ui-select-value">
        {current ? (
          <>
            {current.icon ? <Icon of={current.icon} size="sm" /> : null}
            <span className="num clip">{current.label}</span>
            {current.badge}
            {current.hint ? <span className="ui-unit">{current.hint}</span> : null}
          </>
        ) : (
          placeholder
        )}
      </span>
      <Icon of={ChevronsUpDown} size="sm" />
    </button>
  )
  if (disabledReason) {
    return (
      <Tooltip content={disabledReason} instant>
        {button}
      </Tooltip>
    )
  }
  const row = (option: SelectOption<Value>) => {
    const index = flat.indexOf(option)
    return (
      <Option
        key={option.value}
        id={`${listId}${index}`}
        option={option}
        active={index === active}
        chosen={index === chosen}
        onHover={() => setActive(index)}
        onPress={() => option.value !== value && !option.disabledReason && onValuePress?.(option.value)}
        onChoose={() => choose(index)}
      />
    )
  }
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Anchor asChild>{button}</Radix.Anchor>
      <Radix.Portal>
        <Radix.Content
          asChild
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            // A press on the field toggles the list by itself.
            if (event.target instanceof Node && trigger.current?.contains(event.target)) event.preventDefault()
          }}
        >
          <div
            className="ui-pop ui-pop-select"
            role="listbox"
            id={listId}
            aria-label={label ?? placeholder}
            // A press must not take the focus away from the field.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
          >
            {options.map((entry, index) =>
              'options' in entry ? (
                <Fragment key={entry.label}>
                  {index > 0 ? <div className="ui-pop-sep" /> : null}
                  {/* biome-ignore lint/a11y/useSemanticElements: a group of a list box is not a fieldset */}
                  <div role="group" aria-label={entry.label}>
                    <div className="ui-pop-label" aria-hidden="true">
                      {entry.label}
                    </div>
                    {entry.options.map(row)}
                  </div>
                </Fragment>
              ) : (
                row(entry)
              ),
            )}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function textOf(option: SelectOption): string {
  return option.text ?? (typeof option.label === 'string' ? option.label : option.value)
}

function Option({
  id,
  option,
  active,
  chosen,
  onHover,
  onPress,
  onChoose,
}: {
  id: string
  option: SelectOption
  active: boolean
  chosen: boolean
  onHover: () => void
  onPress: () => void
  onChoose: () => void
}) {
  const { icon, label, badge, hint, disabledReason } = option
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the field, which names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    <div
      id={id}
      ref={active ? intoView : undefined}
      className="ui-item"
      role="option"
      aria-selected={chosen}
      aria-disabled={disabledReason ? true : undefined}
      data-highlighted={active ? '' : undefined}
      onPointerMove={active ? undefined : onHover}
      onPointerDown={(event) => event.button === 0 && onPress()}
      onClick={onChoose}
    >
      {icon ? <Icon of={icon} size="sm" /> : null}
      <span className="num">{label}</span>
      {badge}
      <span className="ui-item-end">
        {disabledReason || hint}
        {chosen ? <Icon of={Check} size="sm" /> : null}
      </span>
    </div>
  )
}

function intoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}
