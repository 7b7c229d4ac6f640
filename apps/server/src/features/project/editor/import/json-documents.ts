import { IMPORT_JSON_CUT, IMPORT_NOT_OBJECTS, IMPORT_ROW_MAX, IMPORT_ROW_TOO_LARGE } from '@stoa/contract'
import { badRequest } from '../../../../core/errors.ts'
import type { FileRow, RowCutter } from './csv-records.ts'

const [QUOTE, BACKSLASH, OPEN, CLOSE, LINE_BREAK] = ['"', '\\', '{', '}', '\n'].map((sign) => sign.charCodeAt(0))
/** What may stand around the objects of a list, or between those of lines. */
const BETWEEN = new Set(['[', ']', ',', ' ', '\t', '\n', '\r'])

/** Cuts JSON into the objects of its one list, or into those that stand one after another. They are not read here. */
export function jsonDocuments(): RowCutter {
  let rest = ''
  let seen = 0
  let depth = 0
  let isString = false
  let isEscaped = false
  let line = 1
  let lineOfRow = 1

  return {
    feed(piece) {
      const text = rest + piece
      const rows: FileRow[] = []
      let start = 0
      for (let at = seen; at < text.length; at++) {
        const sign = text.charCodeAt(at)
        if (sign === LINE_BREAK) line++
        if (isString) {
          if (isEscaped) isEscaped = false
          else if (sign === BACKSLASH) isEscaped = true
          else if (sign === QUOTE) isString = false
        } else if (sign === QUOTE && depth > 0) isString = true
        else if (sign === OPEN) {
          if (depth === 0) {
            start = at
            lineOfRow = line
          }
          depth++
        } else if (sign === CLOSE && depth > 0) {
          depth--
          if (depth > 0) continue
          rows.push({ text: text.slice(start, at + 1), line: lineOfRow })
          start = at + 1
        } else if (depth === 0 && !BETWEEN.has(text[at] ?? '')) throw badRequest(`${IMPORT_NOT_OBJECTS} (line ${line})`)
      }
      rest = depth > 0 ? text.slice(start) : ''
      seen = rest.length
      if (rest.length > IMPORT_ROW_MAX) throw badRequest(IMPORT_ROW_TOO_LARGE)
      return rows
    },
    end() {
      if (depth > 0) throw badRequest(IMPORT_JSON_CUT)
      return []
    },
  }
}
