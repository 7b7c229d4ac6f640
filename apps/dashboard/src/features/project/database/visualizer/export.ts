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

/** The colours of the page, light or dark, as they are now. */
export function paletteOf(element: Element): Palette & { readonly page: string } {
  const probe = document.createElement('span')
  element.append(probe)
  const colour = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const palette = {
    page: colour('--bg-sunken'),
    ground: colour('--bg'),
    head: colour('--bg-sunken'),
    line: colour('--line-strong'),
    name: colour('--fg-1'),
    text: colour('--fg-1'),
    quiet: colour('--fg-3'),
    key: colour('--data-key'),
    foreign: colour('--data-fk'),
    edge: colour('--line-control'),
  }
  probe.remove()
  return palette
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
