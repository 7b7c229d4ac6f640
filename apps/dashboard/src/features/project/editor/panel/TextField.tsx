import type { EditorColumn } from '@stoa/contract'
import { Button, formatBytes, Input, Skeleton, Textarea } from '@stoa/ui'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyContent } from '../../../../parts/frame/lazy-part.tsx'
import { prettyJson } from '../../../../parts/result/pretty-json.ts'
import { type EditorKind, problemOf, typedValue } from '../edit/columns.ts'
import { breaksOf } from '../edit/line-breaks.ts'
import { nowText, withDay } from '../edit/times.ts'
import { DayButton } from './DayButton.tsx'

const JsonView = lazyContent(async () => (await import('./JsonView.tsx')).JsonView)
const LargeField = lazyContent(async () => (await import('./LargeField.tsx')).LargeField)

const ROWS: Partial<Record<EditorKind, number>> = { json: 8, array: 3, long: 1 }
/** From so many characters on a value has several lines, and so many then. */
const LONG = 40
const LONG_ROWS = 3
/** From so many characters on a field of the browser's is too slow. */
const LARGE = 200_000

/** A value as its field shows it. */
const shownAs = (kind: EditorKind, value: string | null) => {
  const text = kind === 'json' && value !== null ? prettyJson(value) : (value ?? '')
  return { value, text, breaks: breaksOf(text), problem: problemOf(kind, value) }
}

/**
 * The editor of a value as its text: one line, or several where it has or may have them. It is taken over when the field
 * is left, whatever it says: nothing that was typed is lost, and Postgres refuses what is none.
 */
export function TextField({
  id,
  column,
  kind,
  value,
  readOnly,
  autoFocus,
  placeholder,
  onChange,
}: {
  id: string
  column: EditorColumn
  kind: EditorKind
  value: string | null
  readOnly: boolean
  autoFocus: boolean
  placeholder: string
  onChange: (value: string | null) => void
}) {
  const [shown, setShown] = useState(() => shownAs(kind, value))
  const [text, setText] = useState(shown.text)
  // Another value from outside is another text to begin with; what was typed here stays as it is.
  if (shown.value !== value) {
    const next = shownAs(kind, value)
    setShown(next)
    setText(next.text)
  }
  const { text: first, breaks, problem } = shown
  const [tree, setTree] = useState(false)
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])
  const take = (next: string) => {
    if (next === first) return
    const taken = typedValue(column, next)
    setShown({ value: taken, text: next, breaks, problem: problemOf(kind, taken) })
    onChange(taken)
  }
  const typed = (next: string) => setText(breaks(next))
  // A field of one line takes the line breaks out of what it shows.
  const needed = first.length > LONG || /[\r\n]/.test(first) ? LONG_ROWS : 0
  const known = ROWS[kind] ?? 0
  const rows = Math.max(known, needed) || undefined
  const shared = {
    ref: field,
    id,
    'aria-label': column.name,
    'aria-invalid': problem !== null,
    'aria-describedby': problem === null ? undefined : `${id}-problem`,
    value: text,
    readOnly,
    placeholder,
    spellCheck: false,
    autoComplete: 'off',
    onBlur: () => take(text),
  }
  return (
    <div className="flex flex-col gap-1">
      {tree ? (
        <Suspense fallback={null}>
          <JsonView text={text} />
        </Suspense>
      ) : first.length > LARGE ? (
        <Suspense fallback={<Skeleton height={320} />}>
          <LargeField
            label={column.name}
            text={text}
            readOnly={readOnly}
            describedBy={shared['aria-describedby']}
            onLeave={(next) => {
              const typed = breaks(next)
              setText(typed)
              take(typed)
            }}
          />
        </Suspense>
      ) : rows === undefined ? (
        <Input
          {...shared}
          size="sm"
          mono={kind === 'uuid'}
          className={kind === 'number' ? 'num' : ''}
          onChange={(event) => typed(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take(text)
          }}
        />
      ) : (
        <Textarea
          {...shared}
          mono={kind !== 'long'}
          rows={Math.min(16, Math.max(rows, first.split('\n').length))}
          onChange={(event) => typed(event.target.value)}
        />
      )}
      {problem === null ? null : (
        <p id={`${id}-problem`} role="alert" className="text-12 text-bad-fg">
          {problem}
        </p>
      )}
      {kind === 'json' && value !== null ? (
        <span>
          <Button size="sm" variant="quiet" aria-pressed={tree} onClick={() => setTree(!tree)}>
            {tree ? 'Show as text' : 'Show as a tree'}
          </Button>
        </span>
      ) : null}
      {readOnly ? null : (
        <span className="flex gap-1">
          {kind === 'date' || kind === 'time' ? (
            <Button size="sm" variant="quiet" onClick={() => onChange(nowText(column.format))}>
              {kind === 'date' ? 'Today' : 'Now'}
            </Button>
          ) : null}
          {kind === 'date' || column.format.startsWith('timestamp') ? (
            <DayButton
              label={column.name}
              value={text}
              onDay={(day) => {
                const next = withDay(text, day, column.format)
                setText(next)
                take(next)
              }}
            />
          ) : null}
          {kind === 'uuid' ? (
            <Button size="sm" variant="quiet" onClick={() => onChange(crypto.randomUUID())}>
              Generate
            </Button>
          ) : null}
          {kind === 'long' && text.length > 200 ? (
            <span className="text-11 text-fg-3">{formatBytes(new Blob([text]).size)}</span>
          ) : null}
        </span>
      )}
    </div>
  )
}
