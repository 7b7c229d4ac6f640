import { randomUUID } from 'node:crypto'
import { NO_SQL, NO_SUCH_RUN, RUN_NEVER_BEGAN, RUN_NOT_KEPT } from '@stoa/contract'
import { isBlank } from '@stoa/sql'
import pg from 'pg'
import { audit } from '../../../core/audit.ts'
import { actorOf, api, type Context } from '../../../core/context.ts'
import { badRequest, conflict, notFound } from '../../../core/errors.ts'
import { RowTooLarge } from '../../../core/sql/guarded-socket.ts'
import { expectRun } from '../../../core/sql/session.ts'
import { type EndedRun, noteRun, noteRunEnd, wasRun } from '../../../core/sql-history.ts'
import type { SqlRun } from '../../../core/sql-runs.ts'
import { exporting } from './export.ts'
import { sqlHistory } from './history.ts'
import { infoOf, runStreamed, streamed } from './run.ts'
import { runToEnd } from './run-to-end.ts'
import { statements } from './statements.ts'

function ownRun({ platform, scope }: Context, id: string): SqlRun {
  const run = platform.sqlRuns.find(id, scope.project.id, scope.caller.account.id)
  if (run === null) throw notFound(NO_SUCH_RUN)
  return run
}

/**
 * Notes in the history what a program runs. Pages ask for much that nobody wrote, so theirs are left out.
 * @returns to be called with how it ended
 */
function noteCall({ platform, scope }: Context, input: { query: string; read_only: boolean }) {
  const { account, tokenId } = scope.caller
  if (tokenId === null) return () => {}
  const id = randomUUID()
  const begun = performance.now()
  const failed = (error: unknown) => platform.log.warn({ err: error }, 'a run is not in the history')
  const noted = noteRun(platform.store, {
    id,
    projectId: scope.project.id,
    user: account,
    documentId: null,
    sql: input.query,
    role: input.read_only ? 'stoa_reader' : 'postgres',
    readOnly: input.read_only,
    ending: null,
  }).catch(failed)
  return (ended: Omit<EndedRun, 'ms'>) => {
    const ms = Math.round(performance.now() - begun)
    void noted.then(() => noteRunEnd(platform.store, id, { ...ended, ms })).catch(failed)
  }
}

export const sql = {
  ...exporting,
  ...sqlHistory,
  statements,

  run: api.project.sql.run.handler(async ({ input, context }) => {
    if (isBlank(input.sql)) throw badRequest(NO_SQL)
    context.reply.response = await runStreamed(context, input)
  }),

  runs: api.project.sql.runs.handler(({ context }) => {
    const { platform, scope } = context
    // It is asked for when an editor opens.
    expectRun(context)
    return platform.sqlRuns.of(scope.project.id, scope.caller.account.id).map(infoOf)
  }),

  attach: api.project.sql.attach.handler(async ({ input, context }) => {
    const { sqlRuns, store } = context.platform
    // Whose page lost its connection wants to know whether anything was run; every run is in the history.
    if (!sqlRuns.has(input.id) && !(await wasRun(store, input.id))) throw notFound(RUN_NEVER_BEGAN)
    const run = ownRun(context, input.id)
    if (!run.spool.isWhole) throw conflict(RUN_NOT_KEPT)
    context.reply.response = streamed(run)
  }),

  cancel: api.project.sql.cancel.handler(({ input, context }) => {
    ownRun(context, input.id).cancel()
  }),

  databaseQuery: api.project.sql.databaseQuery.handler(async ({ input, context }) => {
    if (isBlank(input.query)) throw badRequest(NO_SQL)
    const noted = noteCall(context, input)
    try {
      const { rows } = await runToEnd(context, input)
      noted({ status: 'done', rowCount: rows.length, error: null })
      if (!input.read_only)
        await audit(context.platform.store, actorOf(context), {
          action: 'project.sql_run',
          organization: context.scope.organization.slug,
          project: context.scope.project.ref,
        })
      return rows
    } catch (error) {
      noted({ status: 'failed', rowCount: null, error: error instanceof Error ? error.message : String(error) })
      if (error instanceof pg.DatabaseError || error instanceof RowTooLarge)
        throw badRequest(`Failed to run sql query: ${error.message}`)
      throw error
    }
  }),
}
