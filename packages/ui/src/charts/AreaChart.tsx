import { ChartTable, CursorTip, useCursor } from './cursor.tsx'
import { areaPath, ceiling, linePath, place, type Value } from './scale.ts'

export type AreaPoint = {
  /** When, in ms. */
  at: number
  value: Value
}

const WIDTH = 300

/**
 * A small live chart. With a limit it has a roof and the scale runs to it; without one it scales itself.
 * Arrow keys move along the points.
 * @param format the value in words, with its unit.
 * @param formatAt a moment in words, such as "10:42".
 * @param start what stands under the left end, such as "60 min"; the right end is "now".
 */
export function AreaChart({
  label,
  points,
  limit,
  format,
  formatAt,
  height = 64,
  start,
  end = 'now',
}: {
  label: string
  points: readonly AreaPoint[]
  limit?: number
  format: (value: number) => string
  formatAt: (at: number) => string
  height?: number
  start?: string
  end?: string
}) {
  const values = points.map((point) => point.value)
  const top = ceiling(values, limit)
  const placed = place(values, top)
  const words = (value: Value | undefined) => (value === null || value === undefined ? 'no data' : format(value))
  const describe = (index: number) => {
    const point = points[index]
    return point ? `${formatAt(point.at)}, ${words(point.value)}` : 'no data'
  }
  const { index, attributes } = useCursor(points.length, label, describe)
  const spot = index === null ? null : placed[index]
  const share = index === null ? 0 : points.length > 1 ? index / (points.length - 1) : 1
  const roof = limit !== undefined
  return (
    <figure className="ui-chart">
      <div {...attributes} className="ui-chart-plot" style={{ height }}>
        <svg viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <line className="ui-chart-base" x1={0} x2={WIDTH} y1={height} y2={height} />
          {roof ? (
            <line
              className="ui-chart-roof"
              x1={0}
              x2={WIDTH}
              y1={height * (1 - limit / top) + 1}
              y2={height * (1 - limit / top) + 1}
            />
          ) : null}
          <path className="ui-chart-area" d={areaPath(placed, WIDTH, height)} />
          <path className="ui-chart-line" d={linePath(placed, WIDTH, height)} />
        </svg>
        {index === null ? null : <span className="ui-chart-cursor" style={{ left: `${share * 100}%` }} />}
        {spot ? (
          <span className="ui-chart-dot" style={{ left: `${spot.x * 100}%`, bottom: `${spot.y * 100}%` }} />
        ) : null}
        {points.some((point) => point.value !== null) ? null : <span className="ui-chart-none">No data yet</span>}
        {index === null ? null : (
          <CursorTip share={share}>
            <b>{words(points[index]?.value)}</b> {formatAt(points[index]?.at ?? 0)}
          </CursorTip>
        )}
      </div>
      {start ? (
        <div className="ui-chart-ends" aria-hidden="true">
          <span>{start}</span>
          <span>{end}</span>
        </div>
      ) : null}
      <ChartTable
        label={label}
        head={['Time', label]}
        categories={points.map((point) => formatAt(point.at))}
        rows={(row) => [words(points[row]?.value)]}
      />
    </figure>
  )
}
