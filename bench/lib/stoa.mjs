import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join, resolve } from 'node:path'
import { commandOf, log, sleep, tree } from './machine.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
const START_MS = 120_000
const CHANGE_MS = 60_000
const STOP_MS = 60_000
const POLL_MS = 10

/** The account that the benchmark signs in with. It exists in the benchmark's own data folder alone. */
export const OWNER = {
  email: 'bench@example.com',
  password: 'bench-password-only',
  token: 'bench-token-of-the-benchmark-only-0001',
}

const isPlatform = (pid) => commandOf(pid).includes('apps/server/src/main.ts')

const firstLine = (file) => Number(readFileSync(file, 'utf8').split('\n')[0])

/** A Stoa that the benchmark starts, uses and stops. */
export class Stoa {
  #child = null
  #agent = new Agent({ keepAlive: true })

  /**
   * @param options.dataDir where it keeps everything
   * @param options.port where it listens, on this machine alone
   */
  constructor({ dataDir, port }) {
    this.dataDir = dataDir
    this.port = port
    this.origin = `http://127.0.0.1:${port}`
  }

  /**
   * Starts it the way `npm start` does and waits until it answers.
   * @returns how long that took, in ms
   * @throws when it ends instead or does not answer in time
   */
  async start() {
    mkdirSync(this.dataDir, { recursive: true })
    const output = openSync(join(this.dataDir, 'output.log'), 'a')
    const started = performance.now()
    const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
      cwd: ROOT,
      stdio: ['ignore', output, output],
      env: {
        ...process.env,
        STOA_DATA_DIR: this.dataDir,
        STOA_PORT: String(this.port),
        STOA_HOST: '127.0.0.1',
        STOA_PUBLIC_URL: this.origin,
        STOA_OWNER_EMAIL: OWNER.email,
        STOA_OWNER_PASSWORD: OWNER.password,
        STOA_OWNER_TOKEN: OWNER.token,
        STOA_LOG_LEVEL: 'warn',
      },
    })
    closeSync(output)
    this.#child = child
    while (performance.now() - started < START_MS) {
      if (child.exitCode !== null) break
      const answer = await fetch(`${this.origin}/api/health`).catch(() => null)
      if (answer?.ok) return performance.now() - started
      await sleep(POLL_MS)
    }
    await this.stop()
    throw new Error(`Stoa did not start. ${join(this.dataDir, 'output.log')} says why`)
  }

  /**
   * Stops it.
   * @param signal `SIGINT` stops the projects' servers too, `SIGTERM` leaves them running for the next start
   * @returns how long that took, in ms
   */
  async stop(signal = 'SIGINT') {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return 0
    const started = performance.now()
    const ended = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    if ((await Promise.race([ended.then(() => true), sleep(STOP_MS)])) !== true) {
      log('Stoa did not stop in time and is ended')
      for (const pid of tree(child.pid)) process.kill(pid, 'SIGKILL')
      await ended
    }
    return performance.now() - started
  }

  /** The platform's program, without the database servers that it started. */
  get platformPids() {
    return this.#child === null ? [] : tree(this.#child.pid).filter(isPlatform)
  }

  /** The script that started the platform, where it did not become it but waits for it to end. */
  get launcherPids() {
    return this.#child === null || isPlatform(this.#child.pid) ? [] : [this.#child.pid]
  }

  /** All processes of the platform's own database. */
  get controlPids() {
    return this.#postmasters([join(this.dataDir, 'control')]).flatMap(tree)
  }

  /** The first processes of the projects' servers. */
  get projectPids() {
    const projects = join(this.dataDir, 'projects')
    if (!existsSync(projects)) return []
    return this.#postmasters(readdirSync(projects).map((name) => join(projects, name)))
  }

  #postmasters(folders) {
    return folders
      .map((folder) => join(folder, 'data', 'postmaster.pid'))
      .filter((file) => existsSync(file))
      .map(firstLine)
  }

  /**
   * One call of the API, as the owner.
   * @param path below `/api`, such as `/v1/projects`
   * @returns the answer's body
   * @throws when it is not a success, with the status and the message
   */
  async call(method, path, body) {
    const answer = await fetch(`${this.origin}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${OWNER.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw Object.assign(new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`), answer)
    return text === '' ? null : JSON.parse(text)
  }

  /**
   * One call whose body is bytes, which are sent from where they are: what the caller works is none of what is measured.
   * @throws when it is not a success, with the status and the message
   */
  async send(method, path, bytes) {
    const headers = { authorization: `Bearer ${OWNER.token}`, 'content-type': 'application/octet-stream' }
    const call = request(`${this.origin}/api${path}`, {
      method,
      headers: { ...headers, 'content-length': bytes.length },
      agent: this.#agent,
    })
    call.end(bytes)
    const [answer] = await once(call, 'response')
    const text = (await answer.toArray()).join('')
    if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }

  /** The status of a project; null when there is no such project. */
  async status(ref) {
    const answer = await fetch(`${this.origin}/api/projects/${ref}/status`, {
      headers: { authorization: `Bearer ${OWNER.token}` },
    })
    return answer.status === 404 ? null : (await answer.json()).status
  }

  /**
   * Does something to a project and waits until it has got there.
   * @param act makes the call and gives the project's ref
   * @param wanted the status to wait for; null waits until the project is gone
   * @returns the ref, and the time from before the call, in ms
   */
  async timed(act, wanted) {
    const started = performance.now()
    const ref = await act()
    for (;;) {
      const status = await this.status(ref)
      if (status === wanted) return { ref, ms: performance.now() - started }
      if (performance.now() - started > CHANGE_MS) throw new Error(`${ref} is ${status} and not ${wanted}`)
      await sleep(POLL_MS)
    }
  }

  /** Makes a project and waits until it is healthy. @returns its ref and the time, in ms */
  async createProject(name, more = {}) {
    const [organization] = await this.call('GET', '/v1/organizations')
    return this.timed(async () => {
      const body = { name, organization_slug: organization.slug, ...more }
      return (await this.call('POST', '/v1/projects', body)).ref
    }, 'ACTIVE_HEALTHY')
  }

  /** Runs SQL in a project as its owner and gives the rows. */
  query(ref, sql) {
    return this.call('POST', `/v1/projects/${ref}/database/query`, { query: sql })
  }
}
