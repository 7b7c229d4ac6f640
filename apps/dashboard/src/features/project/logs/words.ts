import type { StatusTone } from '@stoa/ui'
import { formatDate, formatDuration, formatTime } from '@stoa/ui'

/** The colour of an answer: what is refused asks for a look, what failed for more than that. */
export const statusTone = (status: number): StatusTone => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'ok')

/** How long a request took. Most take few milliseconds, where a tenth tells them apart. */
export const tookWords = (ms: number): string => (ms < 10 ? `${ms.toFixed(1)} ms` : formatDuration(ms))

/** When a request came: today's by the second, others with their day. */
export function timeWords(at: string, now: number): string {
  const day = formatDate(at)
  const time = formatTime(at, true)
  return day === formatDate(now) ? time : `${day}, ${time}`
}

/** Who asked. */
export const roleWords = (role: string | null): string => role ?? 'No valid key'
