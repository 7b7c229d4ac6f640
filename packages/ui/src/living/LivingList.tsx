import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import {
  Dash,
  DataList,
  IconButton,
  Menu,
  MenuItem,
  Meter,
  NoMatch,
  Quantity,
  type Sort,
  StatusColumn,
  type StatusTone,
  toast,
} from '../index.ts'

type Project = { name: string; ref: string; tone: StatusTone; status: string; version: string; disk: number }

const PROJECTS: Project[] = [
  { name: 'harbor', ref: 'qvkjzmrtpwxlhdeayusb', tone: 'ok', status: 'Healthy', version: '17.10', disk: 6.2 },
  {
    name: 'tide-forecast',
    ref: 'jbrsowelqnmvzcxtyhkp',
    tone: 'warn',
    status: 'Memory at 91 %',
    version: '17.10',
    disk: 11.9,
  },
  {
    name: 'customs-intake',
    ref: 'zdvpqrtkxwmhnselyabj',
    tone: 'work',
    status: 'Restoring',
    version: '15.14',
    disk: 6.3,
  },
  {
    name: 'museum-archive',
    ref: 'pxnvrwtqzkhmlseydbac',
    tone: 'paused',
    status: 'Paused',
    version: '15.14',
    disk: 1.4,
  },
  {
    name: 'berth-simulator',
    ref: 'nqxkvtrwpzmhlseydcba',
    tone: 'bad',
    status: 'Restore failed',
    version: '17.9',
    disk: 3.2,
  },
]

/** A list in one of its states. */
export function LivingList({ state }: { state: 'rows' | 'loading' | 'error' | 'empty' }) {
  const [sort, setSort] = useState<Sort>({ key: 'name', direction: 'ascending' })
  const rows = [...PROJECTS].sort((a, b) => a.name.localeCompare(b.name) * (sort.direction === 'ascending' ? 1 : -1))
  return (
    <DataList<Project>
      label={`Projects, ${state}`}
      tall
      sort={sort}
      onSortChange={setSort}
      rows={state === 'rows' ? rows : state === 'empty' ? [] : undefined}
      loadingRows={2}
      error={state === 'error' ? { title: 'Failed to load projects', detail: '503 Service Unavailable' } : null}
      onRetry={() => toast.info('Trying again')}
      empty={<NoMatch title="No projects match" onClear={() => toast.info('Cleared')} />}
      rowKey={(row) => row.ref}
      columns={[
        {
          key: 'name',
          header: 'Name',
          sortable: true,
          narrow: 'title',
          cell: (row) => (
            <span className="flex items-center gap-3">
              <StatusColumn tone={row.tone} size="row" />
              <span className="min-w-0">
                <a className="ui-rowlink clip block text-14 font-semi" href={`#${row.ref}`}>
                  {row.name}
                </a>
                <span className="clip block font-mono text-11 text-fg-3">{row.ref}</span>
              </span>
            </span>
          ),
        },
        {
          key: 'status',
          header: 'Status',
          narrow: 'end',
          cell: (row) => (
            <span className={row.tone === 'ok' || row.tone === 'paused' ? 'text-fg-3' : undefined}>{row.status}</span>
          ),
        },
        { key: 'version', header: 'Postgres', cell: (row) => <span className="num">{row.version}</span> },
        {
          key: 'disk',
          header: 'Disk',
          narrow: 'sub-end',
          cell: (row) => (
            <span className="flex items-center gap-2.5">
              <Meter label="Disk" value={row.disk} max={12} tone={row.disk > 11 ? 'warn' : 'neutral'} />
              <Quantity value={row.disk} unit="GB" />
            </span>
          ),
        },
        { key: 'branches', header: 'Branches', align: 'end', cell: () => <Dash /> },
        {
          key: 'more',
          header: 'Actions',
          hideHeader: true,
          align: 'end',
          narrow: 'actions',
          width: 32,
          cell: (row) => (
            <span className="ui-reveal">
              <Menu trigger={<IconButton icon={MoreHorizontal} label={`More for ${row.name}`} size="xs" />}>
                <MenuItem>Open</MenuItem>
              </Menu>
            </span>
          ),
        },
      ]}
    />
  )
}
