import { cellKind, displayText } from '../grid/format.ts'
import { columnKeys } from '../grid/layout.ts'
import type { GridColumn, RowSource } from '../grid/types.ts'
import type { ChartConfig } from './chart-config.ts'

/** The most places under the axis: more marks than this are thinner than a pixel. */
export const MAX_POINTS = 2000
/** The most series that can be told apart; the others are one together. */
const MAX_SERIES = 6
const OTHER = 'Other'
/** The most rows that are looked at for the places. */
const MAX_ROWS = 200_000

type ChartData = {
  readonly categories: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
  /** How many rows are drawn, when that is not all of them. */
  readonly drawnRows: number | null
}

/** What a configuration draws of a result. Rows with the same place and series are added up where there is a group. */
export function chartData(columns: readonly GridColumn[], source: RowSource, config: ChartConfig): ChartData {
  const keys = columnKeys(columns)
  const x = keys.indexOf(config.xKey)
  const y = keys.indexOf(config.yKey)
  const group = config.groupKey === '' ? -1 : keys.indexOf(config.groupKey)
  if (x < 0 || y < 0) return { categories: [], series: [], drawnRows: null }
  const kind = cellKind(columns[x]?.type ?? 'text')
  const name = (value: string | null) =>
    value === null ? 'NULL' : kind === 'timestamp' ? value : displayText(kind, value)
  const grouped = new Map<string, Map<number, number | null>>()
  const places = new Map<string, number>()
  const categories: string[] = []
  let row = 0
  for (; row < Math.min(source.rowCount, MAX_ROWS); row++) {
    const values = source.row(row)
    if (values === undefined) break
    const category = name(values[x] ?? null)
    // Without groups every row is a mark of its own, also where two have the same name.
    let place = group < 0 ? undefined : places.get(category)
    if (place === undefined) {
      if (categories.length >= MAX_POINTS) break
      place = categories.push(category) - 1
      places.set(category, place)
    }
    const of = group < 0 ? config.yKey : (values[group] ?? 'NULL')
    const points = grouped.get(of) ?? new Map<number, number | null>()
    grouped.set(of, points)
    const height = numberOf(values[y] ?? null)
    const before = points.get(place) ?? null
    points.set(place, before === null ? height : before + (height ?? 0))
  }
  const series = seriesOf(grouped, categories.length)
  return {
    categories: kind === 'timestamp' ? shortMoments(categories) : categories,
    series: config.cumulative ? series.map(({ name, values }) => ({ name, values: runningSum(values) })) : series,
    drawnRows: row < source.rowCount ? row : null,
  }
}

const MOMENT = /^(\d{4})-(\d\d-\d\d) (\d\d:\d\d)(:\d\d(?:\.\d+)?)/

/** Moments without what they have in common: a time of midnight, seconds of none, one year. */
function shortMoments(texts: readonly string[]): readonly string[] {
  const parts = texts.map((text) => MOMENT.exec(text))
  const all = (test: (part: RegExpExecArray) => boolean) => parts.every((part) => part === null || test(part))
  const hasSeconds = !all(([, , , , seconds]) => seconds === ':00')
  const hasTime = hasSeconds || !all(([, , , time]) => time === '00:00')
  const year = parts.find((part) => part !== null)?.[1]
  const isOneYear = hasTime && all((part) => part[1] === year)
  return parts.map((part, index) => {
    if (part === null) return texts[index] ?? ''
    const day = isOneYear ? part[2] : `${part[1]}-${part[2]}`
    return hasTime ? `${day} ${part[3]}${hasSeconds ? part[4] : ''}` : `${day}`
  })
}

function seriesOf(
  grouped: ReadonlyMap<string, ReadonlyMap<number, number | null>>,
  count: number,
): ChartData['series'] {
  const whole = [...grouped].map(([name, points]) => ({
    name,
    values: Array.from({ length: count }, (_, place) => points.get(place) ?? null),
  }))
  if (whole.length <= MAX_SERIES) return whole
  const rest = whole.slice(MAX_SERIES - 1)
  const values = Array.from({ length: count }, (_, place) => {
    const some = rest.map((one) => one.values[place] ?? null).filter((value) => value !== null)
    return some.length === 0 ? null : some.reduce((sum, value) => sum + value, 0)
  })
  return [...whole.slice(0, MAX_SERIES - 1), { name: OTHER, values }]
}

// Beyond these an axis would need numbers that a double does not have.
const LARGEST = 1e300
const SMALLEST = 1e-90

/** A picture needs no more digits than a double has; what is no number that can be drawn is a gap. */
function numberOf(text: string | null): number | null {
  const plain = text === null ? '' : text.replaceAll(/[$€£,\s]/g, '')
  const value = plain === '' ? Number.NaN : Number(plain)
  if (!(Math.abs(value) <= LARGEST)) return null
  return Math.abs(value) < SMALLEST ? 0 : value
}

function runningSum(values: readonly (number | null)[]): (number | null)[] {
  let sum = 0
  return values.map((value) => {
    sum += value ?? 0
    return value === null ? null : sum
  })
}
