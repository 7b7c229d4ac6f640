import { STRAY_QUOTE, unclosedQuote } from '@stoa/contract'
import { badRequest } from '../../../../core/errors.ts'
import type { RowFinder } from './rows.ts'

/** How the rows of a CSV file are told apart. */
export type CsvShape = {
  readonly delimiter: string
  /** How many values a row has. */
  readonly width: number
  /** Whether values may stand between quotes. */
  readonly quoted: boolean
}

const [LF, CR, TAB, SPACE, QUOTE] = [0x0a, 0x0d, 0x09, 0x20, 0x22] as const

/**
 * Cuts CSV into records. A line break between quotes belongs to its record; lines with nothing in them are left out,
 * unless a row is one value, which may be none. What a record consists of is Postgres's own matter, which reads quotes
 * in the same way; but a quote in the midst of a value, as in `5" pipe`, would make it take two rows for one, so such
 * a row is marked as wrong and its quote opens nothing.
 *
 * All signs that matter are one byte in UTF-8, and no part of another one, so that the bytes are looked at as they are.
 */
export class CsvRows implements RowFinder {
  start = 0
  end = 0
  next = 0
  line: number
  nextLine: number
  problem: string | null = null
  readonly #bytes: Buffer
  readonly #isLast: boolean
  readonly #delimiter: number
  readonly #width: number
  readonly #hasQuotes: boolean
  /** The first line break and the first quote that lie behind where they were looked for last; the end for none. */
  #lineBreak = -1
  #quote = -1

  /**
   * @param bytes where a row begins
   * @param line the line of the file that they begin with
   * @param isLast whether nothing comes behind them
   */
  constructor(bytes: Buffer, { delimiter, width, quoted }: CsvShape, line: number, isLast: boolean) {
    this.#bytes = bytes
    this.#isLast = isLast
    this.#delimiter = delimiter.charCodeAt(0)
    this.#width = width
    this.#hasQuotes = quoted
    this.line = line
    this.nextLine = line
  }

  find(): boolean {
    const bytes = this.#bytes
    for (;;) {
      const start = this.next
      if (start >= bytes.length) return false
      const lineBreak = this.#endOf(start)
      if (lineBreak === bytes.length && !this.#isLast) return false
      this.start = start
      this.line = this.nextLine
      this.next = Math.min(lineBreak + 1, bytes.length)
      this.nextLine += this.#breaksWithin + 1
      this.end = lineBreak > start && bytes[lineBreak - 1] === CR ? lineBreak - 1 : lineBreak
      if (this.#width === 1 || !this.#isBlank(start, this.end)) return true
    }
  }

  /** How many line breaks stand between quotes of the row whose end was found last. */
  #breaksWithin = 0

  /** Where the line break behind a row is; the end of the bytes when there is none. */
  #endOf(start: number): number {
    this.problem = null
    this.#breaksWithin = 0
    if (this.#lineBreak < start) this.#lineBreak = this.#place(LF, start)
    if (this.#hasQuotes && this.#quote < start) this.#quote = this.#place(QUOTE, start)
    if (!this.#hasQuotes || this.#quote >= this.#lineBreak) return this.#lineBreak
    return this.#endBehindQuotes(start)
  }

  /** The same for a row with a quote before its first line break. */
  #endBehindQuotes(start: number): number {
    const bytes = this.#bytes
    const { length } = bytes
    let at = this.#quote
    let opened = start
    // Where quotes closed last; another quote right behind stands for one in the value.
    let closed = -2
    while (at < length) {
      if (closed === at - 1 || this.#beginsAt(start, at)) {
        opened = at++
        while (at < length && bytes[at] !== QUOTE) at++
        closed = at
      } else this.problem = STRAY_QUOTE
      at++
      let sign = bytes[at]
      while (at < length && sign !== QUOTE && sign !== LF) sign = bytes[++at]
      if (sign === LF) break
    }
    at = Math.min(at, length)
    if (closed === length && this.#isLast)
      throw badRequest(unclosedQuote(this.nextLine + this.#linesBetween(start, opened)))
    if (this.#lineBreak < at) this.#breaksWithin = this.#linesBetween(start, at)
    this.#lineBreak = at
    return at
  }

  /** Whether a value begins at a place outside of quotes, blanks before it aside. */
  #beginsAt(start: number, at: number): boolean {
    for (let before = at - 1; before >= start; before--) {
      const sign = this.#bytes[before]
      if (sign === this.#delimiter) return true
      if (sign !== SPACE && sign !== TAB) return false
    }
    return true
  }

  #place(sign: number, from: number): number {
    const found = this.#bytes.indexOf(sign, from)
    return found < 0 ? this.#bytes.length : found
  }

  #linesBetween(from: number, to: number): number {
    let lines = 0
    for (let at = this.#place(LF, from); at < to; at = this.#place(LF, at + 1)) lines++
    return lines
  }

  #isBlank(start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      const sign = this.#bytes[at] as number
      if (sign === this.#delimiter || (sign !== SPACE && (sign < TAB || sign > CR))) return false
    }
    return true
  }
}

/**
 * Where the values of a record end, as they stand there, with their quotes.
 * @param ends filled with the place behind each value
 * @returns how many values there are; only as many as `ends` has room for are told
 */
export function fieldEnds(
  bytes: Buffer,
  { start, end }: { readonly start: number; readonly end: number },
  { delimiter, quoted }: Pick<CsvShape, 'delimiter' | 'quoted'>,
  ends: Uint32Array,
): number {
  const separator = delimiter.charCodeAt(0)
  let count = 0
  let isQuoted = false
  for (let at = start; at < end; at++) {
    const sign = bytes[at]
    if (sign === QUOTE && quoted) isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) ends[count++] = at
  }
  ends[count++] = end
  return count
}
