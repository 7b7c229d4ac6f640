import type { Overview } from '@stoa/contract'
import { bytesParts, type Column, DataList, formatCompact, Icon, Quantity, Section } from '@stoa/ui'
import { Table2 } from 'lucide-react'

type Table = Overview['tables'][number]

/** The largest tables, with how many rows the planner takes them for. */
export function Tables({ overview }: { overview: Overview }) {
  const largest = Math.max(1, ...overview.tables.map((table) => table.total_bytes))
  const hidden = overview.table_count - overview.tables.length
  return (
    <Section
      title="Tables"
      count={overview.table_count}
      more={hidden > 0 ? `largest ${overview.tables.length}` : undefined}
    >
      <DataList
        label="Tables"
        columns={columns(largest)}
        rows={overview.tables}
        rowKey={(table) => `${table.schema}.${table.name}`}
        narrow="scroll"
      />
    </Section>
  )
}

const columns = (largest: number): Column<Table>[] => [
  {
    key: 'name',
    header: 'Name',
    clip: true,
    width: '100%',
    cell: ({ schema, name }) => (
      <span className="flex items-center gap-2" title={`${schema}.${name}`}>
        <Icon of={Table2} size="sm" />
        <span className="clip">
          {schema === 'public' ? null : <span className="text-fg-3">{schema}.</span>}
          {name}
        </span>
      </span>
    ),
  },
  {
    key: 'rows',
    header: 'Rows, estimated',
    align: 'end',
    cell: ({ estimated_rows }) =>
      estimated_rows === null ? <span className="ui-unit">not counted yet</span> : formatCompact(estimated_rows),
  },
  {
    key: 'size',
    header: 'Size',
    align: 'end',
    cell: ({ total_bytes }) => (
      <span className="inline-flex items-center gap-3">
        <span className="flex w-12 justify-end max-wide:hidden" aria-hidden="true">
          <i className="h-1 min-w-0.5 rounded-full bg-fg-4" style={{ width: `${(total_bytes / largest) * 100}%` }} />
        </span>
        <span className="inline-block min-w-[58px]">
          <Quantity {...bytesParts(total_bytes)} />
        </span>
      </span>
    ),
  },
]
