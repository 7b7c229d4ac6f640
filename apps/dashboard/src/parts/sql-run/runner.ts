import type { ATTACH_RUN_PATH } from '@stoa/contract'
import { type FilledSql, fillParameters } from '@stoa/sql'
import { apiFetch } from '../../api/fetch.ts'
import { patiently } from '../frame/patience.ts'
import { createValue, type Value } from '../value/value.ts'
import { errorPlace, inOriginal } from './error-place.ts'
import type { RunLine } from './read-lines.ts'
import { readRun } from './read-run.ts'
import { beginRun, CUT_OFF, hasSomething, plainFailure, type Run, type RunRequest, takeLines } from './run-state.ts'
import { callRuns, RunRefused, sendRun } from './send-run.ts'

// The contract's own constants would bring its schemas along, so they are written out and held equal by their types.
const OWN_PATH: typeof ATTACH_RUN_PATH = '/platform/projects/{ref}/sql/runs/{id}'
const ownPath = (ref: string, id: string) => OWN_PATH.replace('{ref}', ref).replace('{id}', id)

/** For how long a page whose connection was lost tries to come back to its run, in ms. */
const COME_BACK_MS = 600_000

/** How long more rows of a result wait for one another before they are shown, in ms. */
const TOGETHER_MS = 100

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
   * @param text all of the editor's text, for the place of an error and the values that it declares
   */
  start(request: RunRequest, text: string): void
  /**
   * Comes back to a run that the server has, unless there is something here already.
   * @param since when it began, in ms since 1970; null when it has ended
   */
  attach(id: string, request: RunRequest, since: number | null): void
  /** Cancels the run in Postgres. Rows that came stay. */
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
  const made = createRunner(ref, documentId)
  runners.set(key, made)
  return made
}

/** Lets go of a document's runner and of the rows it holds, for example because its tab was closed. Ends its run. */
export function forgetRunner(ref: string, documentId: string): void {
  const key = `${ref}/${documentId}`
  runners.get(key)?.cancel()
  runners.delete(key)
}

type Current = {
  readonly abort: AbortController
  /** Names the run, here and on the server. */
  readonly id: string
  /** Whether the server has said that it is under way. */
  hasBegun: boolean
  /** Whether its connection is lost at the moment. */
  isLost: boolean
  isCancelled: boolean
  /** Only shows again what had ended before: a new run takes its place. */
  readonly isOver: boolean
}

function createRunner(ref: string, documentId: string): Runner {
  const state = createValue<RunnerState>({ shown: null, since: null })
  let current: Current | null = null

  async function follow(
    begun: Run,
    since: number | null,
    own: Current,
    open: () => Promise<Response>,
    filled: FilledSql | null,
    text: string | null,
  ): Promise<void> {
    let run = begun
    const publish = () => {
      if (current !== own) return
      const over = run.state !== 'running'
      if (over || hasSomething(run)) state.set({ shown: run, since: over ? null : since })
    }
    // What comes in one piece is taken in one step. Once rows are there, more rows wait for one another: drawing each
    // piece of a large result would take more of the machine than reading it does.
    let waiting: RunLine[] = []
    let takenAt = 0
    let later: ReturnType<typeof setTimeout> | undefined
    const take = () => {
      clearTimeout(later)
      later = undefined
      if (waiting.length === 0) return
      run = takeLines(run, waiting)
      waiting = []
      takenAt = performance.now()
      publish()
    }
    const put = (line: RunLine) => {
      const isFirst = waiting.push(line) === 1
      if (line.type !== 'rows') {
        if (isFirst || later !== undefined) queueMicrotask(take)
      } else if (isFirst) {
        const wait = takenAt + TOGETHER_MS - performance.now()
        if (wait > 0 && (run.results.at(-1)?.rows.rowCount ?? 0) > 0) later = setTimeout(take, wait)
        else queueMicrotask(take)
      }
    }
    state.set({ shown: state.get().shown, since })
    try {
      const again = () => {
        own.isLost = !own.abort.signal.aborted
        return own.isLost ? () => comeBack(ref, own) : null
      }
      await readRun(open, again, (line) => {
        own.isLost = false
        put(filled === null ? line : inOriginal(line, filled, begun.request.sql))
        if (line.type === 'run') {
          own.hasBegun = true
          if (own.isCancelled) void askToCancel(ref, own.id)
        }
        return line.type === 'done' || line.type === 'error'
      })
      take()
    } catch (error) {
      take()
      // What had ended when it was looked for may be gone by now, which nobody needs to hear of.
      if (since === null && run.id === null) return
      if (run.state === 'running') {
        run = own.isCancelled
          ? { ...run, state: 'cancelled', ms: Date.now() - (since ?? Date.now()) }
          : { ...run, state: 'failed', failure: plainFailure(messageOf(error)) }
      }
    }
    // Cancelled is what it was, whatever Postgres calls it.
    if (own.isCancelled && run.failure?.code === QUERY_CANCELED) run = { ...run, state: 'cancelled', failure: null }
    const position = run.failure?.position ?? null
    if (position !== null && text !== null) run = { ...run, place: errorPlace(text, run.request.from, position) }
    publish()
  }

  const occupy = (id: string, work: (own: Current) => Promise<void>, isOver = false) => {
    const own: Current = {
      abort: new AbortController(),
      id,
      hasBegun: false,
      isLost: false,
      isCancelled: false,
      isOver,
    }
    current = own
    void work(own).finally(() => {
      if (current === own) current = null
    })
  }

  return {
    state,
    start(request, text) {
      if (current !== null) {
        if (!current.isOver) return
        current.abort.abort()
      }
      occupy(crypto.randomUUID(), async (own) => {
        const begun = beginRun(request, text)
        let filled: FilledSql
        try {
          filled = prefixed(request.prefix ?? '', fillParameters(request.sql, request.params, text))
        } catch (error) {
          // A value that cannot stand in SQL.
          state.set({ shown: { ...begun, state: 'failed', failure: plainFailure(messageOf(error)) }, since: null })
          return
        }
        const { sql } = filled
        const open = () => sendRun(ref, documentId, { ...request, sql }, own.abort.signal, true, own.id)
        await follow(begun, Date.now(), own, open, sql === request.sql ? null : filled, text)
      })
    },
    attach(id, request, since) {
      if (current !== null || state.get().shown !== null) return
      occupy(
        id,
        (own) => {
          const open = () => callRuns(ownPath(ref, id), { signal: own.abort.signal })
          // What stood before its text in the document is not known any more.
          const text = request.from === 0 ? request.sql : null
          return follow(beginRun(request, text), since, own, open, null, text)
        },
        since === null,
      )
    },
    cancel() {
      if (current === null || current.isCancelled) return
      const own = current
      own.isCancelled = true
      if (own.isLost) {
        // Whoever cancels does not wait for the server; it is told when it answers again.
        own.abort.abort()
        void patiently(() => cancelOnServer(ref, own.id), COME_BACK_MS).catch(() => {})
        return
      }
      // Nothing has been said yet: it is cancelled with its first line.
      if (!own.hasBegun) return
      void askToCancel(ref, own.id).then((isCancelled) => {
        // Rows that are still on their way are of no use to anybody.
        if (isCancelled) own.abort.abort()
        else own.isCancelled = false
      })
    },
  }
}

/** A text with something before it, whose places are those of the text without it. */
function prefixed(prefix: string, filled: FilledSql): FilledSql {
  if (prefix === '') return filled
  const originalOffset = (offset: number) => filled.originalOffset(Math.max(0, offset - prefix.length))
  return { ...filled, sql: prefix + filled.sql, originalOffset }
}

const QUERY_CANCELED = '57014'

const NOT_FOUND = 404
const SERVER_ERROR = 500

/**
 * Asks for a run, for as long as the server may still have it.
 * @throws RunRefused when the run never reached the server; TypeError when the server has it no more, or was not reached
 */
async function comeBack(ref: string, { id, abort, hasBegun }: Current): Promise<Response> {
  const { signal } = abort
  const given = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const asking = patiently(
    () =>
      callRuns(ownPath(ref, id), { signal }).catch((error: unknown) => {
        const mayPass = error instanceof TypeError || (error instanceof RunRefused && error.status >= SERVER_ERROR)
        if (mayPass && !signal.aborted) throw error
        return error
      }),
    COME_BACK_MS,
  )
  const asked = await Promise.race([asking, given])
  if (asked instanceof Response) return asked
  // The server says whether it was run at all, which a page that has seen it begin knows.
  if (asked instanceof RunRefused && asked.status === NOT_FOUND && !hasBegun) throw asked
  throw new TypeError(CUT_OFF)
}

const cancelOnServer = (ref: string, id: string): Promise<Response> =>
  apiFetch(`/api${ownPath(ref, id)}/cancel`, { method: 'POST' })

/** Cancels a run on the server. @returns false when that could not be asked */
const askToCancel = (ref: string, id: string): Promise<boolean> =>
  cancelOnServer(ref, id).then(
    ({ ok }) => ok,
    () => false,
  )

/** What is said about a run that ended without Postgres saying why. */
function messageOf(error: unknown): string {
  // `fetch` reports every kind of lost connection as a TypeError.
  if (error instanceof TypeError) return CUT_OFF
  return error instanceof Error ? error.message : String(error)
}
