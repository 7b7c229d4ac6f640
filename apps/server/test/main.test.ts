import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lastingClient } from '@stoa/engine/connections'
import { openTestEngine, type TestEngine } from '@stoa/engine-embedded/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from './harness.ts'
import { eventually, freePort } from './waiting.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const TOKEN = `sbp_${'0123456789abcdef'.repeat(3)}`

let engine: TestEngine
const started: Program[] = []

beforeAll(async () => {
  engine = await openTestEngine()
})
afterEach(async () => {
  for (const program of started.splice(0)) await program.kill()
})
afterAll(() => engine.dispose())

const LAUNCH = `const { becomeServer } = await import(${JSON.stringify(pathToFileURL(join(ROOT, 'scripts/lib/environment.mjs')).href)})
becomeServer()`
/** How the program is started: as it is, as `npm start` does it, and as `npm start` does it on an older Node. */
const WAYS = {
  itself: [join(ROOT, 'apps/server/src/main.ts')],
  launched: ['--input-type=module', '-e', LAUNCH],
  'launched by an older Node': ['--input-type=module', '-e', `process.execve = undefined\n${LAUNCH}`],
} as const
type Way = keyof typeof WAYS

/** The program as anyone starts it, with what it says. */
class Program {
  readonly child: ChildProcess
  readonly port: number
  out = ''
  err = ''

  constructor(port: number, env: Record<string, string>, way: Way) {
    this.port = port
    const { dataDir, templatesDir = '', portRange = [0, 0] } = engine.options
    this.child = spawn(process.execPath, WAYS[way], {
      cwd: ROOT,
      // A group of its own, so that a launcher that fails a test takes the program with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dataDir, 'compiled'),
        STOA_PORT: String(port),
        STOA_DATA_DIR: dataDir,
        STOA_TEMPLATES_DIR: templatesDir,
        STOA_DATABASE_PORTS: portRange.join('-'),
        STOA_OWNER_EMAIL: 'owner@example.com',
        STOA_OWNER_PASSWORD: PASSWORD,
        STOA_OWNER_TOKEN: TOKEN,
        ...env,
      },
    })
    this.child.stdout?.on('data', (part) => (this.out += part))
    this.child.stderr?.on('data', (part) => (this.err += part))
    started.push(this)
  }

  async ready(): Promise<this> {
    await eventually('the program to be ready', async () => {
      if (this.child.exitCode !== null) throw new Error(`It ended: ${this.err}`)
      return this.out.includes('is ready')
    })
    return this
  }

  /** The code that it ends with. */
  async ends(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null)
      await once(this.child, 'close', { signal: AbortSignal.timeout(30_000) })
    return this.child.exitCode
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    if (this.child.pid !== undefined) process.kill(-this.child.pid, 'SIGKILL')
    await this.ends()
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    return { status: answer.status, body: (await answer.json()) as T }
  }

  async healthy(ref: string): Promise<void> {
    await eventually('the project to be healthy', async () => {
      const { body } = await this.call<{ status: string; postgrestStatus: string }>('GET', `/platform/projects/${ref}`)
      if (body.status !== 'ACTIVE_HEALTHY' || body.postgrestStatus !== 'ONLINE') return false
      return (await this.query(ref, 'select 1')).status === 201
    })
  }
  query = (ref: string, query: string) => this.call('POST', `/v1/projects/${ref}/database/query`, { query })
}

const program = async (env: Record<string, string> = {}, way: Way = 'itself') => new Program(await freePort(), env, way)
const controlPidFile = (dataDir = engine.options.dataDir) => join(dataDir, 'control/data/postmaster.pid')
const projectPid = async (ref: string) =>
  Number((await readFile(join(engine.options.dataDir, 'projects', ref, 'data/postmaster.pid'), 'utf8')).split('\n')[0])
/** Whether a process runs. One that has ended and that nobody has asked about yet does not. */
const alive = async (pid: number) => {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z'
}

describe('the program', () => {
  let ref: string

  test('says one line with its address, and answers there', async () => {
    const one = await (await program({ STOA_LOG_LEVEL: 'warn' })).ready()
    expect(one.out).toMatch(new RegExp(`^Stoa [\\d.]+ is ready: http://localhost:${one.port}\n$`))
    expect(one.err).toBe('')
    const health = await one.call<{ status: string }>('GET', '/health')
    expect([health.status, health.body.status]).toEqual([200, 'ok'])
    const body = { name: 'Kept', organization_slug: 'my-organization' }
    ref = (await one.call<{ ref: string }>('POST', '/v1/projects', body)).body.ref
    await one.healthy(ref)
    await one.query(ref, "create table mark as select 'kept' as value")
  })

  test('killed by force is started again on the same folder', async () => {
    // The one before was killed by the clean-up after its test, and left its note that it runs.
    expect(existsSync(join(engine.options.dataDir, 'stoa.pid'))).toBe(true)
    const one = await (await program()).ready()
    await one.healthy(ref)
    // Whatever else it says is a line of the structured log.
    for (const line of one.out.trim().split('\n'))
      if (!line.includes('is ready')) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) })
  })

  test('stopped by a service manager leaves projects running, and the next start adopts them', async () => {
    const one = await (await program({}, 'launched by an older Node')).ready()
    await one.healthy(ref)
    const pid = await projectPid(ref)
    one.child.kill('SIGTERM')
    expect(await one.ends()).toBe(0)
    expect(one.err).toBe('')
    expect(await alive(pid)).toBe(true)
    expect(existsSync(controlPidFile())).toBe(false)
    expect(existsSync(join(engine.options.dataDir, 'stoa.pid'))).toBe(false)

    const two = await (await program()).ready()
    await two.healthy(ref)
    expect(await projectPid(ref)).toBe(pid)
    expect((await two.query(ref, 'table mark')).body).toEqual([{ value: 'kept' }])
  })

  test('stopped by Ctrl+C, which may arrive twice, stops everything', async () => {
    const one = await (await program({}, 'launched')).ready()
    await one.healthy(ref)
    // Nothing stays behind of what started it.
    expect(await readFile(join(engine.options.dataDir, 'stoa.pid'), 'utf8')).toMatch(new RegExp(`^${one.child.pid}\\b`))
    const pid = await projectPid(ref)
    one.child.kill('SIGINT')
    one.child.kill('SIGINT')
    expect(await one.ends()).toBe(0)
    expect(await alive(pid)).toBe(false)
    expect(existsSync(controlPidFile())).toBe(false)
    expect(existsSync(join(engine.options.dataDir, 'stoa.pid'))).toBe(false)

    const two = await (await program()).ready()
    await two.healthy(ref)
    expect((await two.query(ref, 'table mark')).body).toEqual([{ value: 'kept' }])
  })

  test('keeps nobody waiting who reads slowly when it stops', async () => {
    const one = await (await program()).ready()
    await one.healthy(ref)
    const leaving = new AbortController()
    const answer = await fetch(`http://127.0.0.1:${one.port}/api/platform/projects/${ref}/sql/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sql: 'select pg_sleep(60)' }),
      signal: leaving.signal,
    })
    expect(answer.status).toBe(200)
    const from = performance.now()
    one.child.kill('SIGINT')
    expect(await one.ends()).toBe(0)
    expect(performance.now() - from).toBeLessThan(15_000)
    leaving.abort()
  })
})

describe('what it cannot start with is told in a sentence', () => {
  /** Ends with code 1, exactly this on standard error and nothing running. */
  async function refuses(
    sentence: string | RegExp,
    env: Record<string, string>,
    { port, way = 'itself' }: { port?: number; way?: Way } = {},
  ): Promise<void> {
    const one = new Program(port ?? (await freePort()), env, way)
    expect(await one.ends(), one.err).toBe(1)
    if (typeof sentence === 'string') expect(one.err).toBe(`${sentence}\n`)
    else expect(one.err).toMatch(sentence)
    expect(one.err).not.toMatch(/\n\s+at /)
    expect(one.out).not.toContain('is ready')
  }
  const folder = async (name: string) => {
    const path = join(engine.options.dataDir, name)
    await mkdir(path)
    return path
  }

  test('a port that is taken', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    try {
      const sentence = `Port ${port} is taken by another program. Choose another one with STOA_PORT, for example: STOA_PORT=8001 npm start`
      await refuses(sentence, { STOA_LOG_LEVEL: 'error' }, { port, way: 'launched' })
      expect(existsSync(controlPidFile())).toBe(false)
      expect(existsSync(join(engine.options.dataDir, 'stoa.pid'))).toBe(false)
    } finally {
      other.close()
    }
  })

  test('a folder that another one uses', async () => {
    const one = await (await program()).ready()
    await refuses(`Stoa is already running on ${engine.options.dataDir} (process ${one.child.pid})`, {})
    expect((await one.call('GET', '/health')).status).toBe(200)
  })

  test.runIf(process.platform === 'linux')('a folder in a place that takes none', async () => {
    const sentence =
      'The data folder /proc/stoa/data cannot be made there. Set STOA_DATA_DIR to a folder that Stoa may write to'
    await refuses(sentence, { STOA_DATA_DIR: '/proc/stoa/data' }, { way: 'launched' })
  })

  test('a folder of a newer version', async () => {
    const path = await folder('newer')
    await writeFile(join(path, 'version.json'), '{"format": 99}')
    const sentence = `The data folder ${path} was written by a newer version of Stoa. Start that version, or choose another folder with STOA_DATA_DIR`
    await refuses(sentence, { STOA_DATA_DIR: path })
    expect(existsSync(join(path, 'control'))).toBe(false)
  })

  test('a control database of a newer version', async () => {
    const control = await engine.engine.controlDatabase()
    const client = lastingClient(control.config)
    await client.connect()
    await client.query("insert into kysely_migration (name, timestamp) values ('9999_later.sql', '')")
    await client.end()
    await control.stop()
    const sentence =
      'The control database was upgraded by a newer version of Stoa (it has 9999_later.sql). Start that version instead'
    await refuses(sentence, { STOA_LOG_LEVEL: 'error' })
    expect(existsSync(controlPidFile())).toBe(false)
  })

  test('a control database that does not answer', async () => {
    const path = await folder('remote')
    const address = `postgres://stoa:secret@127.0.0.1:${await freePort()}/stoa`
    await refuses('The control database at STOA_DATABASE_URL does not answer', {
      STOA_DATA_DIR: path,
      STOA_DATABASE_URL: address,
    })
  })

  test('an address that is not of this machine', async () => {
    const path = await folder('far')
    await refuses('203.0.113.1 is not an address of this machine. Change STOA_HOST', {
      STOA_DATA_DIR: path,
      STOA_HOST: '203.0.113.1',
    })
    expect(existsSync(controlPidFile(path))).toBe(false)
  })

  test('settings that are wrong, each in a line', async () => {
    await refuses(
      'STOA_PORT is not a number\nSTOA_PUBLIC_URL is not an http or https address\nSTOA_LOG_LEVEL is none of debug, info, warn, error',
      {
        STOA_PORT: 'eighty',
        STOA_PUBLIC_URL: 'ftp://example.com',
        STOA_LOG_LEVEL: 'loud',
      },
    )
    const sentence = 'STOA_OWNER_PASSWORD has fewer than 12 characters'
    await refuses(sentence, { STOA_OWNER_PASSWORD: 'short' }, { way: 'launched by an older Node' })
  })
})
