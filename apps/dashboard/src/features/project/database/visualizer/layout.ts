import { layout as arrangeGraph, Graph } from '@dagrejs/dagre'
import { around, CLUSTER_HEAD, CLUSTER_PADDING, type Point, type Rect } from './geometry.ts'

/** What is to be arranged; plain, so that it crosses to a worker. */
export type LayoutInput = {
  readonly boxes: readonly {
    readonly id: number
    readonly schema: string
    readonly width: number
    readonly height: number
  }[]
  readonly links: readonly { readonly source: number; readonly target: number }[]
}
export type Places = ReadonlyMap<number, Point>

const BETWEEN = 36
const RANKS = 110
const CLUSTERS = 72
/** A drawing higher than so, and much higher than wide, is folded. */
const HIGH = 2_000
const SLENDER = 1.2
/** Wider than high, like the screens it is looked at on. */
const PROPORTION = 1.6

type Placed = { readonly places: Map<number, Point>; readonly width: number; readonly height: number }
type Boxes = LayoutInput['boxes']

/**
 * Where each table stands: those of a schema together, tables that keys join from left to right, the others in rows
 * below. Takes a second for some hundreds of tables.
 */
export function arrange({ boxes, links }: LayoutInput): Places {
  const schemas = [...new Set(boxes.map(({ schema }) => schema))]
  const blocks = schemas.map((schema) =>
    arrangeSchema(
      boxes.filter((box) => box.schema === schema),
      links,
    ),
  )
  const padded = blocks.map(({ width, height }) => ({
    width: width + 2 * CLUSTER_PADDING,
    height: height + 2 * CLUSTER_PADDING + CLUSTER_HEAD,
  }))
  const corners = inRows(padded, CLUSTERS)
  const places = new Map<number, Point>()
  blocks.forEach((block, index) => {
    const corner = corners[index] ?? { x: 0, y: 0 }
    for (const [id, { x, y }] of block.places)
      places.set(id, { x: corner.x + CLUSTER_PADDING + x, y: corner.y + CLUSTER_PADDING + CLUSTER_HEAD + y })
  })
  return places
}

function arrangeSchema(boxes: Boxes, links: LayoutInput['links']): Placed {
  const here = new Set(boxes.map(({ id }) => id))
  const own = links.filter(({ source, target }) => source !== target && here.has(source) && here.has(target))
  const joined = new Set(own.flatMap(({ source, target }) => [source, target]))
  const graph = arrangeJoined(
    boxes.filter(({ id }) => joined.has(id)),
    own,
  )
  const loose = boxes.filter(({ id }) => !joined.has(id))
  const corners = inRows(loose, BETWEEN, graph.width)
  const below = graph.height === 0 ? 0 : graph.height + BETWEEN * 2
  loose.forEach(({ id }, index) => {
    const corner = corners[index] ?? { x: 0, y: 0 }
    graph.places.set(id, { x: corner.x, y: corner.y + below })
  })
  const whole = around(
    boxes.flatMap(({ id, width, height }) => {
      const place = graph.places.get(id)
      return place === undefined ? [] : [{ ...place, width, height }]
    }),
  )
  return { places: graph.places, width: whole?.width ?? 0, height: whole?.height ?? 0 }
}

function arrangeJoined(boxes: Boxes, links: LayoutInput['links']): Placed {
  const places = new Map<number, Point>()
  if (boxes.length === 0) return { places, width: 0, height: 0 }
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: BETWEEN, ranksep: RANKS })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of boxes) graph.setNode(String(id), { width, height })
  // What is pointed to stands before what points to it.
  for (const { source, target } of links) graph.setEdge(String(target), String(source))
  arrangeGraph(graph)
  const corners = boxes.map(({ id, width, height }) => {
    const { x, y } = graph.node(String(id)) as Point
    return { id, x: x - width / 2, y: y - height / 2, width, height }
  })
  const folded = fold(corners)
  const whole = around(folded)
  for (const { id, x, y } of folded) places.set(id, { x: x - (whole?.x ?? 0), y: y - (whole?.y ?? 0) })
  return { places, width: whole?.width ?? 0, height: whole?.height ?? 0 }
}

type Corner = Rect & { readonly id: number }

/**
 * Breaks ranks that are so long that the whole would be a thin strip into columns side by side, and keeps their order.
 * Many tables that point to one stand in one rank, so that large schemas would be drawn as towers.
 */
function fold(corners: readonly Corner[]): readonly Corner[] {
  const whole = around(corners)
  if (whole === null || whole.height < HIGH || whole.height < whole.width * SLENDER) return corners
  const area = corners.reduce((sum, { width, height }) => sum + (width + RANKS) * (height + BETWEEN), 0)
  const limit = Math.sqrt(area / PROPORTION)
  const ranks = Map.groupBy(corners, ({ x, width }) => Math.round(x + width / 2))
  const placed: Corner[] = []
  let left = 0
  for (const [, rank] of [...ranks].sort(([a], [b]) => a - b)) {
    let [y, wide] = [0, 0]
    for (const corner of rank.toSorted((a, b) => a.y - b.y)) {
      if (y > 0 && y + corner.height > limit) [left, y, wide] = [left + wide + BETWEEN, 0, 0]
      placed.push({ ...corner, x: left, y })
      y += corner.height + BETWEEN
      wide = Math.max(wide, corner.width)
    }
    left += wide + RANKS
  }
  return placed
}

/** Corners of things that stand side by side in rows, which break so that the whole is a bit wider than high. */
function inRows(
  sizes: readonly { readonly width: number; readonly height: number }[],
  gap: number,
  atLeast = 0,
): Point[] {
  const area = sizes.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0)
  const limit = Math.max(Math.sqrt(area * PROPORTION), atLeast)
  const corners: Point[] = []
  let [x, y, high] = [0, 0, 0]
  for (const { width, height } of sizes) {
    if (x > 0 && x + width > limit) [x, y, high] = [0, y + high + gap, 0]
    corners.push({ x, y })
    x += width + gap
    high = Math.max(high, height)
  }
  return corners
}
