import { IconButton } from '@stoa/ui'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { leaveField } from '../edit/leave-field.ts'

const NARROW = '(max-width: 899.98px)'

/** A panel beside the rows: its head, and what it is about below. Escape closes it, and keeps what was typed. */
export function SidePanelFrame({
  label,
  title,
  detail,
  actions,
  onClose,
  children,
}: {
  label: string
  title: ReactNode
  detail?: ReactNode
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Where the panel covers the grid, it takes the focus too.
    if (window.matchMedia(NARROW).matches) close.current?.focus()
  }, [])
  return (
    <section
      aria-label={label}
      className="flex h-full min-h-0 flex-col bg-ground"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        leaveField()
        onClose()
      }}
    >
      <div className="flex h-bar flex-none items-center gap-2 border-b border-line pr-1.5 pl-3.5">
        <h2 className="clip min-w-0 font-semi">{title}</h2>
        <span className="clip min-w-0 text-12 text-fg-3">{detail}</span>
        <span className="ml-auto flex flex-none items-center gap-0.5">
          {actions}
          <IconButton ref={close} icon={X} label="Close" size="xs" onClick={onClose} />
        </span>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-3.5 pt-3.5 pb-8">{children}</div>
    </section>
  )
}
