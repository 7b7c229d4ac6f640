import { isUtf8 } from 'node:buffer'
import type { RefusedRow } from '@stoa/contract'
import { quoteIdent } from '@stoa/sql'
import pg from 'pg'
import type { FindRows } from './pieces.ts'
import type { FileRow, RowFinder } from './rows.ts'

/** So much of a row is told when it is refused, in characters. */
const TOLD = 200
/** The most bytes that so many characters are. */
const TOLD_BYTES = 4 * TOLD

/** Bytes that are no text of UTF-8. */
export class NotUtf8 extends Error {}

/** Puts rows of a file into a table, in the transaction of its client. */
export type RowsIn = {
  readonly find: FindRows
  /**
   * Puts rows in, all that are not wrong or none.
   * @param onWrong told of a row that is found to be wrong before Postgres has seen it; false ends with the rows before
   * @returns how many were put in
   * @throws NotUtf8, what Postgres said
   */
  put(bytes: Buffer, rows: RowFinder, onWrong: (row: FileRow) => boolean): Promise<number>
  /** What is wrong with a row, as far as its own text tells; null when nothing is. */
  problemOf(bytes: Buffer, row: FileRow): string | null
  /** Which of the rows an error speaks of; null when it does not say. */
  culprit(error: unknown, bytes: Buffer, rows: RowFinder): FileRow | null
}

export const tableOf = ({ schema, table }: { schema: string; table: string }): string =>
  `${quoteIdent(schema)}.${quoteIdent(table)}`

/** @throws NotUtf8 */
export function checked(bytes: Buffer): Buffer {
  if (!isUtf8(bytes)) throw new NotUtf8()
  return bytes
}

/** A refusal as people read it. */
export function refusedRow(error: unknown, bytes: Buffer, row: FileRow | null): RefusedRow {
  const told =
    row === null ? '' : bytes.toString('utf8', row.start, Math.min(row.end, row.start + TOLD_BYTES)).slice(0, TOLD)
  const line = row?.line ?? null
  if (!(error instanceof pg.DatabaseError)) return { line, column: null, message: (error as Error).message, text: told }
  const column = error.column ?? /, column ([^:]+)/.exec(error.where ?? '')?.[1] ?? null
  const message = error.detail ? `${error.message}. ${error.detail}` : error.message
  return { line, column, message, text: told }
}
