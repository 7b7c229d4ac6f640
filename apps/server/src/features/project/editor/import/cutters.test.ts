import {
  IMPORT_JSON_CUT,
  IMPORT_NOT_OBJECTS,
  IMPORT_ROW_MAX,
  IMPORT_ROW_TOO_LARGE,
  STRAY_QUOTE,
  unclosedQuote,
} from '@stoa/contract'
import { expect, it } from 'vitest'
import { CsvRows, type CsvShape, fieldEnds } from './csv-rows.ts'
import { JsonRows } from './json-rows.ts'
import { type FindRows, Pieces } from './pieces.ts'

const csv =
  (more: Partial<CsvShape> = {}): FindRows =>
  (bytes, line, isLast) =>
    new CsvRows(bytes, { delimiter: ',', width: 2, quoted: true, ...more }, line, isLast)
const json: FindRows = (bytes, line, isLast) => new JsonRows(bytes, line, isLast)

type Row = { text: string; line: number; problem?: string }

const ROOM = 10

/** What is cut out of a file that comes in parts of one size. */
function cut(find: FindRows, file: string, size: number, header = false): Row[] {
  const pieces = new Pieces(find, header)
  const bytes = Buffer.from(file)
  const found: Row[] = []
  for (let at = 0; at < bytes.length; at += size) {
    // With room before it for what was left of a short row, and not of a long one.
    const part = Buffer.concat([Buffer.alloc(ROOM), bytes.subarray(at, at + size)])
    const piece = pieces.next({ memory: part, from: ROOM, to: part.length }, at + size >= bytes.length)
    const rows = piece.find()
    while (rows.find()) {
      const { line, problem } = rows
      const text = piece.bytes.toString('utf8', rows.start, rows.end)
      found.push({ text, line, ...(problem !== null && { problem }) })
    }
    pieces.keep(piece, rows)
  }
  return found
}

it('cuts CSV into records in whatever pieces it comes', () => {
  const file = 'a,b\r\n1,"two\nlines"\n\n2,"say ""hi"""\r\n  \n3,"a\r\nb"\n"",x'
  for (let size = 1; size <= file.length; size++)
    expect(cut(csv(), file, size), `by ${size}`).toEqual([
      { text: 'a,b', line: 1 },
      { text: '1,"two\nlines"', line: 2 },
      { text: '2,"say ""hi"""', line: 5 },
      { text: '3,"a\r\nb"', line: 7 },
      { text: '"",x', line: 9 },
    ])
})

it('says where quotes open that are never closed', () => {
  for (const size of [1, 3, 100]) expect(() => cut(csv(), 'a,b\n1,"x\n2,y\n', size)).toThrow(unclosedQuote(2))
})

it('takes a quote in the midst of a value for what is wrong with its row, and not for the beginning of more', () => {
  const file = 'a,b\n5" pipe,1\n6" pipe,2\n "x, y","say ""5"" now"\n"a"b",3\n'
  for (let size = 1; size <= file.length; size++)
    expect(cut(csv(), file, size), `by ${size}`).toEqual([
      { text: 'a,b', line: 1 },
      { text: '5" pipe,1', line: 2, problem: STRAY_QUOTE },
      { text: '6" pipe,2', line: 3, problem: STRAY_QUOTE },
      { text: ' "x, y","say ""5"" now"', line: 4 },
      { text: '"a"b",3', line: 5, problem: STRAY_QUOTE },
    ])
  expect(cut(csv({ quoted: false }), '5" pipe,"x\n"6,2', 4).map(({ text }) => text)).toEqual(['5" pipe,"x', '"6,2'])
})

it('keeps rows without any value where they can be told from lines with nothing in them', () => {
  const texts = (more: Partial<CsvShape>, file: string) => cut(csv(more), file, 3).map(({ text }) => text)
  expect(texts({ delimiter: '\t', width: 3 }, 'a\tb\tc\n\t\t\n\n  \n')).toEqual(['a\tb\tc', '\t\t'])
  expect(texts({ width: 1 }, 'a\n\n  \nb\n')).toEqual(['a', '', '  ', 'b'])
})

it('leaves out a header and the mark at the beginning of a file, in whatever pieces they come', () => {
  const file = '"a\nb",c\r\n\n1,2\n'
  for (let size = 1; size <= file.length; size++)
    expect(cut(csv(), file, size, true), `by ${size}`).toEqual([{ text: '1,2', line: 4 }])
  expect(cut(csv(), '\ufeffa,b\n1,2', 100)).toEqual([
    { text: 'a,b', line: 1 },
    { text: '1,2', line: 2 },
  ])
  expect(cut(csv(), 'a,b', 1, true)).toEqual([])
})

it('gives up a row that does not end', () => {
  const pieces = new Pieces(csv(), false)
  const take = (part: Buffer) => {
    const piece = pieces.next({ memory: part, from: 0, to: part.length }, false)
    const rows = piece.find()
    expect(rows.find()).toBe(false)
    pieces.keep(piece, rows)
  }
  take(Buffer.from('a,'))
  expect(() => take(Buffer.alloc(IMPORT_ROW_MAX, 'x'))).toThrow(IMPORT_ROW_TOO_LARGE)
})

it('takes a record apart without touching its values', () => {
  const fields = (record: string, delimiter: string, quoted = true) => {
    const bytes = Buffer.from(record)
    const ends = new Uint32Array(3)
    const count = fieldEnds(bytes, { start: 0, end: bytes.length }, { delimiter, quoted }, ends)
    const told = [...ends.subarray(0, count)]
    return [count, ...told.map((end, at) => bytes.toString('utf8', at === 0 ? 0 : (told[at - 1] ?? 0) + 1, end))]
  }
  expect(fields('a,,c', ',')).toEqual([3, 'a', '', 'c'])
  expect(fields('"ä,b","say ""x, y""",c', ',')).toEqual([3, '"ä,b"', '"say ""x, y"""', 'c'])
  expect(fields('a\t"b\tc"', '\t')).toEqual([2, 'a', '"b\tc"'])
  expect(fields('"a,b"', ',', false)).toEqual([2, '"a', 'b"'])
  expect(fields('a,b,c,d', ',')[0]).toBe(4)
})

it('cuts JSON into objects, from a list or from lines, in whatever pieces it comes', () => {
  const objects = ['{"a": 1}', '{"b": "}{\\"", "c": {"d": []}}', '{}']
  for (const file of [`[\n${objects.join(',\n')}\n]`, objects.join('\n'), `\n[${objects.join()}]\n`])
    for (let size = 1; size <= file.length; size++)
      expect(cut(json, file, size).map(({ text }) => text)).toEqual(objects)
  expect(cut(json, `[\n${objects.join(',\n')}\n]`, 5).map(({ line }) => line)).toEqual([2, 3, 4])
})

it('refuses JSON that is not made of objects, or ends too early', () => {
  expect(() => cut(json, '[1, 2]', 9)).toThrow(`${IMPORT_NOT_OBJECTS} (line 1)`)
  expect(() => cut(json, '[{"a": 1},\n"b"]', 9)).toThrow(`${IMPORT_NOT_OBJECTS} (line 2)`)
  expect(() => cut(json, '[{"a": 1}, {"a": ', 9)).toThrow(IMPORT_JSON_CUT)
})
