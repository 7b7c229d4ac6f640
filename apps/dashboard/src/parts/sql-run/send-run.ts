import type { RUN_SQL_PATH } from '@stoa/contract'
import { apiFetch } from '../../api/fetch.ts'
import type { RunRequest } from './run-state.ts'

// The contract's own constant would bring its schemas along, so it is written out and held equal by its type.
const RUN_PATH: typeof RUN_SQL_PATH = '/platform/projects/{ref}/sql/run'

/** What the server refused, with the sentence to show. */
export class RunRefused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Sends a run; its answer is read line by line.
 * @param documentId what the run belongs to; null for a run that no text of a person's stands behind
 * @param keep whether it goes on when its reader leaves
 * @param id what it is called, so that it can be come back to before it has said anything; else the server names it
 * @throws RunRefused
 */
export function sendRun(
  ref: string,
  documentId: string | null,
  request: Omit<RunRequest, 'params' | 'prefix'>,
  signal: AbortSignal,
  keep = true,
  id?: string,
): Promise<Response> {
  return callRuns(RUN_PATH.replace('{ref}', ref), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
    body: JSON.stringify({
      id,
      sql: request.sql,
      read_only: request.readOnly,
      limit: request.limit,
      role: request.role,
      claims: request.claims,
      in_transaction: request.inTransaction,
      timeout_ms: request.timeoutMs,
      document_id: documentId,
      from: request.from,
      keep,
      unattended: request.unattended ?? false,
    }),
    signal,
  })
}

/** Calls an address of the runs. @throws RunRefused */
export async function callRuns(path: string, init: RequestInit): Promise<Response> {
  const response = await apiFetch(`/api${path}`, init)
  if (response.ok) return response
  const answer: unknown = await response.json().catch(() => null)
  throw new RunRefused(response.status, refusal(answer) ?? `The server answered ${response.status}`)
}

/** The sentence of a refusal: that of a field that is not right, or that of the whole. */
function refusal(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null
  const { message, data } = answer as { message?: unknown; data?: { issues?: { message?: unknown }[] } }
  const issue = data?.issues?.[0]?.message
  if (typeof issue === 'string') return issue
  return typeof message === 'string' ? message : null
}
