import { areaPath, ceiling, linePath, place, type Value } from './scale.ts'

/**
 * A line of 72 × 18 px beside a number. The number stands next to it, so the line is decorative.
 * @param limit the top of the scale; without one the line fills the height.
 * @param hot draws it in amber: near its limit.
 */
export function Sparkline({ values, limit, hot }: { values: readonly Value[]; limit?: number; hot?: boolean }) {
  const points = place(values, ceiling(values, limit))
  return (
    <svg className="ui-spark" viewBox="0 0 72 18" data-hot={hot ? '' : undefined} aria-hidden="true">
      <path className="ui-spark-area" d={areaPath(points, 72, 18)} />
      <path className="ui-spark-line" d={linePath(points, 72, 18)} />
    </svg>
  )
}
