import { Button, Textarea } from '@stoa/ui'
import { type KeyboardEvent, use, useState } from 'react'
import { useValue } from '../../../../parts/value/value.ts'
import { Locked } from './locked.ts'

/** A question that is being changed. Sending it takes away everything that came after. */
export function EditMessage({
  text: first,
  onSend,
  onCancel,
}: {
  text: string
  onSend: (text: string) => void
  onCancel: () => void
}) {
  const [text, setText] = useState(first)
  const locked = useValue(use(Locked))
  const reason = locked ?? (text.trim() === '' ? 'Write something first' : undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      onCancel()
    }
    if (event.key !== 'Enter' || event.shiftKey || reason !== undefined) return
    event.preventDefault()
    onSend(text)
  }
  return (
    <div className="grid grow gap-2">
      <Textarea
        aria-label="Your message"
        autoFocus
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p className="flex items-center gap-2 text-12 text-fg-3">
        <span className="grow">What came after it goes.</span>
        <Button size="sm" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" disabledReason={reason} onClick={() => onSend(text)}>
          Send again
        </Button>
      </p>
    </div>
  )
}
