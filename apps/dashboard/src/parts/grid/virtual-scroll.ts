/**
 * Browsers cap the height of an element (Chromium at about 33 million pixels, others lower), so a grid with millions
 * of rows cannot scroll its real height. This maps the scroll position of a lower element to a position in the full
 * height. Small movements are followed pixel by pixel, so that wheel and keys go row by row; large ones, as when the
 * scroll bar is dragged, are scaled.
 *
 * All numbers are pixels. "Real" is what the browser knows (scrollTop), "virtual" is the position among the rows.
 */
export const MAX_REAL_HEIGHT = 6_000_000

// So many pixels at either end are not scaled, so that the edges are always reached pixel by pixel.
const EXACT_ZONE = 200_000
// A movement of more views than this within one event, and not by wheel or touch, is a drag of the scroll bar.
const JUMP_VIEWS = 2

export class VirtualScroll {
  #content = 0
  #view = 0
  #virtual = 0
  #real = 0

  /** The position among the rows. */
  get virtualTop(): number {
    return this.#virtual
  }

  /** The scroll position that the browser has, or is to be given. */
  get realTop(): number {
    return this.#real
  }

  /** What to take from a position among the rows to get one in the scrolled element. */
  get shift(): number {
    return this.#virtual - this.#real
  }

  /** The height to give to the scrolled element. */
  get realHeight(): number {
    return Math.min(this.#content, MAX_REAL_HEIGHT)
  }

  get #maxVirtual(): number {
    return Math.max(0, this.#content - this.#view)
  }

  get #maxReal(): number {
    return Math.max(0, this.realHeight - this.#view)
  }

  get #isScaled(): boolean {
    return this.#content > MAX_REAL_HEIGHT
  }

  /** Takes the height of all rows and of the view, and keeps the position as far as it still exists. */
  resize(content: number, view: number): void {
    this.#content = content
    this.#view = view
    this.#virtual = Math.min(this.#virtual, this.#maxVirtual)
    this.#real = this.#isScaled ? Math.min(this.#real, this.#maxReal) : this.#virtual
  }

  /**
   * Follows a scroll of the browser to `realTop`.
   * @param exact true when it came from a wheel or a touch: the movement is then never scaled.
   */
  follow(realTop: number, exact: boolean): void {
    const movement = realTop - this.#real
    this.#real = realTop
    if (!this.#isScaled) this.#virtual = realTop
    else if (exact || Math.abs(movement) <= JUMP_VIEWS * this.#view)
      this.#virtual = this.#clamp(this.#virtual + movement)
    else this.#virtual = this.#toVirtual(realTop)
  }

  /** Goes to a position among the rows; `realTop` is then the scroll position to set. */
  moveTo(virtualTop: number): void {
    this.#virtual = this.#clamp(virtualTop)
    this.#real = this.#toReal(this.#virtual)
  }

  /** Takes over what the browser made of the scroll position that it was given: it rounds to device pixels. */
  accept(realTop: number): void {
    this.#real = realTop
    if (!this.#isScaled) this.#virtual = realTop
  }

  /**
   * Whether the scroll bar no longer stands where the position among the rows belongs, after many small movements.
   * Then `moveTo(virtualTop)` puts it right without moving a row. At the end of the scroll bar it cannot wait.
   */
  get hasDrifted(): boolean {
    return this.#isScaled && Math.abs(this.#toReal(this.#virtual) - this.#real) >= 1
  }

  /** Whether the scroll bar has come to an end before the rows have. */
  get isStuck(): boolean {
    if (!this.#isScaled) return false
    return (this.#real <= 0 && this.#virtual > 0) || (this.#real >= this.#maxReal && this.#virtual < this.#maxVirtual)
  }

  #clamp(virtual: number): number {
    return Math.max(0, Math.min(this.#maxVirtual, virtual))
  }

  #toVirtual(real: number): number {
    if (real <= EXACT_ZONE) return this.#clamp(real)
    const fromEnd = this.#maxReal - real
    if (fromEnd <= EXACT_ZONE) return this.#clamp(this.#maxVirtual - fromEnd)
    return Math.round(EXACT_ZONE + ((real - EXACT_ZONE) / this.#realMiddle) * this.#virtualMiddle)
  }

  #toReal(virtual: number): number {
    if (!this.#isScaled || virtual <= EXACT_ZONE) return virtual
    const fromEnd = this.#maxVirtual - virtual
    if (fromEnd <= EXACT_ZONE) return this.#maxReal - fromEnd
    return Math.round(EXACT_ZONE + ((virtual - EXACT_ZONE) / this.#virtualMiddle) * this.#realMiddle)
  }

  get #realMiddle(): number {
    return this.#maxReal - 2 * EXACT_ZONE
  }

  get #virtualMiddle(): number {
    return this.#maxVirtual - 2 * EXACT_ZONE
  }
}
