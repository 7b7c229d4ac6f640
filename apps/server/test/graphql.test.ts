import { NO_GRAPHQL_QUERY, NOT_RUNNING } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_PAUSED } from '../src/gateway/gateway.ts'
import { GRAPHQL_JSON, GRAPHQL_METHOD, GRAPHQL_QUERY, GRAPHQL_TYPE } from '../src/gateway/graphql.ts'
import { callHost, keysPast } from './gateway-calls.ts'
import { TestPlatform } from './harness.ts'
import { refusals } from './refused.ts'

// A project's GraphQL, at its own address and through the explorer.

let platform: TestPlatform
let ref: string
let keys: { anon: string; service_role: string }
const refused = refusals(() => platform)

async function sql(query: string): Promise<void> {
  const { token } = await platform.as('Owner')
  const { status, text } = await platform.call('POST', `/v1/projects/${ref}/database/query`, { token, body: { query } })
  expect(status, text).toBe(201)
}

beforeAll(async () => {
  platform = await TestPlatform.start()
  ref = await platform.createProject('harbor')
  keys = await keysPast(platform, ref)
  await sql(`create table ships (id int primary key, name text); insert into ships values (1, 'Argo');
    create table secrets (id int primary key); alter table secrets enable row level security; insert into secrets values (1);
    create policy own on secrets for select to authenticated using (current_setting('request.jwt.claims', true)::json ->> 'sub' = 'ines')`)
})
afterAll(() => platform.dispose())

const path = () => `/p/${ref}/graphql/v1`
const json = { 'content-type': 'application/json' }
const ask = (query: string, key = keys.anon) =>
  callHost(platform, null, path(), {
    method: 'POST',
    headers: { ...json, apikey: key },
    body: JSON.stringify({ query }),
  })

test('a key’s role decides what is seen', async () => {
  const query = '{ ships { nodes { name } } secrets { totalCount } }'
  const anon = await ask(query)
  expect([anon.status, anon.body]).toEqual([
    200,
    { data: { ships: { nodes: [{ name: 'Argo' }] }, secrets: { totalCount: 0 } } },
  ])
  expect((await ask(query, keys.service_role)).body.data.secrets).toEqual({ totalCount: 1 })
  const nobody = await callHost(platform, null, path(), { method: 'POST', headers: json, body: '{}' })
  expect(nobody.status).toBe(401)
})

test('a table that has just been made can be asked for, and one that is gone cannot', async () => {
  await sql('create table docks (id int primary key)')
  expect((await ask('{ docks { totalCount } }')).body).toEqual({ data: { docks: { totalCount: 0 } } })
})

test('queries may come by GET; what changes something may not', async () => {
  const get = (query: string) =>
    callHost(platform, null, `${path()}?query=${encodeURIComponent(query)}&variables=${encodeURIComponent('{}')}`, {
      headers: { apikey: keys.service_role },
    })
  expect((await get('{ ships { totalCount } }')).body.data).toEqual({ ships: { totalCount: 1 } })
  const mutation = await get('mutation { deleteShip(input: { rowId: 1 }) { clientMutationId } }')
  expect([mutation.status, mutation.body.errors[0].message]).toEqual([400, expect.stringContaining('POST')])
})

test('what is no GraphQL request is refused in a sentence', async () => {
  const send = async (options: { method?: string; headers?: Record<string, string>; body?: string }, at = path()) => {
    const answer = await callHost(platform, null, at, {
      ...options,
      headers: { apikey: keys.anon, ...options.headers },
    })
    return [answer.status, answer.body.errors?.[0].message ?? answer.body.message]
  }
  expect(await send({ method: 'PUT', headers: json, body: '{}' })).toEqual([405, GRAPHQL_METHOD])
  expect(await send({ method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' })).toEqual([
    415,
    GRAPHQL_TYPE,
  ])
  expect(await send({ method: 'POST', headers: json, body: '{' })).toEqual([400, GRAPHQL_JSON])
  expect(await send({ method: 'POST', headers: json, body: '{}' })).toEqual([400, GRAPHQL_QUERY])
  expect(await send({}, `${path()}?query=%7B__typename%7D&variables=%7B`)).toEqual([
    400,
    'The variables are not valid JSON',
  ])
  expect((await send({}, `${path()}/else`))[0]).toBe(404)
})

test('the explorer asks as a role, and as a user of it', async () => {
  const { token } = await platform.as('Developer')
  const explore = async (body: object) =>
    (await platform.call('POST', `/platform/projects/${ref}/api/graphql`, { token, body })).body
  const query = '{ secrets { totalCount } }'
  expect(await explore({ query })).toEqual({ data: { secrets: { totalCount: 0 } } })
  expect(await explore({ query, role: 'authenticated', user_id: 'ines' })).toEqual({
    data: { secrets: { totalCount: 1 } },
  })
  expect(await explore({ query, role: 'service_role' })).toEqual({ data: { secrets: { totalCount: 1 } } })
  expect(await explore({ query: '{ nothing }' })).toMatchObject({ errors: [{ locations: [{ line: 1, column: 3 }] }] })
  await refused(400, NO_GRAPHQL_QUERY, 'POST', `/platform/projects/${ref}/api/graphql`, { token, body: { query: ' ' } })
})

test('a paused project is refused in a sentence', async () => {
  const { token } = await platform.as('Owner')
  await platform.call('POST', `/v1/projects/${ref}/pause`, { token })
  await platform.until(ref, 'INACTIVE')
  const answer = await ask('{ __typename }')
  expect([answer.status, answer.body.message]).toEqual([503, PROJECT_PAUSED])
  const body = { query: '{ __typename }' }
  await refused(409, NOT_RUNNING, 'POST', `/platform/projects/${ref}/api/graphql`, { token, body })
})
