// Paints what stands on the page into an image: grounds, lines, texts, drawings. Nothing is laid out anew, so the image
// is what was seen; what scrolled out of sight within a block is not in it.

const PADDING = 16
/** Browsers refuse canvases with more pixels than this on a side. */
const SIDE_MAX = 16_000
/** What belongs to using the page, and not to what it says. */
const LEFT_OUT =
  '[data-no-image], .ui-btn, .ui-seg, .qb-foot .ui-link, .ui-vh, .react-resizable-handle, .u-cursor-x, .u-select, script, style'
const SVG_PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'font-family',
  'font-weight',
  'text-anchor',
] as const

type Painter = {
  readonly context: CanvasRenderingContext2D
  /** Where the painted element begins on the screen. */
  readonly left: number
  readonly top: number
}

/**
 * An element as a PNG, with its theme's ground behind it and a margin around it.
 * @throws Error when the browser cannot make one
 */
export async function paintElement(element: HTMLElement): Promise<Blob> {
  await document.fonts.ready
  const box = element.getBoundingClientRect()
  const [width, height] = [box.width + 2 * PADDING, box.height + 2 * PADDING]
  const scale = Math.min(Math.max(2, devicePixelRatio), SIDE_MAX / width, SIDE_MAX / height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('There is no canvas')
  context.scale(scale, scale)
  context.fillStyle = groundOf(element)
  context.fillRect(0, 0, width, height)
  const painter: Painter = { context, left: box.left - PADDING, top: box.top - PADDING }
  await paintNode(element, painter)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('There is no image')) : resolve(blob)), 'image/png')
  })
}

/** The first ground behind an element that is not see-through. */
function groundOf(element: HTMLElement): string {
  for (let at: HTMLElement | null = element; at !== null; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (isSeen(backgroundColor)) return backgroundColor
  }
  return 'white'
}

const isSeen = (colour: string): boolean => colour !== 'transparent' && !/[,/]\s*0\)$/.test(colour)

async function paintNode(element: Element, painter: Painter): Promise<void> {
  if (element.matches(LEFT_OUT)) return
  const style = getComputedStyle(element)
  if (style.display === 'none' || style.visibility === 'hidden' || Number(style.opacity) === 0) return
  const box = element.getBoundingClientRect()
  const { context } = painter
  const place = { x: box.left - painter.left, y: box.top - painter.top, width: box.width, height: box.height }
  context.save()
  context.globalAlpha *= Number(style.opacity)
  paintBox(context, place, style)
  if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
    context.beginPath()
    context.roundRect(place.x, place.y, place.width, place.height, Number.parseFloat(style.borderRadius) || 0)
    context.clip()
  }
  if (element instanceof HTMLCanvasElement) {
    if (element.width > 0) context.drawImage(element, place.x, place.y, place.width, place.height)
  } else if (element instanceof SVGSVGElement) await paintDrawing(context, element, place)
  else if (element instanceof HTMLInputElement) paintLine(context, element.value, place, style)
  else
    for (const child of element.childNodes) {
      if (child instanceof Text) paintText(child, painter, style)
      else if (child instanceof Element) await paintNode(child, painter)
    }
  context.restore()
}

type Place = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

function paintBox(context: CanvasRenderingContext2D, place: Place, style: CSSStyleDeclaration): void {
  const { x, y, width, height } = place
  const radius = Number.parseFloat(style.borderRadius) || 0
  if (isSeen(style.backgroundColor)) {
    context.fillStyle = style.backgroundColor
    context.beginPath()
    context.roundRect(x, y, width, height, radius)
    context.fill()
  }
  const sides = [
    [style.borderTopWidth, style.borderTopStyle, style.borderTopColor, x, y, width, 0],
    [style.borderBottomWidth, style.borderBottomStyle, style.borderBottomColor, x, y + height, width, 0],
    [style.borderLeftWidth, style.borderLeftStyle, style.borderLeftColor, x, y, 0, height],
    [style.borderRightWidth, style.borderRightStyle, style.borderRightColor, x + width, y, 0, height],
  ] as const
  const drawn = sides.filter(([size, kind, colour]) => Number.parseFloat(size) > 0 && kind !== 'none' && isSeen(colour))
  if (drawn.length === 4 && new Set(drawn.map(([, , colour]) => colour)).size === 1) {
    const size = Number.parseFloat(style.borderTopWidth)
    context.strokeStyle = style.borderTopColor
    context.lineWidth = size
    context.beginPath()
    context.roundRect(x + size / 2, y + size / 2, width - size, height - size, Math.max(0, radius - size / 2))
    context.stroke()
    return
  }
  for (const [size, , colour, left, top, across, down] of drawn) {
    const thick = Number.parseFloat(size)
    context.fillStyle = colour
    const isEnd = left > x || top > y
    context.fillRect(
      isEnd && across === 0 ? left - thick : left,
      isEnd && down === 0 ? top - thick : top,
      across === 0 ? thick : across,
      down === 0 ? thick : down,
    )
  }
}

function setFont(context: CanvasRenderingContext2D, style: CSSStyleDeclaration): void {
  context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  context.fillStyle = style.color
  context.textBaseline = 'middle'
}

/** One line of text within a box. */
function paintLine(context: CanvasRenderingContext2D, text: string, place: Place, style: CSSStyleDeclaration): void {
  setFont(context, style)
  context.fillText(text, place.x + (Number.parseFloat(style.paddingLeft) || 0), place.y + place.height / 2)
}

/** A text, line by line as the page broke it. */
function paintText(node: Text, { context, left, top }: Painter, style: CSSStyleDeclaration): void {
  const text = node.data
  if (text.trim() === '') return
  setFont(context, style)
  const range = document.createRange()
  let line = ''
  let place: DOMRect | null = null
  const flush = () => {
    if (place !== null && line.trim() !== '')
      context.fillText(line, place.left - left, place.top - top + place.height / 2)
  }
  let at = 0
  for (const character of text) {
    range.setStart(node, at)
    at += character.length
    range.setEnd(node, at)
    const box = range.getClientRects()[0]
    if (box === undefined || box.width === 0) continue
    if (place !== null && Math.abs(box.top - place.top) < 1) {
      line += character
      continue
    }
    flush()
    line = character
    place = box
  }
  flush()
}

/** A drawing, with the colours that the page's styles give it written into it. */
async function paintDrawing(context: CanvasRenderingContext2D, svg: SVGSVGElement, place: Place): Promise<void> {
  if (place.width === 0 || place.height === 0) return
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll('*')]
  for (const [index, target] of [copy, ...copy.querySelectorAll<SVGElement>('*')].entries()) {
    const original = originals[index]
    if (original === undefined) continue
    const style = getComputedStyle(original)
    for (const property of SVG_PROPERTIES) target.style.setProperty(property, style.getPropertyValue(property))
    target.style.setProperty('color', style.color)
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(place.width))
  copy.setAttribute('height', String(place.height))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  context.drawImage(image, place.x, place.y, place.width, place.height)
}
