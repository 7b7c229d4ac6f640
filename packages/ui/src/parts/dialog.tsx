import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { CSSProperties, FormEvent, ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { useFocusReturn } from './focus-return.ts'
import { SheetMark } from './sheets.ts'

export type DialogProps = {
  /** True unless told otherwise: what opens a dialog mounts it. */
  open?: boolean
  onClose: () => void
  title: ReactNode
  /** One or two sentences under the title. */
  description?: ReactNode
  /** The buttons: Cancel first, the action last. */
  footer?: ReactNode
  /** Makes head, body and footer one form; a submit button in the footer then answers Enter. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** `dialog` stands in the middle, `sheet` is the full height of the right side. */
  variant?: 'dialog' | 'sheet'
  /** In px: 440 for a dialog, 480 for a sheet, unless told otherwise. */
  width?: number
  /** On narrow screens the dialog fills the screen. */
  fillNarrow?: boolean
  /** While true, neither Escape nor a click outside closes it: work that must not be lost is under way. */
  locked?: boolean
  className?: string
  children?: ReactNode
}

/**
 * The veil behind a dialog. The library's own one locks scrolling with a style element, which the content security
 * policy refuses, and the page itself never scrolls: its columns do, and a modal dialog takes their pointer away.
 */
export function Scrim() {
  return <div className="ui-scrim" aria-hidden="true" />
}

/** Toasts lie above dialogs: a press on one is not a press outside the dialog. */
function keepForToasts(event: { target: EventTarget | null; preventDefault: () => void }) {
  if (event.target instanceof Element && event.target.closest('.ui-toasts')) event.preventDefault()
}

/**
 * Focus begins where the dialog says, else in the first field of the body, else on the dialog itself: beginning on the
 * Close button would show its tooltip and put the way out before the way through.
 */
function firstField(dialog: HTMLElement): HTMLElement {
  const fields = ':is(input, select, textarea, [role="combobox"]):not([tabindex="-1"])'
  const first =
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    dialog.querySelector<HTMLElement>(`.ui-dialog-body ${fields}`)
  if (first === null || !first.matches('input[type="radio"]')) return first ?? dialog
  // Of several radios the chosen one is where Tab would lead too.
  return first.closest('fieldset')?.querySelector<HTMLElement>('input[type="radio"]:checked') ?? first
}

/** A modal dialog or sheet. Escape closes it and focus returns to where it was. */
export function Dialog({
  open = true,
  onClose,
  title,
  description,
  footer,
  onSubmit,
  variant = 'dialog',
  width,
  fillNarrow,
  locked,
  className,
  children,
}: DialogProps) {
  const focus = useFocusReturn(open, firstField)
  const inner = (
    <>
      <header className="ui-dialog-head">
        <Radix.Title className="ui-dialog-title">{title}</Radix.Title>
        <Radix.Close asChild>
          <IconButton icon={X} label="Close" size="xs" disabledReason={locked && 'Work is under way'} />
        </Radix.Close>
      </header>
      <div className="ui-dialog-body">
        {description ? (
          <Radix.Description asChild>
            <div className="ui-dialog-text">{description}</div>
          </Radix.Description>
        ) : null}
        {children}
      </div>
      {footer ? <footer className="ui-dialog-foot">{footer}</footer> : null}
    </>
  )
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next || locked ? undefined : onClose())}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          className={clsx('ui-dialog', className)}
          data-variant={variant}
          data-narrow={variant === 'sheet' || fillNarrow ? 'sheet' : undefined}
          style={width ? ({ '--dialog-width': `${width}px` } as CSSProperties) : undefined}
          {...focus}
          onInteractOutside={(event) =>
            keepForToasts({ target: event.target, preventDefault: () => event.preventDefault() })
          }
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          {variant === 'sheet' ? <SheetMark /> : null}
          {onSubmit ? (
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                // React events pass through portals: a form around this dialog must not be submitted with it.
                event.stopPropagation()
                onSubmit(event)
              }}
            >
              {inner}
            </form>
          ) : (
            inner
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The menu of a narrow screen: slides over the left side. */
export function Drawer({
  open,
  onOpenChange,
  title,
  width,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Its name; not shown. */
  title: string
  width?: number
  children: ReactNode
}) {
  const focus = useFocusReturn(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          className="ui-dialog"
          data-variant="drawer"
          {...focus}
          aria-describedby={undefined}
          // A field that takes Escape for itself, as one with a name that is being changed.
          onEscapeKeyDown={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault()
          }}
          // A menu that was opened in it lies outside it.
          onInteractOutside={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-radix-popper-content-wrapper]'))
              event.preventDefault()
          }}
          style={width ? ({ '--dialog-width': `${width}px` } as CSSProperties) : undefined}
        >
          <Radix.Title className="ui-vh">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
