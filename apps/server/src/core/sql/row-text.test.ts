import { expect, test } from 'vitest'
import { RowText } from './row-text.ts'

/** A row as Postgres sends it, after some bytes that are none of it. */
function sent(values: readonly (string | null)[]): Buffer {
  const parts = values.map((value) => {
    const bytes = Buffer.from(value ?? '')
    const length = Buffer.alloc(4)
    length.writeInt32BE(value === null ? -1 : bytes.length)
    return Buffer.concat([length, bytes])
  })
  const count = Buffer.alloc(2)
  count.writeUInt16BE(values.length)
  return Buffer.concat([Buffer.from('DDDDD'), count, ...parts, Buffer.from('rest')])
}

const addTo = (rows: RowText, values: readonly (string | null)[]) => {
  const bytes = sent(values)
  rows.addSent(bytes, 5, bytes.length - 4)
}

const EVERY = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code))

test('writes what JSON.stringify writes', () => {
  const cases: (string | null)[][] = [
    [],
    [null],
    [''],
    ['1', null, 'two', null],
    EVERY,
    [EVERY.join('')],
    ['Ærø 🚀 \u2028', '"\\"', '\\', '{"a": ["b\\n"]}'],
    ['\0'.repeat(20_000), null],
    Array.from({ length: 1600 }, () => null),
  ]
  const rows = new RowText()
  for (const values of cases) addTo(rows, values)
  expect(rows.count).toBe(cases.length)
  const text = rows.take('', '').toString()
  expect(text).toBe(cases.map((values) => JSON.stringify(values)).join(','))
})

test('takes rows of both kinds, and begins anew when they were taken', () => {
  const rows = new RowText()
  rows.add(['ä', null])
  addTo(rows, ['b'])
  expect([rows.count, rows.size]).toEqual([2, 17])
  const first = rows.take('head', ' — tail')
  expect([rows.count, rows.size]).toEqual([0, 0])
  addTo(rows, ['c'])
  rows.add(['x'.repeat(2_000_000)])
  addTo(rows, ['d'])
  expect(rows.take('', '').toString()).toBe(`["c"],["${'x'.repeat(2_000_000)}"],["d"]`)
  addTo(rows, ['e'])
  expect(rows.take('', '').toString()).toBe('["e"]')
  expect(first.toString()).toBe('head["ä",null],["b"] — tail')
})
