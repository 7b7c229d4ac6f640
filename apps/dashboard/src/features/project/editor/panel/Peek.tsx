import type { EditorColumn } from '@stoa/contract'
import { buttonLook, ErrorState, SkeletonRows } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { SidePanelFrame } from './PanelHead.tsx'
import { RowFields } from './RowFields.tsx'

/** The row that a foreign key points to, without leaving the one that points. */
export function Peek({
  projectRef: ref,
  target,
  value,
  onClose,
}: {
  projectRef: string
  target: NonNullable<EditorColumn['foreign_key']>
  value: string
  onClose: () => void
}) {
  const filter = [{ column: target.column, operator: 'eq' as const, value }]
  const found = useQuery(
    orpc.project.editor.rows.queryOptions({
      input: { ref, schema: target.schema, table: target.table, filter, limit: 1 },
    }),
  )
  const [row] = found.data?.page.rows ?? []
  const large = new Map(found.data?.page.large.map(([, column, bytes]) => [column, bytes]))
  return (
    <SidePanelFrame label="Referenced row" title={target.table} detail={`${target.column} ${value}`} onClose={onClose}>
      {found.error !== null ? (
        <ErrorState
          title="Failed to load this row"
          reason={errorMessage(found.error)}
          retrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      ) : found.data === undefined ? (
        <SkeletonRows rows={8} rowHeight={40} />
      ) : (
        <div className="flex flex-col items-stretch gap-4 [&>a]:self-start">
          <Link
            to="/project/$ref/editor"
            params={{ ref }}
            search={{ schema: target.schema, table: target.table, filter: [`${target.column}:eq:${value}`] }}
            {...buttonLook({ size: 'sm' })}
          >
            Open in {target.table}
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
                value: row[at] ?? null,
                changed: false,
                isDefault: false,
                large: large.get(at) ?? null,
              })}
              onChange={() => {}}
              onRevert={() => {}}
              onLoad={null}
            />
          )}
        </div>
      )}
    </SidePanelFrame>
  )
}
