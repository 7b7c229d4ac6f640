import { IMPORT_JSON_CUT, IMPORT_NOT_OBJECTS, STRAY_QUOTE, unclosedQuote } from '@stoa/contract'
import { expect, it } from 'vitest'
import { type CsvShape, csvRecords, type FileRow, type RowCutter, recordFields } from './csv-records.ts'
import { jsonDocuments } from './json-documents.ts'

const csv = (more: Partial<CsvShape> = {}) => csvRecords({ delimiter: ',', width: 2, quoted: true, ...more })

/** What is cut out of a file that comes in pieces of one size. */
function cut(make: () => RowCutter, file: string, size: number): FileRow[] {
  const cutter = make()
  const rows: FileRow[] = []
  for (let at = 0; at < file.length; at += size) rows.push(...cutter.feed(file.slice(at, at + size)))
  return [...rows, ...cutter.end()]
}

it('cuts CSV into records in whatever pieces it comes', () => {
  const file = 'a,b\r\n1,"two\nlines"\n\n2,"say ""hi"""\r\n  \n3,"a\r\nb"\n"",x'
  for (let size = 1; size <= file.length; size++)
    expect(cut(csv, file, size), `by ${size}`).toEqual([
      { text: 'a,b', line: 1 },
      { text: '1,"two\nlines"', line: 2 },
      { text: '2,"say ""hi"""', line: 5 },
      { text: '3,"a\r\nb"', line: 7 },
      { text: '"",x', line: 9 },
    ])
})

it('says where quotes open that are never closed', () => {
  for (const size of [1, 3, 100]) expect(() => cut(csv, 'a,b\n1,"x\n2,y\n', size)).toThrow(unclosedQuote(2))
})

it('takes a quote in the midst of a value for what is wrong with its row, and not for the beginning of more', () => {
  const file = 'a,b\n5" pipe,1\n6" pipe,2\n "x, y","say ""5"" now"\n"a"b",3\n'
  for (let size = 1; size <= file.length; size++)
    expect(cut(csv, file, size), `by ${size}`).toEqual([
      { text: 'a,b', line: 1 },
      { text: '5" pipe,1', line: 2, problem: STRAY_QUOTE },
      { text: '6" pipe,2', line: 3, problem: STRAY_QUOTE },
      { text: ' "x, y","say ""5"" now"', line: 4 },
      { text: '"a"b",3', line: 5, problem: STRAY_QUOTE },
    ])
  expect(cut(() => csv({ quoted: false }), '5" pipe,"x\n"6,2', 4).map(({ text }) => text)).toEqual([
    '5" pipe,"x',
    '"6,2',
  ])
})

it('keeps rows without any value where they can be told from lines with nothing in them', () => {
  const texts = (more: Partial<CsvShape>, file: string) => cut(() => csv(more), file, 3).map(({ text }) => text)
  expect(texts({ delimiter: '\t', width: 3 }, 'a\tb\tc\n\t\t\n\n  \n')).toEqual(['a\tb\tc', '\t\t'])
  expect(texts({ width: 1 }, 'a\n\n  \nb\n')).toEqual(['a', '', '  ', 'b'])
})

it('takes a record apart without touching its values', () => {
  expect(recordFields('a,,c', ',')).toEqual(['a', '', 'c'])
  expect(recordFields('"a,b","say ""x, y""",c', ',')).toEqual(['"a,b"', '"say ""x, y"""', 'c'])
  expect(recordFields('a\t"b\tc"', '\t')).toEqual(['a', '"b\tc"'])
})

it('cuts JSON into objects, from a list or from lines, in whatever pieces it comes', () => {
  const objects = ['{"a": 1}', '{"b": "}{\\"", "c": {"d": []}}', '{}']
  for (const file of [`[\n${objects.join(',\n')}\n]`, objects.join('\n'), `\n[${objects.join()}]\n`])
    for (let size = 1; size <= file.length; size++)
      expect(cut(jsonDocuments, file, size).map(({ text }) => text)).toEqual(objects)
  expect(cut(jsonDocuments, `[\n${objects.join(',\n')}\n]`, 5).map(({ line }) => line)).toEqual([2, 3, 4])
})

it('refuses JSON that is not made of objects, or ends too early', () => {
  expect(() => cut(jsonDocuments, '[1, 2]', 9)).toThrow(`${IMPORT_NOT_OBJECTS} (line 1)`)
  expect(() => cut(jsonDocuments, '[{"a": 1},\n"b"]', 9)).toThrow(`${IMPORT_NOT_OBJECTS} (line 2)`)
  expect(() => cut(jsonDocuments, '[{"a": 1}, {"a": ', 9)).toThrow(IMPORT_JSON_CUT)
})
