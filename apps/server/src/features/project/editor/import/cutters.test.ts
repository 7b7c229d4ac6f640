import { IMPORT_JSON_CUT, IMPORT_NOT_OBJECTS, unclosedQuote } from '@stoa/contract'
import { expect, it } from 'vitest'
import { csvRecords, type FileRow, type RowCutter, recordFields } from './csv-records.ts'
import { jsonDocuments } from './json-documents.ts'

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
    expect(cut(csvRecords, file, size), `by ${size}`).toEqual([
      { text: 'a,b', line: 1 },
      { text: '1,"two\nlines"', line: 2 },
      { text: '2,"say ""hi"""', line: 5 },
      { text: '3,"a\r\nb"', line: 7 },
      { text: '"",x', line: 9 },
    ])
})

it('says where quotes open that are never closed', () => {
  for (const size of [1, 3, 100]) expect(() => cut(csvRecords, 'a,b\n1,"x\n2,y\n', size)).toThrow(unclosedQuote(2))
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
