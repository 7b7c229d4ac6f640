const two = (value: number) => String(value).padStart(2, '0')

/** A day as Postgres writes it. */
export const dayText = (day: Date): string =>
  `${String(day.getFullYear()).padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`

/** The zone of this browser at a moment, such as `+02:00`. */
function zoneText(at: Date): string {
  const minutes = -at.getTimezoneOffset()
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.trunc(size / 60))}:${two(size % 60)}`
}

/** The time now as a value of a type, with its zone where the type has one. */
export function nowText(format: string): string {
  const at = new Date()
  const time = `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
  if (format === 'date') return dayText(at)
  if (format === 'time') return time
  if (format === 'timetz') return `${time}${zoneText(at)}`
  return format === 'timestamptz' ? `${dayText(at)} ${time}${zoneText(at)}` : `${dayText(at)} ${time}`
}

const DAY = /^(\d{4})-(\d\d)-(\d\d)(?![\s\S]*BC$)/

/** The day of a value; null for what has none that a calendar shows, such as `infinity`. */
export function dayOf(text: string): Date | null {
  const [, year, month, day] = DAY.exec(text) ?? []
  if (year === undefined) return null
  const found = new Date(Number(year), Number(month) - 1, Number(day))
  // Years below 100 would be taken for those of the last century.
  found.setFullYear(Number(year))
  return Number.isNaN(found.getTime()) ? null : found
}

/** A value with another day. Its time stays as it is written, to the last digit and with its zone. */
export function withDay(text: string, day: Date, format: string): string {
  if (dayOf(text) !== null) return dayText(day) + text.slice(10)
  if (format === 'date') return dayText(day)
  return `${dayText(day)} 00:00:00${format === 'timestamptz' ? zoneText(day) : ''}`
}
