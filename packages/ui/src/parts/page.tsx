import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { StatusColumn, type StatusTone } from './status.tsx'

/** The padding and width of an ordinary page. */
export function Page({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={clsx('ui-page', className)}>{children}</div>
}

/**
 * The title of a page, with its status column, one sentence and its actions.
 * @param aside what stands on the title's line in grey, such as "Healthy for 41 days" or a badge.
 */
export function PageHeader({
  title,
  status,
  aside,
  description,
  actions,
}: {
  title: ReactNode
  status?: StatusTone
  aside?: ReactNode
  description?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className="ui-page-head">
      <div className="ui-page-head-text">
        <div className="ui-page-head-title">
          {status ? <StatusColumn tone={status} size="title" /> : null}
          <h1 className="ui-h1">{title}</h1>
          {aside ? <span className="text-fg-2">{aside}</span> : null}
        </div>
        {description ? <p>{description}</p> : null}
      </div>
      {actions ? <div className="ui-page-head-actions">{actions}</div> : null}
    </header>
  )
}

/** A part of a page: a 14 px title, a count, a quiet link at the end. Sections stand 36 px apart. */
export function Section({
  title,
  count,
  more,
  className,
  children,
}: {
  title: ReactNode
  count?: ReactNode
  more?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <section className={clsx('ui-sec', className)}>
      <div className="ui-sec-head">
        <h2 className="ui-h2">{title}</h2>
        {count === undefined ? null : <span className="ui-count">{count}</span>}
        {more ? <span className="ui-sec-more">{more}</span> : null}
      </div>
      {children}
    </section>
  )
}

/** The frame of a settings page: rows of explanation and controls, 1040 px in all. */
export function Settings({ children }: { children: ReactNode }) {
  return <div className="ui-settings">{children}</div>
}

/** One subject of a settings page: 260 px of explanation, the controls beside it. */
export function SettingsRow({
  title,
  description,
  aside,
  children,
}: {
  title: ReactNode
  description?: ReactNode
  /** A button under the explanation. */
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="ui-settings-row">
      <div className="ui-settings-side">
        <h2 className="ui-h2">{title}</h2>
        {description ? <p>{description}</p> : null}
        {aside ? <div className="mt-2.5">{aside}</div> : null}
      </div>
      <div className="ui-settings-controls">{children}</div>
    </section>
  )
}

/** One line inside a SettingsRow: name and hint at the left, a small control at the right. */
export function SettingsLine({ label, hint, children }: { label: ReactNode; hint?: ReactNode; children: ReactNode }) {
  return (
    <div className="ui-settings-line">
      <div>
        <div className="font-medium">{label}</div>
        {hint ? <div className="ui-hint">{hint}</div> : null}
      </div>
      {children}
    </div>
  )
}
