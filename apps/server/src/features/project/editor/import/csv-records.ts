import { IMPORT_ROW_MAX, IMPORT_ROW_TOO_LARGE, STRAY_QUOTE, unclosedQuote } from '@stoa/contract'
import { badRequest } from '../../../../core/errors.ts'

/** A row of a file as it stands there, without its line break. */
export type FileRow = {
  readonly text: string
  readonly line: number
  /** What is wrong with it, where its own text tells. */
  readonly problem?: string
}

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

/** How the rows of a CSV file are told apart. */
export type CsvShape = {
  readonly delimiter: string
  /** How many values a row has. */
  readonly width: number
  /** Whether values may stand between quotes. */
  readonly quoted: boolean
}

/**
 * Cuts CSV into records. A line break between quotes belongs to its record; lines with nothing in them are left out,
 * unless a row is one value, which may be none. What a record consists of is Postgres's own matter, which reads quotes
 * in the same way; but a quote in the midst of a value, as in `5" pipe`, would make it take two rows for one, so such
 * a row is marked as wrong and its quote opens nothing.
 */
export function csvRecords({ delimiter, width, quoted }: CsvShape): RowCutter {
  let rest = ''
  // Of `rest`, what was looked at, and whether that ends between quotes.
  let seen = 0
  let isQuoted = false
  /** Where in `rest` the latest quotes closed; another quote right behind stands for one in the value. */
  let closedAt = -2
  let problem: string | null = null
  let line = 1
  let openedAt = 1
  let lineOfRecord = 1

  const row = (text: string): FileRow[] => {
    const wrong = problem
    problem = null
    if (width > 1 && text.trim() === '' && !text.includes(delimiter)) return []
    return [{ text, line: lineOfRecord, ...(wrong !== null && { problem: wrong }) }]
  }
  /** Whether a value begins at a place of a record, blanks before it aside. */
  const beginsValue = (text: string, start: number, at: number): boolean => {
    let before = at - 1
    while (before >= start && text[before] !== delimiter && (text[before] === ' ' || text[before] === '\t')) before--
    return before < start || text[before] === delimiter
  }
  const countQuotes = (text: string, start: number, from: number, to: number) => {
    for (let at = text.indexOf('"', from); at >= 0 && at < to; at = text.indexOf('"', at + 1)) {
      if (isQuoted) {
        isQuoted = false
        closedAt = at
      } else if (closedAt === at - 1 || beginsValue(text, start, at)) {
        isQuoted = true
        openedAt = line
      } else problem = STRAY_QUOTE
    }
  }
  return {
    feed(piece) {
      const text = rest + piece
      const rows: FileRow[] = []
      // A piece without any quote needs no look for them.
      const hasQuotes = quoted && text.includes('"')
      let start = 0
      let from = seen
      for (let end = text.indexOf('\n', from); end >= 0; end = text.indexOf('\n', from)) {
        if (hasQuotes) countQuotes(text, start, from, end)
        from = end + 1
        line++
        if (isQuoted) continue
        rows.push(...row(text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end)))
        start = from
        lineOfRecord = line
      }
      if (hasQuotes) countQuotes(text, start, from, text.length)
      rest = text.slice(start)
      closedAt -= start
      seen = rest.length
      if (rest.length > IMPORT_ROW_MAX) throw badRequest(IMPORT_ROW_TOO_LARGE)
      return rows
    },
    end() {
      if (isQuoted) throw badRequest(unclosedQuote(openedAt))
      const last = rest.endsWith('\r') ? rest.slice(0, -1) : rest
      const isNothing = rest === ''
      rest = ''
      return isNothing ? [] : row(last)
    },
  }
}

/** The values of a record as they stand there, with their quotes. */
export function recordFields(record: string, delimiter: string, quoted = true): string[] {
  if (!quoted || !record.includes('"')) return record.split(delimiter)
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
