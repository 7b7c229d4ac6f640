import type { EditorColumn } from '@stoa/contract'
import { Select } from '@stoa/ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { editorKind } from './columns.ts'

// Pixels.
const CHARACTER_WIDTH = 8
const MOST_WIDTH = 400

const NULL_CHOICE = '\0null'

/**
 * An editor over one cell. Enter and leaving take the value over, Escape leaves it as it was.
 * @param onDone takes the value, null for NULL; nothing when it stays
 */
export function CellEditor({
  column,
  value,
  onDone,
}: {
  column: EditorColumn
  value: string | null
  onDone: (value?: string | null) => void
}) {
  const kind = editorKind(column)
  const choices = kind === 'boolean' ? ['true', 'false'] : kind === 'enum' ? column.enums : null
  return choices === null ? (
    <LineEditor column={column} value={value} isNumber={kind === 'number'} onDone={onDone} />
  ) : (
    <ChoiceEditor column={column} value={value} choices={choices} onDone={onDone} />
  )
}

function LineEditor({
  column,
  value,
  isNumber,
  onDone,
}: {
  column: EditorColumn
  value: string | null
  isNumber: boolean
  onDone: (value?: string | null) => void
}) {
  const [text, setText] = useState(value ?? '')
  const input = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const finish = (take: boolean) => {
    if (done.current) return
    done.current = true
    // An empty line over NULL was not written by anybody.
    if (!take || text === (value ?? '')) onDone()
    else onDone(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault()
      finish(true)
    } else if (event.key === 'Escape') finish(false)
  }
  return (
    <input
      ref={input}
      aria-label={column.name}
      className={`num focus-inset h-full w-full border-0 bg-raised px-2 text-13 text-fg-1 shadow-menu outline-2 outline-accent ${isNumber ? 'text-right' : ''}`}
      // A column may be narrower than what is written in it.
      style={{ minWidth: Math.min(MOST_WIDTH, text.length * CHARACTER_WIDTH + 24) }}
      value={text}
      placeholder={value === null ? 'NULL' : undefined}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true)}
    />
  )
}

function ChoiceEditor({
  column,
  value,
  choices,
  onDone,
}: {
  column: EditorColumn
  value: string | null
  choices: readonly string[]
  onDone: (value?: string | null) => void
}) {
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    trigger.current?.focus()
    trigger.current?.click()
  }, [])
  const current = value === 't' ? 'true' : value === 'f' ? 'false' : value
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the list inside must not reach the grid.
    <span
      className="block bg-raised"
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onDone()
      }}
    >
      <Select
        ref={trigger}
        size="sm"
        aria-label={column.name}
        value={current ?? NULL_CHOICE}
        onValueChange={(next) => onDone(next === NULL_CHOICE ? null : next)}
        options={[
          ...choices.map((choice) => ({ value: choice, label: choice })),
          ...(column.is_nullable ? [{ value: NULL_CHOICE, label: 'NULL' }] : []),
        ]}
      />
    </span>
  )
}
