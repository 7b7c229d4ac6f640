import type { EditorColumn } from '@stoa/contract'
import { Select } from '@stoa/ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { editorKind, typedValue } from './columns.ts'

// Pixels.
const CHARACTER_WIDTH = 8
const MOST_WIDTH = 400

const NULL_CHOICE = '\0null'

/** Where to go on after a cell: -1 to the one before it, 1 to the next one. */
export type CellStep = -1 | 0 | 1
type OnDone = (value?: string | null, step?: CellStep) => void

/** Whether a cell of this column is written in a line, so that a key that is pressed can be its first character. */
export const isLine = (column: EditorColumn): boolean => !['boolean', 'enum'].includes(editorKind(column))

/**
 * An editor over one cell. Enter, Tab and leaving take the value over, Escape leaves it as it was.
 * @param typed what was typed before it opened, in place of the value
 * @param onDone takes the value, null for NULL; nothing when it stays
 */
export function CellEditor({
  column,
  value,
  typed,
  onDone,
}: {
  column: EditorColumn
  value: string | null
  typed: string | undefined
  onDone: OnDone
}) {
  const kind = editorKind(column)
  const choices = kind === 'boolean' ? ['true', 'false'] : kind === 'enum' ? column.enums : null
  return choices === null ? (
    <LineEditor column={column} value={value} typed={typed} isNumber={kind === 'number'} onDone={onDone} />
  ) : (
    <ChoiceEditor column={column} value={value} choices={choices} onDone={onDone} />
  )
}

function LineEditor({
  column,
  value,
  typed,
  isNumber,
  onDone,
}: {
  column: EditorColumn
  value: string | null
  typed: string | undefined
  isNumber: boolean
  onDone: OnDone
}) {
  const [text, setText] = useState(typed ?? value ?? '')
  const input = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  const isBegun = typed !== undefined
  useEffect(() => {
    input.current?.focus()
    if (!isBegun) input.current?.select()
  }, [isBegun])
  const finish = (take: boolean, step?: CellStep) => {
    if (done.current) return
    done.current = true
    // An empty line over NULL was not written by anybody.
    if (!take || text === (value ?? '')) onDone(undefined, step)
    else onDone(typedValue(column, text), step)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Saving is the page's: it takes over what is typed here.
    if (event.key.toLowerCase() === 's' && (event.metaKey || event.ctrlKey)) return
    event.stopPropagation()
    if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault()
      finish(true, event.key === 'Enter' ? 0 : event.shiftKey ? -1 : 1)
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
  onDone: OnDone
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
