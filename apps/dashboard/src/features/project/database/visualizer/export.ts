import { FONTS, type Measure, type Palette, type Picture, toSvg } from './picture.ts'

// Browsers draw nothing at all on canvases that are larger than so.
const SIDE_MAX = 16_000
const AREA_MAX = 120_000_000
const SHARP = 2

const fontOf = (font: keyof typeof FONTS) => `${FONTS[font].weight} ${FONTS[font].size}px ${FONTS[font].family}`

/** Measures texts as this browser writes them. */
export function measureTexts(): Measure {
  const context = document.createElement('canvas').getContext('2d')
  return (text, font) => {
    if (context === null) return text.length * FONTS[font].size * 0.6
    context.font = fontOf(font)
    return context.measureText(text).width
  }
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
    if (stroke.kind === 'rect' && stroke.fill !== 'none') {
      context.fillStyle = stroke.fill
      context.fill(path)
    }
    context.strokeStyle = stroke.stroke
    context.stroke(path)
  }
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
