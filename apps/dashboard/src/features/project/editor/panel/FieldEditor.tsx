import type { EditorColumn } from '@stoa/contract'
import { Button, formatBytes, Input, Segmented, Select, Textarea } from '@stoa/ui'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyContent } from '../../../../parts/frame/lazy-part.tsx'
import { prettyJson } from '../../../../parts/result/pretty-json.ts'
import { arrayItems } from '../edit/array-text.ts'
import { type EditorKind, editorKind, problemOf } from '../edit/columns.ts'
import { ArrayField, ITEMS_MAX } from './ArrayField.tsx'
import { BytesField } from './BytesField.tsx'

const JsonView = lazyContent(async () => (await import('./JsonView.tsx')).JsonView)

const ROWS: Partial<Record<EditorKind, number>> = { json: 8, array: 3, long: 3 }

/**
 * The editor of one value, by its type. It takes the value over when it is left, and says what is wrong with it.
 * @param autoFocus begins here
 */
export function FieldEditor({
  id,
  column,
  value,
  readOnly,
  autoFocus,
  placeholder,
  isDefault,
  onChange,
}: {
  id: string
  column: EditorColumn
  value: string | null
  readOnly: boolean
  autoFocus: boolean
  placeholder: string
  /** A new row's column that is left to Postgres. */
  isDefault: boolean
  onChange: (value: string | null) => void
}) {
  const kind = editorKind(column)
  if (kind === 'bytea')
    return <BytesField id={id} column={column} value={value} readOnly={readOnly} onChange={onChange} />
  if (kind === 'boolean' && !readOnly)
    return (
      <Segmented
        label={column.name}
        value={isDefault ? 'default' : value === null ? 'null' : value === 't' || value === 'true' ? 'true' : 'false'}
        onValueChange={(next) => {
          if (next !== 'default') onChange(next === 'null' ? null : next)
        }}
        options={[
          { value: 'true', label: 'true' },
          { value: 'false', label: 'false' },
          ...(isDefault ? [{ value: 'default', label: placeholder }] : []),
          ...(column.is_nullable ? [{ value: 'null', label: 'NULL' }] : []),
        ]}
      />
    )
  if (kind === 'enum' && !readOnly)
    return (
      <Select
        id={id}
        aria-label={column.name}
        size="sm"
        value={value ?? undefined}
        placeholder={placeholder}
        onValueChange={onChange}
        options={column.enums.map((label) => ({ value: label, label }))}
      />
    )
  const items = kind === 'array' && !readOnly && value !== null ? arrayItems(value) : null
  if (items !== null && items.length <= ITEMS_MAX)
    return <ArrayField key={value} column={column} items={items} onChange={onChange} />
  return (
    <TextField
      // Another value from outside is another text to begin with.
      key={value ?? '\0'}
      id={id}
      column={column}
      kind={kind}
      value={value}
      readOnly={readOnly}
      autoFocus={autoFocus}
      placeholder={placeholder}
      onChange={onChange}
    />
  )
}

/** The time now, as Postgres reads it with its zone. */
function now(kind: 'date' | 'time', format: string): string {
  const at = new Date()
  const iso = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString()
  const [day = '', rest = ''] = iso.split('T')
  if (kind === 'date') return day
  const time = rest.slice(0, 8)
  const minutes = -at.getTimezoneOffset()
  const two = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  const zone = `${minutes < 0 ? '-' : '+'}${two(Math.trunc(size / 60))}:${two(size % 60)}`
  if (format === 'time') return time
  if (format === 'timetz') return `${time}${zone}`
  return format === 'timestamptz' ? `${day} ${time}${zone}` : `${day} ${time}`
}

function TextField({
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
  const first = kind === 'json' && value !== null ? prettyJson(value) : (value ?? '')
  const [text, setText] = useState(first)
  const [problem, setProblem] = useState<string | null>(null)
  const [tree, setTree] = useState(false)
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])
  const take = (next: string) => {
    const wrong = problemOf(kind, next)
    setProblem(wrong)
    if (wrong === null && next !== first) onChange(next)
  }
  const rows = ROWS[kind]
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
    onBlur: () => {
      if (text !== first) take(text)
    },
  }
  return (
    <div className="flex flex-col gap-1">
      {tree ? (
        <Suspense fallback={null}>
          <JsonView text={text} />
        </Suspense>
      ) : rows === undefined ? (
        <Input
          {...shared}
          size="sm"
          mono={kind === 'uuid'}
          className={kind === 'number' ? 'num' : ''}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take(text)
          }}
        />
      ) : (
        <Textarea
          {...shared}
          mono={kind !== 'long'}
          rows={Math.min(16, Math.max(rows, first.split('\n').length))}
          onChange={(event) => setText(event.target.value)}
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
            <Button size="sm" variant="quiet" onClick={() => onChange(now(kind, column.format))}>
              {kind === 'date' ? 'Today' : 'Now'}
            </Button>
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
