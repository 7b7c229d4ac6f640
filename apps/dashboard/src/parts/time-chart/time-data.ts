/** A measured value; null where nothing was measured. */
export type Value = number | null

/** One line of a chart over time. */
export type TimeSeries = {
  readonly name: string
  readonly values: readonly Value[]
  /** Colours that mean something; otherwise the next of the series colours. */
  readonly tone?: 'warn' | 'bad'
}

/** What a chart over time draws: series with one value for each step. */
export type TimeData = {
  /** The beginning of the first step, in ms since 1970. */
  readonly start: number
  /** How long a step is, in ms. */
  readonly step: number
  readonly series: readonly TimeSeries[]
}

/** The beginning of each step, in ms since 1970. */
export const momentsOf = ({ start, step, series }: TimeData): number[] =>
  Array.from({ length: series[0]?.values.length ?? 0 }, (_, index) => start + index * step)

/**
 * Every series on top of those before it, for a chart that stacks them. A step in which nothing at all was measured
 * stays a gap.
 */
export function stacked(series: readonly TimeSeries[]): Value[][] {
  const sums: Value[] = []
  return series.map(({ values }) =>
    values.map((value, index) => {
      const below = sums[index] ?? null
      const sum = value === null && below === null ? null : (below ?? 0) + (value ?? 0)
      sums[index] = sum
      return sum
    }),
  )
}

/** Whether anything was measured. */
export const hasValues = (series: readonly TimeSeries[]): boolean =>
  series.some(({ values }) => values.some((value) => value !== null))

/** The colour of a series, as the name of a token. */
export const colourOf = ({ tone }: TimeSeries, index: number): string =>
  tone === undefined ? `--series-${(index % 6) + 1}` : `--${tone}-mark`

/** The data as CSV: a line for each step, times in UTC, nothing where nothing was measured. */
export function timeCsv(data: TimeData): string {
  const head = ['time', ...data.series.map(({ name }) => name)].map(quoted).join(',')
  const lines = momentsOf(data).map((at, index) =>
    [new Date(at).toISOString(), ...data.series.map(({ values }) => values[index] ?? '')].join(','),
  )
  return `${[head, ...lines].join('\n')}\n`
}

const quoted = (text: string): string => (/[,"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Half of a span of time around a moment, or twice as much, neither before `first` nor after `last`. */
export function zoomed(
  span: { readonly from: number; readonly to: number },
  at: number,
  factor: number,
): { from: number; to: number } {
  const length = (span.to - span.from) * factor
  const share = (at - span.from) / Math.max(1, span.to - span.from)
  const from = at - length * share
  return { from: Math.round(from), to: Math.round(from + length) }
}
