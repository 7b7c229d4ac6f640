import * as z from 'zod'
import { projectPermissions } from '../../project/project.permissions.ts'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'

/** Most characters of a run's text that are kept in the history. */
export const HISTORY_SQL_MAX = 20_000
/** How long runs are kept in the history, in days. */
export const HISTORY_DAYS = 90
/** Most runs that are kept for one project. */
export const HISTORY_MAX = 10_000
export const RUN_STATUSES = ['running', 'done', 'failed', 'cancelled'] as const

/** One run of SQL, as the history keeps it. */
export const HistoryEntry = z.object({
  id: z.string(),
  /** Who ran it; null when the account is gone. */
  user: z.object({ id: z.string().nullable(), name: z.string() }),
  document_id: z.string().nullable(),
  sql: z.string(),
  /** Whether `sql` is all that was run: long texts are cut, and passwords are left out. */
  kept: z.enum(['whole', 'cut', 'without-passwords']),
  /** The role in Postgres. */
  role: z.string(),
  read_only: z.boolean(),
  in_transaction: z.enum(['commit', 'rollback']).nullable(),
  started_at: z.string(),
  /** Null while it runs, or when the platform stopped meanwhile. */
  ms: z.number().nullable(),
  /** Rows that its statements gave or changed; null when none says. */
  row_count: z.number().int().nullable(),
  status: z.enum(RUN_STATUSES),
  error: z.string().nullable(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/**
 * What was run in a project, newest first: the caller's own runs or, for those who may see them, everybody's.
 * The pages go on from the `id` of the last entry.
 */
export const listHistory = route(projectPermissions.readSql)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/sql/history',
    tags: ['SQL'],
    summary: 'What was run',
  })
  .input(
    z.object({
      ref: Ref,
      members: z.enum(['own', 'all']).default('own'),
      search: z.string().max(200).default(''),
      status: z.enum(RUN_STATUSES).optional(),
      after: z.uuid('There is no such run').optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
  )
  .output(z.object({ entries: z.array(HistoryEntry), more: z.boolean() }))
