import type { RunRole } from '@stoa/contract'
import { quoteIdent } from '@stoa/sql'
import { readLines } from '../../../../parts/sql-run/read-lines.ts'
import {
  beginRun,
  CUT_OFF,
  PLAIN_REQUEST,
  plainFailure,
  type Run,
  takeLine,
} from '../../../../parts/sql-run/run-state.ts'
import { sendRun } from '../../../../parts/sql-run/send-run.ts'

/** Longer than this nobody waits for a count. */
const COUNT_MS = 5_000
const TRIAL_MS = 30_000

type Named = { readonly schema: string; readonly name: string }
type As = { readonly role: RunRole; readonly claims: Readonly<Record<string, unknown>> | null }

/** Runs statements in a transaction that is undone. What goes wrong is in the run that comes back. */
async function undone(ref: string, sql: string, as: As, timeoutMs: number, signal: AbortSignal): Promise<Run> {
  const request = { ...PLAIN_REQUEST, ...as, sql, from: 0, timeoutMs, inTransaction: 'rollback' as const }
  let run = beginRun(request)
  try {
    const response = await sendRun(ref, null, request, signal, false)
    if (response.body === null) throw new Error(CUT_OFF)
    await readLines(response.body, (line) => {
      run = takeLine(run, line)
    })
    if (run.state === 'running') throw new Error(CUT_OFF)
    return run
  } catch (error) {
    return { ...run, state: 'failed', failure: plainFailure(error instanceof Error ? error.message : String(error)) }
  }
}

const countSql = ({ schema, name }: Named): string => `select count(*) from ${quoteIdent(schema)}.${quoteIdent(name)}`
const firstNumber = (run: Run): number | null => {
  const value = run.results[0]?.rows.row(0)?.[0]
  return value === undefined || value === null ? null : Number(value)
}

/** What came of trying a statement as somebody. */
export type Outcome = {
  readonly run: Run
  /** How many rows of the table the role sees; null where that was not asked. */
  readonly seen: number | null
  /** How many there are, which the owner sees whatever policies say; null when counting takes too long. */
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
  const [run, seen, total] = await Promise.all([
    undone(ref, sql, as, TRIAL_MS, signal),
    counts ? undone(ref, count, as, COUNT_MS, signal).then(firstNumber) : null,
    undone(ref, count, { role: 'postgres', claims: null }, COUNT_MS, signal).then(firstNumber),
  ])
  return { run, seen, total }
}
