import * as z from 'zod'
import { projectPermissions } from '../../project/project.permissions.ts'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'
import { STATEMENT_ORDERS, STATEMENTS_MAX } from './statements.ts'

const path = '/platform/projects/{ref}/sql/statements'
const tags = ['SQL']

/** One statement that ran, with its constants replaced by `$1`, as pg_stat_statements counts it. */
export const StatementUse = z.object({
  /** Names it among the others: one text is counted for each role, and apart where it ran inside a function. */
  id: z.string(),
  role: z.string(),
  query: z.string(),
  calls: z.number(),
  rows: z.number(),
  total_ms: z.number(),
  mean_ms: z.number(),
  max_ms: z.number(),
  /** Share of the time of all statements, from 0 to 1. */
  share: z.number(),
  /** Share of its pages that were in memory, from 0 to 1; null when it needed none. */
  cache_hits: z.number().nullable(),
  /** Megabytes of temporary files that it wrote. */
  temp_mb: z.number(),
  /** False for what ran inside a function, which Postgres counts by itself where it is told to. */
  top_level: z.boolean(),
})
export type StatementUse = z.infer<typeof StatementUse>

export const StatementUses = z.object({
  /** `off`: the extension is not there. `not-loaded`: it is, but the server was started without its library. */
  state: z.enum(['on', 'off', 'not-loaded']),
  /** Since when is counted; null while nothing is, or when the server does not say. */
  since: z.string().nullable(),
  /** How many statements match, of which at most the limit are here. */
  count: z.number(),
  statements: z.array(StatementUse),
})
export type StatementUses = z.infer<typeof StatementUses>

export const listStatements = route(projectPermissions.readSql)
  .route({ method: 'GET', path, tags, summary: 'Statements that ran, with their time and number of calls' })
  .input(
    z.object({
      ref: Ref,
      order: z.enum(STATEMENT_ORDERS).default('total'),
      /** Part of the text, in upper or lower case. */
      search: z.string().max(200).default(''),
      limit: z.coerce.number().int().min(1).max(STATEMENTS_MAX).default(50),
    }),
  )
  .output(StatementUses)

export const resetStatements = route(projectPermissions.writeSql)
  .route({ method: 'POST', path: `${path}/reset`, tags, summary: 'Start counting statements anew' })
  .input(z.object({ ref: Ref }))
  .output(z.void())

export const enableStatements = route(projectPermissions.writeSql)
  .route({ method: 'POST', path: `${path}/enable`, tags, summary: 'Enable pg_stat_statements' })
  .input(z.object({ ref: Ref }))
  .output(z.void())
