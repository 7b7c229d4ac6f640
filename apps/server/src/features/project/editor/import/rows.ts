/**
 * Where the rows of a file stand in its bytes. Its fields speak of the row that was found last: files have millions of
 * rows, and none of them is made an object or a text of.
 */
export type RowFinder = {
  /** Where the row begins, and where it ends without its line break. */
  readonly start: number
  readonly end: number
  /** Where what comes behind it begins; once none is found any more, where what is left begins. */
  readonly next: number
  /** The line of the file in which the row begins, from 1, and that of `next`. */
  readonly line: number
  readonly nextLine: number
  /** What is wrong with it, where its own text tells. */
  readonly problem: string | null
  /**
   * Goes on to the next row that is there whole.
   * @throws ORPCError 400 when the file ends in the midst of a row
   */
  find(): boolean
}

/** One row, where it is kept. */
export type FileRow = Pick<RowFinder, 'start' | 'end' | 'line' | 'problem'>

/** The row that was found last, to be kept. */
export const kept = ({ start, end, line, problem }: RowFinder): FileRow => ({ start, end, line, problem })

/** All rows that are found. */
export function listed(rows: RowFinder): FileRow[] {
  const list: FileRow[] = []
  while (rows.find()) list.push(kept(rows))
  return list
}

/** Rows that were kept, one after another again. */
export class KeptRows implements RowFinder {
  start = 0
  end = 0
  next = 0
  line = 1
  nextLine = 1
  problem: string | null = null
  #at = 0
  readonly #rows: readonly FileRow[]

  constructor(rows: readonly FileRow[]) {
    this.#rows = rows
  }

  find(): boolean {
    const row = this.#rows[this.#at++]
    if (row === undefined) return false
    this.start = row.start
    this.end = row.end
    this.line = row.line
    this.problem = row.problem
    return true
  }
}
