import { cellKind } from '../grid/format.ts'
import { columnKeys } from '../grid/layout.ts'
import type { GridColumn } from '../grid/types.ts'

/** How the chart of a result looks; plain data that can be kept as JSON, with a snippet or in a report. */
export type ChartConfig = {
  readonly type: 'bar' | 'line' | 'area'
  /** Adds every value to those before it. */
  readonly cumulative: boolean
  /** The column that stands under the axis; empty until one is chosen. */
  readonly xKey: string
  /** The column whose numbers are drawn; empty until one is chosen. */
  readonly yKey: string
  /** The column that parts the numbers into several series; empty for one series. */
  readonly groupKey: string
  /** Puts the series on top of each other. */
  readonly stacked: boolean
  readonly view: 'table' | 'chart'
  readonly showLabels: boolean
  readonly showGrid: boolean
}

/** A chart that nobody has set up yet. */
export const NEW_CHART: ChartConfig = {
  type: 'bar',
  cumulative: false,
  xKey: '',
  yKey: '',
  groupKey: '',
  stacked: false,
  view: 'table',
  showLabels: false,
  showGrid: true,
}

/**
 * Columns for axes that are still open: the first number stands for height, and the first moment, or else the first
 * column that is none, for what is under it. Choices that the columns do not have are taken back.
 */
export function withAxes(config: ChartConfig, columns: readonly GridColumn[]): ChartConfig {
  const keys = columnKeys(columns)
  const known = (key: string) => (keys.includes(key) ? key : '')
  const kinds = columns.map(({ type }) => cellKind(type))
  const xKey = known(config.xKey)
  const yKey = known(config.yKey)
  const groupKey = known(config.groupKey)
  if (xKey !== '' || yKey !== '' || columns.length < 2) return { ...config, xKey, yKey, groupKey }
  const moment = kinds.findIndex((kind) => kind === 'timestamp' || kind === 'date')
  const name = kinds.findIndex((kind) => kind !== 'number')
  const x = moment >= 0 ? moment : Math.max(name, 0)
  const numbers = kinds.flatMap((kind, index) => (kind === 'number' && index !== x ? [index] : []))
  // A key is a number too, and the height of nothing.
  const y = numbers.find((index) => !/(?:^|_)id$/i.test(columns[index]?.name ?? '')) ?? numbers[0] ?? -1
  return y < 0 ? { ...config, xKey, yKey, groupKey } : { ...config, xKey: keys[x] ?? '', yKey: keys[y] ?? '', groupKey }
}

/** Reads what was kept, filling in what is missing; null when it is not the configuration of a chart. */
export function readChartConfig(kept: unknown): ChartConfig | null {
  if (typeof kept !== 'object' || kept === null) return null
  const given = kept as Partial<Record<keyof ChartConfig, unknown>>
  const word = (key: 'xKey' | 'yKey' | 'groupKey') => (typeof given[key] === 'string' ? given[key] : '')
  const flag = (key: 'cumulative' | 'stacked' | 'showLabels' | 'showGrid') =>
    typeof given[key] === 'boolean' ? given[key] : NEW_CHART[key]
  return {
    type: given.type === 'line' || given.type === 'area' ? given.type : 'bar',
    view: given.view === 'chart' ? 'chart' : 'table',
    cumulative: flag('cumulative'),
    stacked: flag('stacked'),
    showLabels: flag('showLabels'),
    showGrid: flag('showGrid'),
    xKey: word('xKey'),
    yKey: word('yKey'),
    groupKey: word('groupKey'),
  }
}
