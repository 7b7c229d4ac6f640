import { formatNumber } from '@stoa/ui'
import type { Run, RunResult } from '../sql-run/run-state.ts'

/** What a statement without rows did: "UPDATE: 3 rows". */
export function wordsOfChange({ command, rowCount }: Pick<RunResult, 'command' | 'rowCount'>): string {
  if (command === null || rowCount === null) return 'Success. No rows returned'
  return `${command}: ${rowCount === 1 ? '1 row' : `${formatNumber(rowCount)} rows`}`
}

/** How many rows came and how long that took: "14 rows, 6 ms". */
export function wordsOfRun(run: Run, rows: number | null): string {
  const parts = [
    ...(rows === null ? [] : [rows === 1 ? '1 row' : `${formatNumber(rows)} rows`]),
    ...(run.ms === null
      ? []
      : [run.ms < 1000 ? `${formatNumber(Math.round(run.ms))} ms` : `${(run.ms / 1000).toFixed(1)} s`]),
  ]
  return parts.join(', ')
}
