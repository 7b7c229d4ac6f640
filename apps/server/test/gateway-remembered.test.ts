import type { ApiKey } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newJwtSecret } from '../src/core/project-keys.ts'
import { storeProjectSecret } from '../src/core/project-secrets.ts'
import { EXPIRED_KEY, WRONG_KEY } from '../src/gateway/keys.ts'
import { callHost, keysPast } from './gateway-calls.ts'
import { TestPlatform } from './harness.ts'
import { eventually } from './waiting.ts'

// What requests depend on is remembered. Nobody notices: a change holds for the very next request.

let platform: TestPlatform
let ref: string
let anon: string
const changes = () => platform.server.platform.changes

beforeAll(async () => {
  platform = await TestPlatform.start()
  ref = await platform.createProject('harbor')
  anon = (await keysPast(platform, ref)).anon
})
afterAll(() => platform.dispose())

const ask = async (apikey = anon, headers: Record<string, string> = {}) => {
  const { status, body } = await callHost(platform, null, `/p/${ref}/rest/v1/`, { headers: { apikey, ...headers } })
  return [status, body.message ?? null]
}
const OK = [200, null]
const UNAVAILABLE = [503, expect.stringContaining('Try again')]

/** Asks until the answer is one that is remembered. */
const remembered = (apikey = anon) =>
  eventually('an answer to be remembered', async () => {
    const before = changes().mark
    expect(await ask(apikey)).toEqual(OK)
    return before !== null && before === changes().mark
  })

const setStatus = (status: 'RESTARTING' | 'ACTIVE_HEALTHY') =>
  platform.store.updateTable('projects').set({ status }).where('ref', '=', ref).execute()

test('another status holds from its commit on, and not before', async () => {
  await remembered()
  await platform.store.transaction().execute(async (tx) => {
    await tx.updateTable('projects').set({ status: 'RESTARTING' }).where('ref', '=', ref).execute()
    expect(changes().mark).toBeNull()
    expect(await ask()).toEqual(OK)
  })
  expect(await ask()).toEqual(UNAVAILABLE)
  expect(await ask()).toEqual(UNAVAILABLE)
  await setStatus('ACTIVE_HEALTHY')
  await remembered()
  await platform.store
    .transaction()
    .execute(async (tx) => {
      await tx.updateTable('projects').set({ status: 'RESTARTING' }).where('ref', '=', ref).execute()
      throw new Error('no')
    })
    .catch(() => {})
  expect(await ask()).toEqual(OK)
})

test('settings hold from their commit on', async () => {
  const { token } = await platform.as('Owner')
  await platform.call('POST', `/v1/projects/${ref}/database/query`, { token, body: { query: 'create schema shop' } })
  const choose = (db_schema: string) =>
    platform.call('PATCH', `/platform/projects/${ref}/config/postgrest`, { token, body: { db_schema } })
  await remembered()
  const refused = [406, 'Invalid schema: shop']
  expect(await ask(anon, { 'accept-profile': 'shop' })).toEqual(refused)
  for (const expected of [OK, refused]) {
    expect((await choose(expected === OK ? 'public, shop' : 'public')).status).toBe(200)
    expect(await ask(anon, { 'accept-profile': 'shop' })).toEqual(expected)
  }
})

test('a key that is revoked, whose time is over or that was signed with another secret is refused from then on', async () => {
  const { token } = await platform.as('Owner')
  const path = `/v1/projects/${ref}/api-keys`
  const create = async (name: string) => {
    const made = await platform.call<ApiKey>('POST', path, { token, body: { type: 'secret', name } })
    await remembered(made.body.api_key ?? '')
    return { id: made.body.id, key: made.body.api_key ?? '' }
  }
  const revoked = await create('revoked')
  expect((await platform.call('DELETE', `${path}/${revoked.id}`, { token })).status).toBe(200)
  expect(await ask(revoked.key)).toEqual([401, WRONG_KEY])
  const brief = await create('brief')
  const ends = Date.now() + 300
  await platform.store
    .updateTable('project_api_keys')
    .set({ expires_at: new Date(ends) })
    .where('id', '=', brief.id)
    .execute()
  await eventually('the key to expire', async () => (await ask(brief.key))[0] === 401)
  expect(Date.now()).toBeGreaterThanOrEqual(ends)
  expect(await ask(brief.key)).toEqual([401, EXPIRED_KEY])
  await remembered()
  const { id } = await platform.store.selectFrom('projects').select('id').executeTakeFirstOrThrow()
  await storeProjectSecret(platform.server.platform, platform.store, id, 'jwt_secret', newJwtSecret())
  expect(await ask()).toEqual([401, WRONG_KEY])
  anon = (await keysPast(platform, ref)).anon
  expect(await ask()).toEqual(OK)
})

test('what others change in the database is heard of', async () => {
  await remembered()
  await platform.query("update projects set status = 'RESTARTING' where ref = $1", [ref])
  await eventually('the change to be heard of', async () => (await ask())[0] === 503)
  await platform.query("update projects set status = 'ACTIVE_HEALTHY' where ref = $1", [ref])
  await eventually('the change to be heard of', async () => (await ask())[0] === 200)
})

test('nothing is remembered while nobody listens, and one listens again', async () => {
  await remembered()
  const ended = await platform.query<{ ended: boolean }>(
    "select pg_terminate_backend(pid) as ended from pg_stat_activity where query like '%stoa_changes%' and pid <> pg_backend_pid()",
  )
  expect(ended.filter((row) => row.ended)).toHaveLength(1)
  await eventually('the connection to be missed', async () => changes().mark === null)
  await platform.query("update projects set status = 'RESTARTING' where ref = $1", [ref])
  expect(await ask()).toEqual(UNAVAILABLE)
  await platform.query("update projects set status = 'ACTIVE_HEALTHY' where ref = $1", [ref])
  expect(await ask()).toEqual(OK)
  await remembered()
})
