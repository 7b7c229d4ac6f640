import {
  CONNECTION_GONE,
  CONNECTION_IDLE,
  CONNECTION_PROTECTED,
  type DatabaseConnection,
  type DatabaseConnections,
} from '@stoa/contract'
import { lastingClient } from '@stoa/engine/connections'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestPlatform } from './harness.ts'
import { eventually } from './waiting.ts'

let platform: TestPlatform
let token: string
let ref: string
const clients: pg.Client[] = []

beforeAll(async () => {
  platform = await TestPlatform.start()
  token = (await platform.as('Owner')).token
  ref = await platform.createProject('Connections')
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end().catch(() => {})))
  await platform.dispose()
})

/** A session of the owner's, as a program of theirs would have it. */
async function connect(application_name: string): Promise<pg.Client> {
  const { databases, store } = platform.server.platform
  const project = await store
    .selectFrom('projects')
    .select(['id', 'ref'])
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow()
  const client = lastingClient({ ...(await databases.settings(project, 'owner')), application_name })
  await client.connect()
  clients.push(client)
  return client
}
const list = async (as = token): Promise<DatabaseConnections> => {
  const answer = await platform.call<DatabaseConnections>('GET', `/platform/projects/${ref}/database/connections`, {
    token: as,
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const named = (name: string, holds: (one: DatabaseConnection) => boolean = () => true) =>
  eventually(`the connection of ${name}`, async () =>
    (await list()).connections.find((one) => one.application === name && holds(one)),
  )
const stop = (how: 'cancel' | 'terminate', { pid, started_at }: Pick<DatabaseConnection, 'pid' | 'started_at'>) =>
  platform.call('POST', `/platform/projects/${ref}/database/connections/${pid}/${how}`, { token, body: { started_at } })

test('connections say what they run, what they wait for and who holds it; a canceled query and an ended connection are noted', async () => {
  const holder = await connect('holder')
  const waiter = await connect('waiter')
  await holder.query('create table berths (id int primary key)')
  await holder.query('begin; lock table berths in access exclusive mode')
  const waiting = waiter.query('select * from berths').then(
    () => 'done',
    (error: Error) => error.message,
  )
  const blocked = await named('waiter', (one) => one.blocked_by.length > 0)
  const blocker = await named('holder')
  expect(blocked).toMatchObject({
    role: 'postgres',
    belongs_to: 'project',
    kind: 'client backend',
    state: 'active',
    waits_for: 'Lock: relation',
    query: 'select * from berths',
    blocked_by: [blocker.pid],
  })
  expect(blocked.query_ms).toBeGreaterThanOrEqual(0)
  expect(blocked.locks).toContainEqual({ object: 'public.berths', mode: 'AccessShareLock', granted: false })
  expect(blocker).toMatchObject({ state: 'idle in transaction', blocked_by: [] })
  expect(blocker.locks).toContainEqual({ object: 'public.berths', mode: 'AccessExclusiveLock', granted: true })
  expect(blocker.transaction_ms).toBeGreaterThanOrEqual(0)
  expect((await list()).max_connections).toBeGreaterThan(10)

  // A connection that rests has no query to cancel; one that began at another moment is another one.
  expect(await stop('cancel', blocker)).toMatchObject({ status: 409, body: { message: CONNECTION_IDLE } })
  expect(await stop('terminate', { ...blocked, started_at: '2020-01-01T00:00:00.000000Z' })).toMatchObject({
    status: 409,
    body: { message: CONNECTION_GONE },
  })
  expect((await stop('cancel', blocked)).status).toBe(200)
  expect(await waiting).toContain('canceling statement due to user request')
  expect((await stop('terminate', blocker)).status).toBe(200)
  await eventually(
    'the connection to end',
    async () => !(await list()).connections.some(({ pid }) => pid === blocker.pid),
  )
  expect(await stop('terminate', blocker)).toMatchObject({ status: 409, body: { message: CONNECTION_GONE } })

  const entries = await platform.query(
    `select action, details from audit_log where project_ref = $1 and action in ('project.query_canceled', 'project.connection_ended') order by id`,
    [ref],
  )
  expect(entries).toEqual([
    { action: 'project.query_canceled', details: { pid: blocked.pid, role: 'postgres' } },
    { action: 'project.connection_ended', details: { pid: blocker.pid, role: 'postgres' } },
  ])
})

test('neither the platform’s connections nor the server’s own processes can be ended', async () => {
  const { databases, store } = platform.server.platform
  const project = await store
    .selectFrom('projects')
    .select(['id', 'ref'])
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow()
  const admin = await databases.client(project, 'admin')
  clients.push(admin)
  await admin.connect()
  const { connections } = await list()
  const platforms = connections.filter(({ belongs_to }) => belongs_to === 'platform')
  expect(platforms.map(({ role }) => role)).toContain('stoa_admin')
  const own = connections.filter(({ belongs_to }) => belongs_to === 'postgres')
  expect(own.map(({ kind }) => kind)).toContain('checkpointer')
  expect(own[0]).toMatchObject({ query_ms: null, transaction_ms: null })
  for (const one of [...platforms.slice(0, 1), ...own.slice(0, 1)])
    for (const how of ['cancel', 'terminate'] as const)
      expect(await stop(how, one)).toMatchObject({ status: 409, body: { message: CONNECTION_PROTECTED } })
  expect((await admin.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('passwords stand in no query, and members who only read see no queries at all', async () => {
  const client = await connect('secretive')
  await client.query(`create role helper login password 'open sesame'`)
  const shown = await named('secretive')
  expect(shown.query).toContain('create role helper')
  expect(shown.query).not.toContain('sesame')
  expect((await list()).queries_shown).toBe(true)
  const reader = await list((await platform.as('Read-only')).token)
  expect(reader.queries_shown).toBe(false)
  expect(reader.connections.length).toBeGreaterThan(0)
  expect(reader.connections.filter(({ query }) => query !== null)).toEqual([])
})
