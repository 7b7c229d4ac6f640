import {
  ASSISTANT_TOOLS,
  type AssistantTool,
  type QueryToolResult,
  TOOL_NOT_RUNNING,
  TOOL_TOO_MANY,
  type ToolFailure,
} from '@stoa/contract'
import { type JSONValue, type Tool, type ToolSet, tool } from 'ai'
import * as z from 'zod'
import {
  describeTable,
  listExtensions,
  listFunctions,
  listPolicies,
  listSchemas,
  listTables,
  orFailure,
} from './catalog.ts'
import { searchDocs } from './docs.ts'
import { explainQuery, type Looking, runQuery } from './query.ts'

/** Most calls in one answer, however many its steps ask for. */
const CALLS_MAX = 25
/** Most characters of one result that a model is given. */
const OUTPUT_MAX = 40_000
/** Most rows of a result that a model is given, and most characters of each of their values. */
const SHARED_ROWS_MAX = 50
const SHARED_VALUE_MAX = 300

const Nothing = z.object({})
const Sql = z.object({ sql: z.string().describe('One select statement') })

/** A result as text for the model, cut where it is too long. */
function told(output: unknown): { type: 'text'; value: string } {
  const text = JSON.stringify(output) ?? ''
  return { type: 'text', value: text.length > OUTPUT_MAX ? `${text.slice(0, OUTPUT_MAX)}… (cut)` : text }
}

/** What a chat holds is sent along by its page, which may be mistaken about it. */
const isResult = (output: unknown): output is Exclude<QueryToolResult, ToolFailure> =>
  typeof output === 'object' && output !== null && 'rows' in output && Array.isArray(output.rows)

/** What the model hears of a query: its rows only where the person lets it. */
function toldOfQuery(looking: Looking, output: unknown): unknown {
  if (!isResult(output)) return output
  if (!looking.sharing.results)
    return { ran: true, columns: output.columns, rows: 'Shown to the person. You may not see them' }
  return {
    columns: output.columns,
    rows: output.rows
      .slice(0, SHARED_ROWS_MAX)
      .map((row) => row.map((value) => (value === null ? null : String(value).slice(0, SHARED_VALUE_MAX)))),
    more: output.truncated || output.rows.length > SHARED_ROWS_MAX,
  }
}

/** What tools did during one answer. */
export type ToolUse = {
  /** Names of the database have been given to the model. */
  metadata: boolean
  /** Values have been given to the model. */
  results: boolean
}

/**
 * What the assistant may call for one answer. All of it only reads, as the role that can only read, in the schemas
 * that the person chose; there are no tools at all where names may not be shared.
 * @param use is told what was given to the model
 */
export function assistantTools(looking: Looking, use: ToolUse): ToolSet {
  if (!looking.sharing.metadata) return {}
  let calls = 0
  // Where values are shared, plans and errors in Postgres's own words can hold some, too.
  const valuesTold = <T>(output: T): T => {
    if (looking.sharing.results) use.results = true
    return output
  }
  const made = <I>(
    description: string,
    inputSchema: z.ZodType<I>,
    work: (input: I) => Promise<unknown>,
    shown: (output: unknown) => unknown = (output) => output,
  ): Tool => {
    const definition = tool({
      description,
      inputSchema,
      execute: async (input: I) => {
        if (++calls > CALLS_MAX) return { error: TOOL_TOO_MANY }
        use.metadata = true
        try {
          return (await orFailure(work(input))) as JSONValue
        } catch (error) {
          looking.context.platform.log.warn({ err: error }, 'a tool of the assistant failed')
          return { error: TOOL_NOT_RUNNING }
        }
      },
      toModelOutput: ({ output }: { output: unknown }) => told(shown(output)),
    })
    return definition as Tool
  }
  const tools: Record<AssistantTool, Tool> = {
    list_schemas: made('Lists the schemas that you may look at', Nothing, () => listSchemas(looking)),
    list_tables: made('Lists tables, views and foreign tables', Nothing, () => listTables(looking)),
    describe_table: made(
      'Describes the columns, keys and references of one table or view',
      z.object({ schema: z.string().max(63).optional(), table: z.string().min(1).max(63) }),
      (input) => describeTable(looking, input),
    ),
    list_policies: made('Lists the policies of row level security', Nothing, () => listPolicies(looking)),
    list_functions: made('Lists the signatures of functions', Nothing, () => listFunctions(looking)),
    list_extensions: made('Lists the enabled extensions', Nothing, () => listExtensions(looking)),
    run_query: made(
      'Runs one select statement that changes nothing, at most 100 rows. The person sees the rows',
      Sql,
      ({ sql }) => valuesTold(runQuery(looking, sql)),
      (output) => toldOfQuery(looking, output),
    ),
    explain_query: made('Gives the plan of one select statement without running it', Sql, ({ sql }) =>
      valuesTold(explainQuery(looking, sql)),
    ),
    search_docs: made(
      'Searches the documentation of this project’s own REST API: its tables and functions',
      z.object({ query: z.string().max(500) }),
      ({ query }) => searchDocs(looking, query),
    ),
  }
  return Object.fromEntries(ASSISTANT_TOOLS.map((name) => [name, tools[name]]))
}
