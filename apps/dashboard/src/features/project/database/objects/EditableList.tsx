import { Button, IconButton } from '@stoa/ui'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'

/**
 * A list whose rows are written, removed and added, as the fields of a type or the columns of an index.
 * @param word what one row is, such as `field`
 * @param nameOf what a row is called when it is removed; empty while it has no name
 * @param reason why nothing can be changed
 * @param staysFor why one of the rows cannot be removed
 * @param row what a row is written with
 * @param more buttons of a row, before the one that removes it
 */
export function EditableList<Item>({
  legend,
  word,
  items,
  nameOf,
  reason,
  staysFor,
  row,
  more,
  onAdd,
  onRemove,
}: {
  legend: string
  word: string
  items: readonly Item[]
  nameOf?: (item: Item) => string
  reason?: string | false | undefined
  staysFor?: (item: Item) => string | false
  row: (item: Item, index: number) => ReactNode
  more?: (item: Item, index: number) => ReactNode
  onAdd: () => void
  onRemove: (index: number) => void
}) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="ui-label mb-1.5">{legend}</legend>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these lists are their order.
        <div key={index} className="flex flex-wrap items-center gap-1">
          {row(item, index)}
          {more?.(item, index)}
          <IconButton
            icon={Trash2}
            size="xs"
            label={`Remove ${nameOf?.(item) || `${word} ${index + 1}`}`}
            disabledReason={reason || staysFor?.(item)}
            onClick={() => onRemove(index)}
          />
        </div>
      ))}
      <Button size="sm" icon={Plus} className="justify-self-start" disabledReason={reason} onClick={onAdd}>
        Add {word}
      </Button>
    </fieldset>
  )
}
