import { lineAndColumn } from '@stoa/sql'
import { UNREACHABLE } from '../../api/errors.ts'
import { readLines } from '../sql-run/read-lines.ts'
import { CUT_OFF, PLAIN_REQUEST } from '../sql-run/run-state.ts'
import { callRuns, sendRun } from '../sql-run/send-run.ts'

/** Why nothing was changed, as Postgres tells it, and where. */
export type ChangeFailure = {
  readonly message: string
  readonly code: string | null
  readonly detail: string | null
  readonly hint: string | null
  /** The statement that failed, from 0; null when it was none of them. */
  readonly statement: number | null
  /** The line within that statement, from 1; null when Postgres does not say. */
  readonly line: number | null
}

const plain = (message: string): ChangeFailure => ({
  message,
  code: null,
  detail: null,
  hint: null,
  statement: null,
  line: null,
})

/** What a run may be cancelled by, once it has begun. */
export type Cancel = () => Promise<void>

/**
 * Runs statements as the owner. As one transaction either all of them take effect or none.
 * @param isAlone there is one statement, which Postgres refuses within a transaction; it goes on when the page is left
 * @param onBegun gets what cancels it
 * @returns null when all of it is done
 */
export async function runStatements(
  ref: string,
  statements: readonly string[],
  { isAlone = false, onBegun }: { isAlone?: boolean; onBegun?: (cancel: Cancel) => void } = {},
): Promise<ChangeFailure | null> {
  const { sql, starts } = joined(statements)
  const abort = new AbortController()
  let failure: ChangeFailure | null = null
  let isOver = false
  let hasBegun = false
  try {
    const request = { ...PLAIN_REQUEST, sql, from: 0, inTransaction: isAlone ? null : ('commit' as const) }
    const response = await sendRun(ref, null, request, abort.signal, isAlone)
    if (response.body === null) return plain(CUT_OFF)
    await readLines(response.body, (line) => {
      if (line.type === 'run') {
        hasBegun = true
        onBegun?.(() => cancelRun(ref, line.id))
      }
      if (line.type === 'done') isOver = true
      if (line.type !== 'error') return
      isOver = true
      const { message, code, detail, hint, position } = line.error
      const start = line.statement === null ? undefined : starts[line.statement]
      const before = start === undefined ? 0 : [...sql.slice(0, start)].length
      const own = start === undefined ? '' : (statements[line.statement ?? 0] ?? '')
      failure = {
        ...{ message, code, detail, hint, statement: line.statement },
        line: position === null || start === undefined ? null : lineAndColumn(own, position - before).line,
      }
    })
    return isOver ? failure : plain(CUT_OFF)
  } catch (error) {
    // `fetch` reports every kind of lost connection as a TypeError: before the first line nothing was reached.
    if (error instanceof TypeError) return plain(hasBegun ? CUT_OFF : UNREACHABLE)
    return plain(error instanceof Error ? error.message : String(error))
  }
}

async function cancelRun(ref: string, id: string): Promise<void> {
  await callRuns(`/platform/projects/${ref}/sql/runs/${id}/cancel`, { method: 'POST' })
}

/** The statements as one text, and where each begins in it. */
function joined(statements: readonly string[]): { sql: string; starts: number[] } {
  const starts: number[] = []
  let sql = ''
  for (const statement of statements) {
    starts.push(sql.length)
    // A comment at the end of a statement would swallow a semicolon on the same line.
    sql += `${statement}\n;\n`
  }
  return { sql, starts }
}
