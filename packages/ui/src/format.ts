/** A number and its unit, apart, so that the unit can stand in grey. */
export type Measured = { value: string; unit: string }

const MINUS = '−'
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * A number with commas between thousands and a real minus sign.
 * @param digits how many decimals to show; without it, as many as the number has, at most 3.
 */
export function formatNumber(value: number, digits?: number): string {
  const size = Math.abs(value)
  const shown = size < WRITTEN_OUT ? decimals(size, digits) : formatter(digits).format(size)
  return value < 0 && /[1-9]/.test(shown) ? MINUS + shown : shown
}

/** From here on JavaScript writes numbers with an exponent. */
const WRITTEN_OUT = 1e21

/** The browser's own formatter takes some 20 ms to start, which the first picture of a page has no time for. */
function decimals(size: number, digits: number | undefined): string {
  const [whole = '', behind = ''] = size.toFixed(digits ?? 3).split('.')
  const fraction = digits === undefined ? behind.replace(/0+$/, '') : behind
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === '' ? grouped : `${grouped}.${fraction}`
}

const formatter = (digits = 0): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** Large counts made short: 12.4 M, 1.2 B; below a million as they are. */
export function formatCompact(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e9) return `${formatNumber(value / 1e9, 1)} B`
  if (size >= 1e6) return `${formatNumber(value / 1e6, 1)} M`
  return formatNumber(Math.round(value))
}

/** A share between 0 and 1 as a whole percentage: 0.91 gives "91 %". */
export function formatPercent(share: number): string {
  return `${formatNumber(Math.round(share * 100))} %`
}

/**
 * Bytes in the largest fitting unit; 1 MB is 1024 × 1024 bytes. Whole multiples have no decimals (1 GB),
 * others one decimal below ten and, from gigabytes up, always (8.4 MB, 412 MB, 54.2 GB).
 */
export function bytesParts(bytes: number): Measured {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const
  let size = Math.abs(bytes)
  let step = 0
  // 1023.5 and more would be rounded to 1,024 of the smaller unit.
  while (size >= 1023.5 && step < units.length - 1) {
    size /= 1024
    step++
  }
  const sign = bytes < 0 ? -1 : 1
  const whole = step === 0 || Number.isInteger(size)
  const digits = whole || (step < 3 && size >= 9.95) ? 0 : 1
  return { value: formatNumber(sign * size, digits), unit: units[step] ?? 'B' }
}

/** The same as one text: "412 MB". */
export function formatBytes(bytes: number): string {
  const { value, unit } = bytesParts(bytes)
  return `${value} ${unit}`
}

/** A span of time, in ms, in its two largest units: "38 ms", "14 s", "1 min 22 s", "2 h 5 min", "3 days". */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 10_000 && ms % 1000 >= 50) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const pair = (large: number, largeUnit: string, small: number, smallUnit: string) =>
    small ? `${large} ${largeUnit} ${small} ${smallUnit}` : `${large} ${largeUnit}`
  if (seconds < 3600) return pair(Math.floor(seconds / 60), 'min', seconds % 60, 's')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1440) return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
  const days = Math.floor(minutes / 1440)
  return `${days} ${days === 1 ? 'day' : 'days'}`
}

function toDate(when: Date | string | number): Date {
  return when instanceof Date ? when : new Date(when)
}

const two = (value: number) => String(value).padStart(2, '0')

/** The day as DD MMM YYYY in the person's time zone: "02 Nov 2026". An unreadable date gives a dash. */
export function formatDate(when: Date | string | number): string {
  const date = toDate(when)
  if (Number.isNaN(date.getTime())) return '–'
  return `${two(date.getDate())} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`
}

/** The hour and minute in the person's time zone: "06:12", or "06:12:09" with seconds. */
export function formatTime(when: Date | string | number, seconds = false): string {
  const date = toDate(when)
  if (Number.isNaN(date.getTime())) return '–'
  const minutes = `${two(date.getHours())}:${two(date.getMinutes())}`
  return seconds ? `${minutes}:${two(date.getSeconds())}` : minutes
}

/** Day and time: "02 Nov 2026, 06:12". */
export function formatDateTime(when: Date | string | number): string {
  const date = toDate(when)
  return Number.isNaN(date.getTime()) ? '–' : `${formatDate(date)}, ${formatTime(date)}`
}

/**
 * How long ago, in words: "just now", "2 min ago", "3 h ago", "yesterday", "19 days ago"; from a month on,
 * the date. A moment in the future counts as now.
 */
export function formatAge(when: Date | string | number, now: Date | number = Date.now()): string {
  const date = toDate(when)
  const today = toDate(now)
  if (Number.isNaN(date.getTime())) return '–'
  const ms = today.getTime() - date.getTime()
  if (ms < MINUTE) return 'just now'
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ago`
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ago`
  // Calendar days rather than spans of 24 hours: "yesterday" is the day before today.
  const midnight = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())
  const days = Math.round((midnight(today) - midnight(date)) / DAY)
  if (days <= 1) return 'yesterday'
  return days < 30 ? `${days} days ago` : formatDate(date)
}

/** The first letters of a name or an e-mail address, for an avatar: "Mira Okafor" gives MO. */
export function initials(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[\s._-]+/).filter(Boolean)
  const first = [...(words[0] ?? '')][0] ?? '?'
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ([...(words[0] ?? '')][1] ?? '')
  return (first + last).toUpperCase()
}
