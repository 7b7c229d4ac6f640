import type { ReportSpan } from '@stoa/contract'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useQueryParams } from '../../../parts/query-params/use-query-params.ts'
import { chosenRefresh, chosenSpan, endsOf, FIRST_SPAN, fitting } from './span.ts'

/** The span of time of a report, kept in the address, and when it was last asked for. */
export function useSpan() {
  const [params, setParams] = useQueryParams()
  const [asOf, setAsOf] = useState(() => Date.now())
  const chosen = useMemo(() => chosenSpan(params), [params])
  const { from, to } = endsOf(chosen, asOf)
  const refreshSeconds = chosenRefresh(params)
  const refresh = useCallback(() => setAsOf(Date.now()), [])
  useEffect(() => {
    if (refreshSeconds === 0) return
    const timer = setInterval(() => {
      // Nobody looks at a page in the background.
      if (document.visibilityState === 'visible') refresh()
    }, refreshSeconds * 1000)
    return () => clearInterval(timer)
  }, [refreshSeconds, refresh])
  return {
    preset: chosen.preset,
    from,
    to,
    /** When the figures were last asked for, in ms since 1970. */
    asOf,
    refreshSeconds,
    refresh,
    setPreset: (preset: ReportSpan) =>
      setParams({ span: preset === FIRST_SPAN ? undefined : preset, from: undefined, to: undefined }),
    setRefresh: (seconds: number) => setParams({ refresh: seconds === 0 ? undefined : String(seconds) }),
    /** Shows another span; the one before is a step back. */
    zoom: useCallback(
      (low: number, high: number) => {
        const next = fitting(low, high)
        setParams({ from: new Date(next.from).toISOString(), to: new Date(next.to).toISOString() }, { push: true })
      },
      [setParams],
    ),
  }
}
export type SpanState = ReturnType<typeof useSpan>
