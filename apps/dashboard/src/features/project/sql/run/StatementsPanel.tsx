import { projectPermissions, STATEMENT_ORDERS, type StatementOrder, type StatementUse } from '@stoa/contract'
import {
  Badge,
  Button,
  Dialog,
  Empty,
  ErrorState,
  formatCompact,
  formatDateTime,
  formatNumber,
  formatPercent,
  Meter,
  NoMatch,
  SearchField,
  Segmented,
  SkeletonRows,
  toast,
} from '@stoa/ui'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { client, orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { usePermission } from '../../../../api/permissions.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { useDebouncedText } from '../../../../parts/query-params/use-debounced-text.ts'
import { NotCounted } from '../../../../parts/statements/NotCounted.tsx'
import { useDocuments } from '../snippets/documents.ts'

const ORDER_NAMES: Readonly<Record<StatementOrder, string>> = {
  total: 'Most time',
  mean: 'Slowest',
  calls: 'Most frequent',
  rows: 'Most rows',
}

/** Which statements take the project's time, as Postgres counts them. */
export function StatementsPanel({ onClose }: { onClose: () => void }) {
  const { ref } = useProject()
  const documents = useDocuments(ref)
  const navigate = useNavigate()
  const [order, setOrder] = useState<StatementOrder>('total')
  const [search, setSearch] = useState('')
  const [text, setText] = useDebouncedText(search, setSearch)
  const { data, error, isFetching, refetch } = useQuery({
    ...orpc.project.sql.statements.list.queryOptions({ input: { ref, order, search } }),
    placeholderData: keepPreviousData,
    // They change with every statement that runs.
    staleTime: 0,
  })
  return (
    <Dialog
      onClose={onClose}
      variant="sheet"
      width={640}
      title="Statements"
      description={
        data?.since
          ? `What ran in this project since ${formatDateTime(data.since)}, counted by Postgres. Queries that differ only in constants, shown as $1, or in names of columns are one.`
          : 'What ran in this project, counted by Postgres.'
      }
    >
      <div className="grid gap-3">
        {data?.state === 'off' || data?.state === 'not-loaded' ? (
          <NotCounted projectRef={ref} state={data.state} />
        ) : (
          <>
            <div className="flex flex-wrap items-center gap-2">
              <Segmented
                label="Order"
                value={order}
                onValueChange={setOrder}
                options={STATEMENT_ORDERS.map((value) => ({ value, label: ORDER_NAMES[value] }))}
              />
              <SearchField label="Search statements" value={text} onValueChange={setText} className="min-w-40 flex-1" />
              <Reset />
            </div>
            {error !== null ? (
              <ErrorState
                title="The statements could not be loaded"
                reason={errorMessage(error)}
                onRetry={() => void refetch()}
                retrying={isFetching}
              />
            ) : data === undefined ? (
              <SkeletonRows rows={8} />
            ) : data.statements.length === 0 ? (
              search === '' ? (
                <Empty title="Nothing was counted yet" text="Every statement that runs from now on is listed here." />
              ) : (
                <NoMatch onClear={() => setText('')} />
              )
            ) : (
              <>
                <ol aria-label="Statements" className="grid gap-2">
                  {data.statements.map((statement) => (
                    <Entry
                      key={statement.id}
                      statement={statement}
                      onOpen={() => {
                        const { id } = documents.create({ sql: statement.query })
                        void navigate({ to: '/project/$ref/sql/$snippetId', params: { ref, snippetId: id } })
                        onClose()
                      }}
                    />
                  ))}
                </ol>
                {data.count > data.statements.length ? (
                  <p className="num text-12 text-fg-3">
                    The first {formatNumber(data.statements.length)} of {formatNumber(data.count)} statements.
                  </p>
                ) : null}
              </>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

function Entry({ statement, onOpen }: { statement: StatementUse; onOpen: () => void }) {
  const { query, calls, rows, total_ms, mean_ms, max_ms, share, cache_hits, temp_mb, role, top_level } = statement
  const figures: [string, string][] = [
    ['Calls', formatCompact(calls)],
    ['Mean', time(mean_ms)],
    ['Longest', time(max_ms)],
    ['Total', time(total_ms)],
    ['Rows', formatCompact(rows)],
    ...(cache_hits === null ? [] : [['From memory', formatPercent(cache_hits)] as [string, string]]),
    ...(temp_mb < 1 ? [] : [['Temporary files', `${formatCompact(temp_mb)} MB`] as [string, string]]),
  ]
  return (
    <li className="grid gap-1.5 rounded-3 border border-line p-2.5">
      <pre className="ui-mono max-h-24 overflow-hidden text-12 whitespace-pre-wrap wrap-anywhere">{query}</pre>
      <div className="flex items-center gap-2 text-12 text-fg-3">
        <Meter value={share} max={1} label={`${formatPercent(share)} of all time`} tone="neutral" width={64} />
        <span className="num flex-none">{formatPercent(share)} of all time</span>
        <span className="clip min-w-0 max-wide:hidden">role {role}</span>
        {top_level ? null : <Badge>Inside a function</Badge>}
        <span className="ml-auto flex-none">
          <Button size="sm" onClick={onOpen}>
            Open in the editor
          </Button>
        </span>
      </div>
      <dl className="num flex flex-wrap gap-x-3.5 gap-y-0.5 text-12">
        <div className="flex gap-1 wide:hidden">
          <dt className="text-fg-3">Role</dt>
          <dd>{role}</dd>
        </div>
        {figures.map(([name, value]) => (
          <div key={name} className="flex gap-1">
            <dt className="text-fg-3">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

const time = (ms: number): string =>
  ms >= 60_000
    ? `${formatNumber(Number((ms / 60_000).toFixed(1)))} min`
    : ms >= 1000
      ? `${formatNumber(Number((ms / 1000).toFixed(1)))} s`
      : `${formatNumber(Number(ms.toFixed(ms < 10 ? 2 : 0)))} ms`

/** What has changed is asked for again. */
function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: orpc.project.sql.statements.list.key() })
}

function Reset() {
  const { ref } = useProject()
  const { reason } = usePermission(projectPermissions.writeSql, { ref })
  const refresh = useRefresh()
  const reset = useMutation({
    mutationFn: () => client.project.sql.statements.reset({ ref }),
    onSuccess: async () => {
      await refresh()
      toast.success('Statements are counted anew')
    },
    onError: (error) => toast.error(`Failed to reset statements: ${errorMessage(error)}`),
  })
  return (
    <Button size="sm" icon={RotateCcw} disabledReason={reason} busy={reset.isPending} onClick={() => reset.mutate()}>
      Count anew
    </Button>
  )
}
