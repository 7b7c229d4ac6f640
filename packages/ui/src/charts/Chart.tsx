import { type ReactNode, useEffect, useRef, useState } from 'react'
import { chartNumber } from './chart-number.ts'
import { ChartTable, CursorTip, useCursor } from './cursor.tsx'
import { Bars, type ChartSeries, Labels, Lines } from './marks.tsx'
import { Legend } from './StackedBar.tsx'
import { axisLabels, niceTicks, type Value } from './scale.ts'

const AXIS_HEIGHT = 20
// What a word under the axis takes, in px: as much as the longest, within limits.
const LABEL_MIN = 72
const LABEL_MAX = 140
const LETTER = 7.2
const LABEL_GAP = 10

/** The width of an element in px, kept up to date; 0 before the first layout. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}

/** The lowest and highest value shown, and the round numbers between. Bars and areas stand on zero. */
function axis(series: readonly ChartSeries[], count: number, stacked: boolean, limit: number | undefined) {
  let low = 0
  let high = 0
  for (let index = 0; index < count; index++) {
    let up = 0
    let down = 0
    for (const { values } of series) {
      const value = values[index] ?? 0
      if (stacked && value > 0) up += value
      else if (stacked) down += value
      high = Math.max(high, stacked ? up : value)
      low = Math.min(low, stacked ? down : value)
    }
  }
  const ticks = niceTicks(low, Math.max(high, limit ?? 0) || (low < 0 ? 0 : 1), 4)
  return { ticks, low: ticks[0] ?? 0, high: ticks.at(-1) ?? 1 }
}

/**
 * Bars, lines or areas over categories, with axes, a tooltip, a table view, and a roof where there is a limit.
 * Up to six series; put the rest into one called "other" before.
 * @param categories what stands under the axis, already in words.
 * @param format a value in words; thousands with commas, and powers of ten, unless told otherwise.
 * @param labels writes the values at the marks, where there is room for them.
 * @param grid draws the lines at the round numbers; without it only the lowest.
 * @param empty shown when there is nothing to draw.
 */
export function Chart({
  label,
  kind = 'bar',
  categories,
  series,
  stacked = false,
  limit,
  height = 200,
  format = chartNumber,
  empty = 'No data in this range',
  legend = series.length > 1,
  labels = false,
  grid = true,
}: {
  label: string
  kind?: 'bar' | 'line' | 'area'
  categories: readonly string[]
  series: readonly ChartSeries[]
  stacked?: boolean
  limit?: number
  height?: number
  format?: (value: number) => string
  empty?: ReactNode
  legend?: boolean
  labels?: boolean
  grid?: boolean
}) {
  const { ref, width } = useWidth()
  const count = categories.length
  const words = (value: Value | undefined) => (value === null || value === undefined ? 'no data' : format(value))
  const describe = (index: number) =>
    `${categories[index]}: ${series.map(({ name, values }) => `${name} ${words(values[index])}`).join(', ')}`
  const { index, attributes } = useCursor(count, label, describe, kind === 'bar')

  if (count === 0 || series.length === 0) {
    return (
      <figure className="ui-chart" aria-label={label}>
        <div className="ui-chart-empty" style={{ height: height + AXIS_HEIGHT }}>
          {empty}
        </div>
      </figure>
    )
  }
  const { ticks, low, high } = axis(series, count, stacked, limit)
  const up = (value: number) => (value - low) / (high - low)
  const y = (value: number) => (1 - up(value)) * height
  const longest = categories.reduce((most, { length }) => Math.max(most, length), 0)
  const room = Math.min(LABEL_MAX, Math.max(LABEL_MIN, longest * LETTER + LABEL_GAP))
  const isBar = kind === 'bar'
  const across = (at: number) => (isBar ? (at + 0.5) / count : count > 1 ? at / (count - 1) : 0.5)
  const share = index === null ? 0 : across(index)
  const marks = axisLabels(count, width || 600, room, isBar)
  return (
    <figure className="ui-chart ui-chart-full">
      {legend ? <Legend names={series.map(({ name }) => name)} /> : null}
      <div className="ui-chart-frame">
        <div className="ui-chart-ticks" style={{ height }} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ top: y(tick) }}>
              {format(tick)}
            </span>
          ))}
          <span className="ui-chart-ticks-room">
            {format(ticks.reduce((a, b) => (format(b).length > format(a).length ? b : a)))}
          </span>
        </div>
        <div className="ui-chart-main">
          <div {...attributes} ref={ref} className="ui-chart-plot" style={{ height }}>
            {width ? (
              <svg width={width} height={height} aria-hidden="true">
                {(grid ? ticks : ticks.slice(0, 1)).map((tick) => (
                  <line key={tick} className="ui-chart-base" x1={0} x2={width} y1={y(tick)} y2={y(tick)} />
                ))}
                {limit === undefined ? null : (
                  <line className="ui-chart-roof" x1={0} x2={width} y1={y(limit)} y2={y(limit)} />
                )}
                {kind === 'bar' ? (
                  <Bars {...{ series, count, stacked, width, y, index }} />
                ) : (
                  <Lines {...{ series, kind, stacked, width, height, up }} />
                )}
                {labels ? <Labels {...{ series, count, stacked, width, y, across, kind, format }} /> : null}
              </svg>
            ) : null}
            {index === null || kind === 'bar' ? null : (
              <span className="ui-chart-cursor" style={{ left: `${share * 100}%` }} />
            )}
            {index === null ? null : (
              <CursorTip share={share} beside={kind === 'bar' ? Math.min(32, width / count / 2) + 8 : 10}>
                <span className="block">{categories[index]}</span>
                {series.map(({ name, values }, number) => (
                  <span key={name} className="ui-chart-tip-row">
                    <i style={{ background: `var(--series-${(number % 6) + 1})` }} />
                    {name} <b>{words(values[index])}</b>
                  </span>
                ))}
              </CursorTip>
            )}
          </div>
          <div className="ui-chart-labels" style={{ height: AXIS_HEIGHT }} aria-hidden="true">
            {marks.map(({ at, edge }) => (
              <span
                key={at}
                style={{ left: `${across(at) * 100}%`, maxWidth: Math.max((width || 600) / marks.length, room) - 8 }}
                data-edge={edge}
              >
                {categories[at]}
              </span>
            ))}
          </div>
        </div>
      </div>
      <ChartTable
        label={label}
        head={['Category', ...series.map(({ name }) => name)]}
        categories={categories}
        rows={(row) => series.map(({ values }) => words(values[row]))}
      />
    </figure>
  )
}
