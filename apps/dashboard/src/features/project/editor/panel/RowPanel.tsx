import type { EditorTable } from '@stoa/contract'
import { IconButton, Note, toast } from '@stoa/ui'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useReducer, useState, useSyncExternalStore } from 'react'
import { errorMessage } from '../../../../api/errors.ts'
import type { Value } from '../../../../parts/value/value.ts'
import { useValue } from '../../../../parts/value/value.ts'
import { type Staged, step, withCells, withDefault } from '../edit/staged.ts'
import type { StagedSource } from '../edit/staged-source.ts'
import type { Editing } from '../edit/use-editing.ts'
import { SidePanelFrame } from './PanelHead.tsx'
import { RowFields } from './RowFields.tsx'

/** One row, value by value. */
export function RowPanel({
  projectRef: ref,
  table,
  source,
  staged,
  editing,
  row,
  focus,
  readOnlyReason,
  onRow,
  onClose,
}: {
  projectRef: string
  table: EditorTable
  source: StagedSource
  staged: Value<Staged>
  editing: Editing
  row: number
  /** The column to begin in. */
  focus: string | null
  readOnlyReason: string | null
  onRow: (row: number) => void
  onClose: () => void
}) {
  const current = useValue(staged)
  const [, again] = useReducer((count: number) => count + 1, 0)
  useSyncExternalStore(
    (listener) => source.pages.subscribe(listener),
    () => source.pages.row(row - source.insertCount),
  )
  // Values that were too large for the page, by row and column, as far as they were asked for.
  const [loaded] = useState(() => new Map<string, string | null>())
  const values = source.row(row)
  const of = source.at(row)
  const id = typeof of === 'string' ? of : of?.id
  const change = current.rows.find((item) => item.id === id)
  if (values === undefined) return null
  const place = of === null ? source.pages.place(row - source.insertCount) : null
  const known = typeof of === 'string' ? null : (of?.row ?? (place === null ? null : { ctid: place }))
  const keyWords =
    typeof of === 'string'
      ? 'not saved yet'
      : Object.entries(known ?? {})
          .map(([name, value]) => `${name} ${value}`)
          .join(', ')

  const name = id ?? place ?? `${row}`
  const load = async (at: number) => {
    const column = table.columns[at]?.name
    const fetch = source.whole(row, at)
    if (fetch === null || column === undefined) return
    try {
      loaded.set(`${name} ${column}`, await fetch())
      again()
    } catch (error) {
      toast.error({ title: `${column} was not loaded`, description: errorMessage(error) })
    }
  }
  const revert = (at: number) => {
    const name = table.columns[at]?.name ?? ''
    if (change?.kind === 'insert') staged.set(withDefault(current, change.id, name))
    else if (change?.kind === 'update' && name in change.before)
      staged.set(
        withCells(current, [
          { of: change, column: name, value: change.before[name] ?? null, before: change.before[name] },
        ]),
      )
    else if (change?.kind === 'update') {
      const { [name]: _, ...rest } = change.values
      const rows = current.rows.flatMap((item) =>
        item !== change ? [item] : Object.keys(rest).length > 0 ? [{ ...change, values: rest }] : [],
      )
      staged.set(step(current, rows))
    }
  }

  return (
    <SidePanelFrame
      label="Row"
      title={typeof of === 'string' ? 'New row' : table.name}
      detail={keyWords}
      onClose={onClose}
      actions={
        <>
          <IconButton
            icon={ChevronUp}
            size="xs"
            label="Previous row"
            disabledReason={row === 0 && 'This is the first row'}
            onClick={() => onRow(row - 1)}
          />
          <IconButton
            icon={ChevronDown}
            size="xs"
            label="Next row"
            disabledReason={row + 1 >= source.rowCount && 'This is the last row'}
            onClick={() => onRow(row + 1)}
          />
        </>
      }
    >
      {readOnlyReason === null ? null : (
        <div className="pb-3.5">
          <Note>{readOnlyReason}</Note>
        </div>
      )}
      {change?.kind === 'delete' ? (
        <div className="pb-3.5">
          <Note tone="warn">This row will be deleted when the changes are saved.</Note>
        </div>
      ) : null}
      <RowFields
        key={`${name} ${row}`}
        projectRef={ref}
        table={table}
        isNew={typeof of === 'string'}
        readOnly={readOnlyReason !== null || change?.kind === 'delete'}
        focus={focus}
        field={(at) => {
          const column = table.columns[at]?.name ?? ''
          const isChanged = change !== undefined && change.kind !== 'delete' && column in change.values
          const fetched = loaded.get(`${name} ${column}`)
          const whole = !isChanged && fetched !== undefined
          return {
            value: whole ? fetched : (values[at] ?? null),
            before: change?.kind === 'update' ? change.before[column] : undefined,
            changed: isChanged && change.kind === 'update',
            isDefault: change?.kind === 'insert' && !(column in change.values),
            large: whole ? null : source.largeSize(row, at),
          }
        }}
        onChange={(at, value) => editing.setCell(row, at, value)}
        onRevert={revert}
        onLoad={load}
      />
    </SidePanelFrame>
  )
}
