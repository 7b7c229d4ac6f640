/** A value that may be missing: a gap in a line, no bar. */
export type Value = number | null

/**
 * The largest value that a chart shows: the limit where there is one, otherwise a round number just above the data.
 * Never 0, so that it can be divided by.
 */
export function ceiling(values: readonly Value[], limit?: number): number {
  const top = values.reduce<number>((most, value) => (value !== null && value > most ? value : most), 0)
  // Measurements can overshoot a limit; they must not leave the chart.
  if (limit !== undefined && limit > 0) return Math.max(limit, top)
  if (top <= 0) return 1
  const ticks = niceTicks(0, top, 4)
  return ticks.at(-1) ?? top
}

/**
 * Round numbers that span the data, about `count` of them, at 1, 2, 2.5 or 5 times a power of ten.
 * The first is at or below `low`, the last at or above `high`.
 */
export function niceTicks(low: number, high: number, count: number): number[] {
  const span = high - low
  if (!(span > 0)) return [low]
  const rough = span / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  // Whole multiples are rounded to the step's own decimals: 3 * 0.1 is not 0.3 in binary.
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)) + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toFixed(decimals)))
}

/** Where the points of a series stand, from 0 to 1 across and from 0 (bottom) to 1 (top) up; null is a gap. */
export function place(values: readonly Value[], top: number): ({ x: number; y: number } | null)[] {
  const last = Math.max(1, values.length - 1)
  return values.map((value, index) =>
    value === null || !Number.isFinite(value)
      ? null
      : { x: values.length === 1 ? 1 : index / last, y: Math.min(1, Math.max(0, value / top)) },
  )
}

const round = (value: number) => Math.round(value * 100) / 100

/** The runs of neighbouring points, without the gaps. */
function runs(points: readonly ({ x: number; y: number } | null)[]): { x: number; y: number }[][] {
  const found: { x: number; y: number }[][] = []
  let open = false
  for (const point of points) {
    if (point && open) found.at(-1)?.push(point)
    else if (point) found.push([point])
    open = point !== null
  }
  return found
}

/** The svg path of a line through the points, broken at gaps, in a box of the given size in px. */
export function linePath(points: readonly ({ x: number; y: number } | null)[], width: number, height: number): string {
  return runs(points)
    .map((run) => {
      const at = run.map(({ x, y }) => `${round(x * width)} ${round((1 - y) * height)}`)
      // A single point has no length; a hair of a line makes it visible.
      return at.length === 1 ? `M${at[0]}h0.01` : `M${at.join('L')}`
    })
    .join('')
}

/** The svg path of the points that have no neighbour, as dots of a line with round ends. */
export function dotPath(points: readonly ({ x: number; y: number } | null)[], width: number, height: number): string {
  return runs(points)
    .flatMap(([point, next]) =>
      point === undefined || next !== undefined
        ? []
        : [`M${round(point.x * width)} ${round((1 - point.y) * height)}h0.01`],
    )
    .join('')
}

/** The svg path of the area under the same line. */
export function areaPath(points: readonly ({ x: number; y: number } | null)[], width: number, height: number): string {
  return runs(points)
    .map((run) => {
      const at = run.map(({ x, y }) => `${round(x * width)} ${round((1 - y) * height)}`).join('L')
      return `M${at}L${round((run.at(-1)?.x ?? 0) * width)} ${height}L${round((run[0]?.x ?? 0) * width)} ${height}Z`
    })
    .join('')
}

/** Which of `count` labels fit into `width` px when each needs `each` px: every n-th, the first always. */
export function labelEvery(count: number, width: number, each: number): number {
  const room = Math.max(1, Math.floor(width / each))
  return Math.max(1, Math.ceil(count / room))
}

/** A word under the axis: which place it names, and whether it begins or ends there because the chart does. */
type AxisLabel = { readonly at: number; readonly edge?: 'start' | 'end' }

/**
 * The places that are named under an axis of `count` places, so that no two words of `each` px touch.
 * @param bands every place has a width of its own, as bars do; without it the first and the last stand at the edges
 */
export function axisLabels(count: number, width: number, each: number, bands: boolean): AxisLabel[] {
  const every = labelEvery(count, width, each)
  const all = Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every)
  if (bands || count < 2) return all.map((at) => ({ at }))
  const step = width / (count - 1)
  return all.flatMap((at): AxisLabel[] => {
    if (at === 0) return [{ at, edge: 'start' }]
    const isLast = (count - 1 - at) * step < each / 2
    const room = every * step >= 1.5 * each
    // The word at an edge reaches further into the chart than half of its length.
    if (isLast) return room ? [{ at, edge: 'end' }] : []
    return at === every && !room ? [] : [{ at }]
  })
}

/** At most `most` indices, spread evenly, the first and the last among them: the rows of a table view. */
export function sampleIndices(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index)
  return Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / (most - 1)))
}
