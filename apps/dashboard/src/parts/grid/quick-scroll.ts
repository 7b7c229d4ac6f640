import type { Scene } from './body.ts'
import type { GridElements } from './elements.ts'
import type { GridPicture, PictureView } from './picture.ts'

/**
 * Scrolls in which every row is another one with each step: from the second step on they are drawn as pictures. The
 * first one is not, since most that go so far go there at once, by the scroll bar or a key.
 */
export class QuickScroll {
  readonly #elements: GridElements
  #picture: GridPicture | null = null
  #isPassing = false
  #isLoading = false
  #isGone = false

  constructor(elements: GridElements) {
    this.#elements = elements
  }

  /**
   * Tells of a step.
   * @param isJump whether no row is in view that was in view before
   * @returns whether to draw a picture of it
   */
  step(isJump: boolean): boolean {
    const isQuick = isJump && this.#isPassing
    if (isJump) {
      this.#isPassing = true
      this.#load()
    }
    return isQuick
  }

  /** Tells that the scroll has come to its end. */
  end(): void {
    this.#isPassing = false
    this.#picture?.end()
  }

  /** Draws the picture. @returns false when the cells have to be painted themselves */
  draw(scene: Scene, view: PictureView): boolean {
    return this.#picture?.draw(scene, view) ?? false
  }

  /** Shows the cells again. */
  hide(): void {
    this.#picture?.hide()
  }

  remove(): void {
    this.#isGone = true
    this.#picture?.remove()
  }

  /** Gets what draws when it is needed for the first time. Without it, cells are painted as ever. */
  #load(): void {
    if (this.#isLoading) return
    this.#isLoading = true
    const { scroller, body } = this.#elements
    import('./picture.ts').then(
      ({ GridPicture }) => {
        if (!this.#isGone && scroller.parentElement) this.#picture = new GridPicture(scroller.parentElement, body)
      },
      () => {
        this.#isLoading = false
      },
    )
  }
}
