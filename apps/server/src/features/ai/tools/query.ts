import { randomUUID } from 'node:crypto'
import {
  type QueryToolResult,
  TOOL_NOT_RUNNING,
  TOOL_ONE_STATEMENT,
  TOOL_ONLY_READS,
  TOOL_TOO_LONG,
  TOOL_TOO_SLOW,
  type ToolFailure,
  toolFailed,
  toolOtherSchema,
  toolUnknownFunctions,
} from '@stoa/contract'
import { quoteIdent, splitStatements } from '@stoa/sql'
import {
  autoLimit,
  classify,
  loadParser,
  relationsOf,
  runsDirectly,
  type SqlParser,
  SqlSyntaxError,
  typesOf,
} from '@stoa/sql/parsing'
import pg from 'pg'
import type { Sharing } from '../../../core/ai/sharing.ts'
import type { Context } from '../../../core/context.ts'
import { execute, OutsideStatements } from '../../../core/sql/execute.ts'
import { cancelBackend, sessionFor } from '../../../core/sql/session.ts'
import { noteRun, noteRunEnd } from '../../../core/sql-history.ts'

/** Longest text that the assistant runs, in characters. */
const TEXT_MAX = 20_000
/** Most rows that a query of the assistant's gives. */
export const ROWS_MAX = 100
/** Most characters of one value. */
const VALUE_MAX = 2_000
/** How long a query may take; whoever talks to the assistant waits for it. */
const TIMEOUT_MS = 15_000
/** Error class of what is wrong with a text itself. */
const SYNTAX_OR_ACCESS = '42'
const CANCELLED = '57014'
/** Types that turn numbers into names of whatever there is, in any schema; also as arrays. */
const NAMING_TYPE = /^_?reg(?:class|collation|config|dictionary|namespace|oper|operator|proc|procedure|role|type)$/

/** Schemas whose types belong to nobody's database. */
const TYPES_OF_ALL = new Set(['pg_catalog', 'extensions'])

/** Where a query is run, and what may be looked at there. */
export type Looking = { readonly context: Context; readonly sharing: Sharing; readonly signal: AbortSignal }

type Ran = { columns: string[]; readonly rows: (string | null)[][]; truncated: boolean }

const isFailure = (result: Ran | ToolFailure): result is ToolFailure => 'error' in result

/** Runs one query that reads, for the page; whether the model is given its rows is not decided here. */
export async function runQuery(looking: Looking, sql: string): Promise<QueryToolResult> {
  const parser = await loadParser()
  const result = await look(looking, sql, (text) => autoLimit(parser, text, ROWS_MAX).sql)
  if (isFailure(result)) return result
  return { ...result, row_count: result.rows.length, shared: looking.sharing.results }
}

/** Gives the plan of one query. How many rows are expected tells of values, and is left out unless those are shared. */
export async function explainQuery(looking: Looking, sql: string): Promise<{ readonly plan: string } | ToolFailure> {
  const options = looking.sharing.results ? '' : '(costs off) '
  const result = await look(looking, sql, (text) => `explain ${options}${text}`)
  if (isFailure(result)) return result
  return { plan: result.rows.map(([line]) => line ?? '').join('\n') }
}

/**
 * Runs one statement that the model wrote. The rules about its words only decide what is not even tried: that nothing
 * changes is the database's doing, by a role that can only read, in a transaction that cannot write.
 * @param wrapped what becomes of the statement once it was found to only read
 */
async function look(looking: Looking, sql: string, wrapped: (statement: string) => string): Promise<Ran | ToolFailure> {
  const { sharing } = looking
  if (sql.length > TEXT_MAX) return { error: TOOL_TOO_LONG }
  const parser = await loadParser()
  const [range, ...more] = splitStatements(sql)
  if (range === undefined) return { error: TOOL_ONLY_READS }
  if (more.length > 0) return { error: TOOL_ONE_STATEMENT }
  const statement = sql.slice(range.start, range.end)
  const known = classify(parser, statement)
  if (!runsDirectly(known))
    return { error: known.hasWriteOperation ? whyNot(parser, statement) : toolUnknownFunctions(known.unknownFunctions) }
  const relations = relationsOf(parser, statement)
  const types = typesOf(parser, statement).filter(({ schema }) => schema !== null && !TYPES_OF_ALL.has(schema))
  const elsewhere = [...relations, ...types].some(({ schema }) => schema !== null && !sharing.schemas.includes(schema))
  if (elsewhere) return { error: toolOtherSchema(sharing.schemas) }
  const naming = typesOf(parser, statement).flatMap(({ name }) => (NAMING_TYPE.test(name) ? [name] : []))
  if (naming.length > 0) return { error: toolUnknownFunctions(naming) }
  const unqualified = relations.flatMap(({ schema, name }) => (schema === null ? [name] : []))
  return run(looking, wrapped(statement), unqualified)
}

/** What cannot be parsed counts as a change; the model can put right what Postgres says about it. */
function whyNot(parser: SqlParser, statement: string): string {
  try {
    parser.tree(statement)
    return TOOL_ONLY_READS
  } catch (error) {
    if (error instanceof SqlSyntaxError) return error.message
    throw error
  }
}

async function run(looking: Looking, sql: string, names: readonly string[]): Promise<Ran | ToolFailure> {
  const { context, sharing, signal } = looking
  const { platform, scope } = context
  const { project, caller } = scope
  const session = await sessionFor(platform, project, 'reader').catch(() => null)
  if (session === null) return { error: TOOL_NOT_RUNNING }
  const { client } = session
  const id = randomUUID()
  const begun = performance.now()
  let stopped: 'slow' | 'enough' | 'left' | null = null
  const stop = (why: typeof stopped) => {
    if (stopped !== null) return
    stopped = why
    cancelBackend(platform, project, client).catch(() => {})
  }
  const leave = () => stop('left')
  // Postgres's own timeout can be set by a text; this one cannot.
  const timer = setTimeout(() => stop('slow'), TIMEOUT_MS + 1_000)
  signal.addEventListener('abort', leave, { once: true })
  const result: Ran = { columns: [], rows: [], truncated: false }
  const noted = noteRun(platform.store, {
    id,
    projectId: project.id,
    user: caller.account,
    documentId: null,
    sql,
    role: 'stoa_reader',
    readOnly: true,
    ending: null,
  }).catch((error) => platform.log.warn({ err: error }, 'a run is not in the history'))
  const ended = (status: 'done' | 'failed' | 'cancelled', error: string | null) =>
    void noted
      .then(() => {
        const ms = Math.round(performance.now() - begun)
        return noteRunEnd(platform.store, id, { status, ms, rowCount: result.rows.length, error })
      })
      .catch((problem) => platform.log.warn({ err: problem }, 'the end of a run is not in the history'))
  try {
    if (!(await staysInside(client, names, sharing.schemas))) {
      ended('failed', toolOtherSchema(sharing.schemas))
      return { error: toolOtherSchema(sharing.schemas) }
    }
    const execution = {
      sql,
      readOnly: true,
      role: 'postgres',
      claims: null,
      ending: null,
      timeoutMs: TIMEOUT_MS,
    } as const
    await execute(client, execution, [{ start: 0, end: sql.length, terminator: null }], {
      columns: (fields) => {
        result.columns = fields.map(({ name }) => name)
      },
      row: (values) => {
        if (result.rows.length < ROWS_MAX) result.rows.push(values.map((value) => cut(value, result)))
        else {
          result.truncated = true
          stop('enough')
        }
      },
      complete: () => {},
    })
    ended('done', null)
    return result
  } catch (thrown) {
    if (stopped === 'enough') {
      ended('done', null)
      return result
    }
    const error = thrown instanceof OutsideStatements ? thrown.cause : thrown
    const said = error instanceof Error ? error.message : String(error)
    ended(stopped === 'left' ? 'cancelled' : 'failed', said)
    return { error: tellable(error, sharing) }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
    client.end().catch(() => {})
  }
}

/**
 * Looks where names without a schema lead, which is for the database to say: what is found in the system's own
 * catalogue, with statistics and settings in it, is outside as well.
 */
async function staysInside(client: pg.Client, names: readonly string[], schemas: readonly string[]): Promise<boolean> {
  await client.query("select pg_catalog.set_config('search_path', $1, false)", [schemas.map(quoteIdent).join(', ')])
  const { rows } = await client.query<{ schema: string }>(
    `select n.nspname::text as schema from pg_catalog.unnest($1::text[]) x(name)
       join pg_catalog.pg_class c on c.oid = pg_catalog.to_regclass(pg_catalog.quote_ident(x.name))
       join pg_catalog.pg_namespace n on n.oid = c.relnamespace`,
    [names],
  )
  return rows.every(({ schema }) => schemas.includes(schema))
}

function cut(value: string | null, result: { truncated: boolean }): string | null {
  if (value === null || value.length <= VALUE_MAX) return value
  result.truncated = true
  return `${value.slice(0, VALUE_MAX)}…`
}

/**
 * What is said of an error. Postgres puts values into its messages, so the words are passed on only where values are
 * shared, or where they are about the text itself: such errors have a place in it, which no code in a database can make up.
 */
function tellable(error: unknown, sharing: Sharing): string {
  if (!(error instanceof pg.DatabaseError)) return TOOL_NOT_RUNNING
  if (error.code === CANCELLED) return TOOL_TOO_SLOW
  const aboutText = error.code?.startsWith(SYNTAX_OR_ACCESS) === true && error.position !== undefined
  return sharing.results || aboutText ? error.message : toolFailed(error.code ?? null)
}
