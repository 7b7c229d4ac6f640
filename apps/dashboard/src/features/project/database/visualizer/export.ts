import { measureIn, paintStrokes } from './paint.ts'
import { FONTS, type Measure, type Palette, type Picture, toSvg } from './picture.ts'

// Browsers draw nothing at all on canvases that are larger than so.
const SIDE_MAX = 16_000
const AREA_MAX = 120_000_000
const SHARP = 2

/** Measures texts as this browser writes them. */
export function measureTexts(): Measure {
  const context = document.createElement('canvas').getContext('2d')
  return context === null ? (text, font) => text.length * FONTS[font].size * 0.6 : measureIn(context)
}

const TOKENS = {
  page: '--bg-sunken',
  ground: '--bg',
  head: '--bg-sunken',
  line: '--line-strong',
  name: '--fg-1',
  text: '--fg-1',
  quiet: '--fg-3',
  key: '--data-key',
  foreign: '--data-fk',
  edge: '--line-control',
} as const satisfies Record<keyof Palette | 'page', string>

/** The colours of the page, light or dark, as they are now. */
export function paletteOf(element: Element): Palette & { readonly page: string } {
  // All of them are put there before one is read, so that the page works out its styles once.
  const probe = document.createElement('span')
  for (const token of Object.values(TOKENS))
    probe.append(Object.assign(document.createElement('i'), { style: `color: var(${token})` }))
  element.append(probe)
  const colours = [...probe.children].map((child) => getComputedStyle(child).color)
  probe.remove()
  const of = (name: keyof typeof TOKENS) => colours[Object.keys(TOKENS).indexOf(name)] ?? ''
  return {
    ...{ page: of('page'), ground: of('ground'), head: of('head'), line: of('line'), name: of('name') },
    ...{ text: of('text'), quiet: of('quiet'), key: of('key'), foreign: of('foreign'), edge: of('edge') },
  }
}

/** The picture as an SVG file. */
export const svgFile = (picture: Picture, ground: string): Blob =>
  new Blob([toSvg(picture, ground)], { type: 'image/svg+xml' })

/** The picture as a PNG file, as sharp as the browser can. @throws Error when it cannot draw so much */
export async function pngFile({ frame, strokes }: Picture, ground: string): Promise<Blob> {
  const { width, height } = frame
  const scale = Math.min(SHARP, SIDE_MAX / width, SIDE_MAX / height, Math.sqrt(AREA_MAX / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * scale)
  canvas.height = Math.ceil(height * scale)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser cannot draw a picture of that size. Export it as SVG')
  context.fillStyle = ground
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.translate(-frame.x, -frame.y)
  paintStrokes(context, strokes)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('This browser cannot draw a picture of that size. Export it as SVG')
  return blob
}

/** Hands a file to whoever is at the browser. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Once the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
