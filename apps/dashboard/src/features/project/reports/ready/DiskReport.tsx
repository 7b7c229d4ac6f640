import type { Metric, Overview } from '@stoa/contract'
import { bytesParts, type Column, DataList, Empty, formatCompact, Quantity, Section } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../../api/client.ts'
import { listFailure } from '../../../../api/failure.ts'
import { showsLists } from '../../../../parts/sql-run/database-lists.ts'
import type { SpanState } from '../use-span.ts'
import { MetricsReport } from './MetricsReport.tsx'

const METRICS: readonly Metric[] = ['disk', 'database', 'disk_read', 'disk_write']

type Table = Overview['tables'][number]

/** What the disk holds, and what went to and fro. */
export function DiskReport({ projectRef: ref, span }: { projectRef: string; span: SpanState }) {
  const overview = useQuery({
    ...orpc.project.home.overview.queryOptions({ input: { ref } }),
    meta: showsLists(ref, 'tables'),
  })
  return (
    <>
      <MetricsReport projectRef={ref} span={span} metrics={METRICS} />
      <Section title="The largest tables" className="mt-9">
        <DataList
          label="The largest tables"
          columns={COLUMNS}
          rows={overview.data?.tables}
          rowKey={({ schema, name }) => `${schema}.${name}`}
          {...listFailure(overview, 'Failed to load the tables')}
          empty={<Empty title="No tables yet" text="Tables are listed here by their size, with their indexes." />}
        />
      </Section>
    </>
  )
}

const COLUMNS: Column<Table>[] = [
  {
    key: 'name',
    header: 'Name',
    clip: true,
    width: '100%',
    narrow: 'title',
    cell: ({ schema, name }) => (
      <span className="clip">
        {schema === 'public' ? null : <span className="text-fg-3">{schema}.</span>}
        {name}
      </span>
    ),
  },
  {
    key: 'rows',
    header: 'Rows, estimated',
    align: 'end',
    narrow: 'sub',
    cell: ({ estimated_rows }) =>
      estimated_rows === null ? <span className="ui-unit">not counted yet</span> : formatCompact(estimated_rows),
  },
  {
    key: 'size',
    header: 'Size',
    align: 'end',
    narrow: 'end',
    cell: ({ total_bytes }) => <Quantity {...bytesParts(total_bytes)} />,
  },
]
