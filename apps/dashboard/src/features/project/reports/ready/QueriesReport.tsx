import {
  type Metric,
  STATEMENT_ORDERS,
  type StatementOrder,
  type StatementUse,
  type StatementUses,
} from '@stoa/contract'
import {
  type Column,
  DataList,
  Empty,
  formatCompact,
  formatDateTime,
  formatDuration,
  formatNumber,
  formatPercent,
  Meter,
  Section,
  Segmented,
} from '@stoa/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { handOver } from '../../../../parts/sql-handoff/handoff.ts'
import { NotCounted } from '../../../../parts/statements/NotCounted.tsx'
import type { SpanState } from '../use-span.ts'
import { Loaded } from './Loaded.tsx'
import { MetricsReport } from './MetricsReport.tsx'

const METRICS: readonly Metric[] = ['active', 'transactions']
const LISTED = 20
const ORDER_NAMES: Readonly<Record<StatementOrder, string>> = {
  total: 'Most time',
  mean: 'Slowest',
  calls: 'Most frequent',
  rows: 'Most rows',
}

const time = (ms: number): string => (ms < 10 ? `${formatNumber(Math.round(ms * 100) / 100)} ms` : formatDuration(ms))

/** How busy the database was with statements, and which of them take its time. */
export function QueriesReport({ projectRef: ref, span }: { projectRef: string; span: SpanState }) {
  const [order, setOrder] = useState<StatementOrder>('total')
  const statements = useQuery({
    ...orpc.project.sql.statements.list.queryOptions({ input: { ref, order, limit: LISTED } }),
    placeholderData: keepPreviousData,
    // They change with every statement that runs.
    staleTime: 0,
  })
  const { data } = statements
  return (
    <>
      <MetricsReport projectRef={ref} span={span} metrics={METRICS} />
      <Section
        title="Statements"
        className="mt-9"
        count={data?.state === 'on' ? data.count : undefined}
        more={
          data?.state === 'on' ? (
            <Segmented
              label="Order"
              value={order}
              onValueChange={setOrder}
              options={STATEMENT_ORDERS.map((value) => ({ value, label: ORDER_NAMES[value] }))}
            />
          ) : undefined
        }
      >
        <Loaded query={statements} failed="The statements could not be loaded">
          {(found: StatementUses) => <Statements projectRef={ref} found={found} />}
        </Loaded>
      </Section>
    </>
  )
}

function Statements({ projectRef, found }: { projectRef: string; found: StatementUses }) {
  const columns = useColumns(projectRef)
  if (found.state !== 'on') return <NotCounted projectRef={projectRef} state={found.state} />
  return (
    <>
      <p className="ui-hint mb-2">
        {found.since === null
          ? 'Counted by Postgres, with $1 for the constants in queries.'
          : `Since ${formatDateTime(found.since)}, counted by Postgres, with $1 for the constants in queries.`}
      </p>
      <DataList
        label="Statements"
        columns={columns}
        rows={found.statements}
        rowKey={({ id }) => id}
        empty={<Empty title="Nothing was counted yet" text="Every statement that runs from now on is listed here." />}
      />
    </>
  )
}

function useColumns(projectRef: string): Column<StatementUse>[] {
  const navigate = useNavigate()
  const open = (sql: string) => {
    const snippetId = handOver({ sql, name: 'Statement' })
    void navigate({ to: '/project/$ref/sql/$snippetId', params: { ref: projectRef, snippetId } })
  }
  return [
    {
      key: 'query',
      header: 'Statement',
      clip: true,
      width: '100%',
      narrow: 'title',
      cell: ({ query }) => (
        <button
          type="button"
          className="ui-link ui-mono clip block max-w-full text-left text-12"
          title={query}
          onClick={() => open(query)}
        >
          {query.replaceAll(/\s+/g, ' ')}
        </button>
      ),
    },
    {
      key: 'share',
      header: 'Of all time',
      align: 'end',
      narrow: 'end',
      cell: ({ share }) => (
        <span className="num inline-flex items-center gap-2 whitespace-nowrap">
          <Meter value={share} max={1} label={`${formatPercent(share)} of all time`} tone="neutral" width={56} />
          <span className="min-w-9 text-right">{formatPercent(share)}</span>
        </span>
      ),
    },
    { key: 'calls', header: 'Calls', align: 'end', narrow: 'sub', cell: ({ calls }) => formatCompact(calls) },
    { key: 'mean', header: 'Mean', align: 'end', narrow: 'sub-end', cell: ({ mean_ms }) => time(mean_ms) },
    { key: 'total', header: 'Total', align: 'end', narrow: 'hide', cell: ({ total_ms }) => time(total_ms) },
    { key: 'rows', header: 'Rows', align: 'end', narrow: 'hide', cell: ({ rows }) => formatCompact(rows) },
    { key: 'role', header: 'Role', narrow: 'hide', cell: ({ role }) => <span className="text-fg-2">{role}</span> },
  ]
}
