import { type EditorTable, FILTER_OPERATORS, OPERATOR_WORDS, type TableFilter, type TableSort } from '@stoa/contract'
import { Badge, Button, Chip, IconButton, Popover, Segmented, Tooltip } from '@stoa/ui'
import { ListFilter, Lock, LockOpen, Plus, RefreshCw } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { FilterForm } from './filters/FilterForm.tsx'
import type { Words } from './use-editor.ts'

type Page = 'rows' | 'definition'

const PAGES: { value: Page; label: string }[] = [
  { value: 'rows', label: 'Rows' },
  { value: 'definition', label: 'Definition' },
]

/** What is looked at and how: name, filters, sorts; and what can be done with it. */
export function TableBar({
  table,
  words,
  busy,
  onAsk,
  onWords,
  onRefresh,
  onInsert,
  insertReason,
  actions,
  page,
  onPage,
}: {
  table: EditorTable
  words: Words
  busy: boolean
  /** Asks for the rows that words will show. */
  onAsk: (words: Words) => void
  onWords: (words: Words) => void
  onRefresh: () => void
  onInsert: () => void
  /** Why no row can be inserted; null when one can. */
  insertReason: string | null
  actions?: ReactNode
  page: Page
  onPage: (page: Page) => void
}) {
  return (
    <div className="flex min-h-bar flex-none flex-wrap items-center gap-1.5 border-b border-line px-3 py-1.5">
      <h2 className="clip max-w-60 font-semi">{table.name}</h2>
      <Security table={table} />
      {table.not_editable === null ? null : (
        <Tooltip content={table.not_editable}>
          <button type="button" className="rounded-2">
            <Badge tone="outline">{table.not_insertable === null ? 'Insert only' : 'Read-only'}</Badge>
          </button>
        </Tooltip>
      )}
      <Shown page={page} onPage={onPage} />
      <Filters table={table} words={words} onAsk={onAsk} onWords={onWords} />
      {words.sort.map((sort) => (
        <SortChip key={sort.column} sort={sort} words={words} onWords={onWords} />
      ))}
      <span className="ml-auto flex items-center gap-1">
        {actions}
        <IconButton icon={RefreshCw} size="sm" label="Refresh" busy={busy} onClick={onRefresh} />
        <Button size="sm" icon={Plus} disabledReason={insertReason} onClick={onInsert}>
          Insert
        </Button>
      </span>
    </div>
  )
}

const Shown = memo(function Shown({ page, onPage }: { page: Page; onPage: (page: Page) => void }) {
  return <Segmented label="What is shown" value={page} onValueChange={onPage} options={PAGES} />
})

/** Whether row level security guards the table. */
const Security = memo(function Security({ table }: { table: EditorTable }) {
  if (table.kind !== 'table' && table.kind !== 'partitioned_table') return null
  const words = table.rls_enabled
    ? `${table.policies} ${table.policies === 1 ? 'policy' : 'policies'}`
    : 'Row level security is off'
  const why = table.rls_enabled
    ? 'Row level security is on: the APIs see only the rows that its policies let through'
    : 'Row level security is off: whoever may use the APIs reads and writes every row'
  return (
    <Tooltip content={why}>
      <button
        type="button"
        aria-label={words}
        className="flex flex-none items-center gap-1 rounded-2 text-12 text-fg-3"
      >
        {table.rls_enabled ? <Lock size={14} /> : <LockOpen size={14} className="text-warn-fg" />}
        <span className="max-wide:hidden">{words}</span>
      </button>
    </Tooltip>
  )
})

function Filters({
  table,
  words,
  onAsk,
  onWords,
}: {
  table: EditorTable
  words: Words
  onAsk: (words: Words) => void
  onWords: (words: Words) => void
}) {
  // Which filter the form is of: a place in the list, or one behind its end for a new one. A form that closes is still
  // seen for a moment, and stays what it is.
  const [form, setForm] = useState({ at: 0, isOpen: false })
  const set = (filter: readonly TableFilter[]) => onWords({ ...words, filter })
  const applied = (filter: TableFilter) => words.filter.toSpliced(form.at, 1, filter)
  const close = () => setForm({ ...form, isOpen: false })
  return (
    <>
      {words.filter.map((filter, at) => {
        const { symbol, label } = OPERATOR_WORDS[filter.operator]
        return (
          <Chip
            // biome-ignore lint/suspicious/noArrayIndexKey: the same filter may stand there twice.
            key={at}
            name={filter.column}
            operator={symbol}
            value={filter.value === '' ? "''" : filter.value}
            label={`Filter: ${filter.column} ${label} ${filter.value}`}
            onEdit={() => setForm({ at, isOpen: true })}
            onRemove={() => set(words.filter.toSpliced(at, 1))}
          />
        )
      })}
      <Popover
        label="Filter"
        open={form.isOpen}
        onOpenChange={(next) => (next ? setForm({ at: words.filter.length, isOpen: true }) : close())}
        width={320}
        trigger={<IconButton icon={ListFilter} size="sm" label="Add a filter" />}
      >
        <FilterForm
          key={form.at}
          columns={table.columns}
          operators={FILTER_OPERATORS}
          filter={words.filter[form.at]}
          onPress={(filter) => onAsk({ ...words, filter: applied(filter) })}
          onApply={(filter) => {
            set(applied(filter))
            close()
          }}
        />
      </Popover>
    </>
  )
}

function SortChip({ sort, words, onWords }: { sort: TableSort; words: Words; onWords: (words: Words) => void }) {
  const direction = sort.ascending ? 'ascending' : 'descending'
  return (
    <Chip
      name={`${sort.ascending ? '↑' : '↓'} ${sort.column}`}
      label={`Sort: ${sort.column} ${direction}`}
      onEdit={() =>
        onWords({
          ...words,
          sort: words.sort.map((item) =>
            item.column === sort.column ? { ...item, ascending: !item.ascending } : item,
          ),
        })
      }
      onRemove={() => onWords({ ...words, sort: words.sort.filter(({ column }) => column !== sort.column) })}
    />
  )
}
