import { clsx } from 'clsx'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Colonnade } from './mark.tsx'
import { StatusColumn } from './status.tsx'

/**
 * Nothing is here yet: what is not here, one sentence on what to do, the action, at most one alternative.
 * Filtered to nothing is not empty: use `NoMatch`.
 */
export function Empty({
  title,
  text,
  action,
  secondary,
  className,
}: {
  title: string
  text?: ReactNode
  action?: ReactNode
  secondary?: ReactNode
  className?: string
}) {
  return (
    <div className={clsx('ui-empty', className)}>
      <Colonnade />
      <p className="ui-h2">{title}</p>
      {text ? <p>{text}</p> : null}
      {action || secondary ? (
        <div className="ui-empty-actions">
          {action}
          {secondary}
        </div>
      ) : null}
    </div>
  )
}

/** The filters leave nothing over. */
export function NoMatch({
  title = 'No rows match',
  clearLabel = 'Clear filters',
  onClear,
}: {
  title?: string
  clearLabel?: string
  onClear: () => void
}) {
  return (
    <div className="ui-empty">
      <p className="ui-h2">{title}</p>
      <div className="ui-empty-actions">
        <Button size="sm" onClick={onClear}>
          {clearLabel}
        </Button>
      </div>
    </div>
  )
}

/**
 * A part of the page failed to load. It replaces no more than that part.
 * @param title what failed, in the product's own words.
 * @param reason the likely reason in a sentence.
 * @param detail the server's own message, as it came.
 */
export function ErrorState({
  title,
  reason,
  detail,
  onRetry,
  retryLabel = 'Retry',
  retrying,
  secondary,
  className,
}: {
  title: string
  reason?: ReactNode
  detail?: string
  onRetry?: () => void
  retryLabel?: string
  retrying?: boolean
  secondary?: ReactNode
  className?: string
}) {
  return (
    <div className={clsx('ui-fail', className)} role="alert">
      <span className="ui-status">
        <StatusColumn tone="bad" />
        <span className="ui-h2">{title}</span>
      </span>
      {reason ? <p>{reason}</p> : null}
      {detail ? <code>{detail}</code> : null}
      {onRetry || secondary ? (
        <div className="ui-empty-actions">
          {onRetry ? (
            <Button size="sm" icon={RefreshCw} busy={Boolean(retrying)} onClick={onRetry}>
              {retryLabel}
            </Button>
          ) : null}
          {secondary}
        </div>
      ) : null}
    </div>
  )
}

/** One grey bar in the place of a text that is on its way. Appears after 150 ms. Sizes in px or any CSS length. */
export function Skeleton({
  width = 112,
  height = 8,
  className,
}: {
  width?: number | string
  height?: number | string
  className?: string
}) {
  return (
    <span className={clsx('ui-late inline-block', className)} aria-hidden="true">
      <span className="ui-sk" style={{ width, height }} />
    </span>
  )
}

const WIDTHS = [112, 88, 128, 100, 80, 120, 96]

/** Grey rows at the real row height, in px. Appear after 150 ms; read aloud as "Loading". */
export function SkeletonRows({ rows = 5, rowHeight = 36 }: { rows?: number; rowHeight?: number }) {
  const widths = Array.from({ length: rows }, (_, row) => ({ row, width: WIDTHS[row % WIDTHS.length] ?? 100 }))
  return (
    <div className="ui-late" role="status">
      <span className="ui-vh">Loading</span>
      {widths.map(({ row, width }) => (
        <div key={row} className="ui-sk-row" style={{ height: rowHeight }} aria-hidden="true">
          <span className="ui-sk" style={{ width: 14, height: 14, borderRadius: 3 }} />
          <span className="ui-sk" style={{ width }} />
          <span className="flex-1" />
          <span className="ui-sk" style={{ width: width / 2 }} />
        </div>
      ))}
    </div>
  )
}

/** A whole view is on its way: the filling column under the roof, and what is being waited for. */
export function LoadingAnimation({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="ui-loading ui-late" role="status">
      <svg width="78" height="40" viewBox="0 0 78 40" fill="none" aria-hidden="true">
        <path d="M0 6 3 .5H75L78 6Z" fill="var(--fg-1)" />
        {[7, 21, 35, 49, 63].map((x, index) => (
          <g key={x}>
            <rect x={x} y={10} width={8} height={30} fill="var(--bg-active)" />
            {index === 2 ? (
              <rect className="ui-filling" x={x} y={20} width={8} height={20} fill="var(--accent-mark)" />
            ) : null}
          </g>
        ))}
      </svg>
      <span>{label}</span>
    </div>
  )
}
