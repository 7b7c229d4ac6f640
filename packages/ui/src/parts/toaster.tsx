import { X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type ToastKind, type ToastRecord, toastStore } from '../toasts.ts'
import { Button, IconButton } from './button.tsx'
import { useSheetOpen } from './sheets.ts'
import { StatusColumn, type StatusTone } from './status.tsx'

const TONES: Record<ToastKind, StatusTone> = { success: 'ok', error: 'bad', work: 'work', info: 'neutral' }

/** Shows the toasts; stands once in the app, after the main content. Time stops while one is hovered or focused. */
export function Toaster() {
  const records = useSyncExternalStore(toastStore.subscribe, toastStore.list, toastStore.list)
  const [held, setHeld] = useState(false)
  return (
    // `aria-live` also keeps the region readable while a modal dialog hides the rest of the page.
    <section
      className="ui-toasts"
      data-aside={useSheetOpen() ? '' : undefined}
      aria-label="Notifications"
      aria-live="polite"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {records.map((record) => (
        <Toast key={record.id} record={record} held={held && records.length > 0} onGone={() => setHeld(false)} />
      ))}
    </section>
  )
}

function Toast({ record, held, onGone }: { record: ToastRecord; held: boolean; onGone: () => void }) {
  const { id, kind, title, description, action, duration } = record
  useEffect(() => {
    if (held || !Number.isFinite(duration)) return
    const timer = setTimeout(() => toastStore.dismiss(id), duration)
    return () => clearTimeout(timer)
  }, [held, id, duration])

  const dismiss = () => {
    // A removed element sends neither a pointer-leave nor a blur, so the hold is released by hand.
    onGone()
    toastStore.dismiss(id)
  }
  return (
    <div className="ui-toast" role={kind === 'error' ? 'alert' : 'status'} aria-atomic="true" data-kind={kind}>
      <StatusColumn tone={TONES[kind]} />
      <div className="ui-toast-text">
        {title}
        {description ? <span className="ui-toast-sub">{description}</span> : null}
      </div>
      {action ? (
        <Button
          size="sm"
          onClick={() => {
            dismiss()
            action.onClick()
          }}
        >
          {action.label}
        </Button>
      ) : null}
      {kind === 'work' ? null : <IconButton icon={X} label="Dismiss" size="xs" onClick={dismiss} />}
    </div>
  )
}
