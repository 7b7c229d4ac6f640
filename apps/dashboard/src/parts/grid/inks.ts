import type { Ground, Ink } from './picture-request.ts'

const NONE = 'none'
/** The face of `--font-ui` with figures of one width: a canvas cannot ask a face for them. */
const TABULAR = '"Inter Tabular"'
/** Row numbers are written like no cell. */
export const NUMBERS = 'dg-number-cell'

/**
 * The colours and faces of cells for drawing them, read from the style sheet by elements that nobody sees, so that
 * they are said in one place and follow the theme.
 */
export class Inks {
  readonly #row = document.createElement('div')
  readonly #ids = new Map<string, number>()
  readonly #onInk: (ink: Ink) => void
  #ground: Ground | null = null

  /**
   * @param body where rows stand
   * @param onInk told of every ink when it is used for the first time, in the order of their numbers
   */
  constructor(body: HTMLElement, onInk: (ink: Ink) => void) {
    this.#onInk = onInk
    this.#row.className = 'dg-row'
    this.#row.hidden = true
    body.append(this.#row)
  }

  remove(): void {
    this.#row.remove()
  }

  /** Forgets what was read, since the theme may be another one the next time, and counts from 0 again. */
  forget(): void {
    this.#ids.clear()
    this.#ground = null
  }

  /** The colours of the ground and of its lines. */
  get ground(): Ground {
    this.#ground ??= {
      fill: this.#read('dg', (style) => style.backgroundColor),
      line: getComputedStyle(this.#row).borderBottomColor,
      lineBetween: this.#read('dg-cell', (style) => style.borderRightColor),
      lineAfterFrozen: this.#read('dg-head-cell dg-last-frozen', (style) => style.borderRightColor),
      gutter: this.#read(NUMBERS, (style) => style.backgroundColor),
      gutterLine: this.#read(NUMBERS, (style) => style.borderRightColor),
    }
    return this.#ground
  }

  /** The number of the ink that elements of a class are written in. */
  of(className: string): number {
    let id = this.#ids.get(className)
    if (id === undefined) {
      id = this.#ids.size
      this.#ids.set(className, id)
      const grey = this.#read('dg-time', (style) => style.color)
      this.#onInk(this.#read(className, (style, probe) => inkOf(style, probe, grey, this.#faces)))
    }
    return id
  }

  /** The faces of most cells. */
  get #faces(): string {
    return getComputedStyle(this.#row).fontFamily
  }

  /** Reads of an element of a class what is needed, while it stands where it would. */
  #read<T>(className: string, take: (style: CSSStyleDeclaration, probe: HTMLElement) => T): T {
    const probe = document.createElement('div')
    probe.className = className
    this.#row.replaceChildren(probe)
    return take(getComputedStyle(probe), probe)
  }
}

function inkOf(style: CSSStyleDeclaration, probe: HTMLElement, grey: string, faces: string): Ink {
  const isTabular = style.fontVariantNumeric === 'tabular-nums' && style.fontFamily === faces
  const family = isTabular ? `${TABULAR}, ${style.fontFamily}` : style.fontFamily
  const square = getComputedStyle(probe, '::before')
  const isFilled = square.borderTopWidth === '0px'
  const bar = getComputedStyle(probe, '::after')
  return {
    font: `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${family}`,
    color: style.color,
    grey,
    letterSpacing: style.letterSpacing === 'normal' ? '0px' : style.letterSpacing,
    isJoined: style.fontFeatureSettings === 'normal',
    isAtEnd: style.textAlign === 'right',
    square:
      square.content === NONE ? null : { color: isFilled ? square.backgroundColor : square.borderTopColor, isFilled },
    bar: bar.content === NONE ? null : bar.backgroundColor,
  }
}
