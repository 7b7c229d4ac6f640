import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectStatus } from '@stoa/contract'
import { openTestEngine, type TestEngine } from '@stoa/engine-embedded/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken, newAccessToken } from '../src/core/secrets.ts'
import type { StoreAddress } from '../src/store/store.ts'
import { WORKFLOWS } from '../src/workflows/project.ts'
import { backupArrangements } from './crash-backups.ts'
import type { Arrangement, DeadlyPoint, Order } from './crash-main.ts'
import { eventually, freePort } from './waiting.ts'

// Every workflow dies before and after every one of its steps, and between its commit and its first step, by SIGKILL
// of the whole platform. The next start has to end it well. A new workflow joins by an entry in ARRANGEMENTS.

const MAIN = join(import.meta.dirname, 'crash-main.ts')
const HAND_OVER = 'hand-over'
const DIES_MS = 20_000

let engine: TestEngine
let child: ChildProcess
let output = ''
let url: string
let port: number
let database: pg.Pool
const token = newAccessToken()

/** Starts the platform as a process of its own. */
async function start(): Promise<void> {
  output = ''
  child = fork(MAIN, [JSON.stringify(engine.options), String(port)], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // It starts some forty times: compiled code is kept in between.
    env: { ...process.env, NODE_COMPILE_CACHE: join(engine.options.dataDir, 'compiled') },
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part))
  const { control } = await heard<{ control: StoreAddress }>('ready')
  if (database) return
  database = new pg.Pool({ ...control, max: 3 })
  // The control server of a platform that stops in an orderly way ends the connections to it.
  database.on('error', () => {})
}

/** Waits for a message of the child that has a field. */
function heard<T>(field: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const done = (end: () => void) => {
      clearTimeout(timer)
      child.off('message', hear)
      child.off('exit', gone)
      end()
    }
    const timer = setTimeout(() => done(() => reject(new Error(`No ${field} within 30 seconds\n${output}`))), 30_000)
    const gone = () => done(() => reject(new Error(`The platform ended before it was ${field}\n${output}`)))
    const hear = (message: unknown) => {
      if (field in (message as object)) done(() => resolve(message as T))
    }
    child.on('message', hear)
    child.on('exit', gone)
  })
}

async function order(what: Order): Promise<void> {
  const armed = heard('armed')
  child.send(what)
  await armed
}

/** Waits until the child has ended and gives the signal or the code that it ended with. */
async function ended(): Promise<string | number | null> {
  if (child.exitCode === null && child.signalCode === null)
    await once(child, 'exit', { signal: AbortSignal.timeout(DIES_MS) }).catch(() => {
      throw new Error(`The platform did not end\n${output}`)
    })
  return child.signalCode ?? child.exitCode
}

async function call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(DIES_MS),
  })
  return { status: answer.status, body: (await answer.json()) as T }
}
const ask = (ref: string, what: 'pause' | 'restore' | 'restart') => call('POST', `/platform/projects/${ref}/${what}`)

async function sql(ref: string, query: string): Promise<unknown> {
  const answer = await call('POST', `/v1/projects/${ref}/database/query`, { query })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer))
  return answer.body
}

type Found = { status: ProjectStatus | 'absent'; open: number }
async function look(ref: string): Promise<Found> {
  const { rows } = await database.query<Found>(
    `select coalesce((select status from projects where ref = $1), 'absent') as status,
      (select count(*)::int from operations where project_ref = $1 and finished_at is null) as open`,
    [ref],
  )
  return rows[0] ?? { status: 'absent', open: 0 }
}

/** Waits until a project has a status and nothing works on it. */
async function settled(ref: string, status: Found['status']): Promise<void> {
  let last: Found | null = null
  await eventually(`${ref} to be ${status}`, async () => {
    last = await look(ref)
    return last.status === status && last.open === 0
  }).catch((error: Error) => {
    throw new Error(`${error.message}; it is ${JSON.stringify(last)}\n${output}`)
  })
}

const postmasterFile = (ref: string) => join(engine.options.dataDir, 'projects', ref, 'data/postmaster.pid')

let serial = 0
/** A healthy project that holds the marker row; one that exists is taken before one is made. */
async function healthy(): Promise<string> {
  const { rows } = await database.query<{ ref: string }>(
    "select ref from projects where status = 'ACTIVE_HEALTHY' limit 1",
  )
  const known = rows[0]?.ref
  if (known) return known
  const { body } = await call<{ ref: string }>('POST', '/v1/projects', {
    name: `Made ${++serial}`,
    organization_slug: 'crash',
  })
  await settled(body.ref, 'ACTIVE_HEALTHY')
  await mark(body.ref)
  return body.ref
}
async function paused(): Promise<string> {
  const ref = await healthy()
  await ask(ref, 'pause')
  await settled(ref, 'INACTIVE')
  return ref
}
/** A healthy project of a version that there is a newer one of. */
async function upgradable(): Promise<string> {
  const { rows } = await database.query<{ ref: string }>(
    "select ref from projects where status = 'ACTIVE_HEALTHY' and postgres_engine = '17' limit 1",
  )
  const known = rows[0]?.ref
  if (known) return known
  const body = { name: `Made ${++serial}`, organization_slug: 'crash', postgres_engine: '17' }
  const made = await call<{ ref: string }>('POST', '/v1/projects', body)
  await settled(made.body.ref, 'ACTIVE_HEALTHY')
  await mark(made.body.ref)
  return made.body.ref
}
const mark = (ref: string) => sql(ref, "create table if not exists mark as select 'kept' as value")

async function works(ref: string): Promise<void> {
  expect(await sql(ref, 'table mark')).toEqual([{ value: 'kept' }])
  await sql(ref, 'create table if not exists written (at timestamptz); insert into written values (now())')
}

const operation = (what: 'pause' | 'restore' | 'restart') => async (ref: string) => {
  await ask(ref, what).catch(() => {})
  return ref
}
const again = async (ref: string, what: 'pause' | 'restore' | 'restart', status: ProjectStatus) => {
  expect((await ask(ref, what)).status).toBeLessThan(300)
  await settled(ref, status)
}

/** The size that the latest request of `project.resize` asked for. */
let resizedTo = 'small'

/** The project has come to the newest version with its data, and its upgrade says so. */
async function upgraded(ref: string): Promise<void> {
  await works(ref)
  const { rows } = await database.query(
    `select p.postgres_engine, u.status, u.progress, u.error from projects p join upgrades u on u.project_id = p.id
     where p.ref = $1 order by u.initiated_at desc limit 1`,
    [ref],
  )
  expect(rows).toEqual([{ postgres_engine: '18', status: 'Upgraded', progress: 'completed upgrade', error: null }])
  await again(ref, 'restart', 'ACTIVE_HEALTHY')
  await works(ref)
}

/** Both keys of a project, as the dashboard gets them. */
async function keys(ref: string): Promise<string[]> {
  const answer = await call<{ service_api_keys: { api_key: string }[] }>('GET', `/platform/projects/${ref}/settings`)
  return answer.body.service_api_keys.map(({ api_key }) => api_key)
}
const gateway = (ref: string, apikey: string) =>
  fetch(`${url}/p/${ref}/rest/v1/`, { headers: { apikey }, signal: AbortSignal.timeout(DIES_MS) }).then(
    ({ status }) => status,
  )
let keysBefore: string[] = []

const ARRANGEMENTS: Record<string, Arrangement> = {
  'project.create': {
    arrange: async () => '',
    request: async () => {
      const name = `Created ${++serial}`
      await call('POST', '/v1/projects', { name, organization_slug: 'crash' }).catch(() => {})
      const { rows } = await database.query<{ ref: string }>('select ref from projects where name = $1', [name])
      return rows[0]?.ref ?? ''
    },
    expected: 'ACTIVE_HEALTHY',
    check: async (ref) => {
      await mark(ref)
      await works(ref)
      await again(ref, 'restart', 'ACTIVE_HEALTHY')
      await works(ref)
    },
  },
  'project.pause': {
    arrange: healthy,
    request: operation('pause'),
    expected: 'INACTIVE',
    check: async (ref) => {
      expect(existsSync(postmasterFile(ref))).toBe(false)
      await again(ref, 'restore', 'ACTIVE_HEALTHY')
      await works(ref)
    },
  },
  'project.restore': {
    arrange: paused,
    request: operation('restore'),
    expected: 'ACTIVE_HEALTHY',
    check: async (ref) => {
      await works(ref)
      await again(ref, 'restart', 'ACTIVE_HEALTHY')
    },
  },
  'project.restore_upgrade': {
    arrange: async () => {
      const ref = await upgradable()
      await ask(ref, 'pause')
      await settled(ref, 'INACTIVE')
      return ref
    },
    request: async (ref) => {
      await call('POST', `/platform/projects/${ref}/restore`, { postgres_engine: '18' }).catch(() => {})
      return ref
    },
    expected: 'ACTIVE_HEALTHY',
    check: upgraded,
  },
  'project.upgrade': {
    arrange: upgradable,
    request: async (ref) => {
      await call('POST', `/v1/projects/${ref}/upgrade`, { target_version: '18' }).catch(() => {})
      return ref
    },
    expected: 'ACTIVE_HEALTHY',
    check: upgraded,
  },
  'project.restart': {
    arrange: healthy,
    request: operation('restart'),
    expected: 'ACTIVE_HEALTHY',
    check: async (ref) => {
      await works(ref)
      await again(ref, 'restart', 'ACTIVE_HEALTHY')
    },
  },
  'project.resize': {
    arrange: healthy,
    request: async (ref) => {
      const { rows } = await database.query('select compute_size from projects where ref = $1', [ref])
      resizedTo = rows[0]?.compute_size === 'small' ? 'micro' : 'small'
      await call('POST', `/platform/projects/${ref}/resize`, { compute_size: resizedTo }).catch(() => {})
      return ref
    },
    expected: 'ACTIVE_HEALTHY',
    check: async (ref) => {
      const { rows } = await database.query('select compute_size from projects where ref = $1', [ref])
      expect(rows).toEqual([{ compute_size: resizedTo }])
      const buffers = resizedTo === 'small' ? '512MB' : '256MB'
      expect(await sql(ref, "select current_setting('shared_buffers') as buffers")).toEqual([{ buffers }])
      await works(ref)
      await again(ref, 'restart', 'ACTIVE_HEALTHY')
    },
  },
  'project.rotate_jwt': {
    arrange: async () => {
      const ref = await healthy()
      keysBefore = await keys(ref)
      return ref
    },
    request: async (ref) => {
      await call('PATCH', `/platform/projects/${ref}/config/secrets`, {}).catch(() => {})
      return ref
    },
    expected: 'ACTIVE_HEALTHY',
    check: async (ref) => {
      const now = await keys(ref)
      expect(now).not.toEqual(keysBefore)
      for (const key of now) expect(await gateway(ref, key)).toBe(200)
      for (const key of keysBefore) expect(await gateway(ref, key)).toBe(401)
      const { rows } = await database.query("select from project_secrets where name = 'jwt_secret_next'")
      expect(rows).toEqual([])
      await works(ref)
      await again(ref, 'restart', 'ACTIVE_HEALTHY')
    },
  },
  'project.set_access': {
    arrange: healthy,
    request: async (ref) => {
      await call('PUT', `/v1/projects/${ref}/ssl-enforcement`, { requestedConfig: { database: true } }).catch(() => {})
      return ref
    },
    expected: 'ACTIVE_HEALTHY',
    check: async (ref) => {
      const path = `/v1/projects/${ref}/ssl-enforcement`
      const enforced = (database: boolean) => ({ currentConfig: { database }, appliedSuccessfully: true })
      expect((await call('GET', path)).body).toEqual(enforced(true))
      const { rows } = await database.query("select from audit_log where action = 'project.access_failed'")
      expect(rows).toEqual([])
      expect((await call('PUT', path, { requestedConfig: { database: false } })).body).toEqual(enforced(false))
      await works(ref)
    },
  },
  'project.delete': {
    arrange: healthy,
    request: async (ref) => {
      await call('DELETE', `/v1/projects/${ref}`).catch(() => {})
      return ref
    },
    expected: 'absent',
    check: async (ref) => {
      expect(existsSync(join(engine.options.dataDir, 'projects', ref))).toBe(false)
      expect((await call('GET', `/v1/projects/${ref}`)).status).toBe(404)
      const { rows } = await database.query(
        'select from project_secrets s where not exists (select from projects p where p.id = s.project_id)',
      )
      expect(rows).toEqual([])
    },
  },
  ...backupArrangements({
    call,
    sql,
    healthy,
    settled,
    works,
    database: () => database,
    dataDir: () => engine.options.dataDir,
  }),
}

const points: DeadlyPoint[] = WORKFLOWS.flatMap(({ kind, steps }) => [
  { kind, step: HAND_OVER, when: 'before' as const },
  ...steps.flatMap(({ name, points: inside = [] }) => [
    { kind, step: name, when: 'before' as const },
    ...inside.map((point) => ({ kind, step: point, when: 'after' as const })),
    { kind, step: name, when: 'after' as const },
  ]),
])

beforeAll(async () => {
  engine = await openTestEngine()
  port = await freePort()
  url = `http://127.0.0.1:${port}`
  await start()
  await database.query("insert into users (id, name, email) values ('owner', 'Owner', 'owner@example.com')")
  await database.query("insert into organizations (slug, name, plan) values ('crash', 'Crash', 'enterprise')")
  await database.query("insert into members (organization_id, user_id) select id, 'owner' from organizations")
  await database.query(
    "insert into role_assignments (organization_id, user_id, role) select id, 'owner', 'Owner' from organizations",
  )
  await database.query("insert into access_tokens (user_id, name, prefix, hash) values ('owner', 'test', 'sbp_', $1)", [
    hashToken(token),
  ])
})
afterAll(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await ended()
  }
  await database?.end()
  await engine?.dispose()
})

test('every workflow has its arrangement here', () => {
  expect(Object.keys(ARRANGEMENTS).sort()).toEqual(WORKFLOWS.map(({ kind }) => kind).sort())
})

describe('after kill -9', () => {
  test.for(points.map((point) => [`${point.kind} ${point.when} ${point.step}`, point] as const))(
    '%s the next start ends it well',
    async ([, point]) => {
      const arrangement = ARRANGEMENTS[point.kind]
      if (!arrangement) throw new Error(`There is no arrangement for ${point.kind}`)
      const arranged = await arrangement.arrange()
      await order({ ...point, action: 'die' })
      const ref = await arrangement.request(arranged)
      expect(await ended()).toBe('SIGKILL')
      await start()
      await settled(ref, arrangement.expected)
      const { rows } = await database.query(
        // Whatever the schedule began meanwhile is not of interest.
        'select kind, error from operations where project_ref = $1 and kind = $2 order by created_at desc limit 1',
        [ref, point.kind],
      )
      expect(rows).toEqual([{ kind: point.kind, error: null }])
      await arrangement.check(ref)
    },
  )
})

describe('a service manager that stops the platform in the middle of', () => {
  test.for(['project.create', 'project.restart', 'project.delete'])('%s loses nothing', async (kind) => {
    const arrangement = ARRANGEMENTS[kind]
    const step = WORKFLOWS.find((workflow) => workflow.kind === kind)?.steps[1]?.name
    if (!arrangement || !step) throw new Error(`There is no arrangement for ${kind}`)
    const arranged = await arrangement.arrange()
    await order({ kind, step, when: 'before', action: 'wait' })
    const waits = heard('waits')
    const ref = await arrangement.request(arranged)
    await waits
    child.kill('SIGTERM')
    expect(await ended(), output).toBe(0)
    await start()
    await settled(ref, arrangement.expected)
    await arrangement.check(ref)
  })
})
