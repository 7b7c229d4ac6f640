import type { DrawnKey } from '@stoa/contract'
import { ViewportPortal } from '@xyflow/react'
import { memo } from 'react'
import { type Box, keyPath, nameOf, type Rect, rowY } from './geometry.ts'

/** A table where it stands. */
export type Standing = { readonly box: Box; readonly rect: Rect }

// Behind the tables, and as large as what is in it.
const LAYER = { position: 'absolute', top: 0, left: 0, zIndex: -1, overflow: 'visible' } as const

/**
 * Foreign keys as lines, each from the column that points to the one it points to, at whichever side is nearer. All of
 * them are one layer: the library would make a component with a layer of its own for each.
 * @param open the table whose keys stand out
 */
export const KeyLines = memo(function KeyLines({
  tables,
  keys,
  open,
}: {
  tables: readonly Standing[]
  keys: readonly DrawnKey[]
  open: number | null
}) {
  const byId = new Map(tables.map((table) => [table.box.table.id, table]))
  return (
    <ViewportPortal>
      <svg width={1} height={1} style={LAYER} aria-hidden>
        {keys.map(({ id, name, source, source_columns, target, target_columns }) => {
          const [from, to] = [byId.get(source), byId.get(target)]
          if (!from || !to) return null
          return (
            <KeyLine
              key={id}
              d={keyPath(from.rect, rowY(from.box, source_columns[0]), to.rect, rowY(to.box, target_columns[0]))}
              label={`${name}: ${source_columns.join(', ')} → ${nameOf(to.box.table)} (${target_columns.join(', ')})`}
              isCurrent={source === open || target === open}
            />
          )
        })}
      </svg>
    </ViewportPortal>
  )
})

const KeyLine = memo(function KeyLine({ d, label, isCurrent }: { d: string; label: string; isCurrent: boolean }) {
  return (
    <path
      d={d}
      fill="none"
      data-key-line
      pointerEvents="stroke"
      stroke={isCurrent ? 'var(--accent-mark)' : 'var(--line-control)'}
      strokeWidth={isCurrent ? 1.75 : 1}
    >
      <title>{label}</title>
    </path>
  )
})
