import { Icon } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import type { Node, NodeProps } from '@xyflow/react'
import { ArrowUpRight, KeyRound, Link2 } from 'lucide-react'
import { memo } from 'react'
import { textsOf } from './fit.ts'
import { type Box, HEAD_HEIGHT, ROW_HEIGHT } from './geometry.ts'
import type { Look } from './near.ts'

/** A table in the drawing. */
export type TableCard = Node<
  {
    readonly projectRef: string
    readonly box: Box
    /** What its columns with a key point to, as `schema.table (column)`. */
    readonly points: ReadonlyMap<string, string>
    readonly look: Look
    readonly isCurrent: boolean
  },
  'table'
>

/**
 * A table with its columns: keys, names and types. From afar it is painted, and its element is no more than a ring
 * around it, to take hold of it by.
 */
export const TableNode = memo(function TableNode({
  data: { projectRef: ref, box, points, look, isCurrent },
}: NodeProps<TableCard>) {
  const {
    table: { schema, name, comment },
    columns,
    more,
    foreign,
  } = box
  if (look === 'ring')
    return (
      <div
        className="h-full rounded-3 outline-[6px] outline-line-control data-current:outline-accent-mark"
        data-current={isCurrent ? '' : undefined}
        title={comment === null ? name : `${name}: ${comment}`}
      />
    )
  const texts = textsOf(box)
  return (
    <div
      className="h-full [contain:size_layout_style] rounded-3 border border-line-strong bg-ground whitespace-nowrap data-current:border-accent-mark data-current:outline data-current:outline-accent-mark"
      data-current={isCurrent ? '' : undefined}
    >
      <div
        className="flex items-center gap-1 rounded-t-3 border-b border-line bg-sunken px-3"
        style={{ height: HEAD_HEIGHT }}
        title={comment ?? (texts.name === name ? undefined : name)}
      >
        <span className="text-13 font-semi">{texts.name}</span>
        <Link
          to="/project/$ref/editor"
          params={{ ref }}
          search={{ schema, table: name }}
          className="nodrag ml-auto grid place-items-center rounded-2 p-1 text-fg-3 hover:bg-hover hover:text-fg-1"
          aria-label={`Open ${name} in the table editor`}
          // The list beside the drawing has the same link for the keyboard.
          tabIndex={-1}
        >
          <Icon of={ArrowUpRight} size="sm" />
        </Link>
      </div>
      <ul>
        {columns.map((column, index) => (
          <li
            key={column.name}
            className="flex items-center gap-1.5 px-3 text-12"
            style={{ height: ROW_HEIGHT }}
            title={columnWords(column, points)}
          >
            <span className="w-3 shrink-0" aria-hidden>
              {column.primary ? (
                <KeyRound size={12} strokeWidth={1.5} className="text-data-key" />
              ) : foreign.has(column.name) ? (
                <Link2 size={12} strokeWidth={1.5} className="text-data-fk" />
              ) : null}
            </span>
            <span className={column.nullable ? undefined : 'font-medium'}>{texts.columns[index]?.name}</span>
            <span className="ui-mono ml-auto text-11 text-fg-3">{texts.columns[index]?.type}</span>
          </li>
        ))}
        {more > 0 ? (
          <li className="flex items-center px-3 pl-7.5 text-12 text-fg-3" style={{ height: ROW_HEIGHT }}>
            {more} more
          </li>
        ) : null}
      </ul>
    </div>
  )
})

/** A column in words, with where its key points to, as the lines are only painted. */
function columnWords(
  { name, type, nullable, unique }: Box['columns'][number],
  points: ReadonlyMap<string, string>,
): string {
  const to = points.get(name)
  return `${name} ${type}${nullable ? '' : ' not null'}${unique ? ' unique' : ''}${to === undefined ? '' : ` → ${to}`}`
}
