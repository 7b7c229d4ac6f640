import type { DrawnTable } from '@stoa/contract'
import { formatNumber, Icon, NoMatch, SearchField } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight, Table2 } from 'lucide-react'
import { memo, useMemo, useRef, useState } from 'react'
import { useRowsInSight } from '../../../../parts/page/rows-in-sight.ts'
import { type Box, nameOf } from './geometry.ts'

/** The height of a row, in px. */
const ROW = 28

/** The tables of the drawing as a list: each is found by its name or a column's, shown in the drawing, or opened. */
export function TableList({
  projectRef: ref,
  boxes,
  current,
  onCurrent,
  showsSchemas,
}: {
  projectRef: string
  boxes: readonly Box[]
  current: string | null
  onCurrent: (table: string) => void
  showsSchemas: boolean
}) {
  const [search, setSearch] = useState('')
  const found = useMemo(() => foundIn(boxes, search), [boxes, search])
  const list = useRef<HTMLUListElement>(null)
  const rows = useRowsInSight(list, found.length, ROW)
  return (
    <nav
      aria-label="Tables of the drawing"
      className="flex w-[232px] shrink-0 flex-col border-r border-line bg-shell max-wide:h-44 max-wide:w-full max-wide:border-r-0 max-wide:border-b"
    >
      <div className="p-2">
        <SearchField
          label="Find a table or column"
          value={search}
          onValueChange={setSearch}
          onKeyDown={(event) => {
            const [first] = found
            if (event.key === 'Enter' && first) onCurrent(nameOf(first.table))
          }}
        />
      </div>
      {found.length === 0 ? (
        <NoMatch title="No tables match" onClear={() => setSearch('')} />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <ul ref={list} className="relative mx-2 mb-2" style={{ height: found.length * ROW }}>
            {found.slice(rows.from, rows.to).map(({ table }, index) => (
              <TableRow
                key={table.id}
                projectRef={ref}
                table={table}
                place={rows.from + index}
                count={found.length}
                isCurrent={current === nameOf(table)}
                onCurrent={onCurrent}
                showsSchema={showsSchemas}
              />
            ))}
          </ul>
        </div>
      )}
      <p className="num border-t border-line-faint px-4 py-1.5 text-11 text-fg-3">
        {formatNumber(found.length)} {found.length === 1 ? 'table' : 'tables'}
      </p>
    </nav>
  )
}

function foundIn(boxes: readonly Box[], search: string): readonly Box[] {
  const word = search.trim().toLowerCase()
  if (word === '') return boxes
  return boxes.filter(
    ({ table }) =>
      nameOf(table).toLowerCase().includes(word) || table.columns.some(({ name }) => name.toLowerCase().includes(word)),
  )
}

const TableRow = memo(function TableRow({
  projectRef: ref,
  table,
  place,
  count,
  isCurrent,
  onCurrent,
  showsSchema,
}: {
  projectRef: string
  table: DrawnTable
  place: number
  count: number
  isCurrent: boolean
  onCurrent: (table: string) => void
  showsSchema: boolean
}) {
  return (
    <li
      className="group absolute w-full"
      style={{ top: place * ROW, height: ROW }}
      aria-posinset={place + 1}
      aria-setsize={count}
    >
      <button
        type="button"
        className="flex h-list w-full items-center gap-2 rounded-3 px-2 pr-7 text-left focus-inset hover:bg-hover aria-[current]:bg-active aria-[current]:font-medium"
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => onCurrent(nameOf(table))}
      >
        <Icon of={Table2} size="sm" />
        <span className="clip">
          {showsSchema ? <span className="text-fg-3">{table.schema}.</span> : null}
          {table.name}
        </span>
      </button>
      <Link
        to="/project/$ref/editor"
        params={{ ref }}
        search={{ schema: table.schema, table: table.name }}
        aria-label={`Open ${table.name} in the table editor`}
        className="absolute top-0.5 right-1 grid size-6 place-items-center rounded-2 text-fg-3 opacity-0 group-hover:opacity-100 hover:text-fg-1 focus-visible:opacity-100"
      >
        <Icon of={ArrowUpRight} size="sm" />
      </Link>
    </li>
  )
})
