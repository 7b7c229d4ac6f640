import type { DrawnKey } from '@stoa/contract'
import {
  MiniMap,
  type Node,
  type NodeMouseHandler,
  type NodeTypes,
  type OnNodeDrag,
  type OnNodesChange,
  ReactFlow,
  useNodesState,
  useReactFlow,
} from '@xyflow/react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { type Box, nameOf, type Point, type Rect } from './geometry.ts'
import { KeyLines } from './KeyLines.tsx'
import { keepMoved } from './memory.ts'
import { type ClusterFrame, ClusterNode, type TableCard, TableNode } from './nodes.tsx'
import { clusterRects } from './picture.ts'
import { Tools } from './Tools.tsx'

type Drawn = TableCard | ClusterFrame

const NODES: NodeTypes = { table: TableNode, cluster: ClusterNode }
/** Tables are moved by the pointer, and nothing can be joined or deleted here. */
const FIXED = {
  nodesConnectable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  deleteKeyCode: null,
  disableKeyboardA11y: true,
  proOptions: { hideAttribution: true },
} as const
const FIT = { padding: 0.08, maxZoom: 1 }
/** From so near the columns of a table can be read. */
const READABLE = 0.8
const MOVE_MS = 150
const MAP = { width: 160, height: 110 }

const mapColour = ({ type }: Node) => (type === 'cluster' ? 'transparent' : 'var(--line-strong)')

const rectOf = ({ position, width = 0, height = 0 }: Node): Rect => ({ ...position, width, height })

/** Tables where they stand, with the keys between them. Only what is in sight is in the page. */
export function Plan({
  projectRef: ref,
  view,
  standing,
  keys,
  current,
  onCurrent,
  withMap,
  onArrange,
}: {
  projectRef: string
  view: string
  standing: readonly { readonly box: Box; readonly at: Point }[]
  keys: readonly DrawnKey[]
  current: string | null
  onCurrent: (table: string | null) => void
  withMap: boolean
  onArrange: () => void
}) {
  const flow = useReactFlow()
  const [tables, setTables, onTables] = useNodesState<TableCard>([])
  useEffect(() => setTables(standing.map(({ box, at }) => cardOf(ref, box, at))), [ref, standing, setTables])
  const shown = useMemo(() => {
    const open = tables.find(({ data }) => nameOf(data.box.table) === current)
    const clusters = clusterRects(tables.map((node) => ({ schema: node.data.box.table.schema, rect: rectOf(node) })))
    return {
      nodes: [
        ...clusters.map(({ schema, rect }): ClusterFrame => frameOf(schema, rect)),
        ...tables.map((node) => (node === open ? { ...node, data: { ...node.data, isCurrent: true } } : node)),
      ],
      open,
    }
  }, [tables, current])
  const lined = useMemo(() => tables.map((node) => ({ box: node.data.box, rect: rectOf(node) })), [tables])

  // Whoever chose a table wants to see it; whoever pressed it in the drawing sees it already.
  const pressed = useRef<string | null>(null)
  const isReady = tables.length > 0
  useEffect(() => {
    if (!isReady || current === null || pressed.current === current) return
    pressed.current = null
    const found = standing.find(({ box }) => nameOf(box.table) === current)
    const node = found && flow.getNode(String(found.box.table.id))
    if (node === undefined) return
    const { x, y, width, height } = rectOf(node)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    void flow.setCenter(x + width / 2, y + Math.min(height / 2, 200), {
      zoom: Math.max(flow.getZoom(), READABLE),
      duration: isStill ? 0 : MOVE_MS,
    })
  }, [flow, standing, current, isReady])

  // The library gives what it is given to each table: new functions at each step of a drag would draw all of them.
  const onPress: NodeMouseHandler<Drawn> = useCallback(
    (_, { data }) => {
      if (!('box' in data)) return
      pressed.current = nameOf(data.box.table)
      onCurrent(pressed.current)
    },
    [onCurrent],
  )
  const onPressBeside = useCallback(() => onCurrent(null), [onCurrent])
  const onPut: OnNodeDrag<Drawn> = useCallback(
    (_, __, dragged) => {
      const put = dragged.flatMap(({ data, position }) => ('box' in data ? [[nameOf(data.box.table), position]] : []))
      keepMoved(ref, view, Object.fromEntries(put))
    },
    [ref, view],
  )
  const boxes = useMemo(() => standing.map(({ box }) => box), [standing])

  return (
    <div className="relative min-h-0 min-w-0 flex-1 bg-sunken">
      <Tools projectRef={ref} boxes={boxes} keys={keys} onArrange={onArrange} />
      {isReady ? (
        <ReactFlow<Drawn>
          {...FIXED}
          aria-label="Drawing of the schema"
          nodes={shown.nodes}
          nodeTypes={NODES}
          onNodesChange={onTables as OnNodesChange<Drawn>}
          onNodeClick={onPress}
          onPaneClick={onPressBeside}
          onNodeDragStop={onPut}
          fitView={current === null}
          fitViewOptions={FIT}
          minZoom={0.05}
          maxZoom={1.6}
          onlyRenderVisibleElements
        >
          <KeyLines tables={lined} keys={keys} open={shown.open?.data.box.table.id ?? null} />
          {withMap ? (
            <MiniMap
              pannable
              zoomable
              ariaLabel="Overview"
              bgColor="var(--bg)"
              maskColor="var(--bg-active)"
              nodeColor={mapColour}
              style={MAP}
              className="overflow-hidden rounded-3 border border-line"
            />
          ) : null}
        </ReactFlow>
      ) : null}
    </div>
  )
}

// Sizes are known: what the library does not measure it does not have to draw twice. No line begins at a handle of its.
const sized = (width: number, height: number) => ({ width, height, measured: { width, height }, handles: [] })

const cardOf = (ref: string, box: Box, position: Point): TableCard => ({
  ...{ id: String(box.table.id), type: 'table', position, ...sized(box.width, box.height) },
  data: { projectRef: ref, box, isCurrent: false },
})

const frameOf = (schema: string, { x, y, width, height }: Rect): ClusterFrame => ({
  ...{ id: `schema ${schema}`, type: 'cluster', position: { x, y }, ...sized(width, height), zIndex: -1 },
  ...{ draggable: false, selectable: false, data: { schema } },
})
