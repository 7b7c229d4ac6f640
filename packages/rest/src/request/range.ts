import { negativeLimit, rangeReversed } from '../errors.ts'

/** A stretch of rows; without a limit it goes to the end. */
export type RowRange = { readonly offset: number; readonly limit: number | null }
export const ALL: RowRange = { offset: 0, limit: null }

const HEADER = /^(\d{1,15})-(\d{0,15})$/

/** The last row of a stretch, or null when it goes to the end. */
const last = ({ offset, limit }: RowRange): number => (limit === null ? Number.POSITIVE_INFINITY : offset + limit - 1)

/**
 * What the Range header and the parameters ask for together.
 * @throws RestError PGRST103
 */
export function rowRange(header: string | null, limit: number | null, offset: number | null): RowRange {
  if (limit !== null && limit < 0) throw negativeLimit()
  const asked: RowRange = { offset: Math.max(0, offset ?? 0), limit }
  const match = HEADER.exec((header ?? '').trim())
  if (!match) return asked
  const from = Number(match[1])
  const to = match[2] === '' ? Number.POSITIVE_INFINITY : Number(match[2])
  if (from > to) throw rangeReversed()
  if (limit === 0) return { offset: Math.max(from, asked.offset), limit: 0 }
  const start = Math.max(from, asked.offset)
  const end = Math.min(to, last(asked))
  if (start > end) throw rangeReversed()
  return { offset: start, limit: Number.isFinite(end) ? end - start + 1 : null }
}

/** A stretch that is no longer than the most that is ever given. */
export const atMost = (range: RowRange, most: number | null): RowRange =>
  most === null || (range.limit !== null && range.limit <= most) ? range : { ...range, limit: most }

/** The Content-Range header. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const count = total === null ? '*' : String(total)
  return rows === 0 || total === 0 ? `*/${count}` : `${offset}-${offset + rows - 1}/${count}`
}
