import type { ApiRequestEntry } from '@stoa/contract'
import { type Column, DataList, Status } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { roleWords, statusTone, timeWords, tookWords } from './words.ts'

const COLUMNS: Column<ApiRequestEntry>[] = [
  {
    key: 'time',
    header: 'Time',
    width: 168,
    narrow: 'sub',
    cell: ({ at }) => <span className="num text-fg-2">{timeWords(at, Date.now())}</span>,
  },
  {
    key: 'request',
    header: 'Request',
    clip: true,
    narrow: 'title',
    cell: ({ id, method, path }) => (
      <Link
        from="/project/$ref/logs"
        to="."
        search={(search) => ({ ...search, request: String(id) })}
        replace
        resetScroll={false}
        className="ui-rowlink ui-mono text-12"
        title={path}
      >
        <span className="text-fg-3">{method}</span> {path}
      </Link>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: 96,
    narrow: 'end',
    cell: ({ status }) => (
      <Status tone={statusTone(status)}>
        <span className="num">{status}</span>
      </Status>
    ),
  },
  {
    key: 'role',
    header: 'Role',
    width: 148,
    clip: true,
    cell: ({ role }) => <span className={role === null ? 'text-fg-3' : undefined}>{roleWords(role)}</span>,
  },
  {
    key: 'took',
    header: 'Took',
    align: 'end',
    width: 88,
    narrow: 'sub-end',
    cell: ({ ms }) => <span className="num">{tookWords(ms)}</span>,
  },
]

/** Requests as rows; each opens its details. */
export function RequestList({
  entries,
  error,
  retrying,
  onRetry,
  empty,
}: {
  entries: readonly ApiRequestEntry[] | undefined
  error: string | null
  retrying: boolean
  onRetry: () => void
  empty: ReactNode
}) {
  return (
    <DataList
      label="Requests"
      columns={COLUMNS}
      rows={entries}
      rowKey={({ id }) => String(id)}
      loadingRows={10}
      error={error === null ? null : { title: 'Failed to load the requests', reason: error }}
      retrying={retrying}
      onRetry={onRetry}
      empty={empty}
    />
  )
}
