import { expect, it } from 'vitest'
import type { GridRow } from '../grid/types.ts'
import { rangeAs, type TextFormat, writeRows } from './formats.ts'

const columns = [
  { name: 'id', type: 'int8' },
  { name: 'note', type: 'text' },
  { name: 'ok', type: 'bool' },
  { name: 'doc', type: 'jsonb' },
  { name: 'id', type: 'numeric' },
]
const rows: GridRow[] = [
  ['9007199254740993', `it's a "b|c"\n\\d\te,f`, 't', '{"a": 1.10}', 'NaN'],
  [null, '', 'f', null, '1.10'],
]
const write = (format: TextFormat, some = rows) => [...writeRows(format, columns, some)].join('')

it('TSV as spreadsheets take it', () => {
  expect(write('tsv')).toBe(
    `id\tnote\tok\tdoc\tid\n9007199254740993\t"it's a ""b|c""\n\\d\te,f"\tt\t"{""a"": 1.10}"\tNaN\n\t\tf\t\t1.10`,
  )
})

it('CSV that tells NULL from an empty text', () => {
  expect(write('csv')).toBe(
    `id,note,ok,doc,id\n9007199254740993,"it's a ""b|c""\n\\d\te,f",t,"{""a"": 1.10}",NaN\n,"",f,,1.10\n`,
  )
})

it('JSON with every digit and all columns', () => {
  expect(write('json')).toBe(
    `[\n  {"id": 9007199254740993, "note": "it's a \\"b|c\\"\\n\\\\d\\te,f", "ok": true, "doc": {"a": 1.10}, "id 2": "NaN"},\n  {"id": null, "note": "", "ok": false, "doc": null, "id 2": 1.10}\n]\n`,
  )
  expect(JSON.parse(write('json', []))).toEqual([])
})

it('Markdown tables', () => {
  expect(write('markdown')).toBe(
    `| id | note | ok | doc | id |\n| ---: | --- | --- | --- | ---: |\n| 9007199254740993 | it's a "b\\|c"<br>\\\\d\te,f | t | {"a": 1.10} | NaN |\n| NULL |  | f | NULL | 1.10 |\n`,
  )
})

it('INSERT statements', () => {
  expect(write('sql')).toBe(
    `insert into result (id, note, ok, doc, "id 2") values\n(9007199254740993, E'it''s a "b|c"\n\\\\d\te,f', true, '{"a": 1.10}', 'NaN'),\n(NULL, '', false, NULL, 1.10);\n`,
  )
  expect(write('sql', [])).toBe('')
  const many = [
    ...writeRows(
      'sql',
      [{ name: 'n', type: 'int4' }],
      Array.from({ length: 501 }, () => ['1']),
    ),
  ].join('')
  expect(many.match(/insert into/g)?.length).toBe(2)
})

it('a part of the rows, with its own columns', () => {
  const source = { rowCount: 3, row: (i: number) => rows[i], subscribe: () => () => {} }
  expect(rangeAs('csv', columns, source, { top: 1, bottom: 1, left: 1, right: 2 })).toBe('note,ok\n"",f\n')
  expect(rangeAs('csv', columns, source, { top: 1, bottom: 2, left: 1, right: 2 })).toBeNull()
})
