import { areaPath, dotPath, labelEvery, linePath, type Value } from './scale.ts'

export type ChartSeries = { name: string; values: readonly Value[] }

// The room that a value needs beside the next, above the mark, and below a bar that hangs down, in px.
const VALUE_ROOM = 40
const VALUE_ABOVE = 5
const VALUE_BELOW = 12
/** How large a point is that no line goes through, in px. */
const DOT = 5

/** The values at their marks: all of them where they fit, otherwise every so many. */
export function Labels({
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
    let above = 0
    let below = 0
    series.forEach(({ name, values }, number) => {
      const value = values[at]
      if (value === null || value === undefined) return
      if (value > 0) above += value
      else below += value
      const end = y(!stacked ? value : value > 0 ? above : below)
      const aside = beside > 1 ? ((number + 0.5) / beside - 0.5) * group : 0
      const top = kind === 'bar' && value < 0 ? end + VALUE_BELOW : Math.max(10, end - VALUE_ABOVE)
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

/** Bars beside or upon each other; those that are not pointed at stand back. */
export function Bars({
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

/** Lines, and what lies below them where they are areas. */
export function Lines({
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
      return { x: values.length === 1 ? 0.5 : at / last, y: up(base + value) }
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
        <path d={dotPath(points, width, height)} stroke={colour} strokeWidth={DOT} strokeLinecap="round" />
      </g>
    )
  })
}
