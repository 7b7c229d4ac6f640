import type { DrawnKey } from '@stoa/contract'
import { addFaces, type Face } from '../../../../parts/page/faces.ts'
import type { Rect, Standing } from './geometry.ts'
import { fontOf, Painter, type View } from './paint.ts'
import type { Palette } from './picture.ts'

/** What the painter is told. It answers each `paint` with an ImageBitmap, in their order. */
export type PaintRequest =
  | {
      readonly kind: 'drawing'
      readonly tables: ReadonlyMap<number, Standing>
      readonly keys: readonly DrawnKey[]
      readonly faces: readonly Face[]
    }
  | { readonly kind: 'put'; readonly id: number; readonly rect: Rect }
  | { readonly kind: 'paint'; readonly view: View; readonly palette: Palette; readonly without: number | null }

/** Without its fonts the drawing is legible all the same. */
const FONTS_WAIT_MS = 1000

// Painting some hundreds of tables takes longer than a frame, so that it is done beside the page.
const { fonts } = self as unknown as { fonts: FontFaceSet }
const canvas = new OffscreenCanvas(1, 1)
let painter: Painter | null = null
let ready: Promise<unknown> = Promise.resolve()

async function load(faces: readonly Face[], texts: string): Promise<void> {
  addFaces(fonts, faces)
  await Promise.allSettled((['name', 'text', 'type'] as const).map((font) => fonts.load(fontOf(font), texts)))
}

function paint({ view, palette, without }: PaintRequest & { kind: 'paint' }): void {
  canvas.width = Math.ceil(view.rect.width * view.zoom * view.dots)
  canvas.height = Math.ceil(view.rect.height * view.zoom * view.dots)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser does not paint beside the page')
  painter?.paint(context, view, palette, without)
  const bitmap = canvas.transferToImageBitmap()
  self.postMessage(bitmap, { transfer: [bitmap] })
}

self.onmessage = ({ data }: MessageEvent<PaintRequest>) => {
  if (data.kind === 'put') painter?.put(data.id, data.rect)
  if (data.kind === 'paint') void ready.then(() => paint(data))
  if (data.kind !== 'drawing') return
  painter = new Painter(data.tables, data.keys)
  const texts = [...data.tables.values()].flatMap(({ box: { table } }) => [table.name, ...table.columns.map(wordsOf)])
  ready = Promise.race([load(data.faces, texts.join('')), new Promise((resolve) => setTimeout(resolve, FONTS_WAIT_MS))])
}

const wordsOf = ({ name, type }: { name: string; type: string }) => name + type
