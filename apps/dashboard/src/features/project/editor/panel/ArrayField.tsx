import type { EditorColumn } from '@stoa/contract'
import { Button, IconButton, Input, Select } from '@stoa/ui'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { arrayText } from '../edit/array-text.ts'

const NULL_CHOICE = '\0null'

/** More items than this are edited as text. */
export const ITEMS_MAX = 50

/** The items of an array, one below the other. */
export function ArrayField({
  column,
  items,
  onChange,
}: {
  column: EditorColumn
  items: readonly (string | null)[]
  onChange: (value: string) => void
}) {
  const [texts, setTexts] = useState(items)
  const choices = column.format === '_bool' ? ['t', 'f'] : column.enums
  const take = (next: readonly (string | null)[]) => {
    setTexts(next)
    if (arrayText(next) !== arrayText(items)) onChange(arrayText(next))
  }
  return (
    <div className="flex flex-col gap-1">
      {texts.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have nothing but their place.
        <span key={at} className="flex items-center gap-1">
          <span className="min-w-0 flex-1">
            {choices.length > 0 ? (
              <Select
                size="sm"
                aria-label={`${column.name}, item ${at + 1}`}
                value={text ?? NULL_CHOICE}
                onValueChange={(next) => take(texts.with(at, next === NULL_CHOICE ? null : next))}
                options={[
                  ...[...new Set([...choices, ...(text ? [text] : [])])].map((label) => ({ value: label, label })),
                  { value: NULL_CHOICE, label: 'NULL' },
                ]}
              />
            ) : (
              <Input
                size="sm"
                aria-label={`${column.name}, item ${at + 1}`}
                value={text ?? ''}
                placeholder={text === null ? 'NULL' : undefined}
                spellCheck={false}
                onChange={(event) => setTexts(texts.with(at, event.target.value))}
                onBlur={() => take(texts)}
              />
            )}
          </span>
          <IconButton
            icon={X}
            size="xs"
            label={`Remove item ${at + 1} of ${column.name}`}
            onClick={() => take(texts.toSpliced(at, 1))}
          />
        </span>
      ))}
      <span>
        <Button size="sm" variant="quiet" icon={Plus} onClick={() => take([...texts, choices[0] ?? ''])}>
          Add an item
        </Button>
        <Button size="sm" variant="quiet" onClick={() => take([...texts, null])}>
          Add NULL
        </Button>
      </span>
    </div>
  )
}
