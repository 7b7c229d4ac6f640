import { ROW_HEIGHT } from './geometry.ts'
import type { Ink, PictureColumn, PictureScene } from './picture-request.ts'

/** What an ink's font measures, in CSS pixels. */
type Measures = {
  /** From the top of a row to the line that letters stand on. */
  readonly baseline: number
  /** How much room letters take: wide ones, and narrow ones. */
  readonly wide: number
  readonly narrow: number
  readonly ellipsis: number
}

type Pen = Ink & Measures

// As in grid.css: the lines of rows, what lies between the text and the edge of cells and of row numbers, the square
// of a boolean and its gap, the bar of a value that is not here yet.
const LINE = 1
const LINE_HEIGHT = ROW_HEIGHT - LINE
const PADDING = 8
const NUMBER_PADDING = 10
const SQUARE = 8
const SQUARE_GAP = 6
const BAR_TOP = 11
const BAR_HEIGHT = 8
const ROUND = 2
const ELLIPSIS = '…'
const WIDE = 'WM@'
const NARROW = 'tril'

/** Paints rows of a grid as its cells would show them. */
export class PicturePainter {
  readonly #canvas: OffscreenCanvas
  readonly #context: OffscreenCanvasRenderingContext2D
  #pens: Pen[] = []
  /** What the context is set to write with. */
  #pen: Pen | null = null
  /** How wide texts are that have others behind them. */
  readonly #widths = new Map<string, number>()
  #scale = 0

  /** @throws where the browser does not paint beside the page */
  constructor(canvas: OffscreenCanvas) {
    this.#canvas = canvas
    // Nothing shines through, so that letters can be smoothed as they are in the document.
    const context = canvas.getContext('2d', { alpha: false })
    if (context === null) throw new Error('This browser does not paint beside the page')
    this.#context = context
  }

  /** Adds an ink behind those that it knows. */
  add(ink: Ink): void {
    this.#pens.push({ ...ink, ...measuresOf(this.#context, ink.font) })
    this.#pen = null
  }

  forget(): void {
    this.#pens = []
    this.#pen = null
    this.#widths.clear()
  }

  paint(scene: PictureScene): void {
    this.#size(scene)
    const { ground, rows, top, gutter, width, height } = scene
    this.#fill(ground.fill, 0, 0, width, height)
    for (const [at, column] of [...scene.scrolling, ...scene.frozen].entries()) {
      const isFrozen = at >= scene.scrolling.length
      this.#column(scene, column, at * rows, isFrozen)
    }
    this.#fill(ground.gutter, 0, 0, gutter, height)
    this.#fill(ground.gutterLine, gutter - LINE, 0, LINE, height)
    const pen = this.#pens[scene.numberInk]
    for (let r = 0; pen && r < rows; r++)
      this.#write(String(scene.first + r), pen, 0, gutter - LINE - NUMBER_PADDING, top + r * ROW_HEIGHT)
    for (let r = 0; r < rows; r++) this.#fill(ground.line, 0, top + r * ROW_HEIGHT + LINE_HEIGHT, width, LINE)
  }

  #size({ width, height, scale }: PictureScene): void {
    const canvas = this.#canvas
    const across = Math.round(width * scale)
    const down = Math.round(height * scale)
    if (canvas.width === across && canvas.height === down && this.#scale === scale) return
    this.#scale = scale
    // This also forgets how the context was set.
    canvas.width = across
    canvas.height = down
    this.#context.scale(scale, scale)
    this.#pen = null
  }

  #column(scene: PictureScene, { x, width, line }: PictureColumn, first: number, isFrozen: boolean): void {
    const context = this.#context
    const { rows, top } = scene
    context.save()
    context.beginPath()
    context.rect(x, 0, width, scene.height)
    context.clip()
    this.#pen = null
    if (isFrozen) this.#fill(scene.ground.fill, x, 0, width, scene.height)
    for (let r = 0; r < rows; r++) {
      const pen = this.#pens[scene.inks[first + r] ?? -1]
      const y = top + r * ROW_HEIGHT
      if (pen) this.#cell(scene.texts[first + r] ?? '', scene.times[first + r] ?? '', pen, x, y, width)
    }
    // Browsers set lines by whole pixels, and letters by parts of them.
    this.#fill(line, Math.round(x + width) - LINE, top, LINE, rows * ROW_HEIGHT)
    context.restore()
    this.#pen = null
  }

  #cell(text: string, time: string, pen: Pen, x: number, y: number, width: number): void {
    let from = x + PADDING
    const to = x + width - LINE - PADDING
    if (pen.bar !== null) this.#round(pen.bar, from, y + BAR_TOP, to - from, BAR_HEIGHT)
    if (pen.square !== null) {
      this.#square(pen.square, from, y + pen.baseline - SQUARE)
      from += SQUARE + SQUARE_GAP
    }
    this.#write(text, pen, from, to, y)
    if (time === '') return
    // Between them is a space, as in the document.
    const end = from + this.#width(`${text} `)
    if (end < to) this.#write(time, { ...pen, color: pen.grey, isAtEnd: false }, end, to, y)
  }

  #square({ color, isFilled }: NonNullable<Ink['square']>, x: number, y: number): void {
    if (isFilled) {
      this.#round(color, x, y, SQUARE, SQUARE)
      return
    }
    // The line is drawn within its edge.
    const context = this.#context
    context.beginPath()
    context.roundRect(x + LINE / 2, y + LINE / 2, SQUARE - LINE, SQUARE - LINE, ROUND - LINE / 2)
    context.strokeStyle = color
    context.stroke()
  }

  /** Writes a text between two places of the row that begins at `y`, cut off where it is too long. */
  #write(text: string, pen: Pen, from: number, to: number, y: number): void {
    const room = to - from
    if (text === '' || room <= 0) return
    const context = this.#context
    if (this.#pen !== pen) {
      this.#pen = pen
      context.font = pen.font
      context.letterSpacing = pen.letterSpacing
      context.textRendering = pen.isJoined ? 'auto' : 'optimizeSpeed'
      context.fillStyle = pen.color
    }
    // Measuring takes as long as writing, so it is left out where there is room for as many wide letters.
    const shown = text.length * pen.wide <= room ? text : shortened(context, text, pen, room)
    // As browsers do it, what is cut off begins where it would if it were not written towards the end.
    const isAtEnd = pen.isAtEnd && shown === text
    context.textAlign = isAtEnd ? 'right' : 'left'
    context.fillText(shown, isAtEnd ? to : from, y + pen.baseline)
  }

  /** How wide a text is that many rows have, as the day of a time. */
  #width(text: string): number {
    let width = this.#widths.get(text)
    if (width === undefined) {
      width = this.#context.measureText(text).width
      this.#widths.set(text, width)
    }
    return width
  }

  #fill(color: string, x: number, y: number, width: number, height: number): void {
    const context = this.#context
    context.fillStyle = color
    context.fillRect(x, y, width, height)
    this.#pen = null
  }

  /** Fills a figure with round corners. */
  #round(color: string, x: number, y: number, width: number, height: number): void {
    const context = this.#context
    context.beginPath()
    context.roundRect(x, y, width, height, ROUND)
    context.fillStyle = color
    context.fill()
    this.#pen = null
  }
}

function measuresOf(context: OffscreenCanvasRenderingContext2D, font: string): Measures {
  context.font = font
  const width = (text: string) => context.measureText(text).width
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText(WIDE)
  // Browsers set lines by whole pixels.
  const ascent = Math.round(fontBoundingBoxAscent)
  const descent = Math.round(fontBoundingBoxDescent)
  return {
    baseline: Math.floor((LINE_HEIGHT - ascent - descent) / 2) + ascent,
    wide: width(WIDE) / WIDE.length,
    narrow: width(NARROW) / NARROW.length,
    ellipsis: width(ELLIPSIS),
  }
}

/** A text as far as there is room for it, with what tells that it goes on. */
function shortened(context: OffscreenCanvasRenderingContext2D, text: string, pen: Pen, room: number): string {
  // No more of it than narrow letters would fill the room with.
  const most = text.slice(0, Math.ceil(room / pen.narrow))
  const width = (length: number) => context.measureText(most.slice(0, length)).width
  const whole = width(most.length)
  if (whole <= room) return text
  const rest = room - pen.ellipsis
  let length = Math.max(0, Math.min(most.length, Math.floor((most.length * rest) / whole)))
  while (length < most.length && width(length + 1) <= rest) length++
  while (length > 0 && width(length) > rest) length--
  return most.slice(0, length) + ELLIPSIS
}
