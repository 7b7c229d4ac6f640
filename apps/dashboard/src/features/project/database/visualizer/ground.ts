import type { DrawnKey } from '@stoa/contract'
import { facesOfPage } from '../../../../parts/page/faces.ts'
import { paletteOf } from './export.ts'
import { around, meet, type Rect, type Standing } from './geometry.ts'
import type { View } from './paint.ts'
import type { PaintRequest } from './paint.worker.ts'
import type { Palette } from './picture.ts'

/** How the library moves what it shows: by so many px, and so many times larger. */
export type Transform = readonly [x: number, y: number, zoom: number]

/** Of what lies around the page's part so much is painted, too, in parts of its size. */
const AROUND = 0.25
/** More dots than so are not painted at once. */
const DOTS_MAX = 16_000_000
/** A picture that is stretched by more than so is painted anew while somebody still moves. */
const STRETCHED = 1.4
/** Who has not moved for so long stands still. */
const STILL_MS = 90

/**
 * The painted drawing below the tables that are elements. A worker paints it; the page only stretches and moves the
 * picture that it has, until the next one comes.
 */
export class Ground {
  readonly #canvas: HTMLCanvasElement
  readonly #worker = new Worker(new URL('./paint.worker.ts', import.meta.url), { type: 'module' })
  readonly #onPainted: (without: number | null) => void
  #transform: Transform = [0, 0, 1]
  #size = { width: 0, height: 0 }
  #whole: Rect
  #shown: View | null = null
  /** What is being painted. */
  #coming: { readonly view: View; readonly without: number | null; readonly version: number } | null = null
  #without: number | null = null
  #palette: Palette | null = null
  /** Counts what makes the picture another one, and what the picture on the page has of it. */
  #version = 1
  #shownVersion = 0
  #still: ReturnType<typeof setTimeout> | undefined

  /**
   * @param canvas the element to show the picture in
   * @param onPainted told when the picture shows everything as it is now, with the table that it leaves out
   */
  constructor(
    canvas: HTMLCanvasElement,
    tables: ReadonlyMap<number, Standing>,
    keys: readonly DrawnKey[],
    onPainted: (without: number | null) => void,
  ) {
    this.#canvas = canvas
    this.#onPainted = onPainted
    this.#whole = wholeOf(tables)
    this.#worker.onmessage = ({ data }: MessageEvent<ImageBitmap>) => this.#show(data)
    this.#tell({ kind: 'drawing', tables, keys, faces: facesOfPage() })
  }

  #tell(request: PaintRequest): void {
    this.#worker.postMessage(request)
  }

  /** The page shows another part of the drawing. */
  look(transform: Transform, width: number, height: number): void {
    this.#transform = transform
    this.#size = { width, height }
    this.#place()
    if (this.#shown === null || !this.#isFair(this.#shown)) this.#paint()
    clearTimeout(this.#still)
    this.#still = setTimeout(() => this.#paint(), STILL_MS)
  }

  /** A table stands somewhere else. */
  put(id: number, tables: ReadonlyMap<number, Standing>): void {
    const rect = tables.get(id)?.rect
    if (rect === undefined) return
    this.#whole = wholeOf(tables)
    this.#tell({ kind: 'put', id, rect })
    this.#change()
  }

  /** Leaves out a table and its keys while it is moved; null for none. */
  leaveOut(id: number | null): void {
    if (id === this.#without) return
    this.#without = id
    this.#change()
  }

  /** The page's colours are others now. */
  recolour(): void {
    this.#palette = null
    this.#change()
  }

  /** Ends its worker. */
  end(): void {
    clearTimeout(this.#still)
    this.#worker.terminate()
  }

  #change(): void {
    this.#version += 1
    this.#paint()
  }

  /** What the page shows of the drawing. */
  get #sight(): Rect {
    const [x, y, zoom] = this.#transform
    return { x: -x / zoom, y: -y / zoom, width: this.#size.width / zoom, height: this.#size.height / zoom }
  }

  /** Whether a picture will do for now: it covers what there is to see, and is stretched by little. */
  #isFair({ rect, zoom }: View): boolean {
    const stretched = this.#transform[2] / zoom
    if (stretched > STRETCHED || stretched < 1 / STRETCHED) return false
    const seen = cut(this.#sight, this.#whole)
    return seen === null || contains(rect, seen)
  }

  #isExact(view: View): boolean {
    return view.zoom === this.#transform[2] && view.dots === devicePixelRatio && this.#isFair(view)
  }

  /** Asks for a picture, unless the one there is as good, or another is on its way. */
  #paint(): void {
    if (this.#coming !== null || this.#size.width === 0) return
    if (this.#shown !== null && this.#shownVersion === this.#version && this.#isExact(this.#shown)) return
    const view = this.#viewOf(this.#sight)
    this.#coming = { view, without: this.#without, version: this.#version }
    this.#palette ??= paletteOf(document.body)
    this.#tell({ kind: 'paint', view, palette: this.#palette, without: this.#without })
  }

  #viewOf(sight: Rect): View {
    const zoom = this.#transform[2]
    const dots = devicePixelRatio
    const grown = (by: number): Rect =>
      cut(
        {
          x: sight.x - sight.width * by,
          y: sight.y - sight.height * by,
          width: sight.width * (1 + 2 * by),
          height: sight.height * (1 + 2 * by),
        },
        this.#whole,
      ) ?? sight
    const large = grown(AROUND)
    const rect = large.width * large.height * (zoom * dots) ** 2 > DOTS_MAX ? grown(0) : large
    // Whole dots, so that the picture is as sharp as the page.
    const [x, y] = this.#transform
    const left = (Math.floor(rect.x * zoom + x) - x) / zoom
    const top = (Math.floor(rect.y * zoom + y) - y) / zoom
    const wide = Math.ceil((rect.x + rect.width - left) * zoom)
    const high = Math.ceil((rect.y + rect.height - top) * zoom)
    return { rect: { x: left, y: top, width: wide / zoom, height: high / zoom }, zoom, dots }
  }

  #show(bitmap: ImageBitmap): void {
    const done = this.#coming
    if (done === null) return
    this.#coming = null
    this.#canvas.width = bitmap.width
    this.#canvas.height = bitmap.height
    this.#canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
    this.#canvas.toggleAttribute('data-painted', true)
    this.#shown = done.view
    this.#shownVersion = done.version
    this.#place()
    if (this.#shownVersion === this.#version) this.#onPainted(done.without)
    if (this.#shownVersion !== this.#version || !this.#isFair(done.view)) this.#paint()
  }

  /** Puts the picture where its part of the drawing is now. */
  #place(): void {
    if (this.#shown === null) return
    const { rect, zoom: painted, dots } = this.#shown
    const [x, y, zoom] = this.#transform
    const scale = zoom / painted / dots
    this.#canvas.style.transform = `translate(${rect.x * zoom + x}px,${rect.y * zoom + y}px) scale(${scale})`
  }
}

/** The drawing with what stands out of its tables: frames of schemas and their names, and keys that bend around. */
const wholeOf = (tables: ReadonlyMap<number, Standing>): Rect =>
  around(
    [...tables.values()].map(({ rect }) => rect),
    600,
  ) ?? { x: 0, y: 0, width: 1, height: 1 }

function cut(a: Rect, b: Rect): Rect | null {
  if (!meet(a, b)) return null
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  return {
    x,
    y,
    width: Math.max(1, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(1, Math.min(a.y + a.height, b.y + b.height) - y),
  }
}

const contains = (outer: Rect, inner: Rect): boolean =>
  outer.x <= inner.x + 1 &&
  outer.y <= inner.y + 1 &&
  outer.x + outer.width >= inner.x + inner.width - 1 &&
  outer.y + outer.height >= inner.y + inner.height - 1
