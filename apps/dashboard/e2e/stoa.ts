import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from '@playwright/test'
import { connected } from './connected.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const START_TIMEOUT_MS = 60_000
const OWNER = { email: 'mira@example.com', password: 'correct horse battery staple' }
const TOKEN = 'sbp_0123456789abcdef0123456789abcdef01234567'

export type Account = { readonly email: string; readonly password: string }

/** How many servers one worker may start before it uses a stretch of ports again. */
const STRETCHES = 20
let started = 0

/**
 * A port that is free now, outside the range that systems hand out by themselves. Its last two digits are those of no
 * other server of this run: they say which stretch of ports the server's databases get.
 */
async function freePort(): Promise<number> {
  const stretch = (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 5) * STRETCHES + (started++ % STRETCHES)
  for (;;) {
    const port = 21_000 + 100 * Math.floor(Math.random() * 90) + stretch
    const free = await new Promise<boolean>((done) => {
      const probe = createServer()
      probe.once('error', () => done(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
    })
    if (free) return port
  }
}

export type Stoa = {
  readonly url: string
  readonly dataDir: string
  readonly owner: Account
  /** Calls the platform's API as the owner. @throws when the answer is not a success */
  call<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T>
  /** Makes an organization. @returns its slug */
  createOrganization(name: string): Promise<string>
  /** Makes a project and waits until it is healthy. @returns its ref */
  createProject(name: string, options?: { organization?: string }): Promise<string>
  /** Waits until a project has a status. */
  until(ref: string, status: string): Promise<void>
  /** Runs SQL on a project as its owner. @returns the rows of the last statement */
  sql(ref: string, query: string): Promise<Record<string, unknown>[]>
  /** Runs SQL on the server's own database, for what nothing reaches by ordinary means. */
  control(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** The process id of a project's Postgres server. */
  postmaster(ref: string): Promise<number>
  /** Ends the server at once, in the middle of whatever it does; the databases behind it go on. */
  kill(): Promise<void>
  /** Starts a server that was killed again, on its data. */
  startAgain(): Promise<void>
  /** Ends the server and every server behind it, as Ctrl+C does, and removes its data unless told to keep it. */
  stop(keep?: boolean): Promise<void>
}

/**
 * Starts a real Stoa.
 * @param options.fresh leaves the owner account to the first visit
 */
export async function startStoa(options: { fresh?: boolean; env?: Record<string, string> } = {}): Promise<Stoa> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-e2e-'))
  // Databases run under accounts of their own where the tests run as root: they have to get through.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'data')
  const port = await freePort()
  const url = `http://localhost:${port}`
  // Servers of different workers must not take each other's ports while a project is paused.
  const firstDatabasePort = 5_410 + (port % 100) * 100
  const owner = options.fresh
    ? {}
    : { STOA_OWNER_EMAIL: OWNER.email, STOA_OWNER_PASSWORD: OWNER.password, STOA_OWNER_TOKEN: TOKEN }
  const launch = () =>
    spawn(process.execPath, [join(ROOT, 'apps/server/src/main.ts')], {
      env: {
        ...process.env,
        STOA_DATA_DIR: dataDir,
        STOA_PORT: String(port),
        STOA_TEMPLATES_DIR: join(tmpdir(), `stoa-e2e-templates-${process.getuid?.() ?? 0}`),
        STOA_DATABASE_PORTS: `${firstDatabasePort}-${firstDatabasePort + 99}`,
        STOA_LOG_LEVEL: 'warn',
        ...owner,
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  let child = launch()
  const kill = async () => {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
  }
  const end = async (keep: boolean) => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGINT')
      await ended
    }
    if (!keep) await rm(folder, { recursive: true, force: true })
  }
  await ready(child).catch(async (error: unknown) => {
    await end(false)
    throw error
  })

  const control = async (sql: string, values: unknown[] = []) => {
    const target = { host: join(dataDir, 's/control'), port: 5432, user: 'stoa', database: 'stoa' }
    return (await connected(target, (client) => client.query<Record<string, unknown>>(sql, values))).rows
  }
  const call = async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${TOKEN}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  const until = (ref: string, status: string) =>
    expect
      .poll(() => call<{ status: string }>('GET', `/projects/${ref}/status`).then((found) => found.status), {
        timeout: 30_000,
      })
      .toBe(status)
  // One person owns the organizations of all tests: their projects must not add up against each other.
  if (!options.fresh) await control('update users set free_project_limit = 1000')
  return {
    url,
    dataDir,
    owner: OWNER,
    call,
    until,
    control,
    async createOrganization(name) {
      return (await call<{ slug: string }>('POST', '/v1/organizations', { name })).slug
    },
    async createProject(name, { organization = 'my-organization' } = {}) {
      const { ref } = await call<{ ref: string }>('POST', '/v1/projects', { name, organization_slug: organization })
      await until(ref, 'ACTIVE_HEALTHY')
      return ref
    },
    sql: (ref, query) => call('POST', `/v1/projects/${ref}/database/query`, { query }),
    async postmaster(ref) {
      const text = await readFile(join(dataDir, 'projects', ref, 'data/postmaster.pid'), 'utf8')
      return Number(text.split('\n')[0])
    },
    kill,
    async startAgain() {
      child = launch()
      await ready(child)
    },
    stop: (keep = false) => end(keep),
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    let text = ''
    const timer = setTimeout(() => fail(new Error(`The server did not start:\n${text}`)), START_TIMEOUT_MS)
    const hear = (chunk: Buffer) => {
      text += chunk
      if (!text.includes('is ready: ')) return
      clearTimeout(timer)
      done()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(new Error(`The server ended with ${code}:\n${text}`))
    })
  })
}
