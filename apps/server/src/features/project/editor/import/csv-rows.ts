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
    // Bytes without any quote need no look for them.
    this.#hasQuotes = quoted && bytes.includes(QUOTE)
    this.line = line
    this.nextLine = line
  }

  find(): boolean {
    const bytes = this.#bytes
    for (;;) {
      const start = this.next
      if (start >= bytes.length) return false
      const lineBreak = this.#hasQuotes ? this.#lineBreakOutsideQuotes(start) : bytes.indexOf(LF, start)
      if (lineBreak < 0 && !this.#isLast) return false
      this.start = start
      this.line = this.nextLine
      let end = lineBreak < 0 ? bytes.length : lineBreak
      this.next = lineBreak < 0 ? end : end + 1
      if (this.#hasQuotes) this.nextLine = this.#lineBehind
      else this.nextLine++
      if (end > start && bytes[end - 1] === CR) end--
      this.end = end
      if (this.#width === 1 || !this.#isBlank(start, end)) return true
    }
  }

  /** The line behind the line break that was found last. */
  #lineBehind = 1

  #lineBreakOutsideQuotes(start: number): number {
    const bytes = this.#bytes
    const delimiter = this.#delimiter
    let line = this.nextLine
    let openedAt = line
    // Where quotes closed last; another quote right behind stands for one in the value.
    let closedAt = -2
    // Whether a value begins here, blanks before it aside.
    let isBefore = true
    this.problem = null
    for (let at = start; at < bytes.length; at++) {
      const sign = bytes[at]
      if (sign === delimiter) isBefore = true
      else if (sign === LF) {
        this.#lineBehind = line + 1
        return at
      } else if (sign !== QUOTE) {
        if (isBefore && sign !== SPACE && sign !== TAB) isBefore = false
      } else if (isBefore || closedAt === at - 1) {
        isBefore = false
        openedAt = line
        for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === LF) line++
        closedAt = at
      } else this.problem = STRAY_QUOTE
    }
    if (closedAt === bytes.length && this.#isLast) throw badRequest(unclosedQuote(openedAt))
    this.#lineBehind = line + 1
    return -1
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
