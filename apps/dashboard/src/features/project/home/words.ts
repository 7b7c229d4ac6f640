const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const count = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`

/** How long something has been the case, in its largest unit: "41 days", "3 hours", "12 minutes". */
export function spanWords(since: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(since))
  if (ms < MINUTE) return 'less than a minute'
  if (ms < HOUR) return count(Math.floor(ms / MINUTE), 'minute')
  if (ms < DAY) return count(Math.floor(ms / HOUR), 'hour')
  return count(Math.floor(ms / DAY), 'day')
}
