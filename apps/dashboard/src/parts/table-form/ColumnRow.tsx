import { Badge, Checkbox, Field, IconButton, Input, Select, Tooltip } from '@stoa/ui'
import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { ColumnDraft } from './draft.ts'
import { defaultsFor } from './types.ts'

const IDENTITIES = [
  { value: 'none', label: 'None' },
  { value: 'BY DEFAULT', label: 'Postgres counts, unless a number is given' },
  { value: 'ALWAYS', label: 'Postgres always counts' },
]
const INHERITED = 'This column comes from the table above, and is changed there'

/** One column of a table: what it mostly needs in one line, and the rest below it on demand. */
export function ColumnRow({
  column,
  typesId,
  problem,
  isOpen: isOpenFirst = false,
  canRewrite,
  onChange,
  onRemove,
}: {
  column: ColumnDraft
  /** The list of types that are offered. */
  typesId: string
  problem: string | undefined
  isOpen?: boolean
  /** Whether this version of Postgres takes another expression for a column that it computes. */
  canRewrite: boolean
  onChange: (column: ColumnDraft) => void
  /** Absent where the column is all that is changed. */
  onRemove?: () => void
}) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const defaultsId = useId()
  const locked = column.isInherited && INHERITED
  const computed =
    column.identity !== null
      ? 'Postgres counts this column'
      : column.generated !== null && 'Postgres computes this column'
  const set = (more: Partial<ColumnDraft>) => onChange({ ...column, ...more })
  const label = column.name === '' ? 'new column' : column.name
  return (
    <li className="border-t border-line-faint py-2 first:border-t-0" aria-label={`Column ${label}`}>
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,4fr)_minmax(0,3fr)_auto_auto_auto] items-center gap-2 max-wide:grid-cols-2">
        <Input
          size="sm"
          aria-label={`Name of ${label}`}
          placeholder="name"
          value={column.name}
          spellCheck={false}
          invalid={problem !== undefined}
          disabledReason={locked}
          onChange={(event) => set({ name: event.target.value })}
        />
        <Input
          size="sm"
          mono
          aria-label={`Type of ${label}`}
          placeholder="type"
          list={typesId}
          value={column.data_type}
          spellCheck={false}
          disabledReason={locked}
          onChange={(event) => set({ data_type: event.target.value })}
        />
        <Input
          size="sm"
          mono
          aria-label={`Default of ${label}`}
          placeholder={column.is_nullable ? 'NULL' : 'no default'}
          list={defaultsId}
          value={column.default_value ?? ''}
          spellCheck={false}
          disabledReason={locked || computed}
          onChange={(event) => set({ default_value: event.target.value === '' ? null : event.target.value })}
        />
        <datalist id={defaultsId}>
          {defaultsFor(column.data_type).map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
        <Checkbox
          label="Primary"
          checked={column.isPrimary}
          disabledReason={locked}
          onCheckedChange={(isPrimary) => set({ isPrimary, ...(isPrimary && { is_nullable: false }) })}
        />
        <Checkbox
          label="Nullable"
          checked={column.is_nullable}
          disabledReason={
            locked ||
            (column.isPrimary && 'A primary key holds no nulls') ||
            (column.identity !== null && 'A counted column holds no nulls')
          }
          onCheckedChange={(is_nullable) => set({ is_nullable })}
        />
        <span className="flex items-center gap-0.5 max-wide:justify-self-end">
          {column.isInherited ? (
            <Tooltip content={INHERITED}>
              <Badge>inherited</Badge>
            </Tooltip>
          ) : null}
          <IconButton
            icon={isOpen ? ChevronUp : ChevronDown}
            size="xs"
            label={isOpen ? `Less of ${label}` : `More of ${label}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
          {onRemove === undefined ? null : (
            <IconButton icon={Trash2} size="xs" label={`Remove ${label}`} disabledReason={locked} onClick={onRemove} />
          )}
        </span>
      </div>
      {problem === undefined ? null : (
        <p className="ui-error mt-1" role="alert">
          {problem}
        </p>
      )}
      {isOpen ? <More column={column} locked={locked} canRewrite={canRewrite} set={set} /> : null}
    </li>
  )
}

/** What few columns need. */
function More({
  column,
  locked,
  canRewrite,
  set,
}: {
  column: ColumnDraft
  locked: string | false
  canRewrite: boolean
  set: (more: Partial<ColumnDraft>) => void
}) {
  const canBeComputed = column.isNew || column.generated !== null
  return (
    <div className="mt-3 mb-2 grid grid-cols-2 gap-3 border-l-2 border-line pl-3 max-wide:grid-cols-1">
      <Field label="Identity" hint="A whole number that each new row gets by itself">
        <Select
          size="sm"
          value={column.identity ?? 'none'}
          disabledReason={locked || (column.generated !== null && 'Postgres computes this column')}
          onValueChange={(value) =>
            set(
              value === 'none'
                ? { identity: null }
                : { identity: value as 'ALWAYS' | 'BY DEFAULT', is_nullable: false, default_value: null },
            )
          }
          options={IDENTITIES}
        />
      </Field>
      <Field label="Computed from" hint="An expression of other columns; Postgres stores what it gives">
        <Input
          size="sm"
          mono
          spellCheck={false}
          placeholder="price * amount"
          value={column.generated ?? ''}
          disabledReason={
            locked ||
            (!canBeComputed && 'Only a new column can be computed') ||
            (!column.isNew && !canRewrite && 'This version of Postgres does not change the expression of a column') ||
            (column.identity !== null && 'Postgres counts this column')
          }
          onChange={(event) => {
            const generated = event.target.value === '' ? null : event.target.value
            set({ generated, ...(generated !== null && { default_value: null }) })
          }}
        />
      </Field>
      <Field label="Comment" className="col-span-full">
        <Input
          size="sm"
          value={column.comment ?? ''}
          disabledReason={locked}
          onChange={(event) => set({ comment: event.target.value === '' ? null : event.target.value })}
        />
      </Field>
      <Checkbox
        label="Unique"
        hint="No two rows have the same value"
        checked={column.isUnique}
        disabledReason={locked}
        onCheckedChange={(isUnique) => set({ isUnique })}
      />
    </div>
  )
}
