import { randomInt } from 'node:crypto'
import type { ProjectStatus, Role } from '@stoa/contract'
import { lastingClient, lastingPool } from '@stoa/engine/connections'
import { createEmbeddedEngine, type EmbeddedEngine } from '@stoa/engine-embedded'
import { openTestEngine } from '@stoa/engine-embedded/testing'
import type pg from 'pg'
import { type Config, readConfig } from '../src/config.ts'
import { createLog } from '../src/core/log.ts'
import type { StepObserver } from '../src/core/operations.ts'
import { addMember, insertOrganization } from '../src/core/organizations.ts'
import { hashPassword, insertAccount } from '../src/core/people.ts'
import { hashToken, newAccessToken } from '../src/core/secrets.ts'
import { type RunningServer, startServer } from '../src/start.ts'
import type { StoreAddress } from '../src/store/store.ts'
import { prepareControl } from './control-template.ts'
import { eventually, Faults, freePort, PATIENCE_MS } from './waiting.ts'

// A whole platform inside the test's process: real Postgres servers, a real control database, real HTTP on a loopback
// port. The durable runner is one per process, so a test file has one platform.

export const PASSWORD = 'correct horse battery'
export type Answer<T> = {
  readonly status: number
  readonly body: T
  readonly headers: Headers
  /** The body as it came. */
  readonly text: string
}
/** What every refusal looks like. */
export type Refusal = { readonly code: string; readonly status: number; readonly message: string }

/** Whether a body is sent as it stands. */
const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array

export type CallOptions = {
  readonly token?: string | undefined
  /** Sent as JSON; a string goes as it is. */
  readonly body?: unknown
  readonly cookie?: string
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

export type Person = {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly token: string
}

export type PlatformOptions = {
  /** More settings, as environment variables. */
  readonly env?: Record<string, string>
  readonly observe?: StepObserver
  /** The built dashboard; without it the API is served alone. */
  readonly dashboardDir?: string
  /** False for a platform that nobody has set up yet. */
  readonly setUp?: boolean
}

/** One platform with its control database, projects' servers and people. */
export class TestPlatform {
  readonly engineOptions: Parameters<typeof createEmbeddedEngine>[0]
  readonly config: Config
  readonly faults = new Faults()
  /** Every line of the log. */
  readonly log: string[] = []
  server!: RunningServer
  /** The engine itself, without faults. */
  engine: EmbeddedEngine
  /** Where the control database is. */
  control: StoreAddress = {}
  readonly #people = new Map<string, Promise<Person>>()
  readonly #options: PlatformOptions
  readonly #disposeEngine: () => Promise<void>
  readonly crash: (ref: string) => Promise<void>
  /** Connections past the platform. */
  #beside: pg.Pool | null = null
  #passwordHash: Promise<string> | null = null
  #serial = 0

  private constructor(test: Awaited<ReturnType<typeof openTestEngine>>, config: Config, options: PlatformOptions) {
    this.engineOptions = test.options
    this.engine = test.engine
    this.crash = test.crash
    this.#disposeEngine = test.dispose
    this.config = config
    this.#options = options
  }

  /** Starts a platform. Whoever starts it calls `dispose` in the end. */
  static async start(options: PlatformOptions = {}): Promise<TestPlatform> {
    const test = await openTestEngine()
    const port = await freePort()
    const config = readConfig(
      { STOA_PORT: String(port), STOA_DATA_DIR: test.options.dataDir, ...options.env },
      test.options.dataDir,
    )
    const platform = new TestPlatform(test, config, options)
    try {
      await prepareControl(test.engine, test.options.dataDir)
      await platform.open()
      if (options.setUp !== false) await platform.as('Owner')
      return platform
    } catch (error) {
      await platform.dispose()
      throw error
    }
  }

  async open(config = this.config): Promise<void> {
    this.control = (await this.engine.controlDatabase()).config
    this.server = await startServer({
      config,
      version: '0.0.0-test',
      log: createLog('debug', { write: (line) => void this.log.push(line) }),
      engine: this.faults.over(this.engine),
      control: this.control,
      dashboardDir: this.#options.dashboardDir ?? null,
      ...(this.#options.observe ? { observe: this.#options.observe } : {}),
    })
  }

  /** Stops the platform the way a service manager does: projects' servers run on. */
  async close(): Promise<void> {
    await this.#beside?.end()
    this.#beside = null
    await this.server?.close()
    await this.engine.detach()
  }

  /** Stops the platform and starts it anew on the same data, as a new process would. */
  async restart(env: Record<string, string> = {}): Promise<void> {
    await this.close()
    this.engine = await createEmbeddedEngine(this.engineOptions)
    const { port, dataDir } = this.config
    await this.open(
      readConfig({ STOA_PORT: String(port), STOA_DATA_DIR: dataDir, ...this.#options.env, ...env }, dataDir),
    )
  }

  async dispose(): Promise<void> {
    await this.close()
    await this.#disposeEngine()
  }

  get url(): string {
    return `http://127.0.0.1:${this.config.port}`
  }
  get store() {
    return this.server.platform.store
  }

  /** Calls the API. Paths are relative to `/api`. */
  async call<T = Refusal>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const { token, body, cookie, headers = {}, signal } = options
    const answer = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        ...(body === undefined || isRaw(body) ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
      signal: signal ?? AbortSignal.timeout(PATIENCE_MS),
      redirect: 'manual',
    })
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.startsWith('application/json') && text !== ''
    return { status: answer.status, body: (json ? JSON.parse(text) : null) as T, headers: answer.headers, text }
  }

  /** A query on the control database, past the platform. */
  async query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    if (this.#beside === null) {
      this.#beside = lastingPool({ ...this.control, max: 2 })
    }
    return (await this.#beside.query<R>(text, values)).rows
  }

  /** Where in the whole control database a text stands, as `schema.table`. */
  async whereIs(text: string): Promise<string[]> {
    const tables = await this.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const places: string[] = []
    for (const { name } of tables) {
      const [row] = await this.query<{ n: number }>(
        `select count(*)::int as n from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, encode(convert_to($1, 'utf8'), 'hex')) > 0`,
        [text],
      )
      if (row?.n) places.push(name)
    }
    return places
  }

  /** An account with a token and no membership. */
  async person(name = 'Person'): Promise<Person> {
    const { store, people } = this.server.platform
    this.#passwordHash ??= hashPassword(people, PASSWORD)
    const email = `person${++this.#serial}@example.com`
    const account = await insertAccount(store, { email, name, hash: await this.#passwordHash })
    if (!account) throw new Error(`${email} is taken`)
    return { id: account.id, email, name, token: await this.token(account.id) }
  }

  /** A personal access token for an account, made past the API. */
  async token(userId: string, expiresAt: Date | null = null): Promise<string> {
    const token = newAccessToken()
    await this.store
      .insertInto('access_tokens')
      .values({
        user_id: userId,
        name: `test ${++this.#serial}`,
        prefix: token.slice(0, 8),
        hash: hashToken(token),
        expires_at: expiresAt,
      })
      .execute()
    return token
  }

  /** A new organization with its first owner. */
  async organization(name: string, owner?: Person): Promise<{ id: number; slug: string; owner: Person }> {
    const first = owner ?? (await this.person(`${name} owner`))
    const { id, slug } = await this.store
      .transaction()
      .execute((tx) => insertOrganization(tx, first.id, { name, plan: 'enterprise' }))
    return { id, slug, owner: first }
  }

  /** Gives an account roles in an organization, past the API. */
  async member(person: Person, organization: { id: number }, role: Role | null, projects: [string, Role][] = []) {
    const rows = projects.length
      ? await this.store
          .selectFrom('projects')
          .select(['id', 'ref'])
          .where(
            'ref',
            'in',
            projects.map(([ref]) => ref),
          )
          .execute()
      : []
    const held = new Map(projects)
    await this.store.transaction().execute((tx) =>
      addMember(tx, organization.id, person.id, {
        role,
        projects: rows.map((row) => ({ id: row.id, role: held.get(row.ref) ?? 'Read-only' })),
      }),
    )
    return person
  }

  /** The person who has this role in the organization `acme`; made at the first call. */
  as(role: Role | 'stranger'): Promise<Person> {
    const known = this.#people.get(role)
    if (known) return known
    const made = this.#make(role)
    this.#people.set(role, made)
    return made
  }

  async #make(role: Role | 'stranger'): Promise<Person> {
    const person = await this.person(role)
    if (role === 'stranger') return person
    if (role === 'Owner') {
      await this.organization('Acme', person)
      return person
    }
    await this.as('Owner')
    return this.member(person, await this.acme(), role)
  }

  /** The organization that `as` gives roles in. */
  async acme(): Promise<{ id: number; slug: string }> {
    return this.store
      .selectFrom('organizations')
      .select(['id', 'slug'])
      .where('slug', '=', 'acme')
      .executeTakeFirstOrThrow()
  }

  /** Creates a project through the API and waits until it is healthy. */
  async createProject(
    name: string,
    more: { organization?: string; token?: string; db_pass?: string } = {},
  ): Promise<string> {
    const { organization = 'acme', token = (await this.as('Owner')).token, ...body } = more
    const made = await this.call<{ ref: string }>('POST', '/v1/projects', {
      token,
      body: { name, organization_slug: organization, ...body },
    })
    if (made.status !== 201) throw new Error(`The project was not created: ${made.text}`)
    await this.until(made.body.ref, 'ACTIVE_HEALTHY')
    return made.body.ref
  }

  /** A project that is only a row: no server stands behind it. For tests of who may do what. */
  async rowOnlyProject(organization: { id: number }, name: string, status: ProjectStatus): Promise<string> {
    const ref = Array.from({ length: 20 }, () => String.fromCharCode(97 + randomInt(26))).join('')
    await this.store
      .insertInto('projects')
      .values({
        ref,
        organization_id: organization.id,
        name,
        region: 'local',
        version: 'supabase-postgres-17.10.0',
        postgres_engine: '17',
        release_channel: 'ga',
        compute_size: 'nano',
        status,
      })
      .execute()
    return ref
  }

  async statusOf(ref: string): Promise<ProjectStatus | 'absent'> {
    const row = await this.store.selectFrom('projects').select('status').where('ref', '=', ref).executeTakeFirst()
    return row?.status ?? 'absent'
  }

  /** Waits until a project has a status and nothing works on it. */
  async until(ref: string, status: ProjectStatus | 'absent', timeoutMs = PATIENCE_MS): Promise<void> {
    await eventually(
      `${ref} to be ${status}`,
      async () => {
        if ((await this.statusOf(ref)) !== status) return false
        const open = await this.store
          .selectFrom('operations')
          .select('id')
          .where('project_ref', '=', ref)
          .where('finished_at', 'is', null)
          .executeTakeFirst()
        return open === undefined
      },
      timeoutMs,
    ).catch(async (error: Error) => {
      throw new Error(`${error.message}; it is ${await this.statusOf(ref)}\n${this.log.slice(-5).join('')}`)
    })
  }

  /** Asks for a new owner password, and connects with it by TCP as anyone outside would. The caller ends the client. */
  async connect(ref: string, password?: string): Promise<pg.Client> {
    const secret = password ?? (await this.resetPassword(ref))
    const { host, port, user, database } = await this.engine.publicTarget(ref)
    const client = lastingClient({ host, port, user, database, password: secret, connectionTimeoutMillis: 5_000 })
    await client.connect()
    return client
  }

  async resetPassword(ref: string): Promise<string> {
    const { token } = await this.as('Owner')
    const answer = await this.call<{ password: string }>('POST', `/platform/projects/${ref}/db-password`, { token })
    if (answer.status !== 200) throw new Error(`The password was not reset: ${answer.text}`)
    return answer.body.password
  }

  /** What the audit log says, newest last. */
  async audit(where: { action?: string; ref?: string } = {}) {
    return this.store
      .selectFrom('audit_log')
      .selectAll()
      .$if(where.action !== undefined, (query) => query.where('action', '=', where.action ?? ''))
      .$if(where.ref !== undefined, (query) => query.where('project_ref', '=', where.ref ?? ''))
      .orderBy('id')
      .execute()
  }

  /** How many rows each table has: equal before and after what must change nothing. */
  async rowCounts(): Promise<Record<string, number>> {
    const tables = ['users', 'organizations', 'members', 'role_assignments', 'invitations', 'access_tokens'] as const
    const more = ['projects', 'project_secrets', 'operations', 'audit_log'] as const
    const counts = await Promise.all(
      [...tables, ...more].map(async (table) => {
        const row = await this.store
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        return [table, row.count] as const
      }),
    )
    return Object.fromEntries(counts)
  }
}
