import type { RunEnding, RunRole, SqlRunLine, StatementPlace } from '@stoa/contract'
import type { LineAndColumn } from '@stoa/sql'
import type { GridColumn } from '../grid/types.ts'
import { createRowStore, type RowStore } from '../result/row-store.ts'
import type { RunLine } from './read-lines.ts'

/** One result of a run: what one statement gave. */
export type RunResult = {
  readonly id: number
  /** Which statement of the text that was run, from 0. */
  readonly statement: number
  /** Where that statement is in the text that was run; null when it is not known. */
  readonly place: StatementPlace | null
  /** Empty for a statement that gives no rows. */
  readonly columns: readonly GridColumn[]
  readonly rows: RowStore
  /** Such as `UPDATE`; null until the statement has ended. */
  readonly command: string | null
  /** How many rows the statement gave or changed; null when it does not say. */
  readonly rowCount: number | null
  /** How long the statement took, in ms; null until it has ended. */
  readonly ms: number | null
}

export type Failure = {
  /** The statement that failed, from 0; null when none had begun. */
  readonly statement: number | null
  readonly message: string
  readonly code: string | null
  readonly detail: string | null
  readonly hint: string | null
  /** As Postgres gives it: characters from 1 in the text that was run. */
  readonly position: number | null
}

/** Something that Postgres said on the way, and during which statement, from 0. */
export type Notice = { readonly statement: number; readonly severity: string; readonly message: string }

/** Most notices of a run that are kept: a loop may say hundreds of thousands. */
const NOTICES_MAX = 1_000

/** What is run, and how. */
export type RunRequest = {
  readonly sql: string
  /** Where `sql` begins in the editor's text. */
  readonly from: number
  /** Runs as the reader, or in a read-only transaction of another role: nothing can be changed, whatever the text says. */
  readonly readOnly: boolean
  /** How many rows a plain select gives at most; -1 is no limit. */
  readonly limit: number
  readonly role: RunRole
  /** What the role's request would carry as `request.jwt.claims`; null for none. */
  readonly claims: Readonly<Record<string, unknown>> | null
  /** Runs all statements as one transaction, which is kept or undone at its end; null leaves that to the text. */
  readonly inTransaction: RunEnding | null
  /** After how long Postgres gives up, in ms; null for never. */
  readonly timeoutMs: number | null
  /** Values of the text's `@set` parameters by their names, put in place of `:name` when the text is sent. */
  readonly params: Readonly<Record<string, string>>
  /** Put before the text when it is sent, as `explain ` is; places are told without it. */
  readonly prefix?: string
  /** Set for what the page runs again and again by itself; such a run that only reads is not in the history. */
  readonly unattended?: boolean
}

/** What a run is unless somebody chose otherwise: the owner's, with all its rows. */
export const PLAIN_REQUEST: Omit<RunRequest, 'sql' | 'from'> = {
  readOnly: false,
  limit: -1,
  role: 'postgres',
  claims: null,
  inTransaction: null,
  timeoutMs: null,
  params: {},
}

export type Run = {
  readonly request: RunRequest
  /** All of the editor's text as it was when the run began; null when it is not known. */
  readonly text: string | null
  /** Names it on the server; null until the server has begun it. */
  readonly id: string | null
  /** The limit that was put behind the text; null when none was. */
  readonly autoLimit: number | null
  readonly state: 'running' | 'done' | 'failed' | 'cancelled'
  readonly results: readonly RunResult[]
  /** The first of them. */
  readonly notices: readonly Notice[]
  /** How many there were. */
  readonly noticeCount: number
  readonly failure: Failure | null
  /** Where the failure is in the editor's text as it was when the run began. */
  readonly place: LineAndColumn | null
  /** How long the run took in Postgres, in ms; null until it has ended. */
  readonly ms: number | null
}

/** A run that has not said anything yet. @param text all of the text that its SQL is a part of */
export const beginRun = (request: RunRequest, text: string | null = null): Run => ({
  request,
  text,
  id: null,
  autoLimit: null,
  state: 'running',
  results: [],
  notices: [],
  noticeCount: 0,
  failure: null,
  place: null,
  ms: null,
})

const newResult = (
  id: number,
  { statement, place }: Pick<RunResult, 'statement' | 'place'>,
  columns: readonly GridColumn[],
): RunResult => ({
  id,
  statement,
  place,
  columns,
  rows: createRowStore(),
  command: null,
  rowCount: null,
  ms: null,
})

/**
 * What a run is after more lines. Rows go into the store of their result, which tells the grid itself; the run then
 * stays the same object, so that rows never make anything else render. Lines are taken together as far as they can be,
 * because results are copied each time: one by one, a script of many thousand statements would copy them without end.
 */
export function takeLines(run: Run, lines: readonly (SqlRunLine | RunLine)[]): Run {
  const results = [...run.results]
  const notices = [...run.notices]
  let next: Run = run
  for (const line of lines) {
    const last = results.at(-1)
    const open = last?.command === null ? last : undefined
    if (line.type === 'rows') {
      open?.rows.append('text' in line ? line : line.rows)
      continue
    }
    next = { ...next, results, notices }
    switch (line.type) {
      case 'run':
        next = { ...next, id: line.id, autoLimit: line.auto_limit }
        break
      case 'columns':
        results.push(newResult(results.length + 1, line, line.columns))
        break
      case 'complete': {
        const { command, row_count: rowCount, ms } = line
        // A statement without rows may say nothing before it is complete.
        if (open) results.pop()
        results.push({ ...(open ?? newResult(results.length + 1, line, [])), command, rowCount, ms })
        break
      }
      case 'notice': {
        const { statement, severity, message } = line
        if (notices.length < NOTICES_MAX) notices.push({ statement, severity, message })
        next = { ...next, noticeCount: next.noticeCount + 1 }
        break
      }
      case 'error':
        next = { ...next, state: 'failed', failure: { statement: line.statement, ...line.error }, ms: line.ms }
        break
      case 'done':
        next = { ...next, state: 'done', ms: line.ms }
    }
  }
  return next
}

/** A failure that Postgres did not report: no answer, a refusal, a broken connection. */
export const plainFailure = (message: string): Failure => ({
  statement: null,
  message,
  code: null,
  detail: null,
  hint: null,
  position: null,
})

/** What is said when the answer stops before its end. */
export const CUT_OFF = 'The connection was lost before the run ended. What ran until then may have taken effect'

/** Commands after which nothing before them can be undone any more. */
const KEEPS = /^(?:COMMIT|PREPARE TRANSACTION)$/
/** Commands that leave nothing behind that could be undone. */
const LEAVES_NOTHING =
  /^(?:SELECT|SHOW|EXPLAIN|SET|RESET|BEGIN|START TRANSACTION|FETCH|MOVE|DECLARE CURSOR|CLOSE CURSOR|SAVEPOINT|RELEASE|ROLLBACK|LISTEN|UNLISTEN|DISCARD.*|PREPARE|DEALLOCATE)$/

/** The last result that nothing after it can undo; 0 when there is none. */
const keptUntil = (run: Run): number => run.results.findLast(({ command }) => KEEPS.test(command ?? ''))?.id ?? 0

/**
 * The first result whose statement changed something that was undone, although it succeeded: the statements of a run
 * are one transaction, of which nothing stays when it fails, is cancelled, or was to be rolled back.
 */
export function firstUndone(run: Run, results: readonly RunResult[] = run.results): RunResult | undefined {
  const { state, request } = run
  if (state === 'running' || (state === 'done' && request.inTransaction !== 'rollback')) return undefined
  const kept = request.inTransaction === 'rollback' ? 0 : keptUntil(run)
  return results.find(({ id, command }) => command !== null && id > kept && !LEAVES_NOTHING.test(command))
}

/** Whether what a statement changed was undone, although it succeeded. */
export const isUndone = (run: Run, result: RunResult): boolean => firstUndone(run, [result]) !== undefined

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
