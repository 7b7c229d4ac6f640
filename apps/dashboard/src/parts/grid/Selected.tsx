import { formatNumber } from '@stoa/ui'
import { useValue, type Value } from '../value/value.ts'
import type { SelectionSummary } from './types.ts'

/** How much of a grid is selected, and its sum, for a status line. */
export function Selected({ selection }: { selection: Value<SelectionSummary | null> }) {
  const summary = useValue(selection)
  if (summary === null || summary.count < 2) return null
  return (
    <span className="max-wide:hidden">
      {formatNumber(summary.rows)} × {formatNumber(summary.columns)} selected
      {summary.sum === null ? null : (
        <>
          , sum <b>{summary.sum}</b>
        </>
      )}
    </span>
  )
}
