/** Rounds for people: whole numbers from 100 on, one digit below. */
export const round = (value) => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toFixed(1)))

/**
 * Median and range of the finite numbers among some values.
 * @returns null when there is none
 */
export function summary(values) {
  const sorted = values.filter((value) => Number.isFinite(value)).sort((a, b) => a - b)
  if (sorted.length === 0) return null
  const middle = Math.floor(sorted.length / 2)
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  return { median: round(median), min: round(sorted[0]), max: round(sorted.at(-1)), samples: sorted.length }
}

/** The samples of a benchmark: product, measurement and the fields of each sample. */
export class Samples {
  all = {}

  /** Adds one sample. @param fields numbers by name */
  put(product, measurement, fields) {
    this.all[product] ??= {}
    this.all[product][measurement] ??= []
    this.all[product][measurement].push(fields)
  }

  /** The summary of one field over all samples of a measurement; null when there is none. */
  of(product, measurement, field) {
    return summary((this.all[product]?.[measurement] ?? []).map((sample) => sample[field]))
  }

  /** Summaries of everything, as plain data. */
  report() {
    const report = {}
    for (const [product, measurements] of Object.entries(this.all)) {
      report[product] = {}
      for (const [measurement, samples] of Object.entries(measurements)) {
        const fields = [...new Set(samples.flatMap(Object.keys))]
        const pairs = fields.map((field) => [field, this.of(product, measurement, field)])
        report[product][measurement] = Object.fromEntries(pairs.filter(([, found]) => found !== null))
      }
    }
    return report
  }
}
