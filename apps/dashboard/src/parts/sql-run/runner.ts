import type { RUN_SQL_PATH } from '@stoa/contract'
import { fillParameters } from '@stoa/sql'
import { UNREACHABLE } from '../../api/errors.ts'
import { apiFetch } from '../../api/fetch.ts'
import { errorPlace, positionBefore } from './error-place.ts'
import { readLines } from './read-lines.ts'
import { beginRun, CUT_OFF, hasSomething, plainFailure, type Run, type RunRequest, takeLine } from './run-state.ts'
import { createValue, type Value } from './value.ts'

// The contract's own constant would bring its schemas along, so it is written out and held equal by its type.
const PATH: typeof RUN_SQL_PATH = '/platform/projects/{ref}/sql/run'

export type RunnerState = {
  /** What is shown; while a new run has nothing to show yet, the one before. */
  readonly shown: Run | null
  /** When the run that is under way began, in ms since 1970; null while none is. */
  readonly since: number | null
}

export type Runner = {
  readonly state: Value<RunnerState>
  /**
   * Starts a run, unless one is under way.
   * @param text all of the editor's text, for the place of an error
   */
  start(request: RunRequest, text: string): void
  /** Ends the run; closing the connection cancels it in Postgres. Rows that came stay. */
  cancel(): void
}

const runners = new Map<string, Runner>()

/**
 * What runs the SQL of one document, one run at a time. It is kept outside React while the page lives: leaving a tab
 * or a screen ends no run, and coming back finds what came of it.
 * @param ref the project
 * @param documentId the snippet, or what names a text that is no snippet yet
 */
export function runnerOf(ref: string, documentId: string): Runner {
  const key = `${ref}/${documentId}`
  const known = runners.get(key)
  if (known !== undefined) return known
  const made = createRunner(ref)
  runners.set(key, made)
  return made
}

/** Lets go of a document's runner and of the rows it holds, for example because its tab was closed. Ends its run. */
export function forgetRunner(ref: string, documentId: string): void {
  const key = `${ref}/${documentId}`
  runners.get(key)?.cancel()
  runners.delete(key)
}

function createRunner(ref: string): Runner {
  const state = createValue<RunnerState>({ shown: null, since: null })
  let current: { readonly abort: AbortController } | null = null

  async function follow(request: RunRequest, text: string, abort: AbortController): Promise<void> {
    let run = beginRun(request)
    const since = Date.now()
    const publish = () => {
      const over = run.state !== 'running'
      if (over || hasSomething(run)) state.set({ shown: run, since: over ? null : since })
    }
    state.set({ shown: state.get().shown, since })
    let filled: ReturnType<typeof fillParameters> | null = null
    try {
      filled = fillParameters(request.sql, request.params, text)
      const response = await send(ref, request, filled.sql, abort.signal)
      if (response.body === null) throw new Error(CUT_OFF)
      await readLines(response.body, (line) => {
        run = takeLine(run, line)
        publish()
      })
      if (run.state === 'running') throw new Error(CUT_OFF)
    } catch (error) {
      if (run.state === 'running') {
        run = abort.signal.aborted
          ? { ...run, state: 'cancelled', ms: Date.now() - since }
          : { ...run, state: 'failed', failure: plainFailure(messageOf(error, run)) }
      }
    }
    const position = run.failure?.position ?? null
    if (run.failure !== null && position !== null && filled !== null) {
      const before = positionBefore(filled, request.sql, position)
      const failure = { ...run.failure, position: before }
      run = { ...run, failure, place: errorPlace(text, request.from, before) }
    }
    publish()
  }

  return {
    state,
    start(request, text) {
      if (current !== null) return
      const abort = new AbortController()
      const own = { abort }
      current = own
      void follow(request, text, abort).finally(() => {
        if (current === own) current = null
      })
    },
    cancel: () => current?.abort.abort(),
  }
}

/** Sends a run with its values in place. @throws Error with the sentence to show when it is refused */
async function send(ref: string, request: RunRequest, sql: string, signal: AbortSignal): Promise<Response> {
  const response = await apiFetch(`/api${PATH.replace('{ref}', ref)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
    body: JSON.stringify({ sql, read_only: request.readOnly }),
    signal,
  })
  if (response.ok) return response
  const answer: unknown = await response.json().catch(() => null)
  throw new Error(refusal(answer) ?? `The server answered ${response.status}`)
}

/** The sentence of a refusal: that of a field that is not right, or that of the whole. */
function refusal(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null
  const { message, data } = answer as { message?: unknown; data?: { issues?: { message?: unknown }[] } }
  const issue = data?.issues?.[0]?.message
  if (typeof issue === 'string') return issue
  return typeof message === 'string' ? message : null
}

/** What is said about a run that ended without Postgres saying why. */
function messageOf(error: unknown, run: Run): string {
  // `fetch` reports every kind of lost connection as a TypeError: before the first line nothing was reached.
  if (error instanceof TypeError) return run.results.length === 0 && run.notices.length === 0 ? UNREACHABLE : CUT_OFF
  return error instanceof Error ? error.message : String(error)
}
