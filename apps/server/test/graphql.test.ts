import { GRAPHQL_UNAVAILABLE, NO_GRAPHQL_QUERY, NOT_RUNNING, ROW_TOO_LARGE } from '@stoa/contract'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifier } from '../src/core/project-keys.ts'
import { PROJECT_PAUSED } from '../src/gateway/gateway.ts'
import { GRAPHQL_JSON, GRAPHQL_METHOD, GRAPHQL_QUERY, GRAPHQL_TYPE } from '../src/gateway/graphql.ts'
import { callHost, keysPast } from './gateway-calls.ts'
import { TestPlatform } from './harness.ts'
import { refusals } from './refused.ts'

// A project's GraphQL, at its own address and through the explorer.

let platform: TestPlatform
let ref: string
let keys: Awaited<ReturnType<typeof keysPast>>
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
    create table notes (id int generated always as identity primary key, owner text not null default (current_setting('request.jwt.claims', true)::json ->> 'sub'), body text unique check (body <> ''));
    alter table notes enable row level security;
    create policy own on notes for all to authenticated using (owner = (current_setting('request.jwt.claims', true)::json ->> 'sub'));
    create function total(a int, b int) returns int language sql immutable as 'select a + b';
    create schema attic; create table attic.hidden (id int primary key);
    create table secrets (id int primary key); alter table secrets enable row level security; insert into secrets values (1);
    create policy own on secrets for select to authenticated using (current_setting('request.jwt.claims', true)::json ->> 'sub' = 'ines')`)
})
afterAll(() => platform.dispose())

const path = () => `/p/${ref}/graphql/v1`
const json = { 'content-type': 'application/json' }
const ask = (query: string, key = keys.anon, variables?: object) =>
  callHost(platform, null, path(), {
    method: 'POST',
    headers: { ...json, apikey: key },
    body: JSON.stringify({ query, variables }),
  })
const user = (sub: string) =>
  new SignJWT({ role: 'authenticated', sub })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1m')
    .sign(verifier(keys.secret))

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

test('mutations obey row level security, and errors say what Postgres says', async () => {
  const [ines, omar] = [await user('ines'), await user('omar')]
  const write = 'mutation ($body: String!) { createNote(input: { note: { body: $body } }) { note { owner body } } }'
  expect((await ask(write, ines, { body: 'hers' })).body.data.createNote.note).toEqual({ owner: 'ines', body: 'hers' })
  const nobody = await ask(write, keys.anon, { body: 'x' })
  expect([nobody.body.data.createNote, nobody.body.errors[0].path]).toEqual([null, ['createNote']])
  const foreign = 'mutation { createNote(input: { note: { body: "y", owner: "ines" } }) { note { body } } }'
  expect((await ask(foreign, omar)).body.errors[0].message).toContain('row-level security policy')
  expect((await ask(write, omar, { body: 'hers' })).body.errors[0].message).toContain('notes_body_key')
  expect((await ask(write, omar, { body: '' })).body.errors[0].message).toContain('notes_body_check')
  const change = 'mutation { updateNote(input: { rowId: 1, patch: { body: "his" } }) { note { body } } }'
  // What somebody may not see is not there to be changed.
  expect((await ask(change, omar)).body).toEqual({ data: { updateNote: { note: null } } })
  expect((await ask('{ notes { nodes { body } } }', omar)).body.data.notes.nodes).toEqual([])
  expect((await ask(change, ines)).body.data.updateNote.note).toEqual({ body: 'his' })
  const remove = 'mutation { deleteNote(input: { rowId: 1 }) { note { body } } }'
  expect((await ask(remove, omar)).body).toMatchObject({
    data: { deleteNote: null },
    errors: [{ path: ['deleteNote'] }],
  })
  expect((await ask('{ notes { totalCount } }', ines)).body.data).toEqual({ notes: { totalCount: 1 } })
  expect((await ask(write, ines, {})).body.errors[0].message).toContain('$body')
})

test('the schema has what is exposed, and nothing of what is not', async () => {
  const { data } = (await ask('{ __schema { types { name } queryType { fields { name } } } total(a: 1, b: 2) }')).body
  const names = [...data.__schema.types, ...data.__schema.queryType.fields].map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['Ship', 'Note', 'ships', 'notes', 'total']))
  expect(names.filter((name) => /hidden|attic|pg_/i.test(name))).toEqual([])
  expect(data.total).toBe(3)
  await sql('alter table notes add column stars int')
  expect((await ask('{ notes { nodes { stars } } }', await user('ines'))).body.data.notes.nodes).toEqual([
    { stars: null },
  ])
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

test('a row that is larger than can be held ends its query and nothing else', async () => {
  await sql(`create function huge() returns text language sql stable as $$ select repeat('x', 140 * 1024 * 1024) $$`)
  const huge = await ask('{ huge }')
  expect(huge.body.errors).toEqual([expect.objectContaining({ message: ROW_TOO_LARGE })])
  expect((await ask('{ ships { nodes { name } } }')).body.data.ships.nodes).toEqual([{ name: 'Argo' }])
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
  // One whose server is not there.
  const gone = await platform.rowOnlyProject(await platform.acme(), 'Gone', 'ACTIVE_HEALTHY')
  const body = { query: '{ __typename }' }
  await refused(409, GRAPHQL_UNAVAILABLE, 'POST', `/platform/projects/${gone}/api/graphql`, { token, body })
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
