import type { DrawnKey } from '@stoa/contract'
import { useStore, ViewportPortal } from '@xyflow/react'
import { memo, useMemo } from 'react'
import { linesOf, pathOf, type Standing, wordsOf } from './geometry.ts'

// Behind the tables, and as large as what is in it.
const LAYER = { position: 'absolute', top: 0, left: 0, zIndex: -1, overflow: 'visible' } as const
const WIDTH = 1.75

/**
 * The keys of one table as lines of their own: those of the table that is looked at stand out, and those of one that
 * is moved follow it. All others are painted.
 * @param tables the tables of the drawing where they stand now
 */
export const OwnKeys = memo(function OwnKeys({
  tables,
  keys,
  of,
  isCurrent,
}: {
  tables: ReadonlyMap<number, Standing>
  keys: readonly DrawnKey[]
  of: number
  isCurrent: boolean
}) {
  // From afar a line is no thinner than from near. Steps, so that not every turn of the wheel draws the lines anew.
  const zoom = useStore(({ transform }) => 2 ** Math.round(Math.log2(transform[2])))
  const own = useMemo(() => keys.filter(({ source, target }) => source === of || target === of), [keys, of])
  return (
    <ViewportPortal>
      <svg width={1} height={1} style={LAYER} aria-hidden data-keys-of={of}>
        {linesOf(tables, own).map((line) => (
          <path
            key={line.key.id}
            d={pathOf(line.curve)}
            fill="none"
            data-key-line
            pointerEvents="stroke"
            stroke={isCurrent ? 'var(--accent-mark)' : 'var(--line-control)'}
            strokeWidth={Math.max(1, 1 / zoom) * (isCurrent ? WIDTH : 1)}
          >
            <title>{wordsOf(line)}</title>
          </path>
        ))}
      </svg>
    </ViewportPortal>
  )
})
