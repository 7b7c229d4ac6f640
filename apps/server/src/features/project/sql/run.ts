import { randomUUID } from 'node:crypto'
import {
  NO_SUCH_RUN,
  projectPermissions,
  RUN_NOT_KEPT,
  RUN_TIMED_OUT,
  RUN_TOO_LARGE,
  type SqlRunInfo,
  TOO_MANY_RUNS,
} from '@stoa/contract'
import { splitStatements } from '@stoa/sql'
import { autoLimit, loadParser } from '@stoa/sql/parsing'
import type { Context } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import { demand } from '../../../core/guard.ts'
import { type Execution, execute, OutsideStatements } from '../../../core/sql/execute.ts'
import { sessionFor, signalBackend } from '../../../core/sql/session.ts'
import { sqlError } from '../../../core/sql/stream-query.ts'
import { noteRun, noteRunEnd } from '../../../core/sql-history.ts'
import { RUNNING_MAX, type SqlRun, type SqlRunRequest } from '../../../core/sql-runs.ts'
import { Teller } from './teller.ts'

export type RunInput = SqlRunRequest & {
  readonly ref: string
  readonly id?: string | undefined
  readonly keep: boolean
  readonly unattended: boolean
}

/** How often a run that was cancelled is cancelled again while it goes on: a text may catch that, too. */
const AGAIN_MS = 1_000
/** After how long a run that goes on nevertheless loses its connection. */
const END_MS = 5_000
/** How much longer than Postgres's own timeout, which is of one statement, the whole run may take. */
const GRACE_MS = 1_000

/** What ends a run from outside: a person, a timeout, or that nobody takes its rows. */
class Stopper {
  #reason: 'cancelled' | 'timeout' | 'too-large' | null = null
  readonly #timers: NodeJS.Timeout[] = []
  readonly #cancel: (how: 'pg_cancel_backend' | 'pg_terminate_backend') => void
  over = false

  constructor(cancel: (how: 'pg_cancel_backend' | 'pg_terminate_backend') => void) {
    this.#cancel = cancel
  }
  get reason() {
    return this.#reason
  }
  stop(reason: 'cancelled' | 'timeout' | 'too-large'): void {
    if (this.over || this.#reason !== null) return
    this.#reason = reason
    this.#cancel('pg_cancel_backend')
    for (let at = AGAIN_MS; at < END_MS; at += AGAIN_MS) this.after(at, () => this.#cancel('pg_cancel_backend'))
    this.after(END_MS, () => this.#cancel('pg_terminate_backend'))
  }
  after(ms: number, act: () => void): void {
    this.#timers.push(setTimeout(act, ms).unref())
  }
  end(): void {
    this.over = true
    for (const timer of this.#timers) clearTimeout(timer)
  }
}

/**
 * Runs SQL for the context's project and answers what comes of it as lines of JSON. A run that is kept goes on when
 * its reader leaves; any other is then cancelled in Postgres. Where there is a run of the given id already, it is
 * answered and nothing is run.
 * @throws ORPCError 403, 404, 409
 */
export async function runStreamed(context: Context, input: RunInput): Promise<Response> {
  const { platform, scope } = context
  const { project, caller } = scope
  // Another role is taken on by the owner, who can also take it off again.
  const asReader = input.read_only && input.role === 'postgres'
  if (!asReader) demand(context, projectPermissions.writeSql)
  const id = input.id ?? randomUUID()
  const before = known(context, id)
  if (before !== null) return before
  demandPlace(context)
  const limited = autoLimit(await loadParser(), input.sql, input.limit)
  const { client, types } = await sessionFor(platform, project, asReader ? 'reader' : 'owner')
  try {
    // Others may have begun while this one waited for its session.
    const meanwhile = known(context, id)
    if (meanwhile !== null) {
      client.end().catch(() => {})
      return meanwhile
    }
    demandPlace(context)
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }

  const stopper = new Stopper((how) => {
    signalBackend(platform, project, client, how).catch((error) =>
      platform.log.warn({ project: project.ref, reason: String(error) }, 'a run could not be cancelled'),
    )
  })
  const spool = platform.sqlRuns.spool(id, input.keep, () => {
    // What cannot be kept can still go through to whoever reads it now.
    if (!spool.hasReaders) stopper.stop('too-large')
  })
  const { keep, unattended, ref: _ref, id: _id, ...request } = input
  const run: SqlRun = {
    id,
    projectId: project.id,
    accountId: caller.account.id,
    request,
    startedAt: new Date(),
    endedAt: null,
    spool,
    cancel: () => stopper.stop('cancelled'),
    readerLeft: () => {
      if (!keep) stopper.stop('cancelled')
      else if (!spool.isWhole && !spool.hasReaders) stopper.stop('too-large')
    },
    finished: Promise.resolve(),
  }
  platform.sqlRuns.add(run)
  // Before the first line: what is not to be kept is kept for its readers alone.
  const answer = streamed(run)
  const teller = new Teller(spool, client, types)
  const ranges = splitStatements(limited.sql)
  teller.begin(id, limited.limit, limited.sql, ranges)
  const execution: Execution = {
    sql: limited.sql,
    readOnly: input.read_only,
    role: input.role,
    claims: input.claims,
    ending: input.in_transaction,
    timeoutMs: input.timeout_ms,
  }
  const isNoted = !(unattended && asReader)
  const noted: Promise<string | null> = !isNoted
    ? Promise.resolve(null)
    : noteRun(platform.store, {
        id,
        projectId: project.id,
        user: caller.account,
        documentId: input.document_id,
        sql: input.sql,
        role: asReader ? 'stoa_reader' : input.role,
        readOnly: input.read_only,
        ending: input.in_transaction,
      }).catch((error) => {
        platform.log.warn({ err: error }, 'a run is not in the history')
        return null
      })
  if (input.timeout_ms !== null) stopper.after(input.timeout_ms + GRACE_MS, () => stopper.stop('timeout'))

  run.finished = execute(client, execution, ranges, teller)
    .then(
      () => ({ status: 'done' as const, ms: teller.done(), error: null }),
      (thrown: unknown) => {
        const outside = thrown instanceof OutsideStatements
        const error = sqlError(outside ? thrown.cause : thrown)
        if (stopper.reason === 'timeout') error.message = RUN_TIMED_OUT
        if (stopper.reason === 'too-large') error.message = RUN_TOO_LARGE
        const status = stopper.reason === 'cancelled' ? ('cancelled' as const) : ('failed' as const)
        return { status, ms: teller.fail(error, outside ? null : 'this'), error: error.message }
      },
    )
    .then(async (ended) => {
      stopper.end()
      platform.sqlRuns.ended(run)
      client.end().catch(() => {})
      platform.databases.prepareSession(project, asReader ? 'reader' : 'owner')
      const notedAs = await noted
      if (notedAs !== null) await noteRunEnd(platform.store, notedAs, { ...ended, rowCount: teller.rowCount })
    })
    .catch((error) => platform.log.warn({ err: error }, 'the end of a run is not in the history'))

  if (!keep) context.request.signal.addEventListener('abort', run.readerLeft, { once: true })
  return answer
}

/** @throws ORPCError 409 while the caller has as many runs under way as one may have */
function demandPlace({ platform, scope: { project, caller } }: Context): void {
  if (platform.sqlRuns.running(project.id, caller.account.id) >= RUNNING_MAX) throw conflict(TOO_MANY_RUNS)
}

/** The answer of the run that there is of an id; null when there is none. @throws ORPCError 404, 409 */
function known({ platform, scope }: Context, id: string): Response | null {
  if (!platform.sqlRuns.has(id)) return null
  const run = platform.sqlRuns.find(id, scope.project.id, scope.caller.account.id)
  if (run === null) throw notFound(NO_SUCH_RUN)
  if (!run.spool.isWhole) throw conflict(RUN_NOT_KEPT)
  return streamed(run)
}

/** What a run gave and gives, from its beginning. */
export const streamed = (run: SqlRun): Response =>
  new Response(run.spool.read(run.readerLeft), {
    headers: { 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store' },
  })

/** What a page needs to come back to a run. */
export const infoOf = (run: SqlRun): SqlRunInfo => ({
  ...run.request,
  id: run.id,
  started_at: run.startedAt.toISOString(),
  ended_at: run.endedAt?.toISOString() ?? null,
})
