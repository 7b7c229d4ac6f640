import { IMPORT_JSON_CUT, IMPORT_NOT_OBJECTS } from '@stoa/contract'
import { badRequest } from '../../../../core/errors.ts'
import type { RowFinder } from './rows.ts'

const [QUOTE, BACKSLASH, OPEN, CLOSE, LF] = ['"', '\\', '{', '}', '\n'].map((sign) => sign.charCodeAt(0))
/** What may stand around the objects of a list, or between those of lines. */
const BETWEEN = new Set(Buffer.from('[], \t\n\r'))

/** Cuts JSON into the objects of its one list, or into those that stand one after another. They are not read here. */
export class JsonRows implements RowFinder {
  start = 0
  end = 0
  next = 0
  line: number
  nextLine: number
  readonly problem = null
  readonly #bytes: Buffer
  readonly #isLast: boolean

  /**
   * @param bytes where an object or what is between two begins
   * @param line the line of the file that they begin with
   * @param isLast whether nothing comes behind them
   */
  constructor(bytes: Buffer, line: number, isLast: boolean) {
    this.#bytes = bytes
    this.#isLast = isLast
    this.line = line
    this.nextLine = line
  }

  find(): boolean {
    const bytes = this.#bytes
    let depth = 0
    let isString = false
    let line = this.nextLine
    for (let at = this.next; at < bytes.length; at++) {
      const sign = bytes[at] as number
      if (sign === LF) line++
      if (isString) {
        // What is escaped is passed over, a line break aside, which nothing escapes.
        if (sign === BACKSLASH) at++
        else if (sign === QUOTE) isString = false
      } else if (sign === QUOTE && depth > 0) isString = true
      else if (sign === OPEN) {
        if (depth++ > 0) continue
        this.start = at
        this.line = line
        this.next = at
        this.nextLine = line
      } else if (sign === CLOSE && depth > 0) {
        if (--depth > 0) continue
        this.end = at + 1
        this.next = at + 1
        this.nextLine = line
        return true
      } else if (depth === 0 && !BETWEEN.has(sign)) throw badRequest(`${IMPORT_NOT_OBJECTS} (line ${line})`)
    }
    if (depth === 0) {
      this.next = bytes.length
      this.nextLine = line
    } else if (this.#isLast) throw badRequest(IMPORT_JSON_CUT)
    return false
  }
}
