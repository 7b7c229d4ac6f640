import type { SqlRunInfo } from '@stoa/contract'
import { client } from '../../api/client.ts'
import type { RunRequest } from './run-state.ts'
import { runnerOf } from './runner.ts'

const asked = new Map<string, Promise<readonly SqlRunInfo[]>>()

/**
 * Comes back to the runs of a project that a page before this one began: to those that are under way at once, so that
 * it can be seen which documents are running, and to the last one of a document when that is opened. Without an answer
 * nothing is come back to, and nothing else is lost.
 * @param documentId the document that is open
 */
export async function restoreRuns(ref: string, documentId: string): Promise<void> {
  const known = asked.get(ref)
  const asking = known ?? client.project.sql.runs({ ref }).catch(() => [])
  if (known === undefined) asked.set(ref, asking)
  const runs = await asking
  const lastOf = new Map(runs.map((run) => [run.document_id, run]))
  for (const [document, run] of lastOf) {
    if (document === null || (document !== documentId && run.ended_at !== null)) continue
    // What was asked for once was under way then, and may have ended since: the run itself says so.
    runnerOf(ref, document).attach(run.id, requestOf(run), run.ended_at === null ? Date.parse(run.started_at) : null)
  }
}

const requestOf = (run: SqlRunInfo): RunRequest => ({
  sql: run.sql,
  from: run.from,
  readOnly: run.read_only,
  limit: run.limit,
  role: run.role,
  claims: run.claims,
  inTransaction: run.in_transaction,
  timeoutMs: run.timeout_ms,
  params: {},
})
