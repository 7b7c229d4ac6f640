import { clsx } from 'clsx'
import type { ButtonHTMLAttributes, ReactElement, ReactNode, Ref } from 'react'
import { Icon, type IconType } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import { Spinner } from './status.tsx'
import { Tooltip } from './tooltip.tsx'

/** `primary` once per view, `bad-quiet` for a destructive action that only opens its confirmation. */
export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'destructive' | 'bad-quiet'
/** 32 px in forms, 28 px in toolbars. */
export type ButtonSize = 'md' | 'sm'

type NativeButton = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & { ref?: Ref<HTMLButtonElement> }

export type ButtonProps = NativeButton & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: IconType
  /** A shortcut shown as a key cap, such as `mod+enter`. The caller binds it. */
  kbd?: string
  /** Work is under way: a spinner stands in place and clicks do nothing. */
  busy?: boolean
  /** What the button says while busy. Room for it is kept, so that the width stays. */
  busyLabel?: string
  /** Why the button cannot be used now. It stays focusable and says so on hover and focus. */
  disabledReason?: string | false | null
}

/** Handlers and attributes that make a control inert without taking it out of the focus order. */
function inert(props: NativeButton): NativeButton {
  return {
    ...props,
    'aria-disabled': true,
    onClick: (event) => {
      event.preventDefault()
      event.stopPropagation()
    },
    onPointerDown: undefined,
    onKeyDown: undefined,
  }
}

function withReason(button: ReactElement, reason: string | false | null | undefined): ReactElement {
  return reason ? (
    <Tooltip content={reason} instant>
      {button}
    </Tooltip>
  ) : (
    button
  )
}

/** A button. Verbs in sentence case; one primary per view. */
export function Button({
  variant = 'default',
  size = 'md',
  icon,
  kbd,
  busy,
  busyLabel,
  disabledReason,
  className,
  children,
  ...rest
}: ButtonProps) {
  const props = busy || disabledReason ? inert(rest) : rest
  const button = (
    <button
      type="button"
      {...props}
      className={clsx('ui-btn', className)}
      data-variant={variant}
      data-size={size}
      aria-busy={busy || undefined}
    >
      <Faces icon={icon} busy={Boolean(busy)} busyLabel={busyLabel} kbd={kbd}>
        {children}
      </Faces>
    </button>
  )
  return withReason(button, busy ? null : disabledReason)
}

/** The content of a button at rest and while busy; both share one cell, so that the width never changes. */
function Faces({
  icon,
  busy,
  busyLabel,
  kbd,
  children,
}: {
  icon: IconType | undefined
  busy: boolean
  busyLabel: string | undefined
  kbd: string | undefined
  children: ReactNode
}) {
  const rest = (
    <>
      {icon ? busy && !busyLabel ? <Spinner /> : <Icon of={icon} /> : null}
      {children}
      {kbd ? <Kbd keys={kbd} /> : null}
    </>
  )
  if (busyLabel) {
    return (
      <span className="ui-faces">
        <span className="ui-face" data-off={busy ? '' : undefined}>
          {rest}
        </span>
        <span className="ui-face" data-off={busy ? undefined : ''}>
          <Spinner />
          {busyLabel}
        </span>
      </span>
    )
  }
  if (busy && !icon) {
    return (
      <span className="ui-faces">
        <span className="ui-face" data-under="">
          {rest}
        </span>
        <span className="ui-face">
          <Spinner />
        </span>
      </span>
    )
  }
  return rest
}

export type IconButtonProps = Omit<NativeButton, 'children' | 'aria-label'> & {
  icon: IconType
  /** Its name: read aloud and shown as the tooltip. */
  label: string
  variant?: 'default' | 'quiet' | 'primary'
  /** 32, 28 or 24 px. */
  size?: 'md' | 'sm' | 'xs'
  kbd?: string
  busy?: boolean
  disabledReason?: string | false | null
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left'
}

/** A square button with an icon only. Its label is its name and its tooltip. */
export function IconButton({
  icon,
  label,
  variant = 'quiet',
  size = 'sm',
  kbd,
  busy,
  disabledReason,
  tooltipSide,
  className,
  ...rest
}: IconButtonProps) {
  const props = busy || disabledReason ? inert(rest) : rest
  const button = (
    <button
      type="button"
      {...props}
      aria-label={label}
      aria-busy={busy || undefined}
      className={clsx('ui-btn', className)}
      data-variant={variant}
      data-size={size}
      data-icon-only=""
      // The tooltip repeats the name: describing the button with it would have it read twice.
      {...(disabledReason ? {} : { 'aria-describedby': rest['aria-describedby'] })}
    >
      {busy ? <Spinner /> : <Icon of={icon} />}
    </button>
  )
  const content = disabledReason || (
    <>
      {label}
      {kbd ? <Kbd keys={kbd} /> : null}
    </>
  )
  return (
    <Tooltip content={content} side={tooltipSide} instant={Boolean(disabledReason)}>
      {button}
    </Tooltip>
  )
}

/** Two buttons joined: the usual action, and a menu of its alternatives. Children: a Button and the menu's trigger. */
export function SplitButton({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <fieldset className="ui-split" aria-label={label}>
      {children}
    </fieldset>
  )
}

/**
 * The attributes that make a link look like a button: `<Link {...buttonLook({ variant: 'primary' })}>`.
 * For router links and plain anchors only; an action is a Button.
 */
export function buttonLook({ variant = 'default', size = 'md' }: { variant?: ButtonVariant; size?: ButtonSize } = {}) {
  return { className: 'ui-btn', 'data-variant': variant, 'data-size': size } as const
}
