import type { DrawnKey } from '@stoa/contract'
import {
  around,
  type Box,
  CLUSTER_HEAD,
  CLUSTER_PADDING,
  HEAD_HEIGHT,
  linesOf,
  pathOf,
  type Rect,
  ROW_HEIGHT,
} from './geometry.ts'

/** Colours of a picture, as the page has them now. */
export type Palette = Readonly<
  Record<'ground' | 'head' | 'line' | 'name' | 'text' | 'quiet' | 'key' | 'foreign' | 'edge', string>
>

/** What a picture is made of, for both of its formats. Texts are no wider than they are told. */
export type Stroke =
  | ({ readonly kind: 'rect'; readonly fill: string; readonly stroke: string; readonly radius: number } & Rect)
  | { readonly kind: 'path'; readonly d: string; readonly stroke: string; readonly fill?: string }
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly text: string
      readonly fill: string
      readonly font: keyof typeof FONTS
      readonly end?: boolean
    }

export const FONTS = {
  name: { size: 13, weight: 590, family: 'Inter Variable, Inter, system-ui, sans-serif' },
  text: { size: 12, weight: 400, family: 'Inter Variable, Inter, system-ui, sans-serif' },
  type: { size: 11, weight: 400, family: 'JetBrains Mono Variable, JetBrains Mono, monospace' },
} as const

/** How wide a text is in one of the fonts, in px. */
export type Measure = (text: string, font: keyof typeof FONTS) => number

export type Picture = { readonly frame: Rect; readonly strokes: readonly Stroke[] }

const MARGIN = 32
export const INSET = 12
export const SIGN = 16
const BETWEEN = 8

/**
 * Draws tables where they stand, all of them, also those that the page does not show now.
 * @param rects where each table stands, by its id
 */
export function drawPicture(
  boxes: readonly Box[],
  rects: ReadonlyMap<number, Rect>,
  keys: readonly DrawnKey[],
  palette: Palette,
  measure: Measure,
): Picture {
  const strokes: Stroke[] = []
  const standing = boxes.flatMap((box) => {
    const rect = rects.get(box.table.id)
    return rect === undefined ? [] : [{ box, rect }]
  })
  const clusters = clusterRects(standing.map(({ box, rect }) => ({ schema: box.table.schema, rect })))
  for (const { schema, rect } of clusters) {
    strokes.push({ kind: 'rect', ...rect, fill: 'none', stroke: palette.line, radius: 10 })
    strokes.push({
      ...{ kind: 'text', x: rect.x + CLUSTER_PADDING, y: rect.y + CLUSTER_HEAD / 2 + 8 },
      ...{ text: schema, fill: palette.quiet, font: 'name' },
    })
  }
  const byId = new Map(standing.map((one) => [one.box.table.id, one]))
  for (const { curve } of linesOf(byId, keys)) strokes.push({ kind: 'path', d: pathOf(curve), stroke: palette.edge })
  for (const { box, rect } of standing) strokes.push(...tableStrokes(box, rect, palette, measure))
  const frame = around([...clusters.map(({ rect }) => rect), ...standing.map(({ rect }) => rect)], MARGIN)
  return { frame: frame ?? { x: 0, y: 0, width: 1, height: 1 }, strokes }
}

/** The frames of schemas; none when there is only one. */
export function clusterRects(tables: readonly { readonly schema: string; readonly rect: Rect }[]) {
  const schemas = [...new Set(tables.map(({ schema }) => schema))]
  if (schemas.length < 2) return []
  return schemas.flatMap((schema) => {
    const rects = tables.filter((table) => table.schema === schema).map(({ rect }) => rect)
    const rect = around(rects, CLUSTER_PADDING, CLUSTER_HEAD)
    return rect === null ? [] : [{ schema, rect }]
  })
}

/** A table with its columns, as near as they can be read. */
export function tableStrokes(box: Box, { x, y, width, height }: Rect, palette: Palette, measure: Measure): Stroke[] {
  const { table, columns, more, foreign } = box
  const strokes: Stroke[] = [
    { kind: 'rect', x, y, width, height, fill: palette.ground, stroke: palette.line, radius: RADIUS },
    { kind: 'path', d: headPath({ x, y, width }), stroke: palette.line, fill: palette.head },
  ]
  const write = (text: string, at: number, line: number, fill: string, font: keyof typeof FONTS, room: number) =>
    strokes.push({ kind: 'text', x: at, y: line, text: fitted(text, font, room, measure), fill, font })
  write(table.name, x + INSET, y + HEAD_HEIGHT / 2, palette.name, 'name', width - 2 * INSET)
  columns.forEach(({ name, type, primary }, index) => {
    const line = y + HEAD_HEIGHT + (index + 0.5) * ROW_HEIGHT
    const sign = primary ? palette.key : foreign.has(name) ? palette.foreign : null
    if (sign !== null)
      strokes.push({
        ...{ kind: 'rect', x: x + INSET, y: line - 3, width: 6, height: 6 },
        ...{ fill: sign, stroke: sign, radius: primary ? 3 : 1 },
      })
    const room = width - 2 * INSET - SIGN
    const shown = fitted(type, 'type', room / 2, measure)
    strokes.push({
      kind: 'text',
      x: x + width - INSET,
      y: line,
      text: shown,
      fill: palette.quiet,
      font: 'type',
      end: true,
    })
    write(name, x + INSET + SIGN, line, palette.text, 'text', room - measure(shown, 'type') - BETWEEN)
  })
  if (more > 0) {
    const line = y + HEAD_HEIGHT + (columns.length + 0.5) * ROW_HEIGHT
    write(`${more} more`, x + INSET + SIGN, line, palette.quiet, 'text', width - 2 * INSET - SIGN)
  }
  return strokes
}

const RADIUS = 6

const headPath = ({ x, y, width }: Omit<Rect, 'height'>) =>
  [
    `M ${x} ${y + HEAD_HEIGHT} V ${y + RADIUS} Q ${x} ${y} ${x + RADIUS} ${y}`,
    `H ${x + width - RADIUS} Q ${x + width} ${y} ${x + width} ${y + RADIUS} V ${y + HEAD_HEIGHT} Z`,
  ].join(' ')

/** The text, or as much of it as there is room for. */
export function fitted(text: string, font: keyof typeof FONTS, room: number, measure: Measure): string {
  if (measure(text, font) <= room) return text
  const letters = [...text]
  let [fits, over] = [0, letters.length]
  while (over - fits > 1) {
    const middle = (fits + over) >> 1
    if (measure(`${letters.slice(0, middle).join('')}…`, font) <= room) fits = middle
    else over = middle
  }
  return `${letters.slice(0, fits).join('')}…`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) =>
  // Control characters have no place in XML, not even escaped.
  text.replace(/[\p{Cc}]/gu, '�').replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

/** The picture as the text of an SVG file. */
export function toSvg({ frame, strokes }: Picture, ground: string): string {
  const { x, y, width, height } = frame
  const parts = strokes.map((stroke) => {
    if (stroke.kind === 'rect')
      return `<rect x="${stroke.x}" y="${stroke.y}" width="${stroke.width}" height="${stroke.height}" rx="${stroke.radius}" fill="${stroke.fill}" stroke="${stroke.stroke}"/>`
    if (stroke.kind === 'path') return `<path d="${stroke.d}" fill="none" stroke="${stroke.stroke}"/>`
    const { size, weight, family } = FONTS[stroke.font]
    const anchor = stroke.end ? ' text-anchor="end"' : ''
    return `<text x="${stroke.x}" y="${stroke.y}" dominant-baseline="central" font-family="${family}" font-size="${size}" font-weight="${weight}" fill="${stroke.fill}"${anchor}>${escaped(stroke.text)}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${ground}"/>`,
    ...parts,
    '</svg>',
  ].join('\n')
}
