import { describe, expect, it } from 'vitest'
import type { GridRow } from '../grid/types.ts'
import { NEW_CHART, readChartConfig, withAxes } from './chart-config.ts'
import { chartData, MAX_POINTS } from './chart-data.ts'

const columns = [
  { name: 'id', type: 'int8' },
  { name: 'day', type: 'date' },
  { name: 'kind', type: 'text' },
  { name: 'sold', type: 'numeric' },
]
const of = (rows: GridRow[]) => ({ rowCount: rows.length, row: (i: number) => rows[i], subscribe: () => () => {} })
const rows = of([
  ['1', '2026-01-01', 'a', '1.5'],
  ['2', '2026-01-01', 'b', '2'],
  ['3', '2026-01-02', 'a', null],
  ['4', '2026-01-03', 'a', 'NaN'],
  ['5', '2026-01-03', 'b', '4'],
])
const chart = { ...NEW_CHART, xKey: 'day', yKey: 'sold' }

describe('the axes of a chart', () => {
  it('are found: a moment under it, a number as its height', () => {
    expect(withAxes(NEW_CHART, columns)).toMatchObject({ xKey: 'day', yKey: 'sold' })
    expect(withAxes(NEW_CHART, columns.slice(0, 3))).toMatchObject({ xKey: 'day', yKey: 'id' })
    expect(withAxes(NEW_CHART, columns.slice(2))).toMatchObject({ xKey: 'kind', yKey: 'sold' })
    expect(
      withAxes(NEW_CHART, [
        { name: 'a', type: 'int4' },
        { name: 'a', type: 'int4' },
      ]),
    ).toMatchObject({ xKey: 'a', yKey: 'a 2' })
    expect(withAxes(NEW_CHART, columns.slice(1, 3))).toMatchObject({ xKey: '', yKey: '' })
  })

  it('keep what was chosen as long as there is such a column', () => {
    expect(withAxes({ ...chart, groupKey: 'gone' }, columns)).toEqual(chart)
    expect(withAxes({ ...chart, xKey: 'gone' }, columns)).toMatchObject({ xKey: '', yKey: 'sold' })
  })

  it('survive being kept as JSON', () => {
    expect(readChartConfig(JSON.parse(JSON.stringify({ ...chart, view: 'chart' })))).toEqual({
      ...chart,
      view: 'chart',
    })
    expect(readChartConfig({ type: 'pie', xKey: 4 })).toEqual(NEW_CHART)
    expect(readChartConfig('chart')).toBeNull()
  })
})

describe('what a chart draws', () => {
  it('is one mark a row, with gaps where there is no number', () => {
    expect(chartData(columns, rows, chart)).toEqual({
      categories: ['2026-01-01', '2026-01-01', '2026-01-02', '2026-01-03', '2026-01-03'],
      series: [{ name: 'sold', values: [1.5, 2, null, null, 4] }],
      drawnRows: null,
    })
  })

  it('can be cumulative', () => {
    expect(chartData(columns, rows, { ...chart, cumulative: true }).series[0]?.values).toEqual([
      1.5,
      3.5,
      null,
      null,
      7.5,
    ])
  })

  it('can have a series for each value of a column', () => {
    expect(chartData(columns, rows, { ...chart, groupKey: 'kind' })).toEqual({
      categories: ['2026-01-01', '2026-01-02', '2026-01-03'],
      series: [
        { name: 'a', values: [1.5, null, null] },
        { name: 'b', values: [2, null, 4] },
      ],
      drawnRows: null,
    })
    const many = of(Array.from({ length: 9 }, (_, i): GridRow => ['1', '2026-01-01', `k${i}`, '1']))
    const { series } = chartData(columns, many, { ...chart, groupKey: 'kind' })
    expect(series.map(({ name, values }) => [name, values[0]])).toEqual([
      ['k0', 1],
      ['k1', 1],
      ['k2', 1],
      ['k3', 1],
      ['k4', 1],
      ['Other', 4],
    ])
  })

  it('says how many rows it draws when there are too many', () => {
    const many = of(Array.from({ length: MAX_POINTS + 5 }, (_, i): GridRow => ['1', String(i), 'k', '1']))
    const data = chartData(columns, many, chart)
    expect([data.categories.length, data.drawnRows]).toEqual([MAX_POINTS, MAX_POINTS])
  })

  it('writes moments as short as they can be told apart', () => {
    const moments = (...texts: string[]) => {
      const at = [
        { name: 'at', type: 'timestamptz' },
        { name: 'n', type: 'int4' },
      ]
      return chartData(at, of(texts.map((text): GridRow => [text, '1'])), { ...NEW_CHART, xKey: 'at', yKey: 'n' })
        .categories
    }
    expect(moments('2026-01-01 00:00:00+00', '2026-02-01 00:00:00+00')).toEqual(['2026-01-01', '2026-02-01'])
    expect(moments('2026-01-01 10:30:00+00', '2026-02-01 11:00:00+00')).toEqual(['01-01 10:30', '02-01 11:00'])
    expect(moments('2026-01-01 10:30:01.5+00', '2027-02-01 11:00:00+00')).toEqual([
      '2026-01-01 10:30:01.5',
      '2027-02-01 11:00:00',
    ])
    expect(moments('infinity')).toEqual(['infinity'])
  })

  it('leaves a gap for what no axis can show, and takes what is next to nothing for nothing', () => {
    const odd = ['NaN', 'Infinity', '-Infinity', 'text', '1.7e308', '1e-120', '-4.5e3', '$1,234.50']
    const { series } = chartData(columns, of(odd.map((value): GridRow => ['1', 'a', 'k', value])), {
      ...chart,
      cumulative: false,
    })
    expect(series[0]?.values).toEqual([null, null, null, null, null, 0, -4500, 1234.5])
  })

  it('is nothing without both axes', () => {
    expect(chartData(columns, rows, { ...chart, yKey: '' }).categories).toEqual([])
  })
})
