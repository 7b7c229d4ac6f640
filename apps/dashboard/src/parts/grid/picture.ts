import { facesOfPage } from '../page/faces.ts'
import type { Scene } from './body.ts'
import { cellText, contentBits } from './cell.ts'
import { cellClass, LEADS } from './cell-class.ts'
import { visibleLimit } from './format.ts'
import { HEADER_HEIGHT, ROW_HEIGHT } from './geometry.ts'
import { Inks, NUMBERS } from './inks.ts'
import type { PictureColumn, PictureRequest, PictureScene } from './picture-request.ts'

/** Where the view stands. All in CSS pixels, `left` and `top` from the first column and the first row. */
export type PictureView = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly gutter: number
}

/**
 * A picture of the rows in view, for scrolls so quick that every row is another one with each frame. A worker paints
 * it, and the document is left alone until they end: laying out a hundred new texts is most of what a frame takes. It
 * looks like the cells. Who points meanwhile points at the grid, which knows its cells by their places.
 */
export class GridPicture {
  readonly #canvas = document.createElement('canvas')
  readonly #worker = new Worker(new URL('./picture.worker.ts', import.meta.url), { type: 'module' })
  readonly #inks: Inks
  /** Which scroll it is for, counted, and whether that goes on. */
  #scroll = 0
  #isWanted = false
  /** For which scroll one is being painted, and which one comes after that. */
  #painting: number | null = null
  #next: PictureScene | null = null

  /**
   * @param host where the scrolling element stands
   * @param body where its rows stand
   */
  constructor(host: HTMLElement, body: HTMLElement) {
    this.#canvas.className = 'dg-picture'
    this.#canvas.hidden = true
    this.#canvas.setAttribute('aria-hidden', 'true')
    this.#inks = new Inks(body, (ink) => this.#tell({ kind: 'ink', ink }))
    this.#worker.onmessage = () => this.#onPainted()
    host.append(this.#canvas)
    const canvas = this.#canvas.transferControlToOffscreen()
    this.#tell({ kind: 'start', canvas, faces: facesOfPage() }, [canvas])
  }

  /**
   * Asks for the picture of a scene, which shows itself when it is painted.
   * @returns false while the cells have to be painted: the first one is not there yet, or there is something that only
   *   cells show, as a selection, a change, a value that is not here whole
   */
  draw(scene: Scene, view: PictureView): boolean {
    if (hasMore(scene)) return false
    if (!this.#isWanted) this.#scroll++
    this.#isWanted = true
    this.#canvas.style.width = `${view.width}px`
    this.#canvas.style.height = `${view.height - HEADER_HEIGHT}px`
    this.#next = this.#picture(scene, view)
    this.#send()
    return !this.#canvas.hidden
  }

  /** Makes way for cells that have been painted. */
  hide(): void {
    if (!this.#canvas.hidden) this.#leave()
  }

  /** Ends what was begun, shown or not. */
  end(): void {
    if (this.#isWanted) this.#leave()
  }

  remove(): void {
    this.#worker.terminate()
    this.#canvas.remove()
    this.#inks.remove()
  }

  #leave(): void {
    this.#isWanted = false
    this.#next = null
    this.#canvas.hidden = true
    this.#inks.forget()
    this.#tell({ kind: 'forget' })
  }

  #tell(request: PictureRequest, transfer: Transferable[] = []): void {
    this.#worker.postMessage(request, transfer)
  }

  /** Sends what is to be painted next, one at a time: of those that nobody would see, none is painted. */
  #send(): void {
    if (this.#painting !== null || this.#next === null) return
    this.#painting = this.#scroll
    this.#tell({ kind: 'paint', scene: this.#next })
    this.#next = null
  }

  #onPainted(): void {
    if (this.#isWanted && this.#painting === this.#scroll) this.#canvas.hidden = false
    this.#painting = null
    this.#send()
  }

  #picture(scene: Scene, view: PictureView): PictureScene {
    const { ground } = this.#inks
    const scrolling: PictureColumn[] = []
    const frozen: PictureColumn[] = []
    const values = { texts: [], times: [], inks: [] }
    const column = (c: number, left: number, line: string): PictureColumn => {
      const x = scene.edges[c] ?? 0
      const width = (scene.edges[c + 1] ?? x) - x
      this.#read(scene, c, width, values)
      return { x: view.gutter + x - left, width, line }
    }
    for (let c = scene.firstColumn; c <= scene.lastColumn; c++) {
      scrolling.push(column(c, view.left, ground.lineBetween))
    }
    for (let c = 0; c < scene.frozen; c++) {
      frozen.push(column(c, 0, c === scene.frozen - 1 ? ground.lineAfterFrozen : ground.lineBetween))
    }
    return {
      width: view.width,
      height: view.height - HEADER_HEIGHT,
      scale: devicePixelRatio,
      gutter: view.gutter,
      ground,
      first: scene.firstRow + 1,
      rows: scene.lastRow - scene.firstRow + 1,
      top: Math.round(scene.firstRow * ROW_HEIGHT - view.top),
      scrolling,
      frozen,
      ...values,
      numberInk: this.#inks.of(NUMBERS),
    }
  }

  /** Adds what a column shows. */
  #read(scene: Scene, c: number, width: number, to: { texts: string[]; times: string[]; inks: number[] }): void {
    const kind = scene.kinds[c] ?? 'text'
    const limit = visibleLimit(kind, width)
    for (let r = scene.firstRow; r <= scene.lastRow; r++) {
      const row = scene.source.row(r)
      const value = row ? (row[c] ?? null) : undefined
      const bits = contentBits(kind, value) | (scene.leads[c] && typeof value === 'string' ? LEADS : 0)
      const { text, time } = cellText(kind, value, scene.source.hint?.(r, c) ?? null, limit)
      to.texts.push(text)
      to.times.push(time)
      to.inks.push(this.#inks.of(cellClass(kind, bits)))
    }
  }
}

/** Whether a scene has what pictures have not: selected cells, or such that differ from others. */
function hasMore({ source, range, firstRow, lastRow, firstColumn, lastColumn, frozen }: Scene): boolean {
  if (range && range.bottom >= firstRow && range.top <= lastRow) return true
  if (!source.mark) return false
  for (let r = firstRow; r <= lastRow; r++) {
    for (let c = 0; c < frozen; c++) if (source.mark(r, c)) return true
    for (let c = firstColumn; c <= lastColumn; c++) if (source.mark(r, c)) return true
  }
  return false
}
