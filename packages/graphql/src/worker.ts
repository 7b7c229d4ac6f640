import type { Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { PgSimplifyInflectionPreset } from '@graphile/simplify-inflection'
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import pg from 'pg'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { execute, hookArgs } from 'postgraphile/grafast'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { PostGraphileConnectionFilterPreset } from 'postgraphile-plugin-connection-filter'
import { QUERY_MAX, QUERY_TOO_LONG } from './limits.ts'
import { limits } from './limits-rule.ts'
import type { FromWorker, GraphqlAnswer, GraphqlCaller, GraphqlRequest, ToWorker, WorkerStart } from './protocol.ts'

// One database's GraphQL, in a thread of its own: building a schema keeps a processor busy for as long as seconds.

const { connection, guard, schemas, timeoutMs } = workerData as WorkerStart
const RULES = [...specifiedRules, limits]
const NO_SUCH_OPERATION = 'The query has no operation of this name'
const NAME_AN_OPERATION = 'The query has several operations; say which one in operationName'
const ONLY_QUERIES = 'Only queries can be sent this way. Send mutations by POST'
/** Queries whose text is remembered together with its parsed form. */
const PARSED = 200

type Built = {
  readonly schema: GraphQLSchema
  readonly resolvedPreset: Awaited<ReturnType<ReturnType<typeof postgraphile>['getSchemaResult']>>['resolvedPreset']
  readonly parsed: Map<string, DocumentNode | readonly GraphQLError[]>
  release(): Promise<void>
}

/** What the libraries hand through to the transaction of a request. */
type Asked = Partial<Grafast.RequestContext> & { readonly settings?: Record<string, string> }

/** How many rows were too large so far. Whoever asked for one only hears that the connection is gone. */
let tooLarge = 0
const LOST = /connection error/i

/** What the connections' sockets are. */
async function sockets(): Promise<pg.PoolConfig> {
  if (guard === null) return {}
  const { GuardedSocket } = (await import(guard.module)) as { GuardedSocket: new (tooLarge: string) => Socket }
  return { stream: () => new GuardedSocket(guard.tooLarge) }
}

async function build(): Promise<Built> {
  const pool = new pg.Pool({ ...connection, ...(await sockets()), max: 4, idleTimeoutMillis: 10_000 })
  // A server that stops ends its connections; whoever waits for one is told.
  pool.on('error', () => {})
  // The same of one that is at work: an error that nobody listens to would end the thread.
  pool.on('connect', (client) =>
    client.on('error', ({ message }) => {
      if (message === guard?.tooLarge) tooLarge += 1
    }),
  )
  const service = makePgService({ pool, schemas: [...schemas], pubsub: false })
  const instance = postgraphile({
    extends: [PostGraphileAmberPreset, PgSimplifyInflectionPreset, PostGraphileConnectionFilterPreset],
    // Else only columns with an index could be filtered and sorted by.
    disablePlugins: ['PgIndexBehaviorsPlugin'],
    pgServices: [service],
    grafast: { explain: false, context: (request) => ({ pgSettings: (request as Asked).settings }) },
  })
  const release = async () => {
    await instance.release()
    await service.release?.()
    await pool.end().catch(() => {})
  }
  try {
    const { schema, resolvedPreset } = await instance.getSchemaResult()
    return { schema, resolvedPreset, parsed: new Map(), release }
  } catch (error) {
    await release()
    throw error
  }
}

let built: Promise<Built> | null = null

function current(): Promise<Built> {
  built ??= build().catch((error: unknown) => {
    built = null
    throw error
  })
  return built
}

/** Builds anew beside what is there, which answers until then and for those who still wait for it. */
async function reload(): Promise<void> {
  const before = built
  const next = await build()
  built = Promise.resolve(next)
  const old = await before?.catch(() => null)
  if (old) setTimeout(() => void old.release(), timeoutMs).unref()
}

const refused = (errors: readonly GraphQLError[]): GraphqlAnswer => ({ status: 400, body: JSON.stringify({ errors }) })
const refusedBecause = (message: string) => refused([new GraphQLError(message)])

function understand({ schema, parsed }: Built, query: string): DocumentNode | readonly GraphQLError[] {
  const known = parsed.get(query)
  if (known) return known
  let answer: DocumentNode | readonly GraphQLError[]
  try {
    const document = parse(query)
    const errors = validate(schema, document, RULES)
    answer = errors.length > 0 ? errors : document
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    answer = [error]
  }
  if (parsed.size >= PARSED) parsed.clear()
  parsed.set(query, answer)
  return answer
}

async function answer(request: GraphqlRequest, { role, claims }: GraphqlCaller): Promise<GraphqlAnswer> {
  if (request.query.length > QUERY_MAX) return refusedBecause(QUERY_TOO_LONG)
  const { schema, resolvedPreset, parsed } = await current()
  const document = understand({ schema, parsed } as Built, request.query)
  if (Array.isArray(document)) return refused(document as readonly GraphQLError[])
  const operation = getOperationAST(document as DocumentNode, request.operationName)
  if (!operation) return refusedBecause(request.operationName === undefined ? NAME_AN_OPERATION : NO_SUCH_OPERATION)
  if (request.readOnly === true && operation.operation !== 'query') return refusedBecause(ONLY_QUERIES)
  if (operation.operation === 'subscription') return refusedBecause('Subscriptions are not answered here')
  const args = await hookArgs({
    schema,
    document: document as DocumentNode,
    variableValues: request.variables,
    operationName: request.operationName,
    resolvedPreset,
    requestContext: {
      settings: {
        role,
        'request.jwt.claims': JSON.stringify(claims),
        statement_timeout: String(timeoutMs),
        ...(request.readOnly === true ? { transaction_read_only: 'on' } : {}),
      },
    } as Asked,
    contextValue: {},
  })
  const before = tooLarge
  const result = (await execute(args)) as ExecutionResult
  const isLost = tooLarge > before && result.errors?.some(({ message }) => LOST.test(message))
  return isLost ? refusedBecause(guard?.tooLarge ?? '') : { status: 200, body: JSON.stringify(result) }
}

parentPort?.on('message', (message: ToWorker) => {
  const tell = (what: { answer: GraphqlAnswer } | { failed: string }) =>
    parentPort?.postMessage({ id: message.id, ...what } satisfies FromWorker)
  const done =
    message.kind === 'reload'
      ? reload().then(() => ({ answer: { status: 200, body: '' } }))
      : answer(message.request, message.caller).then((given) => ({ answer: given }))
  done.then(tell, (error: unknown) => tell({ failed: error instanceof Error ? error.message : String(error) }))
})
