import type { DrawnKey } from '@stoa/contract'
import {
  type Box,
  boundsOf,
  CLUSTER_HEAD,
  CLUSTER_PADDING,
  FOOT_SPREAD,
  HEAD_HEIGHT,
  type Line,
  linesOf,
  meet,
  type Rect,
  ROW_HEIGHT,
  type Standing,
} from './geometry.ts'
import {
  clusterRects,
  FONTS,
  fitted,
  INSET,
  type Measure,
  type Palette,
  SIGN,
  type Stroke,
  tableStrokes,
} from './picture.ts'

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export const fontOf = (font: keyof typeof FONTS, size: number = FONTS[font].size) =>
  `${FONTS[font].weight} ${size}px ${FONTS[font].family}`

/** Measures texts as a context writes them. */
export const measureIn =
  (context: Context): Measure =>
  (text, font) => {
    context.font = fontOf(font)
    return context.measureText(text).width
  }

/** From farther away columns are bars, and from still farther they are left out. */
export const READABLE = 0.5
const BARS = 0.24
const FAINT = 0.5
/** A name is never smaller than so in px of the screen, and left out where there is less room than so. */
const NAME = 9
const NAME_ROOM = 26

/** Paints strokes as they are. */
export function paintStrokes(context: Context, strokes: readonly Stroke[]): void {
  context.textBaseline = 'middle'
  for (const stroke of strokes) {
    if (stroke.kind === 'text') {
      context.font = fontOf(stroke.font)
      context.fillStyle = stroke.fill
      context.textAlign = stroke.end ? 'end' : 'start'
      context.fillText(stroke.text, stroke.x, stroke.y)
      continue
    }
    const path = new Path2D(stroke.kind === 'path' ? stroke.d : undefined)
    if (stroke.kind === 'rect') path.roundRect(stroke.x, stroke.y, stroke.width, stroke.height, stroke.radius)
    if (stroke.fill !== undefined && stroke.fill !== 'none') {
      context.fillStyle = stroke.fill
      context.fill(path)
    }
    context.strokeStyle = stroke.stroke
    context.stroke(path)
  }
}

/** What is painted: a part of the drawing at a zoom, for a screen of so many dots to a px. */
export type View = { readonly rect: Rect; readonly zoom: number; readonly dots: number }

/**
 * Paints the drawing as it is seen from afar, and the same as its elements look from near. One is made for each
 * drawing, as it remembers what was measured.
 */
export class Painter {
  readonly #keys: readonly DrawnKey[]
  #tables: ReadonlyMap<number, Standing>
  #strokes = new Map<number, readonly Stroke[]>()
  #names = new Map<string, string>()
  #palette: Palette | null = null

  constructor(tables: ReadonlyMap<number, Standing>, keys: readonly DrawnKey[]) {
    this.#tables = tables
    this.#keys = keys
  }

  /** A table stands somewhere else from now on. */
  put(id: number, rect: Rect): void {
    const table = this.#tables.get(id)
    if (table !== undefined) this.#tables = new Map(this.#tables).set(id, { ...table, rect })
  }

  /**
   * Paints what a view shows.
   * @param without a table that is moved just now: it and its keys are left out
   */
  paint(context: Context, view: View, palette: Palette, without: number | null): void {
    if (palette.ground !== this.#palette?.ground) this.#strokes.clear()
    this.#palette = palette
    const { rect, zoom, dots } = view
    const scale = zoom * dots
    context.setTransform(scale, 0, 0, scale, -rect.x * scale, -rect.y * scale)
    const tables = [...this.#tables.values()]
    this.#paintClusters(context, tables, zoom, palette)
    context.lineWidth = Math.max(1, 0.8 / zoom)
    context.strokeStyle = palette.edge
    // Hundreds of lines side by side would be all that is seen from afar.
    context.globalAlpha = zoom < BARS ? FAINT : 1
    for (const line of linesOf(this.#tables, this.#keys)) {
      const isMoved = line.key.source === without || line.key.target === without
      if (!isMoved && meet(boundsOf(line.curve), rect)) paintLine(context, line, zoom)
    }
    context.globalAlpha = 1
    for (const { box, rect: at } of tables)
      if (box.table.id !== without && meet(at, rect)) this.#paintTable(context, box, at, zoom, palette)
  }

  #paintClusters(context: Context, tables: readonly Standing[], zoom: number, palette: Palette): void {
    const rects = tables.map(({ box, rect }) => ({ schema: box.table.schema, rect }))
    const size = Math.max(FONTS.name.size, 12 / zoom)
    context.lineWidth = Math.max(1, 1 / zoom)
    context.setLineDash([4 / zoom, 3 / zoom])
    context.strokeStyle = palette.line
    context.fillStyle = palette.quiet
    context.font = fontOf('name', size)
    context.textAlign = 'start'
    // A name that grows with the distance stands on its frame, as there is no room for it inside.
    const isInside = size <= CLUSTER_HEAD
    context.textBaseline = isInside ? 'middle' : 'bottom'
    for (const { schema, rect } of clusterRects(rects)) {
      context.beginPath()
      context.roundRect(rect.x, rect.y, rect.width, rect.height, 10)
      context.stroke()
      context.fillText(schema, rect.x + CLUSTER_PADDING, isInside ? rect.y + CLUSTER_HEAD / 2 + 8 : rect.y - 2 / zoom)
    }
    context.setLineDash([])
  }

  #paintTable(context: Context, box: Box, at: Rect, zoom: number, palette: Palette): void {
    if (zoom >= READABLE) {
      context.lineWidth = 1
      context.save()
      context.translate(at.x, at.y)
      paintStrokes(context, this.#strokesOf(box, at, context, palette))
      context.restore()
      return
    }
    context.lineWidth = Math.max(1, 0.8 / zoom)
    context.fillStyle = palette.ground
    context.strokeStyle = palette.line
    context.beginPath()
    context.roundRect(at.x, at.y, at.width, at.height, 6)
    context.fill()
    context.stroke()
    if (zoom >= BARS) paintBars(context, box, at, palette)
    if (at.width * zoom < NAME_ROOM) return
    const size = Math.max(FONTS.name.size, NAME / zoom)
    const inset = Math.min(INSET, 3 / zoom)
    context.font = fontOf('name', size)
    context.fillStyle = palette.name
    context.textAlign = 'start'
    context.textBaseline = 'middle'
    const line = Math.max(HEAD_HEIGHT / 2, size * (zoom >= BARS ? 0.65 : 0.9))
    const name = this.#nameFor(box, ((at.width - 2 * inset) * FONTS.name.size) / size, context)
    context.font = fontOf('name', size)
    context.fillText(name, at.x + inset, at.y + line)
  }

  #strokesOf(box: Box, { width, height }: Rect, context: Context, palette: Palette): readonly Stroke[] {
    const known = this.#strokes.get(box.table.id)
    if (known !== undefined) return known
    const strokes = tableStrokes(box, { x: 0, y: 0, width, height }, palette, measureIn(context))
    this.#strokes.set(box.table.id, strokes)
    return strokes
  }

  #nameFor({ table: { id, name } }: Box, room: number, context: Context): string {
    const key = `${id} ${Math.floor(room)}`
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const found = fitted(name, 'name', Math.floor(room), measureIn(context))
    this.#names.set(key, found)
    return found
  }
}

function paintLine(context: Context, { curve: { start, out, toe, bend, bar, into, end } }: Line, zoom: number): void {
  context.beginPath()
  context.moveTo(start.x, start.y)
  context.lineTo(toe, start.y)
  context.bezierCurveTo(toe + out * bend, start.y, bar + into * bend, end.y, bar, end.y)
  context.lineTo(end.x, end.y)
  if (zoom >= BARS) {
    context.moveTo(start.x, start.y - FOOT_SPREAD)
    context.lineTo(toe, start.y)
    context.lineTo(start.x, start.y + FOOT_SPREAD)
    context.moveTo(bar - into * 3, end.y - FOOT_SPREAD)
    context.lineTo(bar - into * 3, end.y + FOOT_SPREAD)
  }
  context.stroke()
}

const BAR = 6
/** About as wide as a letter is, as nobody reads it. */
const LETTER = 5.5

function paintBars(context: Context, { columns, foreign }: Box, at: Rect, palette: Palette): void {
  const room = (at.width - 2 * INSET - SIGN) / 2 - 4
  columns.forEach(({ name, type, primary }, index) => {
    const y = at.y + HEAD_HEIGHT + (index + 0.5) * ROW_HEIGHT - BAR / 2
    const sign = primary ? palette.key : foreign.has(name) ? palette.foreign : null
    if (sign !== null) {
      context.fillStyle = sign
      context.fillRect(at.x + INSET, y, BAR, BAR)
    }
    context.fillStyle = palette.line
    context.fillRect(at.x + INSET + SIGN, y, Math.min(room, name.length * LETTER), BAR)
    const wide = Math.min(room, type.length * LETTER)
    context.fillRect(at.x + at.width - INSET - wide, y, wide, BAR)
  })
}
