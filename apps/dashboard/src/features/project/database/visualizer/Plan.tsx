import type { DrawnKey } from '@stoa/contract'
import {
  getViewportForBounds,
  MiniMap,
  type Node,
  type NodeMouseHandler,
  type NodeTypes,
  type OnNodeDrag,
  type OnNodesChange,
  ReactFlow,
  useNodesState,
  useReactFlow,
  useStore,
  type Viewport,
} from '@xyflow/react'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { around, type Box, nameOf, type Point, type Rect } from './geometry.ts'
import { KeyLines } from './KeyLines.tsx'
import { keepMoved } from './memory.ts'
import { type ClusterFrame, ClusterNode, READABLE as COLUMNS_FROM, type TableCard, TableNode } from './nodes.tsx'
import { clusterRects } from './picture.ts'
import { Tools } from './Tools.tsx'
import { useGrowing } from './use-turn.ts'

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
const PADDING = 0.08
const [ZOOM_MIN, ZOOM_MAX] = [0.05, 1.6]
/** So many tables are drawn in one frame when the drawing opens. */
const STEP = 30
/** Of more tables than so only those in sight are in the page; all of fewer are, so that moving about draws nothing. */
const KEPT = 500
/** From so near the columns of a table can be read. */
const READABLE = 0.8
const MOVE_MS = 150
const MAP = { width: 160, height: 110 }

const mapColour = ({ type }: Node) => (type === 'cluster' ? 'transparent' : 'var(--line-strong)')

const rectOf = ({ position, width = 0, height = 0 }: Node): Rect => ({ ...position, width, height })

/** Tables where they stand, with the keys between them. */
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
  const place = useRef<HTMLDivElement>(null)
  const [start, setStart] = useState<Viewport | null>(null)
  useEffect(() => {
    const cards = standing.map(({ box, at }) => cardOf(ref, box, at))
    setTables(cards)
    const whole = around(cards.map(rectOf))
    const { clientWidth = 0, clientHeight = 0 } = place.current ?? {}
    if (whole !== null) setStart(getViewportForBounds(whole, clientWidth, clientHeight, ZOOM_MIN, 1, PADDING))
  }, [ref, standing, setTables])
  const latest = useRef(tables)
  useEffect(() => {
    latest.current = tables
  }, [tables])
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
  const isReady = tables.length > 0 && start !== null
  const drawn = useGrowing(shown.nodes, STEP)
  useEffect(() => {
    if (!isReady || current === null || pressed.current === current) return
    pressed.current = null
    const node = latest.current.find(({ data }) => nameOf(data.box.table) === current)
    if (node === undefined) return
    const { x, y, width, height } = rectOf(node)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    void flow.setCenter(x + width / 2, y + Math.min(height / 2, 200), {
      zoom: Math.max(flow.getZoom(), READABLE),
      duration: isStill ? 0 : MOVE_MS,
    })
  }, [flow, current, isReady])

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
  const readRects = useCallback(() => new Map(latest.current.map((node) => [node.data.box.table.id, rectOf(node)])), [])

  return (
    <div ref={place} className="group/plan relative min-h-0 min-w-0 flex-1 bg-sunken">
      <FarMark of={place} />
      <Tools projectRef={ref} boxes={boxes} keys={keys} readRects={readRects} onArrange={onArrange} />
      {isReady ? (
        <ReactFlow<Drawn>
          {...FIXED}
          aria-label="Drawing of the schema"
          nodes={drawn as Drawn[]}
          nodeTypes={NODES}
          onNodesChange={onTables as OnNodesChange<Drawn>}
          onNodeClick={onPress}
          onPaneClick={onPressBeside}
          onNodeDragStop={onPut}
          defaultViewport={start}
          minZoom={ZOOM_MIN}
          maxZoom={ZOOM_MAX}
          onlyRenderVisibleElements={tables.length > KEPT}
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

/** Marks the drawing while columns cannot be read in it. An attribute, as nothing of the drawing is drawn anew for it. */
function FarMark({ of }: { of: RefObject<HTMLDivElement | null> }) {
  const isFar = useStore(({ transform }) => transform[2] < COLUMNS_FROM)
  // Not before its element is there.
  useEffect(() => {
    of.current?.toggleAttribute('data-far', isFar)
  }, [of, isFar])
  return null
}

const cardOf = (ref: string, box: Box, position: Point): TableCard => ({
  ...{ id: String(box.table.id), type: 'table', position, ...sized(box.width, box.height) },
  data: { projectRef: ref, box, isCurrent: false },
})

const frameOf = (schema: string, { x, y, width, height }: Rect): ClusterFrame => ({
  ...{ id: `schema ${schema}`, type: 'cluster', position: { x, y }, ...sized(width, height), zIndex: -1 },
  ...{ draggable: false, selectable: false, data: { schema } },
})
