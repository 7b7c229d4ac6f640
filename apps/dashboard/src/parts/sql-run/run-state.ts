import type { SqlRunLine } from '@stoa/contract'
import type { LineAndColumn } from '@stoa/sql'
import type { GridColumn } from '../grid/types.ts'
import { createRowStore, type RowStore } from '../result/row-store.ts'

/** One result of a run: what one statement gave. */
export type RunResult = {
  readonly id: number
  /** Empty for a statement that gives no rows. */
  readonly columns: readonly GridColumn[]
  readonly rows: RowStore
  /** Such as `UPDATE`; null until the statement has ended. */
  readonly command: string | null
  /** How many rows the statement gave or changed; null when it does not say. */
  readonly rowCount: number | null
}

export type Failure = {
  readonly message: string
  readonly code: string | null
  readonly detail: string | null
  readonly hint: string | null
  /** As Postgres gives it: characters from 1 in the text that was run. */
  readonly position: number | null
}

export type Notice = { readonly severity: string; readonly message: string }

/** The text of a run and where it comes from. */
export type RunRequest = {
  readonly sql: string
  /** Where `sql` begins in the editor's text. */
  readonly from: number
  readonly readOnly: boolean
}

export type Run = {
  readonly request: RunRequest
  readonly state: 'running' | 'done' | 'failed' | 'cancelled'
  readonly results: readonly RunResult[]
  readonly notices: readonly Notice[]
  readonly failure: Failure | null
  /** Where the failure is in the editor's text as it was when the run began. */
  readonly place: LineAndColumn | null
  /** How long the run took in Postgres, in ms; null until it has ended. */
  readonly ms: number | null
}

/** A run that has not said anything yet. */
export const beginRun = (request: RunRequest): Run => ({
  request,
  state: 'running',
  results: [],
  notices: [],
  failure: null,
  place: null,
  ms: null,
})

const newResult = (id: number, columns: readonly GridColumn[]): RunResult => ({
  id,
  columns,
  rows: createRowStore(),
  command: null,
  rowCount: null,
})

/**
 * What a run is after one more line. Rows go into the store of their result, which tells the grid itself; the run then
 * stays the same object, so that rows never make anything else render.
 */
export function takeLine(run: Run, line: SqlRunLine): Run {
  const last = run.results.at(-1)
  const open = last?.command === null ? last : undefined
  switch (line.type) {
    case 'columns':
      return { ...run, results: [...run.results, newResult(run.results.length + 1, line.columns)] }
    case 'rows':
      open?.rows.append(line.rows)
      return run
    case 'complete': {
      const { command, row_count: rowCount } = line
      // A statement without rows may say nothing before it is complete.
      const ended = { ...(open ?? newResult(run.results.length + 1, [])), command, rowCount }
      return { ...run, results: [...(open ? run.results.slice(0, -1) : run.results), ended] }
    }
    case 'notice':
      return { ...run, notices: [...run.notices, { severity: line.severity, message: line.message }] }
    case 'error':
      return { ...run, state: 'failed', failure: line.error, ms: line.ms }
    case 'done':
      return { ...run, state: 'done', ms: line.ms }
  }
}

/** A failure that Postgres did not report: no answer, a refusal, a broken connection. */
export const plainFailure = (message: string): Failure => ({
  message,
  code: null,
  detail: null,
  hint: null,
  position: null,
})

/** What is said when the answer stops before its end. */
export const CUT_OFF = 'The connection was lost before the run ended. What ran until then may have taken effect'

/** Whether there is something to show, so that what is shown now may give way. */
export const hasSomething = (run: Run): boolean =>
  run.state !== 'running' || run.results.some((result) => result.rows.rowCount > 0 || result.command !== null)

/**
 * The tab that is open unless the person chose another: the failure, or the first result with columns, or the last one.
 * @returns the id of a result, or `failure`
 */
export function defaultTab(run: Run): number | 'failure' | null {
  if (run.failure !== null) return 'failure'
  return (run.results.find((result) => result.columns.length > 0) ?? run.results.at(-1))?.id ?? null
}
