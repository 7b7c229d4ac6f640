import { describe, expect, it } from 'vitest'
import type { GridRow } from '../grid/types.ts'
import { compareFor, moment } from './compare.ts'
import { type ViewSpec, viewIndices, WHOLE } from './row-view.ts'

const sortedBy = (type: string, values: string[]) => values.toSorted(compareFor(type))

describe('values are ordered by their type', () => {
  it('numbers by every digit', () => {
    const values = [
      '9007199254740993',
      '9007199254740992',
      '-1.10',
      '-1.2',
      '1e3',
      '999.9',
      'NaN',
      'Infinity',
      '-Infinity',
      '0',
    ]
    expect(sortedBy('numeric', values)).toEqual([
      '-Infinity',
      '-1.2',
      '-1.10',
      '0',
      '999.9',
      '1e3',
      '9007199254740992',
      '9007199254740993',
      'Infinity',
      'NaN',
    ])
    expect(sortedBy('numeric(40,20)', ['12345678901234567890.2', '12345678901234567890.10'])).toEqual([
      '12345678901234567890.10',
      '12345678901234567890.2',
    ])
    expect(compareFor('numeric')('1.10', '1.1')).toBe(0)
    expect(sortedBy('money', ['$1,000.00', '-$5.00', '$20.00'])).toEqual(['-$5.00', '$20.00', '$1,000.00'])
  })

  it('moments to the microsecond, in any time zone and before Christ', () => {
    const values = [
      '2026-03-01 12:00:00.123457+00',
      '2026-03-01 14:00:00.123456+02',
      'infinity',
      '0044-03-15 00:00:00 BC',
      '2026-03-01 12:00:00+00',
      '-infinity',
      '12026-01-01 00:00:00+00',
    ]
    expect(sortedBy('timestamptz', values)).toEqual([
      '-infinity',
      '0044-03-15 00:00:00 BC',
      '2026-03-01 12:00:00+00',
      '2026-03-01 14:00:00.123456+02',
      '2026-03-01 12:00:00.123457+00',
      '12026-01-01 00:00:00+00',
      'infinity',
    ])
    expect(moment('0099-03-01')?.seconds).toBe(Date.parse('0099-03-01T00:00:00Z') / 1000)
    expect(moment('yesterday')).toBeNull()
  })

  it('texts by their characters', () => {
    expect(sortedBy('text', ['b', 'B', 'a10', 'a9'])).toEqual(['B', 'a10', 'a9', 'b'])
  })
})

describe('a view of a result', () => {
  const columns = [
    { name: 'n', type: 'int8' },
    { name: 't', type: 'text' },
  ]
  const rows: GridRow[] = [
    ['10', 'Ten'],
    ['9', 'nine'],
    [null, 'none'],
    ['9', null],
    ['100', 'x'],
  ]
  const source = { rowCount: rows.length, row: (i: number) => rows[i] }
  const never = new AbortController().signal
  const view = async (spec: Partial<ViewSpec>) => [
    ...(await viewIndices(source, columns, { ...WHOLE, ...spec }, async () => {}, never)),
  ]

  it('sorts with NULL last, first when turned round, and keeps equal rows in order', async () => {
    expect(await view({ sort: { column: 0, descending: false } })).toEqual([1, 3, 0, 4, 2])
    expect(await view({ sort: { column: 0, descending: true } })).toEqual([2, 4, 0, 1, 3])
  })

  it('finds and compares', async () => {
    expect(await view({ search: 'tEN' })).toEqual([0])
    expect(await view({ search: '9' })).toEqual([1, 3])
    const where = (operator: '=' | '≠' | '>' | '<' | 'is null' | 'is not null', value = '') =>
      view({ conditions: [{ column: 0, operator, value }] })
    expect(await where('=', '9.0')).toEqual([1, 3])
    expect(await where('≠', '9')).toEqual([0, 2, 4])
    expect(await where('>', '9')).toEqual([0, 4])
    expect(await where('<', '10')).toEqual([1, 3])
    expect(await where('is null')).toEqual([2])
    expect(await where('is not null')).toEqual([0, 1, 3, 4])
  })

  it('sorts many rows and stops when another view is wanted', async () => {
    const many = Array.from({ length: 30_000 }, (_, i): GridRow => [String((i * 7919) % 10_007)])
    const big = { rowCount: many.length, row: (i: number) => many[i] }
    const spec = { ...WHOLE, sort: { column: 0, descending: false } }
    const order = await viewIndices(big, columns, spec, async () => {}, never)
    const values = [...order].map((at) => Number(many[at]?.[0]))
    expect(values).toEqual(values.toSorted((a, b) => a - b))
    const abort = new AbortController()
    const left = viewIndices(big, columns, spec, async () => abort.abort(), abort.signal)
    abort.abort()
    await expect(left).rejects.toThrow()
  })
})
