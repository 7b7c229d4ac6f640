import type pg from 'pg'
import { allowOrigin } from './cors.ts'
import { type RestError, rootDisabled, unacceptableMedia } from './errors.ts'
import {
  answerOf,
  askedBy,
  type HeaderList,
  headerText,
  type RestAnswer,
  type RestRequest,
  responseOf,
} from './message.ts'
import { describe, type OpenApiDocument } from './openapi/document.ts'
import { VISIBLE, visibleFrom } from './openapi/visible.ts'
import { allowed } from './plan/allow.ts'
import { type Job, type JobOptions, planJob } from './plan/job.ts'
import { KeptPlans, type Planned, type PlannedAgain } from './plan/kept.ts'
import { mediaName } from './request/media.ts'
import { type ApiRequest, readRequest } from './request/request.ts'
import { refuse, respond } from './response.ts'
import { exchange } from './run/exchange.ts'
import { execute } from './run/execute.ts'
import { Lanes } from './run/lanes.ts'
import { fromPg } from './run/pg-error.ts'
import { type Caller, type Setting, TransactionSettings } from './run/settings.ts'
import { weigh } from './run/weigh.ts'
import type { SchemaCache } from './schema/cache.ts'
import { SchemaKeeper } from './schema/keeper.ts'
import { ident } from './sql/statement.ts'
import { Stopwatch } from './stopwatch.ts'

/** What an API shows of its database, and how. */
export type RestOptions = {
  /** Connections of a role that may become each role that requests come as. */
  readonly pool: pg.Pool
  /** The schemas that have endpoints; the first answers requests that name none. */
  readonly schemas: readonly string[]
  /** Where functions and types are looked for after the request's schema. */
  readonly extraSearchPath?: readonly string[]
  /** The most rows that a read gives; null for no limit. */
  readonly maxRows?: number | null
  /** Whether select may put rows together by sum(), count() and the like. */
  readonly aggregates?: boolean
  /** Whether clients may see how Postgres plans their requests. */
  readonly plans?: boolean
  /** Whether a transaction holds, and whether a request may choose by `Prefer: tx`. */
  readonly tx?: 'commit' | 'commit-allow-override' | 'rollback' | 'rollback-allow-override'
  /** A function, `schema.name`, that is called in each transaction before anything else. */
  readonly preRequest?: string | null
  /** A function in the first schema that answers at the root instead of the document. */
  readonly rootSpec?: string | null
  readonly openapi?: {
    readonly mode?: 'follow-privileges' | 'ignore-privileges' | 'disabled'
    readonly security?: boolean
    /** The address that the document names; the request's own where it is left out. */
    readonly url?: string | null
  }
  /** Settings of every transaction that a role's own settings go before, such as a time limit for statements. */
  readonly defaults?: readonly Setting[]
  /** Settings that functions may read, such as `app.settings.name`. */
  readonly appSettings?: readonly Setting[]
  /** Whether answers say how long each part of them took. */
  readonly serverTiming?: boolean
  /** A request header that the answer repeats. */
  readonly traceHeader?: string | null
  /** The origins whose pages may call; null for all. */
  readonly corsOrigins?: readonly string[] | null
  /** How often, at most, one looks whether definitions have changed, in milliseconds. */
  readonly lookEveryMs?: number
}

/** Version of the protocol that is spoken here. */
const VERSION = '14.12'
const MISSES = [
  'PGRST200',
  'PGRST201',
  'PGRST202',
  'PGRST203',
  'PGRST204',
  'PGRST205',
  '42703',
  '42P01',
  '42883',
  '42804',
]

/** The description of an API that one asked for by no request. */
const ROOT: RestRequest = { method: 'GET', path: '/', search: '', headers: new Headers(), body: null }

/** A PostgREST-compatible server: a Request in, a Response out. */
export class Rest {
  readonly #options: RestOptions
  readonly #keeper: SchemaKeeper
  readonly #job: JobOptions
  readonly #plans = new KeptPlans()
  readonly #lanes: Lanes
  readonly #before: string | null
  readonly #settings: TransactionSettings

  constructor(options: RestOptions) {
    this.#options = options
    this.#lanes = new Lanes(options.pool)
    this.#job = {
      maxRows: options.maxRows ?? null,
      aggregates: options.aggregates ?? false,
      plans: options.plans ?? false,
    }
    const { extraSearchPath = [], defaults = [], appSettings = [] } = options
    this.#settings = new TransactionSettings({ extraSearchPath, defaults, appSettings })
    this.#before = options.preRequest ? `SELECT ${options.preRequest.split('.').map(ident).join('.')}()` : null
    this.#keeper = new SchemaKeeper(options.pool, options.schemas, extraSearchPath, options.lookEveryMs ?? 1_000)
  }

  /** Reads the definitions again, for somebody who knows that they changed. */
  async reload(): Promise<void> {
    await this.#keeper.reload()
  }

  /** The answer to a request that was refused before it came here, for example because of its token. */
  refuse(error: RestError, head = false): Response {
    return responseOf(refuse(error, head))
  }

  /**
   * Answers a request. Never throws: what goes wrong is an answer too.
   * @param path the path below the API's own address; the request's where it is left out
   */
  async handle(request: Request, caller: Caller, path = new URL(request.url).pathname): Promise<Response> {
    try {
      return responseOf(await this.answer(await askedBy(request, path), caller))
    } catch (error) {
      return this.refuse(fromPg(error, caller.authenticated), request.method === 'HEAD')
    }
  }

  /** The same for servers that speak HTTP themselves, without a Request and a Response around it. */
  async answer(request: RestRequest, caller: Caller): Promise<RestAnswer> {
    const { traceHeader, serverTiming, corsOrigins = null } = this.#options
    const watch = serverTiming ? new Stopwatch() : null
    watch?.mark('jwt')
    let answer: RestAnswer
    try {
      answer = await this.#answer(request, caller, watch)
    } catch (error) {
      answer = refuse(fromPg(error, caller.authenticated), request.method === 'HEAD')
    }
    watch?.mark('response')
    const more = allowOrigin(request, corsOrigins)
    if (watch) more.push(['server-timing', watch.header()])
    const trace = traceHeader ? request.headers.get(traceHeader) : null
    if (traceHeader && trace !== null) more.push([traceHeader.toLowerCase(), trace])
    if (more.length === 0) return answer
    const names = more.map(([name]) => name)
    return { ...answer, headers: [...answer.headers.filter(([name]) => !names.includes(name)), ...more] }
  }

  async #answer(asked: RestRequest, caller: Caller, watch: Stopwatch | null): Promise<RestAnswer> {
    try {
      const cache = this.#keeper.ready()
      const kept = cache && this.#plans.find(cache, asked, caller.role, (one) => this.#plan(cache, one))
      if (!cache || !kept) return await this.#perform(await this.#read(asked, watch), caller, watch)
      watch?.mark('parse')
      watch?.mark('plan')
      const answer = await this.#do(cache, kept.job, kept.request, caller, watch, kept.choice.generic)
      if (kept.choice.due()) this.#weigh(cache, kept, caller)
      return answer
    } catch (error) {
      // What was not found may have been made a moment ago.
      const refusal = fromPg(error, caller.authenticated)
      const missed =
        MISSES.includes(refusal.body.code) && (asked.method !== 'POST' || refusal.body.code.startsWith('PGRST'))
      if (!missed || !(await this.#keeper.refresh().catch(() => false))) throw refusal
      return this.#perform(await this.#read(asked, watch), caller, watch)
    }
  }

  /** Plans what the request alone decides. */
  #plan(cache: SchemaCache, asked: RestRequest): Planned {
    const request = readRequest(asked, this.#options.schemas, () => false)
    return { request, job: planJob(cache, request, this.#job) }
  }

  async #read(asked: RestRequest, watch: Stopwatch | null): Promise<ApiRequest> {
    const zones = asked.headers.get('prefer')?.includes('timezone=') ? await this.#keeper.timezones() : null
    const read = readRequest(asked, this.#options.schemas, (name) => zones?.has(name) ?? false)
    watch?.mark('parse')
    return read
  }

  async #perform(request: ApiRequest, caller: Caller, watch: Stopwatch | null): Promise<RestAnswer> {
    const cache = await this.#keeper.current()
    if (request.method === 'OPTIONS') return answerOf(200, [['allow', allowed(cache, request)]], null, false)
    if (request.resource.kind === 'root') return this.#root(cache, request, caller, watch)
    const job = planJob(cache, request, this.#job)
    watch?.mark('plan')
    return this.#do(cache, job, request, caller, watch)
  }

  async #do(
    cache: SchemaCache,
    job: Job,
    request: ApiRequest,
    caller: Caller,
    watch: Stopwatch | null,
    generic = false,
  ): Promise<RestAnswer> {
    const { tx = 'commit' } = this.#options
    const { preferences } = request
    const { routine, readOnly } = job
    const { statement: settings, isolation } = this.#settings.of(cache, { request, caller, routine, readOnly, generic })
    const chosen = tx.endsWith('override') ? (preferences.tx ?? tx.split('-')[0]) : tx
    const outcome = await execute(this.#lanes, job, {
      settings,
      isolation,
      before: this.#before,
      rollback: chosen === 'rollback',
      maxAffected: preferences.handling === 'strict' ? preferences.maxAffected : null,
      generic,
    })
    watch?.mark('transaction')
    const told =
      preferences.tx === null || tx.endsWith('override')
        ? request
        : { ...request, preferences: { ...preferences, tx: null } }
    return respond(job, told, outcome)
  }

  /** Looks, while nobody waits for it, which way of planning is the better one for a kind of request. */
  #weigh(cache: SchemaCache, { job, request, choice }: PlannedAgain, caller: Caller): void {
    if (this.#before !== null || this.#settings.decidePlans(cache, caller.role) || job.shape.media.kind === 'plan') {
      choice.failed()
      return
    }
    const { statement } = this.#settings.of(cache, { request, caller, routine: null, readOnly: true })
    this.#lanes
      .use((client) => weigh(client, statement, job.statement))
      .then((costs) => choice.found(costs))
      .catch(() => choice.failed())
  }

  async #root(cache: SchemaCache, request: ApiRequest, caller: Caller, watch: Stopwatch | null): Promise<RestAnswer> {
    const { rootSpec, openapi = {}, schemas } = this.#options
    if (rootSpec) {
      const called: ApiRequest = { ...request, resource: { kind: 'routine', name: rootSpec } }
      const job = planJob(cache, { ...called, accepted: [{ kind: 'json' }] }, this.#job)
      watch?.mark('plan')
      return this.#do(cache, job, called, caller, watch)
    }
    if (openapi.mode === 'disabled') throw rootDisabled()
    const media = request.accepted.find(({ kind }) => kind === 'openapi' || kind === 'json' || kind === 'any')
    if (!media) throw unacceptableMedia(request.accepted.map(mediaName))
    watch?.mark('plan')
    const schema = schemas.includes(request.schema) ? request.schema : (schemas[0] ?? 'public')
    const visible = openapi.mode === 'ignore-privileges' ? null : await this.#visible(cache, request, caller, schema)
    watch?.mark('transaction')
    const head = request.method === 'HEAD'
    const document = head
      ? null
      : JSON.stringify(
          describe(cache, visible, {
            schema,
            url: openapi.url ?? 'http://localhost/',
            version: VERSION,
            security: openapi.security ?? false,
          }),
        )
    const type = media.kind === 'json' ? 'application/json' : 'application/openapi+json'
    const headers: HeaderList = [
      ['content-type', `${type}; charset=utf-8`],
      ['vary', 'Accept, Prefer, Range'],
    ]
    if (request.negotiated) headers.push(['content-profile', headerText(schema)])
    return answerOf(200, headers, document, head)
  }

  async #visible(cache: SchemaCache, request: ApiRequest, caller: Caller, schema: string) {
    const { statement } = this.#settings.of(cache, { request, caller, routine: null, readOnly: true })
    const statements = [statement, { text: VISIBLE, values: [schema], keep: true }]
    const answers = await this.#lanes.use((client) => exchange(client, statements))
    return visibleFrom(answers[1]?.[0])
  }

  /**
   * The document that describes the API to a role.
   * @throws RestError, or what the driver throws while the database does not answer
   */
  async document(caller: Caller, schema?: string): Promise<OpenApiDocument> {
    const headers = new Headers(schema === undefined ? {} : { 'accept-profile': schema })
    const read = readRequest({ ...ROOT, headers }, this.#options.schemas, () => false)
    const cache = await this.#keeper.current()
    const visible = await this.#visible(cache, read, caller, read.schema)
    return describe(cache, visible, {
      schema: read.schema,
      url: this.#options.openapi?.url ?? 'http://localhost/',
      version: VERSION,
      security: this.#options.openapi?.security ?? false,
    })
  }
}

/** Makes a server for one database. */
export const createRest = (options: RestOptions): Rest => new Rest(options)
