import {
  API_KEY_LIMIT,
  API_KEY_LIMIT_REACHED,
  API_KEY_NAME_TAKEN,
  API_KEY_NO_CHANGE,
  API_KEY_NOT_FOUND,
  type ApiKey,
} from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXPIRED_KEY, WRONG_KEY } from '../src/gateway/keys.ts'
import { callHost } from './gateway-calls.ts'
import { TestPlatform } from './harness.ts'
import { refusals } from './refused.ts'

// Keys of a project's APIs that people make themselves.

let platform: TestPlatform
let ref: string
let other: string
const refused = refusals(() => platform)

beforeAll(async () => {
  platform = await TestPlatform.start()
  ref = await platform.createProject('harbor')
  other = await platform.createProject('quarry')
})
afterAll(() => platform.dispose())

const path = (id = '') => `/v1/projects/${ref}/api-keys${id}`
async function call<T = ApiKey>(method: string, id = '', body?: object) {
  const { token } = await platform.as('Owner')
  return platform.call<T & { message: string }>(method, path(id), { token, ...(body && { body }) })
}
async function create(body: object): Promise<ApiKey & { api_key: string }> {
  const answer = await call('POST', '', body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body as ApiKey & { api_key: string }
}
const listed = async (id: string) => (await call<ApiKey[]>('GET')).body.find((key) => key.id === id)
const ask = (key: string, at = ref) => callHost(platform, null, `/p/${at}/rest/v1/`, { headers: { apikey: key } })

test('a publishable key acts as anon and can be shown again; a secret one as service_role and is shown once', async () => {
  const sql = 'create table secrets (id int); revoke all on secrets from anon'
  await platform.call('POST', `/v1/projects/${ref}/database/query`, {
    token: (await platform.as('Owner')).token,
    body: { query: sql },
  })
  const open = await create({ type: 'publishable', name: 'web', description: ' The shop ' })
  const secret = await create({ type: 'secret', name: 'jobs' })
  expect(open).toMatchObject({ name: 'web', description: 'The shop', expires_at: null, last_used_at: null })
  expect(open.api_key).toMatch(/^sb_publishable_[\w-]{32}$/)
  expect(secret.api_key).toMatch(/^sb_secret_[\w-]{32}$/)
  expect(secret.api_key.startsWith(secret.prefix)).toBe(true)
  expect((await ask(open.api_key)).body.definitions).not.toHaveProperty('secrets')
  expect((await ask(secret.api_key)).body.definitions).toHaveProperty('secrets')
  expect(await listed(open.id)).toMatchObject({ api_key: open.api_key })
  expect(await listed(secret.id)).toMatchObject({ api_key: null, last_used_at: expect.any(String) })
  expect(await platform.whereIs(secret.api_key)).toEqual([])
  for (const key of [open, secret]) expect(platform.log.join('')).not.toContain(key.api_key)
})

test('a key is no key to another project, and one that is not right is refused', async () => {
  const { api_key } = await create({ type: 'secret', name: 'foreign' })
  for (const [key, at] of [
    [api_key, other],
    [`${api_key}x`, ref],
    ['sb_secret_', ref],
  ] as const) {
    const answer = await ask(key, at)
    expect([answer.status, answer.body.message]).toEqual([401, WRONG_KEY])
  }
})

test('a revoked key is refused from then on, and so is one whose time is over', async () => {
  const key = await create({ type: 'secret', name: 'short', expires_in_days: 1 })
  expect(Date.parse(key.expires_at ?? '')).toBeGreaterThan(Date.now() + 86_000_000)
  expect((await ask(key.api_key)).status).toBe(200)
  await platform.store
    .updateTable('project_api_keys')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('id', '=', key.id)
    .execute()
  const over = await ask(key.api_key)
  expect([over.status, over.body.message]).toEqual([401, EXPIRED_KEY])
  const gone = await create({ type: 'secret', name: 'gone' })
  expect((await ask(gone.api_key)).status).toBe(200)
  expect((await call('DELETE', `/${gone.id}`)).status).toBe(200)
  expect((await ask(gone.api_key)).body.message).toBe(WRONG_KEY)
  expect(await listed(gone.id)).toBeUndefined()
})

test('keys are renamed; names are unique in a project, and nothing to change is refused', async () => {
  const key = await create({ type: 'secret', name: 'before' })
  expect((await call('PATCH', `/${key.id}`, { name: 'after', description: 'Nightly' })).body).toMatchObject({
    name: 'after',
    description: 'Nightly',
  })
  const { token } = await platform.as('Owner')
  await create({ type: 'secret', name: 'taken' })
  await refused(409, API_KEY_NAME_TAKEN, 'POST', path(), { token, body: { type: 'secret', name: 'taken' } })
  await refused(409, API_KEY_NAME_TAKEN, 'PATCH', path(`/${key.id}`), { token, body: { name: 'taken' } })
  await refused(400, API_KEY_NO_CHANGE, 'PATCH', path(`/${key.id}`), { token, body: {} })
  await refused(400, 'Key name is required', 'POST', path(), { token, body: { type: 'secret', name: ' ' } })
  const nobody = path('/00000000-0000-4000-8000-000000000000')
  await refused(404, API_KEY_NOT_FOUND, 'PATCH', nobody, { token, body: { name: 'nobody' } })
  await refused(404, API_KEY_NOT_FOUND, 'DELETE', nobody, { token })
})

test('what is done to keys is in the audit log, without the keys', async () => {
  const actions = await platform.audit({ ref })
  const names = actions.map(({ action }) => action)
  for (const what of ['created', 'renamed', 'revoked']) expect(names).toContain(`project.api_key_${what}`)
  expect(JSON.stringify(actions)).not.toContain('sb_secret_')
})

test('a project has only so many keys', async () => {
  const { token } = await platform.as('Owner')
  const { length } = (await call<ApiKey[]>('GET')).body.filter(({ type }) => type !== 'legacy')
  for (let index = length; index < API_KEY_LIMIT; index++) await create({ type: 'secret', name: `key ${index}` })
  await refused(409, API_KEY_LIMIT_REACHED, 'POST', path(), { token, body: { type: 'secret', name: 'one more' } })
})
