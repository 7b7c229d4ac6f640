import { IMPORT_ROW_MAX, IMPORT_ROW_TOO_LARGE } from '@stoa/contract'
import { badRequest } from '../../../../core/errors.ts'
import { KeptRows, type RowFinder } from './rows.ts'

/** What may stand before the first sign of a file in UTF-8. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff')
const NOTHING = Buffer.alloc(0)

const noRows = (): RowFinder => new KeptRows([])

/**
 * Finds the rows of bytes that begin with a row.
 * @param line the line of the file that they begin with
 * @param isLast whether nothing comes behind them
 */
export type FindRows = (bytes: Buffer, line: number, isLast: boolean) => RowFinder

/** A part of a file, in memory that has room before it: what was left of the part before goes there. */
export type Part = { readonly memory: Buffer; readonly from: number; readonly to: number }

/** What has come of a file, from the beginning of a row on. */
export type Piece = {
  readonly bytes: Buffer
  /** Finds its rows, as often as they are looked for. */
  readonly find: () => RowFinder
}

/** Puts the parts of a file together again where rows were cut. */
export class Pieces {
  readonly #find: FindRows
  /** The beginning of a row whose end has not come yet, and its line. */
  #rest: Buffer = NOTHING
  #line = 1
  #isBeginning = true
  #headerPending: boolean

  /** @param header whether the first row is none of them */
  constructor(find: FindRows, header: boolean) {
    this.#find = find
    this.#headerPending = header
  }

  /**
   * What there is to be looked at with the next part of the file.
   * @throws ORPCError 400 when the file ends in the midst of a row
   */
  next(part: Part, isLast: boolean): Piece {
    let bytes = this.#joined(part)
    if (this.#isBeginning) {
      if (bytes.length < BYTE_ORDER_MARK.length && !isLast) return { bytes, find: noRows }
      this.#isBeginning = false
      if (bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK))
        bytes = bytes.subarray(BYTE_ORDER_MARK.length)
    }
    if (this.#headerPending) {
      const header = this.#find(bytes, this.#line, isLast)
      this.#headerPending = !header.find()
      // Of a header that is cut off, nothing is taken yet.
      if (this.#headerPending) return { bytes, find: noRows }
      this.#line = header.nextLine
      bytes = bytes.subarray(header.next)
    }
    const line = this.#line
    return { bytes, find: () => this.#find(bytes, line, isLast) }
  }

  /**
   * Keeps what is left of a piece once all its whole rows were found.
   * @throws ORPCError 400 when that is larger than any row may be
   */
  keep({ bytes }: Piece, { next, nextLine }: RowFinder): void {
    // A copy, so that the part is not held for the sake of its last row.
    this.#rest = Buffer.from(bytes.subarray(next))
    if (!this.#headerPending) this.#line = nextLine
    if (this.#rest.length > IMPORT_ROW_MAX) throw badRequest(IMPORT_ROW_TOO_LARGE)
  }

  #joined({ memory, from, to }: Part): Buffer {
    const begin = from - this.#rest.length
    if (begin < 0) return Buffer.concat([this.#rest, memory.subarray(from, to)])
    this.#rest.copy(memory, begin)
    return memory.subarray(begin, to)
  }
}
