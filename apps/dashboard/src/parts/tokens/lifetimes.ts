/** What a lifetime without an end is called in a form. */
export const NEVER = 'never'

/** Lifetimes as options of a select, from days; null is for ever. */
export const lifetimeOptions = (days: readonly (number | null)[]) =>
  days.map((one) => ({
    value: one === null ? NEVER : String(one),
    label: one === null ? 'Never expires' : one === 365 ? '1 year' : `${one} days`,
  }))

/** The days that a chosen option stands for; null for ever. */
export const daysOf = (value: string): number | null => (value === NEVER ? null : Number(value))
