import { Icon } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { type Node, type NodeProps, useStore } from '@xyflow/react'
import { ArrowUpRight, KeyRound, Link2 } from 'lucide-react'
import { memo } from 'react'
import { type Box, HEAD_HEIGHT, type Rect, ROW_HEIGHT } from './geometry.ts'
import { useTurn } from './use-turn.ts'

/** A table in the drawing. */
export type TableCard = Node<{ readonly projectRef: string; readonly box: Box; readonly isCurrent: boolean }, 'table'>
/** The frame around the tables of a schema. */
export type ClusterFrame = Node<{ readonly schema: string }, 'cluster'>

/** From farther away columns cannot be read. */
export const READABLE = 0.32

type View = { transform: readonly [number, number, number]; width: number; height: number }

/** Whether a table is in sight, and so near that its columns can be read. */
function isNear({ transform: [left, top, zoom], ...view }: View, { x, y, width, height }: Rect): boolean {
  if (zoom < READABLE) return false
  const [atX, atY] = [x * zoom + left, y * zoom + top]
  return atX < view.width && atX + width * zoom > 0 && atY < view.height && atY + height * zoom > 0
}

/**
 * A table with its columns: keys, names and types. Whoever comes nearer sees the columns of many tables at once, gets
 * them a few tables at a time, and finds them hidden and not gone when coming back.
 */
export const TableNode = memo(function TableNode({
  data: {
    projectRef: ref,
    box: { table, columns, more, foreign, width, height },
    isCurrent,
  },
  positionAbsoluteX: x,
  positionAbsoluteY: y,
}: NodeProps<TableCard>) {
  const isWhole = useTurn(useStore((view) => isNear(view, { x, y, width, height })))
  const { schema, name, comment } = table
  return (
    <div
      className="h-full overflow-hidden [contain:layout_style] rounded-3 border border-line-strong bg-ground data-current:border-accent-mark data-current:outline data-current:outline-accent-mark"
      data-current={isCurrent ? '' : undefined}
    >
      <div
        className="flex items-center gap-1 border-b border-line bg-sunken px-3"
        style={{ height: HEAD_HEIGHT }}
        title={comment ?? undefined}
      >
        <span className="clip text-13 font-semi group-data-far/plan:text-20">{name}</span>
        {isWhole ? (
          <Link
            to="/project/$ref/editor"
            params={{ ref }}
            search={{ schema, table: name }}
            className="nodrag ml-auto grid place-items-center group-data-far/plan:hidden rounded-2 p-1 text-fg-3 hover:bg-hover hover:text-fg-1"
            aria-label={`Open ${name} in the table editor`}
            // The list beside the drawing has the same link for the keyboard.
            tabIndex={-1}
          >
            <Icon of={ArrowUpRight} size="sm" />
          </Link>
        ) : null}
      </div>
      {isWhole ? (
        <ul className="[content-visibility:auto] group-data-far/plan:[content-visibility:hidden]">
          {columns.map((column) => (
            <li
              key={column.name}
              className="flex items-center gap-1.5 px-3 text-12"
              style={{ height: ROW_HEIGHT }}
              title={`${column.name} ${column.type}${column.nullable ? '' : ' not null'}${column.unique ? ' unique' : ''}`}
            >
              <span className="w-3 shrink-0" aria-hidden>
                {column.primary ? (
                  <KeyRound size={12} strokeWidth={1.5} className="text-data-key" />
                ) : foreign.has(column.name) ? (
                  <Link2 size={12} strokeWidth={1.5} className="text-data-fk" />
                ) : null}
              </span>
              <span className={column.nullable ? 'clip' : 'clip font-medium'}>{column.name}</span>
              <span className="ui-mono ml-auto max-w-[50%] truncate pl-2 text-11 text-fg-3">{column.type}</span>
            </li>
          ))}
          {more > 0 ? (
            <li className="flex items-center px-3 pl-7.5 text-12 text-fg-3" style={{ height: ROW_HEIGHT }}>
              {more} more
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  )
})

/** The name of a schema over the frame around its tables. */
export const ClusterNode = memo(function ClusterNode({ data: { schema } }: NodeProps<ClusterFrame>) {
  return (
    <div className="pointer-events-none h-full rounded-4 border border-dashed border-line-strong px-6 pt-3">
      <span className="font-semi text-fg-2">{schema}</span>
    </div>
  )
})
