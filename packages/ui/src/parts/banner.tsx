import { clsx } from 'clsx'
import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { Icon, type IconType } from './icon.tsx'

const ICONS = { info: Info, warn: TriangleAlert, bad: CircleAlert, neutral: Info } as const

/** A line across the top of the work, above its content: what is the case, what it means, one action. */
export function Banner({
  tone,
  icon,
  action,
  onDismiss,
  children,
}: {
  tone: 'info' | 'warn' | 'bad'
  icon?: IconType
  action?: ReactNode
  onDismiss?: () => void
  children: ReactNode
}) {
  return (
    <div className="ui-banner" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon of={icon ?? ICONS[tone]} />
      <div className="ui-banner-text">{children}</div>
      {action}
      {onDismiss ? <IconButton icon={X} label="Dismiss" size="xs" onClick={onDismiss} /> : null}
    </div>
  )
}

/** A remark inside a form, a dialog or a page. */
export function Note({
  tone = 'neutral',
  icon,
  role,
  className,
  children,
}: {
  tone?: 'neutral' | 'info' | 'warn' | 'bad'
  icon?: IconType
  role?: 'alert' | 'status'
  className?: string
  children: ReactNode
}) {
  return (
    <div className={clsx('ui-note', className)} data-tone={tone} role={role}>
      <Icon of={icon ?? ICONS[tone]} />
      <div>{children}</div>
    </div>
  )
}
