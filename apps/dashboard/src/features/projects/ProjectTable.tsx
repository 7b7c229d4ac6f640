import { COMPUTE_SIZES } from '@stoa/contract'
import {
  bytesParts,
  type Column,
  Dash,
  DataList,
  formatAge,
  formatDateTime,
  IconButton,
  Meter,
  Quantity,
  StatusColumn,
} from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Late } from '../../parts/frame/late.tsx'
import { postgresVersion } from '../../parts/project/words.ts'
import { LIST_MENUS } from './list-menus.ts'
import type { Row } from './project-rows.ts'

const MB = 1024 * 1024

const COLUMNS: Column<Row>[] = [
  {
    key: 'name',
    header: <span className="pl-3">Name</span>,
    width: '28%',
    clip: true,
    narrow: 'title',
    cell: (row) => <Name row={row} />,
  },
  { key: 'status', header: 'Status', width: 160, narrow: 'end', cell: (row) => <StatusWord row={row} /> },
  {
    key: 'postgres',
    header: 'Postgres',
    cell: ({ project }) => <span className="num">{postgresVersion(project.dbVersion)}</span>,
  },
  {
    key: 'compute',
    header: 'Compute',
    narrow: 'sub',
    cell: ({ project }) => {
      const { name, memoryMb } = COMPUTE_SIZES[project.compute_size]
      const size = bytesParts(memoryMb * MB)
      return (
        <span className="max-wide:pl-4">
          {name} <span className="ui-unit num">{`${size.value} ${size.unit}`}</span>
        </span>
      )
    },
  },
  {
    key: 'memory',
    header: 'Memory',
    narrow: 'sub-end',
    cell: ({ project, memoryLimit, tone }) =>
      project.memory_bytes === null ? (
        <Dash />
      ) : (
        <span className="inline-flex items-center gap-2.5">
          <span className="max-wide:hidden">
            <Meter
              label={`Memory of ${project.name}`}
              value={project.memory_bytes}
              max={memoryLimit}
              tone={tone === 'warn' ? 'warn' : 'neutral'}
            />
          </span>
          <Quantity {...bytesParts(project.memory_bytes)} className="text-fg-1" />
        </span>
      ),
  },
  {
    key: 'disk',
    header: 'Disk',
    align: 'end',
    cell: ({ project }) => (project.disk_bytes === null ? <Dash /> : <Quantity {...bytesParts(project.disk_bytes)} />),
  },
  {
    key: 'since',
    header: 'Since',
    align: 'end',
    cell: ({ project }) => (
      <span className="text-fg-3" title={formatDateTime(project.status_since)}>
        {formatAge(project.status_since)}
      </span>
    ),
  },
  { key: 'more', header: 'Actions', hideHeader: true, align: 'end', width: 44, cell: (row) => <Actions row={row} /> },
]

function Name({ row }: { row: Row }) {
  return (
    <span className="flex items-center gap-3 pl-3 max-wide:pl-4">
      <StatusColumn
        tone={row.tone}
        size="row"
        className="max-wide:absolute! max-wide:top-[11px] max-wide:left-0 max-wide:h-[calc(100%-22px)]!"
      />
      <span className="min-w-0">
        <Link
          to="/project/$ref"
          params={{ ref: row.project.ref }}
          className="ui-rowlink clip block text-14 leading-[18px] font-semi max-wide:leading-5"
        >
          {row.project.name}
        </Link>
        <span className="ui-mono block text-11 leading-[15px] text-fg-3 max-wide:hidden">{row.project.ref}</span>
      </span>
    </span>
  )
}

const INK: Partial<Record<Row['tone'], string>> = {
  ok: 'text-fg-3',
  paused: 'text-fg-3',
  warn: 'text-warn-fg',
  bad: 'text-bad-fg',
}

/** Quiet when all is well, so that the eye lands on what differs. */
const StatusWord = ({ row }: { row: Row }) => <span className={INK[row.tone] ?? 'text-fg-1'}>{row.word}</span>

const Actions = ({ row: { project } }: { row: Row }) => (
  <span className="ui-reveal">
    <Late of={LIST_MENUS} trigger={<IconButton icon={Ellipsis} size="xs" label={`Actions for ${project.name}`} />}>
      {({ RowMenu }, startOpen) => <RowMenu project={project} startOpen={startOpen} />}
    </Late>
  </span>
)

/** The projects as rows: status at the left edge, each row a link. */
export function ProjectTable({
  rows,
  error,
  onRetry,
  retrying,
  empty,
}: {
  rows: readonly Row[] | undefined
  error: string | null
  onRetry: () => void
  retrying: boolean
  empty: ReactNode
}) {
  return (
    <DataList
      tall
      label="Projects"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => row.project.ref}
      error={error === null ? null : { title: 'Failed to load projects', reason: error }}
      onRetry={onRetry}
      retrying={retrying}
      empty={empty}
    />
  )
}
