import { filterText } from '@stoa/contract'
import { buttonLook, ErrorState, SkeletonRows, toast } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client, orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { failureOf } from '../../../../api/failure.ts'
import type { PeekTarget } from './open-panel.ts'
import { SidePanelFrame } from './PanelHead.tsx'
import { RowFields } from './RowFields.tsx'

/** The row that a foreign key points to, without leaving the one that points. */
export function Peek({
  projectRef: ref,
  target: { schema, table, filter },
  onClose,
}: {
  projectRef: string
  target: PeekTarget
  onClose: () => void
}) {
  const found = useQuery(
    orpc.project.editor.rows.queryOptions({ input: { ref, schema, table, filter: [...filter], limit: 1 } }),
  )
  const [row] = found.data?.page.rows ?? []
  const [loaded, setLoaded] = useState<ReadonlyMap<number, string | null>>(new Map())
  const load = async (at: number) => {
    const { columns = [], key = [] } = found.data?.table ?? {}
    const column = columns[at]?.name
    if (column === undefined || row === undefined) return
    // Without a key it is the filter that tells the row, as a foreign key does.
    const names = key.length > 0 ? key : filter.map((item) => item.column)
    const told = Object.fromEntries(
      names.map((name) => [name, row[columns.findIndex((item) => item.name === name)] ?? null]),
    )
    try {
      const { value } = await client.project.editor.value({ ref, schema, table, row: told, column })
      setLoaded((before) => new Map(before).set(at, value))
    } catch (error) {
      toast.error({ title: `${column} was not loaded`, description: errorMessage(error) })
    }
  }
  const words = filter.map(({ column, value }) => `${column} ${value}`).join(', ')
  const large = new Map(found.data?.page.large.map(([, column, bytes]) => [column, bytes]))
  return (
    <SidePanelFrame label="Referenced row" title={table} detail={words} onClose={onClose}>
      {found.error !== null ? (
        <ErrorState title="Failed to load this row" {...failureOf(found)} />
      ) : found.data === undefined ? (
        <SkeletonRows rows={8} rowHeight={40} />
      ) : (
        <div className="flex flex-col items-stretch gap-4 [&>a]:self-start">
          <Link
            to="/project/$ref/editor"
            params={{ ref }}
            search={{ schema, table, filter: filter.map(filterText) }}
            {...buttonLook({ size: 'sm' })}
          >
            Open in {table}
          </Link>
          {row === undefined ? (
            <p className="text-fg-2">There is no such row.</p>
          ) : (
            <RowFields
              projectRef={ref}
              table={found.data.table}
              isNew={false}
              readOnly
              focus={null}
              field={(at) => ({
                value: loaded.get(at) ?? row[at] ?? null,
                changed: false,
                isDefault: false,
                large: loaded.has(at) ? null : (large.get(at) ?? null),
              })}
              onChange={() => {}}
              onRevert={() => {}}
              onLoad={load}
            />
          )}
        </div>
      )}
    </SidePanelFrame>
  )
}
