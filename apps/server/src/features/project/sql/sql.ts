import { NO_SQL } from '@stoa/contract'
import { isBlank } from '@stoa/sql'
import pg from 'pg'
import { audit } from '../../../core/audit.ts'
import { actorOf, api } from '../../../core/context.ts'
import { badRequest } from '../../../core/errors.ts'
import { runStreamed, runToEnd } from './run.ts'

export const sql = {
  run: api.project.sql.run.handler(async ({ input, context }) => {
    if (isBlank(input.sql)) throw badRequest(NO_SQL)
    context.reply.response = await runStreamed(context, input)
  }),

  databaseQuery: api.project.sql.databaseQuery.handler(async ({ input, context }) => {
    if (isBlank(input.query)) throw badRequest(NO_SQL)
    try {
      const { rows } = await runToEnd(context, input)
      if (!input.read_only)
        await audit(context.platform.store, actorOf(context), {
          action: 'project.sql_run',
          organization: context.scope.organization.slug,
          project: context.scope.project.ref,
        })
      return rows
    } catch (error) {
      if (error instanceof pg.DatabaseError) throw badRequest(`Failed to run sql query: ${error.message}`)
      throw error
    }
  }),
}
