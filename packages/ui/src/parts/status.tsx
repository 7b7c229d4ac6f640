import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/**
 * What a status column says: standing (`ok`), amber (`warn`), filling blue (`work`), filling grey (`down`),
 * hollow (`paused`), broken in two (`bad`), dashed (`unknown`). `neutral` is grey, for notices that are no state.
 */
export type StatusTone = 'ok' | 'warn' | 'work' | 'down' | 'paused' | 'bad' | 'unknown' | 'neutral'

/**
 * The small upright column that stands for a state. Put the word for the state next to it; give `label`
 * only where no word stands there.
 * @param size 4 × 14 px in text, 4 × 28 in a list row, 6 × 20 beside a title.
 */
export function StatusColumn({
  tone,
  size = 'text',
  label,
  className,
}: {
  tone: StatusTone
  size?: 'text' | 'row' | 'title'
  label?: string
  className?: string
}) {
  const shared = { className: clsx('ui-col', className), 'data-tone': tone, 'data-size': size }
  return label ? <span {...shared} role="img" aria-label={label} /> : <span {...shared} aria-hidden="true" />
}

/** A status column and its word on one line. */
export function Status({ tone, children, className }: { tone: StatusTone; children: ReactNode; className?: string }) {
  return (
    <span className={clsx('ui-status', className)}>
      <StatusColumn tone={tone} />
      {children}
    </span>
  )
}

/** The colours of a badge. `outline` is for release channels and previews. */
export type BadgeTone = 'neutral' | 'ok' | 'warn' | 'bad' | 'accent' | 'outline'

/** A small label beside a name: a tag of a key, a release channel, a state in one word. */
export function Badge({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: BadgeTone
  children: ReactNode
  className?: string
}) {
  return (
    <span className={clsx('ui-badge', className)} data-tone={tone}>
      {children}
    </span>
  )
}

/** A small grey number after a name: how many there are. */
export function Count({ children }: { children: ReactNode }) {
  return <span className="ui-count">{children}</span>
}

/** A number in ink and its unit in grey, such as 412 MB. */
export function Quantity({ value, unit, className }: { value: ReactNode; unit?: string; className?: string }) {
  return (
    <span className={clsx('num', className)}>
      {value}
      {unit ? <span className="ui-unit"> {unit}</span> : null}
    </span>
  )
}

/** The dash that means "not applicable". It is never used for NULL. */
export function Dash() {
  return (
    <span className="ui-unit">
      <span aria-hidden="true">–</span>
      <span className="ui-vh">not applicable</span>
    </span>
  )
}

/** The ring that turns while work is under way. Decorative: the word for the work stands next to it. */
export function Spinner({ className }: { className?: string }) {
  return <span className={clsx('ui-spin', className)} aria-hidden="true" />
}
