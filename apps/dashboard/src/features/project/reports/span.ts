import { REPORT_SPANS, type ReportSpan, SPAN_MAX_MINUTES, SPAN_MIN_MINUTES } from '@stoa/contract'
import { formatDateTime, formatTime } from '@stoa/ui'
import type { QueryParams } from '../../../parts/query-params/query-params.ts'

const MINUTE_MS = 60_000

/** How long each span is called. */
export const SPAN_NAMES: Readonly<Record<ReportSpan, string>> = {
  '1h': '1 hour',
  '6h': '6 hours',
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
}

/** What a report says unless somebody chose otherwise. */
export const FIRST_SPAN: ReportSpan = '24h'

/** After how many seconds a report is asked again by itself; 0 is never. */
export const REFRESHES = [0, 60, 300, 900] as const

/** A span of time: one of those that end now, or one between two moments, in ms since 1970. */
export type Chosen =
  | { readonly preset: ReportSpan }
  | { readonly preset: null; readonly from: number; readonly to: number }

const moment = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN)

/** The span of time that an address asks for. */
export function chosenSpan({ span, from, to }: QueryParams): Chosen {
  const preset = Object.keys(REPORT_SPANS).find((one) => one === span) as ReportSpan | undefined
  const [start, end] = [moment(from), moment(to)]
  if (Number.isNaN(start) || Number.isNaN(end) || end <= start) return { preset: preset ?? FIRST_SPAN }
  const { from: low, to: high } = fitting(start, end)
  return { preset: null, from: low, to: high }
}

/** How often the address asks for new figures, in seconds; 0 for never. */
export const chosenRefresh = ({ refresh }: QueryParams): number =>
  REFRESHES.find((seconds) => String(seconds) === refresh) ?? 0

/** A span in whole minutes, as long as spans may be, around the same middle. */
export function fitting(from: number, to: number): { from: number; to: number } {
  const minutes = Math.min(SPAN_MAX_MINUTES, Math.max(SPAN_MIN_MINUTES, Math.ceil((to - from) / MINUTE_MS)))
  const middle = (from + to) / 2
  const start = Math.floor((middle - (minutes * MINUTE_MS) / 2) / MINUTE_MS) * MINUTE_MS
  return { from: start, to: start + minutes * MINUTE_MS }
}

/** The two ends of a span, in whole minutes; one that ends now has the minute that has begun. */
export function endsOf(chosen: Chosen, now: number): { from: number; to: number } {
  if (chosen.preset === null) return { from: chosen.from, to: chosen.to }
  const to = Math.ceil(now / MINUTE_MS) * MINUTE_MS
  return { from: to - REPORT_SPANS[chosen.preset] * MINUTE_MS, to }
}

/** A span between two moments in words: "21 Nov 2026, 12:00 to 14:30". */
export function spanWords(from: number, to: number): string {
  const [start, end] = [formatDateTime(from), formatDateTime(to)]
  return `${start} to ${start.slice(0, 11) === end.slice(0, 11) ? formatTime(to) : end}`
}
