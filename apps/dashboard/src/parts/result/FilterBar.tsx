import { Button, Chip, formatNumber, IconButton, Input } from '@stoa/ui'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { GridColumn } from '../grid/types.ts'
import { type Condition, isWhole, type ViewSpec, WHOLE } from './row-view.ts'

/** Typing goes on for so many ms before rows are looked through. */
const TYPING_MS = 200
const VALUE_MAX = 40

/** What is looked for in a result, and the conditions that its rows have to meet. */
export function FilterBar({
  columns,
  spec,
  onSpec,
  found,
  total,
  isBusy,
  onClose,
}: {
  columns: readonly GridColumn[]
  spec: ViewSpec
  onSpec: (spec: ViewSpec) => void
  found: number | null
  total: number
  isBusy: boolean
  onClose: () => void
}) {
  const [text, setText] = useState(spec.search)
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef({ spec, onSpec })
  useEffect(() => {
    latest.current = { spec, onSpec }
  })
  useEffect(() => {
    const timer = setTimeout(() => {
      const { spec: now, onSpec: set } = latest.current
      if (now.search !== text) set({ ...now, search: text })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => input.current?.focus(), [])
  const without = (gone: Condition) => onSpec({ ...spec, conditions: spec.conditions.filter((one) => one !== gone) })
  return (
    <search className="flex flex-none flex-wrap items-center gap-2 border-t border-line px-3 py-1.5">
      <Input
        ref={input}
        size="sm"
        icon={Search}
        aria-label="Search in the result"
        placeholder="Search in the result"
        className="w-56"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
      />
      {spec.conditions.map((condition) => {
        const name = columns[condition.column]?.name ?? ''
        const value = condition.value.length > VALUE_MAX ? `${condition.value.slice(0, VALUE_MAX)}…` : condition.value
        return (
          <Chip
            key={`${condition.column} ${condition.operator} ${condition.value}`}
            name={name}
            operator={condition.operator}
            value={condition.operator.startsWith('is') ? undefined : value === '' ? "''" : value}
            label={`Filter: ${name} ${condition.operator} ${value}`}
            onRemove={() => without(condition)}
          />
        )
      })}
      <span role="status" className="num text-12 text-fg-3">
        {isBusy
          ? 'Looking through the rows…'
          : found === null || (spec.search === '' && spec.conditions.length === 0)
            ? ''
            : `${formatNumber(found)} of ${formatNumber(total)} rows`}
      </span>
      <span className="ml-auto flex items-center gap-1.5">
        {isWhole(spec) ? null : (
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              setText('')
              onSpec(WHOLE)
            }}
          >
            Clear
          </Button>
        )}
        <IconButton size="xs" icon={X} label="Close search" onClick={onClose} />
      </span>
    </search>
  )
}
