import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ImportInput, wrongCount } from '@stoa/contract'
import { quoteIdent, quoteLiteral } from '@stoa/sql'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { CsvRows, fieldEnds } from './csv-rows.ts'
import { Gather } from './gather.ts'
import { type FileRow, kept } from './rows.ts'
import { checked, type RowsIn, tableOf } from './rows-in.ts'

/** What stands for a quote where there are none. */
const NO_QUOTE = '\u0001'
/** Bytes that are handed to the connection at once. */
const CHUNK = 256 * 1024
const LF = 0x0a
/** Alone on a line it would end the file. */
const END_OF_DATA = Buffer.from('\\.')

type CsvFormat = Extract<ImportInput['format'], { kind: 'csv' }>

/**
 * Puts in rows of CSV. They go on as the bytes they are: Postgres reads them by COPY, so that a value is never printed
 * anew here.
 */
export function csvIn(client: pg.Client, input: ImportInput, format: CsvFormat): RowsIn {
  const { delimiter, width, empty, null_word: nullWord, quoted } = format
  const names = input.columns.map(({ to }) => quoteIdent(to)).join(', ')
  // What no value can be, so that nothing is null.
  const nothing = empty === 'null' ? '' : '\\N'
  // Postgres always has a sign for quotes: where there are none, one that no text has.
  const quote = quoted ? '"' : NO_QUOTE
  const copy = `copy ${tableOf(input)} (${names}) from stdin with (format csv, delimiter ${quoteLiteral(delimiter)}, null ${quoteLiteral(nothing)}, quote ${quoteLiteral(quote)})`
  const places = input.columns.map(({ from }) => Number(from))
  const isWhole = places.length === width && places.every((place, at) => place === at)
  const [separator, quoteSign] = [delimiter.charCodeAt(0), quote.charCodeAt(0)]
  const [word, noValue] = [nullWord === null ? null : Buffer.from(nullWord), Buffer.from(nothing)]
  const ends = new Uint32Array(width)

  const is = (bytes: Buffer, from: number, to: number, text: Buffer): boolean => {
    if (to - from !== text.length) return false
    for (let at = 0; at < text.length; at++) if (bytes[from + at] !== text[at]) return false
    return true
  }
  const stretch = (bytes: Buffer, from: number, to: number, out: Gather): void => {
    const isEnd = is(bytes, from, to, END_OF_DATA)
    if (isEnd) out.sign(quoteSign)
    out.put(from, to)
    if (isEnd) out.sign(quoteSign)
  }
  /** Writes a row as Postgres shall read it. @returns what is wrong with it; nothing was written then */
  const write = (bytes: Buffer, row: FileRow, out: Gather, hasWord: boolean): string | null => {
    const { start, end } = row
    if (row.problem !== null) return row.problem
    if (isWhole && !hasWord) {
      stretch(bytes, start, end, out)
    } else {
      const count = fieldEnds(bytes, row, format, ends)
      if (count !== width) return wrongCount(count, width)
      for (const [at, place] of places.entries()) {
        if (at > 0) out.sign(separator)
        const from = place === 0 ? start : (ends[place - 1] as number) + 1
        const to = ends[place] as number
        if (word !== null && is(bytes, from, to, word)) out.add(noValue)
        else if (places.length === 1) stretch(bytes, from, to, out)
        else out.put(from, to)
      }
    }
    // The line break of the file, where it is one of Postgres's.
    if (bytes[end] === LF) out.put(end, end + 1)
    else out.sign(LF)
    return null
  }
  /** Tells of row after row, in their order, whether the word for NULL stands anywhere in it. */
  const wordIn = (bytes: Buffer): ((row: FileRow) => boolean) => {
    if (word === null) return () => false
    let at = -1
    let isOver = false
    return ({ start, end }) => {
      if (at < start && !isOver) {
        at = bytes.indexOf(word, start)
        isOver = at < 0
      }
      return !isOver && at < end
    }
  }
  return {
    find: (bytes, line, isLast) => new CsvRows(bytes, format, line, isLast),
    async put(bytes, rows, onWrong) {
      let count = 0
      const hasWord = wordIn(bytes)
      function* chunks() {
        const out = new Gather(bytes)
        while (rows.find()) {
          const problem = write(bytes, rows, out, hasWord(rows))
          if (problem === null) count++
          else if (!onWrong({ ...kept(rows), problem })) break
          if (out.size >= CHUNK) yield checked(out.take())
        }
        yield checked(out.take())
      }
      await pipeline(Readable.from(chunks(), { objectMode: false }), client.query(copyFrom(copy)))
      return count
    },
    problemOf: (bytes, row) => write(bytes, row, new Gather(bytes), wordIn(bytes.subarray(0, row.end))(row)),
    culprit(error, bytes, rows) {
      const found = error instanceof pg.DatabaseError ? /, line (\d+)/.exec(error.where ?? '')?.[1] : undefined
      if (found === undefined) return null
      // Postgres counts the lines that it was sent, and has read the row it speaks of to its end.
      let line = 0
      const hasWord = wordIn(bytes)
      const out = new Gather(bytes)
      while (rows.find()) {
        if (write(bytes, rows, out, hasWord(rows)) !== null) continue
        line += linesOf(out.take())
        if (line >= Number(found)) return kept(rows)
      }
      return null
    },
  }
}

function linesOf(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) lines++
  return lines
}
