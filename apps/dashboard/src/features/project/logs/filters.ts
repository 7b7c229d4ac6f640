import type { QueryParams } from '../../../parts/query-params/query-params.ts'

/** Methods that the log is asked for. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** Answers by their first digit; `failed` are those that are somebody's mistake. */
export const STATUSES = {
  '2xx': { label: '2xx Done', from: 200, to: 299 },
  '3xx': { label: '3xx Elsewhere', from: 300, to: 399 },
  '4xx': { label: '4xx Refused', from: 400, to: 499 },
  '5xx': { label: '5xx Failed', from: 500, to: 599 },
  failed: { label: '4xx and 5xx', from: 400, to: 599 },
} as const
export type StatusClass = keyof typeof STATUSES

const MINUTE_MS = 60 * 1000

/** How far back the list goes; without a range, as far as requests are kept. */
export const RANGES = {
  '15m': { label: 'Last 15 minutes', ms: 15 * MINUTE_MS },
  '1h': { label: 'Last hour', ms: 60 * MINUTE_MS },
  '24h': { label: 'Last 24 hours', ms: 24 * 60 * MINUTE_MS },
} as const
export type Range = keyof typeof RANGES

/** What the address says about the list. */
export type LogFilters = {
  readonly method?: Method
  readonly status?: StatusClass
  readonly q?: string
  readonly range?: Range
}
/** The address of the page: its filters, whether it goes on by itself, and the request that is open. */
export type LogSearch = LogFilters & { readonly live?: 'on'; readonly request?: string }

const known = <Value extends string>(value: unknown, values: readonly Value[]): Value | undefined =>
  values.find((one) => one === value)

/** Reads the address. What it does not know is left out. */
export function logSearch(search: QueryParams): LogSearch {
  const method = known(search.method, METHODS)
  const status = known(search.status, Object.keys(STATUSES) as StatusClass[])
  const range = known(search.range, Object.keys(RANGES) as Range[])
  const request = typeof search.request === 'string' && /^[1-9]\d{0,14}$/.test(search.request) ? search.request : null
  return {
    ...(method && { method }),
    ...(status && { status }),
    ...(typeof search.q === 'string' && search.q !== '' && { q: search.q.slice(0, 200) }),
    ...(range && { range }),
    ...(search.live === 'on' && { live: 'on' }),
    ...(request !== null && { request }),
  }
}

/**
 * What the server is asked for.
 * @param now the moment that a range is counted back from
 */
export function logInput({ method, status, q, range }: LogFilters, now: number) {
  return {
    ...(method && { method }),
    ...(status && { status_from: STATUSES[status].from, status_to: STATUSES[status].to }),
    ...(q && { search: q }),
    ...(range && { since: new Date(now - RANGES[range].ms).toISOString() }),
  }
}

/** Whether a filter leaves requests out. A range does so too. */
export const isFiltered = ({ method, status, q, range }: LogFilters): boolean =>
  [method, status, q, range].some((filter) => filter !== undefined)
