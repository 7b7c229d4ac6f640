import { type DatabaseConnection, projectPermissions } from '@stoa/contract'
import { ActionsMenu, actionsColumn, Badge, type Column, DataList, MenuItem, Status } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { CircleStop, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePermission } from '../../../../api/permissions.ts'
import type { Stopping } from './StopDialog.tsx'
import { STATES } from './states.ts'
import { msWords, ownerWords, protectedReason, stateOf, toneOf } from './words.ts'

/** Connections as rows; each opens its details and can be told to stop. */
export function ConnectionList({
  projectRef: ref,
  rows,
  error,
  retrying,
  onRetry,
  onStop,
  empty,
}: {
  projectRef: string
  rows: readonly DatabaseConnection[] | undefined
  error: string | null
  retrying: boolean
  onRetry: () => void
  onStop: (stopping: Stopping) => void
  empty: ReactNode
}) {
  const { reason } = usePermission(projectPermissions.endConnections, { ref })
  return (
    <DataList
      label="Connections"
      columns={columns(reason, onStop)}
      rows={rows}
      rowKey={({ pid, started_at }) => `${pid} ${started_at}`}
      loadingRows={8}
      error={error === null ? null : { title: 'Failed to load the connections', reason: error }}
      retrying={retrying}
      onRetry={onRetry}
      empty={empty}
    />
  )
}

const columns = (reason: string | undefined, onStop: (stopping: Stopping) => void): Column<DatabaseConnection>[] => [
  {
    key: 'pid',
    header: 'Pid',
    width: 76,
    narrow: 'sub',
    cell: ({ pid }) => (
      <Link
        from="/project/$ref/database/connections"
        to="."
        search={(search) => ({ ...search, pid: String(pid) })}
        replace
        resetScroll={false}
        className="ui-rowlink num"
      >
        {pid}
      </Link>
    ),
  },
  {
    key: 'role',
    header: 'Role',
    width: 190,
    clip: true,
    narrow: 'title',
    cell: (one) => (
      <span className="flex items-center gap-1.5">
        <span className="clip">{ownerWords(one)}</span>
        {one.belongs_to === 'project' ? null : <Badge>{one.belongs_to === 'platform' ? 'platform' : 'server'}</Badge>}
      </span>
    ),
  },
  {
    key: 'application',
    header: 'Application',
    width: 140,
    clip: true,
    cell: ({ application, address }) => (
      <span title={address === null ? 'Over the server’s own socket' : address}>
        {application === '' ? <span className="text-fg-3">no name</span> : application}
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: 148,
    narrow: 'end',
    cell: (one) => {
      const state = stateOf(one)
      return state === null ? (
        <span className="text-fg-3">{one.state ?? 'in the background'}</span>
      ) : (
        <Status tone={toneOf(one)}>{STATES[state]}</Status>
      )
    },
  },
  {
    key: 'query',
    header: 'Query',
    clip: true,
    cell: ({ query }) => (
      <code className="ui-mono text-12 text-fg-2" title={query ?? undefined}>
        {query?.replace(/\s+/g, ' ')}
      </code>
    ),
  },
  {
    key: 'since',
    header: 'For',
    align: 'end',
    width: 96,
    narrow: 'sub-end',
    cell: ({ query_ms }) => <span className="num">{msWords(query_ms)}</span>,
  },
  actionsColumn((connection) => {
    const refused = protectedReason(connection) ?? reason
    const { pid, state } = connection
    return (
      <ActionsMenu of={String(pid)}>
        <MenuItem
          icon={CircleStop}
          disabledReason={refused ?? (state !== 'active' && 'It runs no query now')}
          onSelect={() => onStop({ how: 'cancel', connection })}
        >
          Cancel query
        </MenuItem>
        <MenuItem
          icon={Unplug}
          destructive
          disabledReason={refused}
          onSelect={() => onStop({ how: 'terminate', connection })}
        >
          End connection
        </MenuItem>
      </ActionsMenu>
    )
  }),
]
