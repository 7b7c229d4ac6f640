import * as z from 'zod'
import { projectPermissions } from '../../project/project.permissions.ts'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'
import { RUN_ENDINGS, RUN_ROLES, RUN_TIMEOUT_MAX_MS } from './run.ts'

/** Longest SQL text of one run, in characters. */
const SQL_MAX = 4_000_000
export const NO_SQL = 'There is no SQL to run'
export const SQL_HAS_NUL = 'This SQL holds a NUL character, which Postgres does not take. Remove it, then run again'
/** The text of one run. */
export const SqlText = z
  .string()
  .min(1, NO_SQL)
  .max(SQL_MAX, 'This SQL is longer than 4 million characters')
  .refine((sql) => !sql.includes('\0'), SQL_HAS_NUL)

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
      query: SqlText,
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
  /**
   * Values as Postgres prints them, so that nothing is rounded on the way. The count comes before the rows, so that
   * who takes many need not read them to know how many they are.
   */
  z.object({ type: z.literal('rows'), count: z.number().int(), rows: z.array(z.array(z.string().nullable())) }),
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
    /** The statement that failed; null when it was none of them, as when the run's transaction could not be kept. */
    statement: z.number().int().nullable(),
    place: StatementPlace.nullable(),
    error: SqlError,
    ms: z.number(),
  }),
  z.object({ type: z.literal('done'), ms: z.number() }),
])
export type SqlRunLine = z.infer<typeof SqlRunLine>

/** Said when a text would end the transaction that its run is to be. */
export const ENDS_TRANSACTION =
  'This run is one transaction, so its statements cannot begin or end one. Run it without a role, read-only mode and rolling back'
/** Said when a text began a transaction and did not end it: the session of a run ends with the run. */
export const TRANSACTION_LEFT_OPEN =
  'This run began a transaction without ending it, so what it changed was undone. Put a commit at its end to keep it'
/** Said when a row is too large to be shown. */
export const ROW_TOO_LARGE =
  'This result has a row of more than 128 MB, which is too large to be shown. Ask for a part of it, such as with left() or substring()'
/** Said when what a run gives can be kept no longer, and nobody is reading it. */
export const RUN_TOO_LARGE =
  'This run gave more rows than are kept while nobody watches, so it was cancelled. Add a limit, or stay on the page'
/** Said when a run is not there to come back to. */
export const NO_SUCH_RUN = 'This run is no longer there. What it gave is kept for 15 minutes, and not over a restart'
/** Said of a run that a page believes to have begun, and that the server has never heard of. */
export const RUN_NEVER_BEGAN = 'The connection was lost before the run reached the server, so nothing was run'
/** Said when a run that is still under way gave more than is kept. */
export const RUN_NOT_KEPT = 'This run has given more rows than are kept, so it cannot be shown from its beginning'
export const TOO_MANY_RUNS = 'You have 8 runs under way in this project. Wait for one of them, or cancel it'
/** Said when a run has to be ended from outside, because Postgres's own timeout did not end it. */
export const RUN_TIMED_OUT = 'The run took longer than its timeout'
const CLAIMS_MAX = 16_384

/** How SQL is run. Roles other than `postgres`, `claims` and `in_transaction` make the run one transaction. */
const RunOptions = z.object({
  /** Nothing can be changed: the reader runs it, or another role in a read-only transaction. */
  read_only: z.boolean().default(false),
  /** Put behind a single plain select that has no limit of its own; -1 is none. */
  limit: z.number().int().min(-1).max(1_000_000).default(-1),
  role: z.enum(RUN_ROLES).default('postgres'),
  /** What a request of the role would carry as `request.jwt.claims`. */
  claims: z
    .record(z.string(), z.unknown())
    .refine((claims) => JSON.stringify(claims).length <= CLAIMS_MAX, 'These claims are longer than 16,384 characters')
    .nullable()
    .default(null),
  /** Makes the run one transaction that is kept or undone at its end. */
  in_transaction: z.enum(RUN_ENDINGS).nullable().default(null),
  timeout_ms: z
    .number()
    .int()
    .min(1, 'A timeout is at least 1 millisecond')
    .max(RUN_TIMEOUT_MAX_MS, 'A timeout is at most 24 hours')
    .nullable()
    .default(null),
  /** What the run belongs to on the page that asks for it. */
  document_id: z.string().min(1).max(100).nullable().default(null),
  /** Where the text begins in that document; only given back. */
  from: z.number().int().min(0).default(0),
})

/** Address of the streaming run; the dashboard reads it line by line, outside the generated client. */
export const RUN_SQL_PATH = '/platform/projects/{ref}/sql/run'

/**
 * Runs SQL and streams every result as lines of JSON (`application/x-ndjson`, see `SqlRunLine`). With `keep` the run
 * belongs to the server: it goes on when the connection is closed, and what it gives is kept until 15 minutes after
 * its end. Without, closing the connection cancels it.
 */
export const runSql = route(projectPermissions.readSql)
  .route({ method: 'POST', path: RUN_SQL_PATH, tags: ['SQL'], summary: 'Run SQL, streamed as lines of JSON' })
  .input(
    RunOptions.extend({
      ref: Ref,
      /**
       * Names the run, so that its page can come back to it although its first line never arrived. A second call with
       * the name of a run that there is begins none and gives that one.
       */
      id: z.uuid('The id of a run is a UUID').optional(),
      sql: SqlText,
      keep: z.boolean().default(false),
      /** Set for what a page runs again and again by itself: a run that only reads is then left out of the history. */
      unattended: z.boolean().default(false),
    }),
  )
  .output(z.void())

/** A run of one's own that is under way or ended lately. */
export const SqlRunInfo = RunOptions.extend({
  id: z.string(),
  sql: z.string(),
  started_at: z.string(),
  /** Null while it is under way. */
  ended_at: z.string().nullable(),
})
export type SqlRunInfo = z.infer<typeof SqlRunInfo>

/** The caller's own runs that can be come back to, oldest first. */
export const listRuns = route(projectPermissions.readSql)
  .route({ method: 'GET', path: '/platform/projects/{ref}/sql/runs', tags: ['SQL'], summary: 'Own runs of SQL' })
  .input(z.object({ ref: Ref }))
  .output(z.array(SqlRunInfo))

const OwnRun = z.object({ ref: Ref, id: z.uuid(NO_SUCH_RUN) })

/** Address of a run that is come back to; read line by line like the run itself. */
export const ATTACH_RUN_PATH = '/platform/projects/{ref}/sql/runs/{id}'

/** Streams an own run once more from its beginning, and on while it is under way. */
export const attachRun = route(projectPermissions.readSql)
  .route({ method: 'GET', path: ATTACH_RUN_PATH, tags: ['SQL'], summary: 'Come back to a run of SQL' })
  .input(OwnRun)
  .output(z.void())

/** Cancels an own run in Postgres. One that has ended stays as it is. */
export const cancelRun = route(projectPermissions.readSql)
  .route({
    method: 'POST',
    path: '/platform/projects/{ref}/sql/runs/{id}/cancel',
    tags: ['SQL'],
    summary: 'Cancel a run of SQL',
    successStatus: 204,
  })
  .input(OwnRun)
  .output(z.void())
