import { formatPercent, Meter } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../../api/client.ts'

/** How often Postgres is asked how far it is, in ms: while an index is made, and while none is. */
const BUSY_MS = 1_000
const IDLE_MS = 10_000

/** The indexes that are being made, and how far Postgres is with each. Takes no room while there are none. */
export function IndexProgress({
  projectRef: ref,
  isExpected = false,
}: {
  projectRef: string
  /** One is about to be made, so that it is looked for all the time. */
  isExpected?: boolean
}) {
  const { data } = useQuery({
    ...orpc.project.database.indexes.progress.queryOptions({ input: { ref } }),
    refetchInterval: ({ state }) => (isExpected || (state.data?.length ?? 0) > 0 ? BUSY_MS : IDLE_MS),
    staleTime: 0,
    gcTime: 0,
  })
  if (data === undefined || data.length === 0) return null
  return (
    <ul className="mb-3 grid gap-2" aria-label="Indexes that are being made">
      {data.map((item) => (
        <li key={item.pid} className="grid gap-1 rounded-3 border border-line p-3 text-12">
          <p className="flex flex-wrap justify-between gap-x-3">
            <span>
              <b className="font-medium text-13">{item.index ?? 'A new index'}</b> on {item.table}
            </span>
            <span className="text-fg-2">
              {item.phase}
              {item.share === null ? '' : `, ${formatPercent(item.share)}`}
              {item.waiting_for === 0
                ? ''
                : `, waiting for ${item.waiting_for === 1 ? '1 transaction' : `${item.waiting_for} transactions`}`}
            </span>
          </p>
          <Meter label={`${item.index ?? 'Index'}: ${item.phase}`} value={item.share ?? 0} max={1} tone="work" />
        </li>
      ))}
    </ul>
  )
}
