import { type EditorTable, PAGE_ROWS, type TableFilter, type TableSort } from '@stoa/contract'
import { formatNumber, IconButton, toast } from '@stoa/ui'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, X } from 'lucide-react'
import { memo, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { client } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { Selected } from '../../../parts/grid/Selected.tsx'
import type { GridHandle, SelectionSummary } from '../../../parts/grid/types.ts'
import type { Value } from '../../../parts/value/value.ts'
import type { StagedSource } from './edit/staged-source.ts'
import type { Words } from './use-editor.ts'

const turned = (sort: readonly TableSort[]): readonly TableSort[] =>
  sort.map(({ column, ascending }) => ({ column, ascending: !ascending }))

/**
 * The order that begins with the last rows, which an index reads as fast as the first ones. Null where rows have no
 * order of their own.
 */
function fromTheEnd(table: EditorTable, sort: readonly TableSort[]): readonly TableSort[] | null {
  if (sort.length > 0) return isFromTheEnd(table, sort) ? [] : turned(sort)
  return table.key.length === 0 ? null : table.key.map((column) => ({ column, ascending: false }))
}

/** Whether rows stand in the order of their key, the last one first. */
const isFromTheEnd = ({ key }: EditorTable, sort: readonly TableSort[]): boolean =>
  key.length > 0 &&
  sort.length === key.length &&
  sort.every(({ column, ascending }, at) => column === key[at] && !ascending)

/** How many rows, how long they took, what is selected; and the way to the next page. */
export const TableStatus = memo(function TableStatus({
  projectRef: ref,
  table,
  words,
  onWords,
  estimate,
  source,
  grid,
  selection,
}: {
  projectRef: string
  table: EditorTable
  /** Those that the rows shown were read with. */
  words: Words
  onWords: (words: Words) => void
  estimate: number | null
  source: StagedSource
  grid: RefObject<GridHandle | null>
  selection: Value<SelectionSummary | null>
}) {
  const { pages } = source
  const subscribe = (listener: () => void) => pages.subscribe(listener)
  const known = useSyncExternalStore(subscribe, () => pages.known)
  const isComplete = useSyncExternalStore(subscribe, () => pages.isComplete)
  const ms = useSyncExternalStore(subscribe, () => pages.ms)
  const failure = useSyncExternalStore(subscribe, () => pages.failure)
  const [page, setPage] = useState(0)
  const [seen, setSeen] = useState(words)
  // Another order or filter begins with its first page.
  if (seen !== words) {
    setSeen(words)
    setPage(0)
  }
  const { sort, filter } = words
  const others = fromTheEnd(table, sort)
  const isEnd = isFromTheEnd(table, sort)

  const goTo = async (next: number) => {
    const first = next * PAGE_ROWS
    const ready = pages.ready(first)
    if (ready !== null) await ready
    grid.current?.scrollTo({ row: first, column: 0 }, true)
    setPage(next)
  }
  const current = () => Math.max(page, Math.floor((grid.current?.topRow() ?? 0) / PAGE_ROWS))
  const from = page * PAGE_ROWS
  return (
    <footer className="num flex h-status flex-none items-center gap-3.5 overflow-hidden border-t border-line px-3 text-12 whitespace-nowrap text-fg-3 [&_b]:font-medium [&_b]:text-fg-1">
      <Count
        key={JSON.stringify(filter)}
        projectRef={ref}
        table={table}
        filter={filter}
        known={isComplete ? known : null}
        estimate={estimate}
      />
      <span className="max-wide:hidden">
        <b>{formatNumber(ms)}</b> ms
      </span>
      {failure ? (
        <span role="status" className="text-bad-fg">
          {errorMessage(failure)}{' '}
          <button type="button" className="ui-link" onClick={() => pages.retry()}>
            Retry
          </button>
        </span>
      ) : null}
      <Selected selection={selection} />
      <span className="ml-auto flex items-center gap-1">
        <span className="max-wide:hidden">
          {formatNumber(Math.min(from + 1, known))}–{formatNumber(Math.min(from + PAGE_ROWS, known))}
        </span>
        <IconButton
          icon={ChevronLeft}
          size="xs"
          label="Previous page"
          disabledReason={page === 0 && 'This is the first page'}
          onClick={() => void goTo(Math.max(0, current() - 1))}
        />
        <IconButton
          icon={ChevronRight}
          size="xs"
          label="Next page"
          disabledReason={isComplete && from + PAGE_ROWS >= known && 'This is the last page'}
          onClick={() => void goTo(current() + 1)}
        />
        <IconButton
          icon={isEnd ? ChevronFirst : ChevronLast}
          size="xs"
          label={isEnd ? 'First rows' : 'Last rows'}
          disabledReason={others === null && 'Nothing tells which rows are the last ones. Sort by a column'}
          onClick={() => onWords({ filter, sort: others ?? [] })}
        />
      </span>
    </footer>
  )
})

/** About how many rows; exactly when that is known, or asked for. */
function Count({
  projectRef: ref,
  table,
  filter,
  known,
  estimate,
}: {
  projectRef: string
  table: EditorTable
  filter: readonly TableFilter[]
  /** Rows when all of them have been seen. */
  known: number | null
  estimate: number | null
}) {
  const [counted, setCounted] = useState<number | null>(null)
  const [counting, setCounting] = useState<AbortController | null>(null)
  const latest = useRef<AbortController | null>(null)
  useEffect(() => () => latest.current?.abort(), [])
  const exact = known ?? counted
  const count = async () => {
    const abort = new AbortController()
    latest.current = abort
    setCounting(abort)
    try {
      const input = { ref, schema: table.schema, table: table.name, filter: [...filter] }
      setCounted((await client.project.editor.count(input, { signal: abort.signal })).count)
    } catch (error) {
      if (!abort.signal.aborted) toast.error({ title: 'Rows were not counted', description: errorMessage(error) })
    } finally {
      setCounting(null)
    }
  }
  if (counting !== null)
    return (
      <span role="status" className="flex items-center gap-1">
        Counting <IconButton icon={X} size="xs" label="Stop counting" onClick={() => counting.abort()} />
      </span>
    )
  if (exact !== null)
    return (
      <span role="status">
        <b>{formatNumber(exact)}</b> {exact === 1 ? 'row' : 'rows'}
      </span>
    )
  return (
    <span>
      {estimate === null ? (
        'Many rows'
      ) : (
        <>
          About <b>{formatNumber(Math.round(estimate))}</b> rows
        </>
      )}{' '}
      <button type="button" className="ui-link" onClick={() => void count()}>
        Count exactly
      </button>
    </span>
  )
}
