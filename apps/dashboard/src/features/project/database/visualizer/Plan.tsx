import type { DrawnKey } from '@stoa/contract'
import { useTheme } from '@stoa/ui'
import {
  getViewportForBounds,
  type NodeMouseHandler,
  type NodeTypes,
  type OnNodeDrag,
  ReactFlow,
  useReactFlow,
  useStoreApi,
  type Viewport,
} from '@xyflow/react'
import { type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { around, type Box, nameOf, type Point, type Rect, type Standing } from './geometry.ts'
import { Ground } from './ground.ts'
import { keepMoved } from './memory.ts'
import type { Look } from './near.ts'
import { type TableCard, TableNode } from './nodes.tsx'
import { Overview } from './Overview.tsx'
import { OwnKeys } from './OwnKeys.tsx'
import { Tools } from './Tools.tsx'
import { useCards } from './use-cards.ts'
import { usePointed } from './use-pointed.ts'

const NODES: NodeTypes = { table: TableNode }
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
/** From so near the columns of a table can be read well. */
const CLOSE = 0.8
const MOVE_MS = 150

/**
 * Tables where they stand, with the keys between them. A picture of them lies below; elements are only those that are
 * near, so that moving about in hundreds of tables moves a picture.
 */
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
  const store = useStoreApi()
  const { resolved: theme } = useTheme()
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [ground, setGround] = useState<Ground | null>(null)
  // Where tables stand. Changed in place when one is put elsewhere, and counted, as only some parts have to know.
  const tables = useMemo(
    () => new Map<number, Standing>(standing.map(({ box, at }) => [box.table.id, { box, rect: rectOf(box, at) }])),
    [standing],
  )
  const [puts, setPuts] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: tables have moved.
  const rects = useMemo(() => new Map([...tables].map(([id, { rect }]) => [id, rect])), [tables, puts])

  const [lifted, setLifted] = useState<number | null>(null)
  const open = useMemo(
    () => [...tables.values()].find(({ box }) => nameOf(box.table) === current)?.box.table.id ?? null,
    [tables, current],
  )
  const pinned = useMemo(() => {
    const looks = new Map<number, Look>()
    if (open !== null) looks.set(open, 'ring')
    if (lifted !== null) looks.set(lifted, 'whole')
    return looks
  }, [open, lifted])
  const { cards, near, onCards } = useCards(ref, tables, keys, pinned)
  const drawn = useMemo(
    () => cards.map((card) => (card.id === String(open) ? { ...card, data: { ...card.data, isCurrent: true } } : card)),
    [cards, open],
  )

  const [start, setStart] = useState<Viewport | null>(null)
  const whole = useCallback(() => {
    const { clientWidth = 0, clientHeight = 0 } = place.current ?? {}
    const bounds = around([...tables.values()].map(({ rect }) => rect))
    return bounds && getViewportForBounds(bounds, clientWidth, clientHeight, ZOOM_MIN, 1, PADDING)
  }, [tables])
  useEffect(() => setStart((known) => known ?? whole()), [whole])
  const isReady = start !== null

  const boxes = useMemo(() => standing.map(({ box }) => box), [standing])
  useEffect(() => {
    if (canvas.current === null || !isReady) return
    const made = new Ground(canvas.current, tables, keys, (without) => {
      // The picture has the table again that somebody has put down.
      if (without === null) setLifted(null)
    })
    setGround(made)
    return () => made.end()
  }, [tables, keys, isReady])
  useEffect(() => {
    const follow = () => {
      const { transform, width, height } = store.getState()
      ground?.look(transform, width, height)
      near.look(transform, width, height)
    }
    follow()
    let before = store.getState()
    return store.subscribe((state) => {
      const isSame =
        state.transform === before.transform && state.width === before.width && state.height === before.height
      before = state
      if (!isSame) follow()
    })
  }, [store, ground, near])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme is other colours.
  useEffect(() => ground?.recolour(), [ground, theme])

  // Whoever chose a table wants to see it; whoever pressed it in the drawing sees it already.
  const pressed = useRef<string | null>(null)
  useEffect(() => {
    if (!isReady || current === null || pressed.current === current) return
    pressed.current = null
    const rect = open === null ? undefined : tables.get(open)?.rect
    if (rect === undefined) return
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    void flow.setCenter(rect.x + rect.width / 2, rect.y + Math.min(rect.height / 2, 200), {
      zoom: Math.max(flow.getZoom(), CLOSE),
      duration: isStill ? 0 : MOVE_MS,
    })
  }, [flow, current, open, tables, isReady])

  const press = useCallback(
    (box: Box | undefined) => {
      pressed.current = box === undefined ? null : nameOf(box.table)
      onCurrent(pressed.current)
    },
    [onCurrent],
  )
  const { tableAt } = usePointed(place, tables, keys, near)
  // The library gives what it is given to each table: new functions at each step of a drag would draw all of them.
  const onPress: NodeMouseHandler<TableCard> = useCallback((_, { data }) => press(data.box), [press])
  // A finger comes from nowhere, so that there is only the painted table where it presses.
  const onPressBeside = useCallback((event: MouseEvent) => press(tableAt(event)?.box), [press, tableAt])
  const onLift: OnNodeDrag<TableCard> = useCallback(
    (_, { data: { box } }) => {
      setLifted(box.table.id)
      ground?.leaveOut(box.table.id)
    },
    [ground],
  )
  const onPut: OnNodeDrag<TableCard> = useCallback(
    (_, { data: { box }, position }) => {
      const { id } = box.table
      tables.set(id, { box, rect: rectOf(box, position) })
      setPuts((count) => count + 1)
      keepMoved(ref, view, { [nameOf(box.table)]: position })
      ground?.put(id, tables)
      ground?.leaveOut(null)
    },
    [ground, ref, view, tables],
  )
  const readRects = useCallback(() => new Map([...tables].map(([id, { rect }]) => [id, rect])), [tables])
  const onShowAll = useCallback(() => void flow.setViewport(whole() ?? flow.getViewport()), [flow, whole])

  // While a table is moved its keys follow it.
  const moving = lifted === null ? undefined : cards.find(({ id }) => id === String(lifted))
  const now = useMemo(
    () =>
      moving === undefined
        ? tables
        : new Map(tables).set(moving.data.box.table.id, {
            box: moving.data.box,
            rect: rectOf(moving.data.box, moving.position),
          }),
    [tables, moving],
  )

  return (
    <div ref={place} className="relative isolate min-h-0 min-w-0 flex-1 overflow-hidden bg-sunken">
      <Tools
        projectRef={ref}
        boxes={boxes}
        keys={keys}
        readRects={readRects}
        onShowAll={onShowAll}
        onArrange={onArrange}
      />
      <canvas
        ref={canvas}
        className="pointer-events-none absolute top-0 left-0 -z-1 origin-top-left will-change-transform"
        aria-hidden
      />
      {isReady ? (
        <ReactFlow<TableCard>
          {...FIXED}
          aria-label="Drawing of the schema"
          nodes={drawn}
          nodeTypes={NODES}
          onNodesChange={onCards}
          onNodeClick={onPress}
          onPaneClick={onPressBeside}
          onNodeDragStart={onLift}
          onNodeDragStop={onPut}
          defaultViewport={start}
          minZoom={ZOOM_MIN}
          maxZoom={ZOOM_MAX}
        >
          {open === null || open === lifted ? null : <OwnKeys tables={now} keys={keys} of={open} isCurrent />}
          {lifted === null ? null : <OwnKeys tables={now} keys={keys} of={lifted} isCurrent={lifted === open} />}
        </ReactFlow>
      ) : null}
      {isReady && withMap ? <Overview rects={rects} version={puts} /> : null}
    </div>
  )
}

const rectOf = ({ width, height }: Box, { x, y }: Point): Rect => ({ x, y, width, height })
