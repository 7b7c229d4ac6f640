import { type EditorColumn, labelColumn, type TableFilter } from '@stoa/contract'
import { Dialog, ErrorState, Input, SkeletonRows } from '@stoa/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { useDebouncedText } from '../../../../parts/query-params/use-debounced-text.ts'

const CHOICES = 30
/** A row of the table that a column points to, to choose from. */
export function FkPicker({
  projectRef: ref,
  column,
  onPick,
  onClose,
}: {
  projectRef: string
  column: EditorColumn
  onPick: (value: string) => void
  onClose: () => void
}) {
  const target = column.foreign_key
  const [asked, setAsked] = useState('')
  const [typed, setTyped] = useDebouncedText(asked, setAsked)
  const place = { ref, schema: target?.schema ?? '', table: target?.table ?? '' }
  const plain = useQuery(orpc.project.editor.rows.queryOptions({ input: { ...place, limit: CHOICES } }))
  const label = labelColumn(plain.data?.table.columns ?? [], target?.column ?? '')
  const filter: TableFilter[] =
    asked === ''
      ? []
      : [{ column: label ?? target?.column ?? '', operator: 'ilike', value: `%${asked.replace(/[\\%_]/g, '\\$&')}%` }]
  const found = useQuery({
    ...orpc.project.editor.rows.queryOptions({ input: { ...place, limit: CHOICES, filter } }),
    placeholderData: keepPreviousData,
  })
  // What was typed may be the key itself. That it is no value of the key's type is no failure.
  const byKey: TableFilter[] = [{ column: target?.column ?? '', operator: 'eq', value: asked }]
  const exact = useQuery({
    ...orpc.project.editor.rows.queryOptions({ input: { ...place, limit: 1, filter: byKey } }),
    enabled: asked !== '' && label !== null,
    retry: false,
  })
  const columns = found.data?.table.columns ?? []
  const keyAt = columns.findIndex(({ name }) => name === target?.column)
  const labelAt = columns.findIndex(({ name }) => name === label)
  const first = asked === '' ? [] : (exact.data?.page.rows ?? [])
  const rows = [...first, ...(found.data?.page.rows ?? []).filter((row) => row[keyAt] !== first[0]?.[keyAt])]
  return (
    <Dialog onClose={onClose} title={`Choose a row of ${target?.table ?? ''}`} width={440}>
      <div className="flex flex-col gap-2">
        <Input
          icon={Search}
          aria-label="Find a row"
          placeholder={`Find by ${label ?? target?.column ?? ''}`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {found.error !== null ? (
          <ErrorState
            title="Rows were not found"
            reason={errorMessage(found.error)}
            onRetry={() => void found.refetch()}
          />
        ) : found.data === undefined ? (
          <SkeletonRows rows={6} rowHeight={32} />
        ) : rows.length === 0 ? (
          <p className="px-2 py-3 text-fg-3">No row matches</p>
        ) : (
          <ul className="max-h-80 overflow-y-auto">
            {rows.map((row) => {
              const key = row[keyAt] ?? ''
              return (
                <li key={key}>
                  <button
                    type="button"
                    className="focus-inset flex h-8 w-full items-center gap-3 rounded-2 px-2 text-left hover:bg-hover"
                    onClick={() => onPick(key)}
                  >
                    <span className="num flex-none font-medium">{key}</span>
                    <span className="clip text-fg-3">{labelAt < 0 ? '' : (row[labelAt] ?? '')}</span>
                  </button>
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
