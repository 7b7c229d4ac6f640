import { type Edge, type EdgeProps, useInternalNode } from '@xyflow/react'
import { memo } from 'react'
import { keyPath, type Rect } from './geometry.ts'

/** A foreign key as a line. */
export type KeyLine = Edge<
  { readonly label: string; readonly fromY: number; readonly toY: number; readonly isCurrent: boolean },
  'key'
>

/** From the column that points to the one it points to, at whichever side is nearer. */
export const KeyEdge = memo(function KeyEdge({ source, target, data }: EdgeProps<KeyLine>) {
  const from = rectOf(useInternalNode(source))
  const to = rectOf(useInternalNode(target))
  if (from === null || to === null || data === undefined) return null
  return (
    <path
      d={keyPath(from, data.fromY, to, data.toY)}
      fill="none"
      stroke={data.isCurrent ? 'var(--accent-mark)' : 'var(--line-control)'}
      strokeWidth={data.isCurrent ? 1.75 : 1}
    >
      <title>{data.label}</title>
    </path>
  )
})

function rectOf(node: ReturnType<typeof useInternalNode>): Rect | null {
  if (node === undefined) return null
  const { width = 0, height = 0 } = node
  return { ...node.internals.positionAbsolute, width, height }
}
