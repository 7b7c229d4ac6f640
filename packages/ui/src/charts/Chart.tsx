import { type ReactNode, useEffect, useRef, useState } from 'react'
import { chartNumber } from './chart-number.ts'
import { ChartTable, CursorTip, useCursor } from './cursor.tsx'
import { Legend } from './StackedBar.tsx'
import { areaPath, labelEvery, linePath, niceTicks, type Value } from './scale.ts'

export type ChartSeries = { name: string; values: readonly Value[] }

const AXIS_HEIGHT = 20
const LABEL_ROOM = 72

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
  const every = labelEvery(count, width || 600, LABEL_ROOM)
  const across = (at: number) => (kind === 'bar' ? (at + 0.5) / count : count > 1 ? at / (count - 1) : 1)
  const share = index === null ? 0 : across(index)
  const marks = categories.map((category, at) => ({ at, category })).filter(({ at }) => at % every === 0)
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
            {marks.map(({ at, category }) => (
              <span
                key={at}
                style={{ left: `${across(at) * 100}%`, maxWidth: ((width || 600) / count) * every - 8 }}
                data-edge={kind !== 'bar' && at === 0 ? 'start' : undefined}
              >
                {category}
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

// The room that a value needs beside the next, and above the mark, in px.
const VALUE_ROOM = 40
const VALUE_ABOVE = 5

/** The values at their marks: all of them where they fit, otherwise every so many. */
function Labels({
  series,
  count,
  stacked,
  width,
  y,
  across,
  kind,
  format,
}: {
  series: readonly ChartSeries[]
  count: number
  stacked: boolean
  width: number
  y: (value: number) => number
  across: (at: number) => number
  kind: 'bar' | 'line' | 'area'
  format: (value: number) => string
}) {
  const beside = kind === 'bar' && !stacked ? series.length : 1
  const every = labelEvery(count * beside, width, VALUE_ROOM)
  const group = Math.min((width / count) * 0.8, 64)
  const places: { key: string; x: number; y: number; text: string }[] = []
  for (let at = 0; at < count; at += every) {
    let sum = 0
    series.forEach(({ name, values }, number) => {
      const value = values[at]
      if (value === null || value === undefined) return
      sum += value
      const aside = beside > 1 ? ((number + 0.5) / beside - 0.5) * group : 0
      const top = Math.max(10, y(stacked ? sum : value) - VALUE_ABOVE)
      places.push({ key: `${at} ${name}`, x: across(at) * width + aside, y: top, text: format(value) })
    })
  }
  return (
    <g className="ui-chart-values">
      {places.map(({ key, x, y: top, text }) => (
        <text key={key} x={x} y={top} textAnchor={x < 16 ? 'start' : x > width - 16 ? 'end' : 'middle'}>
          {text}
        </text>
      ))}
    </g>
  )
}

function Bars({
  series,
  count,
  stacked,
  width,
  y,
  index,
}: {
  series: readonly ChartSeries[]
  count: number
  stacked: boolean
  width: number
  y: (value: number) => number
  index: number | null
}) {
  const band = width / count
  const group = Math.max(1, Math.min(band - Math.min(4, band * 0.2), 64))
  const each = stacked ? group : group / series.length
  // One path per series and state keeps a thousand bars at a handful of elements.
  const paths = series.map(() => ({ rest: '', current: '' }))
  for (let at = 0; at < count; at++) {
    let top = 0
    let bottom = 0
    series.forEach(({ values }, number) => {
      const value = values[at] ?? 0
      if (!value) return
      const from = stacked ? (value > 0 ? top : bottom) : 0
      if (value > 0) top += value
      else bottom += value
      const x = at * band + (band - group) / 2 + (stacked ? 0 : number * each)
      const start = y(from)
      const end = y(from + value)
      const path = `M${x.toFixed(1)} ${start.toFixed(1)}V${end.toFixed(1)}h${each.toFixed(1)}V${start.toFixed(1)}Z`
      const target = paths[number]
      if (target) target[at === index ? 'current' : 'rest'] += path
    })
  }
  return paths.map((path, number) => (
    <g key={series[number]?.name} fill={`var(--series-${(number % 6) + 1})`}>
      <path d={path.rest} opacity={index === null ? 1 : 0.5} />
      <path d={path.current} />
    </g>
  ))
}

function Lines({
  series,
  kind,
  stacked,
  width,
  height,
  up,
}: {
  series: readonly ChartSeries[]
  kind: 'line' | 'area'
  stacked: boolean
  width: number
  height: number
  up: (value: number) => number
}) {
  const below: number[] = []
  const drawn = series.map(({ name, values }) => {
    const last = Math.max(1, values.length - 1)
    const points = values.map((value, at) => {
      if (value === null) return null
      const base = stacked ? (below[at] ?? 0) : 0
      if (stacked) below[at] = base + value
      return { x: values.length === 1 ? 1 : at / last, y: up(base + value) }
    })
    return { name, points }
  })
  // Stacked areas overlap from the top down, so the highest is drawn first.
  const order = drawn.map((entry, number) => ({ ...entry, number }))
  if (stacked) order.reverse()
  return order.map(({ name, points, number }) => {
    const colour = `var(--series-${(number % 6) + 1})`
    return (
      <g key={name}>
        {kind === 'area' ? (
          <path
            d={areaPath(points, width, height)}
            fill={stacked ? `color-mix(in srgb, ${colour} 24%, var(--bg))` : colour}
            opacity={stacked ? 1 : 0.1}
          />
        ) : null}
        <path
          d={linePath(points, width, height)}
          fill="none"
          stroke={colour}
          strokeWidth={1.5}
          strokeLinejoin="round"
        />
      </g>
    )
  })
}
