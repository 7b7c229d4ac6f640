import * as z from 'zod'
import { projectPermissions } from '../../project/project.permissions.ts'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'

/** Longest SQL text of one run, in characters. */
export const SQL_MAX = 4_000_000
export const NO_SQL = 'There is no SQL to run'

/** Runs SQL and answers the rows of its last statement as objects, in the shape of the Management API. */
export const databaseQuery = route(projectPermissions.readSql)
  .route({
    method: 'POST',
    path: '/v1/projects/{ref}/database/query',
    tags: ['SQL'],
    summary: 'Run SQL',
    successStatus: 201,
  })
  .input(
    z.object({
      ref: Ref,
      query: z.string().min(1, NO_SQL).max(SQL_MAX, 'This SQL is longer than 4 million characters'),
      read_only: z.boolean().default(false),
    }),
  )
  .output(z.array(z.record(z.string(), z.unknown())))

export const SqlColumn = z.object({ name: z.string(), type: z.string() })
export type SqlColumn = z.infer<typeof SqlColumn>

/** An error as Postgres tells it. */
export const SqlError = z.object({
  message: z.string(),
  code: z.string().nullable(),
  detail: z.string().nullable(),
  hint: z.string().nullable(),
  /** Character of the sent text where the error is, from 1; null when Postgres does not say. */
  position: z.number().int().nullable(),
})
export type SqlError = z.infer<typeof SqlError>

/** Where a statement stands in the text of its run: UTF-16 code units from 0, without its semicolon. */
export const StatementPlace = z.object({ start: z.number().int(), end: z.number().int() })
export type StatementPlace = z.infer<typeof StatementPlace>

const Statement = {
  /** Which statement of the text, from 0. */
  statement: z.number().int(),
}

/**
 * One line of the streamed answer of `runSql`. The first names the run. Results come in order: `columns` opens one
 * (statements without rows have none), `rows` follow in chunks, `complete` closes it. `error` or `done` is the last line.
 */
export const SqlRunLine = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run'),
    /** Names the run, to come back to it or cancel it. */
    id: z.string(),
    /** The limit that was put behind the text; null when none was. */
    auto_limit: z.number().int().nullable(),
  }),
  z.object({
    type: z.literal('columns'),
    ...Statement,
    /** Null when the text could not be told apart into its statements. */
    place: StatementPlace.nullable(),
    columns: z.array(SqlColumn),
  }),
  /** Values as Postgres prints them, so that nothing is rounded on the way. */
  z.object({ type: z.literal('rows'), rows: z.array(z.array(z.string().nullable())) }),
  z.object({
    type: z.literal('complete'),
    ...Statement,
    place: StatementPlace.nullable(),
    command: z.string(),
    row_count: z.number().int().nullable(),
    /** How long this statement took, its rows being taken included. */
    ms: z.number(),
  }),
  z.object({ type: z.literal('notice'), ...Statement, severity: z.string(), message: z.string() }),
  z.object({
    type: z.literal('error'),
    /** The statement that failed; null when none had begun, as when the text cannot be parsed. */
    statement: z.number().int().nullable(),
    place: StatementPlace.nullable(),
    error: SqlError,
    ms: z.number(),
  }),
  z.object({ type: z.literal('done'), ms: z.number() }),
])
export type SqlRunLine = z.infer<typeof SqlRunLine>

/** Address of the streaming run; the dashboard reads it line by line, outside the generated client. */
export const RUN_SQL_PATH = '/platform/projects/{ref}/sql/run'

/**
 * Runs SQL as the owner, or as the reader when `read_only`, and streams every result as lines of JSON
 * (`application/x-ndjson`, see `SqlRunLine`). Closing the connection cancels the run.
 */
export const runSql = route(projectPermissions.readSql)
  .route({ method: 'POST', path: RUN_SQL_PATH, tags: ['SQL'], summary: 'Run SQL, streamed as lines of JSON' })
  .input(
    z.object({
      ref: Ref,
      sql: z.string().min(1, NO_SQL).max(SQL_MAX, 'This SQL is longer than 4 million characters'),
      read_only: z.boolean().default(false),
    }),
  )
  .output(z.void())
