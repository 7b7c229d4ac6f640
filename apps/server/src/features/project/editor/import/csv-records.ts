import { IMPORT_ROW_MAX, IMPORT_ROW_TOO_LARGE, unclosedQuote } from '@stoa/contract'
import { badRequest } from '../../../../core/errors.ts'

/** A row of a file as it stands there, without its line break. */
export type FileRow = { readonly text: string; readonly line: number }

/** Cuts a file that comes in pieces into its rows. */
export type RowCutter = {
  /** The rows that are whole with this piece. */
  feed(piece: string): FileRow[]
  /**
   * What is left at the end.
   * @throws ORPCError 400 when the file ends in the midst of a row
   */
  end(): FileRow[]
}

/**
 * Cuts CSV into records. A line break between quotes belongs to its record; lines with nothing in them are left out.
 * What a record consists of is Postgres's own matter, which reads quotes in the same way.
 */
export function csvRecords(): RowCutter {
  let rest = ''
  // Of `rest`, what was looked at, and whether that ends between quotes.
  let seen = 0
  let isQuoted = false
  let line = 1
  let openedAt = 1
  let lineOfRecord = 1

  const row = (text: string): FileRow[] => (text.trim() === '' ? [] : [{ text, line: lineOfRecord }])
  const countQuotes = (text: string, from: number, to: number) => {
    for (let at = text.indexOf('"', from); at >= 0 && at < to; at = text.indexOf('"', at + 1)) {
      isQuoted = !isQuoted
      if (isQuoted) openedAt = line
    }
  }
  return {
    feed(piece) {
      const text = rest + piece
      const rows: FileRow[] = []
      // A piece without any quote needs no look for them.
      const hasQuotes = text.includes('"')
      let start = 0
      let from = seen
      for (let end = text.indexOf('\n', from); end >= 0; end = text.indexOf('\n', from)) {
        if (hasQuotes) countQuotes(text, from, end)
        from = end + 1
        line++
        if (isQuoted) continue
        rows.push(...row(text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end)))
        start = from
        lineOfRecord = line
      }
      if (hasQuotes) countQuotes(text, from, text.length)
      rest = text.slice(start)
      seen = rest.length
      if (rest.length > IMPORT_ROW_MAX) throw badRequest(IMPORT_ROW_TOO_LARGE)
      return rows
    },
    end() {
      if (isQuoted) throw badRequest(unclosedQuote(openedAt))
      const last = rest.endsWith('\r') ? rest.slice(0, -1) : rest
      rest = ''
      return row(last)
    },
  }
}

/** The values of a record as they stand there, with their quotes. */
export function recordFields(record: string, delimiter: string): string[] {
  if (!record.includes('"')) return record.split(delimiter)
  const fields: string[] = []
  let isQuoted = false
  let start = 0
  for (let at = 0; at < record.length; at++) {
    const sign = record[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === delimiter && !isQuoted) {
      fields.push(record.slice(start, at))
      start = at + 1
    }
  }
  fields.push(record.slice(start))
  return fields
}
