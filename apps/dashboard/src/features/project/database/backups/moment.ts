const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export type Zone = 'local' | 'utc'
/** The moments that can be chosen, in ms since 1970. */
export type Range = { readonly from: number; readonly to: number }

const two = (value: number) => String(value).padStart(2, '0')

/** An hour of the day in UTC with the same hour where the person is: "03:00 UTC (04:00 here)". */
export function hourWords(hour: number, now = new Date()): string {
  const local = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour))
  const here = `${two(local.getHours())}:${two(local.getMinutes())}`
  const utc = `${two(hour)}:00`
  return here === utc ? `${utc} UTC` : `${utc} UTC (${here} here)`
}

/** A moment inside the range, in whole seconds. */
export const within = (at: number, { from, to }: Range): number =>
  Math.min(to, Math.max(from, Math.round(at / SECOND) * SECOND))

/** Day and time of a moment as the fields of a form have them. */
export function fieldsOf(at: number, zone: Zone): { date: string; time: string } {
  const date = new Date(at)
  const parts =
    zone === 'utc'
      ? [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
      : [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  const clock =
    zone === 'utc'
      ? [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
      : [date.getHours(), date.getMinutes(), date.getSeconds()]
  const [year = 0, month = 1, day = 1] = parts
  return { date: `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`, time: clock.map(two).join(':') }
}

/** The moment that a day and a time mean in a zone; null when they mean none. */
export function momentOf({ date, time }: { date: string; time: string }, zone: Zone): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d(:\d\d)?$/.test(time)) return null
  const full = time.length === 5 ? `${time}:00` : time
  const at = Date.parse(`${date}T${full}${zone === 'utc' ? 'Z' : ''}`)
  return Number.isNaN(at) ? null : at
}

/**
 * Where a key moves the chosen moment; null for keys that mean nothing here.
 * @param key as keyboard events name it
 */
export function keyMove(key: string, shift: boolean, at: number, range: Range): number | null {
  const step = shift ? HOUR : MINUTE
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(at - step, range)
    case 'ArrowRight':
    case 'ArrowUp':
      return within(at + step, range)
    case 'PageDown':
      return within(at - 24 * HOUR, range)
    case 'PageUp':
      return within(at + 24 * HOUR, range)
    case 'Home':
      return range.from
    case 'End':
      return range.to
    default:
      return null
  }
}

/** Where a moment stands in a range, 0 to 1. */
export const share = (at: number, { from, to }: Range): number =>
  to === from ? 1 : Math.min(1, Math.max(0, (at - from) / (to - from)))

/** Marks for a time axis: the beginnings of hours or days of the person's zone, as many as fit. */
export function ticks({ from, to }: Range, most = 7): number[] {
  const spans = [
    10 * SECOND,
    MINUTE,
    5 * MINUTE,
    15 * MINUTE,
    HOUR,
    3 * HOUR,
    6 * HOUR,
    12 * HOUR,
    24 * HOUR,
    48 * HOUR,
    7 * 24 * HOUR,
  ]
  const span = spans.find((one) => (to - from) / one <= most) ?? 7 * 24 * HOUR
  const zone = new Date(from).getTimezoneOffset() * MINUTE
  const marks: number[] = []
  for (let at = Math.ceil((from - zone) / span) * span + zone; at <= to; at += span) marks.push(at)
  return marks
}
