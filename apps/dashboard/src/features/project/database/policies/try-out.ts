import type { RunRole } from '@stoa/contract'
import { qualifiedName } from '@stoa/sql'
import { readLines } from '../../../../parts/sql-run/read-lines.ts'
import {
  beginRun,
  CUT_OFF,
  PLAIN_REQUEST,
  plainFailure,
  type Run,
  type RunRequest,
  takeLines,
} from '../../../../parts/sql-run/run-state.ts'
import { sendRun } from '../../../../parts/sql-run/send-run.ts'

/** Longer than this nobody waits for a count. */
const COUNT_MS = 5_000
const TRIAL_MS = 30_000

type Named = { readonly schema: string; readonly name: string }
type As = { readonly role: RunRole; readonly claims: Readonly<Record<string, unknown>> | null }

/** Runs statements to their end. What goes wrong is in the run that comes back. */
async function follow(ref: string, request: RunRequest, signal: AbortSignal): Promise<Run> {
  let run = beginRun(request)
  try {
    const response = await sendRun(ref, null, request, signal, false)
    if (response.body === null) throw new Error(CUT_OFF)
    await readLines(response.body, (line) => {
      run = takeLines(run, [line])
    })
    if (run.state === 'running') throw new Error(CUT_OFF)
    return run
  } catch (error) {
    return { ...run, state: 'failed', failure: plainFailure(error instanceof Error ? error.message : String(error)) }
  }
}

const countSql = ({ schema, name }: Named): string => `select count(*) from ${qualifiedName(schema, name)}`
const firstNumber = (run: Run, at = 0): number | null => {
  const value = run.results.at(at)?.rows.row(0)?.[0]
  return value === undefined || value === null ? null : Number(value)
}

/** What came of trying a statement as somebody. */
export type Outcome = {
  readonly run: Run
  /** How many rows of the table the role sees; null where that was not asked, or takes too long. */
  readonly seen: number | null
  /** How many there are, whatever policies say; null when that cannot be told, or takes too long. */
  readonly total: number | null
}

/**
 * Runs a statement as a role with claims, inside a transaction that is undone at its end.
 * @param counts whether the rows that the role sees are counted too
 */
export async function tryOut(
  ref: string,
  table: Named,
  sql: string,
  as: As,
  counts: boolean,
  signal: AbortSignal,
): Promise<Outcome> {
  const count = countSql(table)
  const [tried, all] = await Promise.all([
    follow(
      ref,
      {
        ...PLAIN_REQUEST,
        ...as,
        sql: counts ? `${sql}\n;\n${count}` : sql,
        from: 0,
        timeoutMs: TRIAL_MS,
        inTransaction: 'rollback',
      },
      signal,
    ),
    // Nobody wrote this one, so that it is in nobody's history.
    follow(
      ref,
      { ...PLAIN_REQUEST, sql: count, from: 0, timeoutMs: COUNT_MS, readOnly: true, unattended: true },
      signal,
    ),
  ])
  const total = all.failure === null ? firstNumber(all) : null
  if (!counts) return { run: tried, seen: null, total }
  if (tried.failure === null)
    return { run: { ...tried, results: tried.results.slice(0, -1) }, seen: firstNumber(tried, -1), total }
  // The rows are here, and only counting them took too long.
  const isCounting = tried.failure.code === QUERY_CANCELED && (tried.failure.statement ?? 0) > 0
  return { run: isCounting ? { ...tried, failure: null } : tried, seen: null, total }
}

const QUERY_CANCELED = '57014'
