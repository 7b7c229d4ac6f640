import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifier } from '../src/core/project-keys.ts'
import { EXPIRED_KEY, NO_KEY, WRONG_KEY, WRONG_ROLE } from '../src/gateway/keys.ts'
import { callHost, keysPast } from './gateway-calls.ts'
import { PASSWORD, TestPlatform } from './harness.ts'
import { projectCalls } from './project-calls.ts'

// The projects' own APIs: at which addresses they answer, to whom, and what they say of a database.

let platform: TestPlatform
let ref: string
let keys: Awaited<ReturnType<typeof keysPast>>
const { sql, ask } = projectCalls(() => platform)
const REST = '/rest/v1/'

beforeAll(async () => {
  platform = await TestPlatform.start()
  ref = await platform.createProject('harbor')
  keys = await keysPast(platform, ref)
  await sql(
    ref,
    `create type state as enum ('due', 'done');
     create table ships (id bigint generated always as identity primary key, name varchar(40) not null, draught numeric default 4.5);
     comment on table ships is 'What comes in';
     create table calls (id int primary key, ship_id bigint not null references ships (id), state state not null default 'due', marks text[], more jsonb);
     comment on column calls.state is 'How far it is';
     create table hidden (id int); revoke all on hidden from anon;
     create view due_calls as select * from calls where state = 'due';
     create function berth(ship bigint, side text default 'port') returns int language sql stable as 'select 1';
     comment on function berth is 'Finds a berth';
     create function sweep() returns void language sql as 'select 1';
     create function on_call() returns trigger language plpgsql as 'begin return new; end';
     create schema shop; create table shop.orders (id int primary key); grant usage on schema shop to anon; grant select on shop.orders to anon`,
  )
})
afterAll(() => platform.dispose())

const call = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  callHost(platform, null, `/p/${ref}${path}`, { method, headers })
const anon = () => ({ apikey: keys.anon })

async function signed(claims: Record<string, unknown>, secret = keys.secret, seconds = 60): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(verifier(secret))
}

describe('a project answers', () => {
  test('below the platform’s address and under a host name of its own', async () => {
    expect((await call(REST, anon())).status).toBe(200)
    const own = await callHost(platform, `${ref}.localhost:${platform.config.port}`, REST, { headers: anon() })
    expect([own.status, own.body.swagger]).toEqual([200, '2.0'])
    const machine = await callHost(platform, 'my-machine.lan', `/p/${ref}${REST}`, { headers: anon() })
    expect(machine.status).toBe(200)
  })

  test('a HEAD without a body when it can be reached', async () => {
    const answer = await call(REST, anon(), 'HEAD')
    expect([answer.status, answer.text]).toEqual([200, ''])
  })

  test('with its request’s id, to pages of any origin, and never as a page itself', async () => {
    const { headers } = await call(REST, anon())
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('a browser that asks first, without a key', async () => {
    const answer = await call(
      REST,
      {
        origin: 'https://app.example.com',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'apikey,x-mine',
      },
      'OPTIONS',
    )
    expect(answer.status).toBe(204)
    expect(answer.headers['access-control-allow-headers']).toBe('apikey,x-mine')
    expect(answer.headers['access-control-allow-methods']).toContain('PATCH')
  })
})

describe('a project refuses', () => {
  const refused = async (headers: Record<string, string>, sentence: string) => {
    const answer = await call(REST, headers)
    expect([answer.status, answer.body.message]).toEqual([401, sentence])
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  }

  test('a request without a key', async () => {
    await refused({}, NO_KEY)
    await refused({ authorization: 'Basic bWluZTptaW5l' }, NO_KEY)
  })

  test('a key of another secret, another project, another algorithm, or none at all', async () => {
    await refused({ apikey: await signed({ role: 'anon', ref }, 'x'.repeat(48)) }, WRONG_KEY)
    await refused({ apikey: await signed({ role: 'anon', ref: 'a'.repeat(20) }) }, WRONG_KEY)
    await refused({ apikey: 'nonsense' }, WRONG_KEY)
    await refused({ apikey: `${keys.anon}x` }, WRONG_KEY)
    await refused({ apikey: 'x'.repeat(10_000) }, WRONG_KEY)
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    await refused({ apikey: `${none}.${keys.anon.split('.')[1]}.` }, WRONG_KEY)
    const owner = await platform.as('Owner')
    await refused({ authorization: `Bearer ${owner.token}` }, WRONG_KEY)
  })

  test('a right key beside a wrong token', async () => {
    await refused({ apikey: keys.anon, authorization: 'Bearer nonsense' }, WRONG_KEY)
  })

  test('what has expired, also when it was good before', async () => {
    await refused({ apikey: await signed({ role: 'anon', ref }, keys.secret, -10) }, EXPIRED_KEY)
    const brief = await signed({ role: 'anon', ref }, keys.secret, 2)
    expect((await call(REST, { apikey: brief })).status).toBe(200)
    const until = Date.now() + 2_100
    while (Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100))
    await refused({ apikey: brief }, EXPIRED_KEY)
  })

  test('roles that its APIs do not act as', async () => {
    await refused({ apikey: await signed({ role: 'postgres', ref }) }, WRONG_ROLE)
  })

  test('addresses that are not there', async () => {
    const nowhere = await call('/teapot', anon())
    expect([nowhere.status, nowhere.body.message]).toEqual([404, 'There is nothing at /teapot'])
    for (const path of [`/p/${'a'.repeat(20)}${REST}`, '/p/', "/p/'%00"]) {
      const answer = await callHost(platform, null, path, { headers: anon() })
      expect([answer.status, answer.body.message], path).toEqual([404, 'There is no project at this address'])
    }
  })

  test('bodies that are too large', async () => {
    const answer = await callHost(platform, null, `/p/${ref}${REST}`, {
      method: 'POST',
      headers: { ...anon(), 'content-length': String(17 * 1024 * 1024) },
    }).catch((error: Error) => error)
    if (!(answer instanceof Error))
      expect([answer.status, answer.body.message]).toEqual([413, 'The request is larger than 16 MB'])
  })
})

describe('a project’s host name', () => {
  test('shows neither the dashboard nor the platform’s API', async () => {
    for (const path of ['/', '/projects', '/api/health', '/api/platform/shell', `/p/${ref}${REST}`]) {
      const answer = await callHost(platform, `${ref}.localhost`, path, { headers: anon() })
      expect([answer.status, answer.body.message], path).toEqual([404, `There is nothing at ${path}`])
    }
    const nobody = await callHost(platform, 'nobody.localhost', '/api/health')
    expect([nobody.status, nobody.body.message]).toEqual([404, 'There is no project at this address'])
  })

  test('never takes the dashboard’s cookie for a key', async () => {
    const { email } = await platform.as('Owner')
    const origin = `http://127.0.0.1:${platform.config.port}`
    const signIn = await platform.call('POST', '/auth/sign-in/email', {
      body: { email, password: PASSWORD },
      headers: { origin },
    })
    const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await platform.call('GET', '/platform/shell', { cookie })).status).toBe(200)
    for (const host of [null, `${ref}.localhost`]) {
      const path = host === null ? `/p/${ref}${REST}` : REST
      const answer = await callHost(platform, host, path, { headers: { cookie } })
      expect([answer.status, answer.body.message]).toEqual([401, NO_KEY])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })
})

describe('the description of the data API', () => {
  const document = async (headers: Record<string, string>) => (await call(REST, headers)).body

  test('has the tables with what is required, typed and said of them', async () => {
    const { definitions, paths } = await document(anon())
    expect(definitions.ships).toEqual({
      description: 'What comes in',
      required: ['id', 'name'],
      type: 'object',
      properties: {
        id: { type: 'integer', format: 'int64', description: 'Note:\nThis is a Primary Key.<pk/>' },
        name: { type: 'string', format: 'character varying', maxLength: 40 },
        draught: { type: 'number', format: 'numeric', default: 4.5 },
      },
    })
    expect(definitions.calls.properties).toMatchObject({
      ship_id: {
        description: "Note:\nThis is a Foreign Key to `ships.id`.<fk table='ships' column='id'/>",
      },
      state: {
        type: 'string',
        format: 'public.state',
        enum: ['due', 'done'],
        default: 'due',
        description: 'How far it is',
      },
      marks: { type: 'array', items: { type: 'string' }, format: 'text[]' },
      more: { format: 'jsonb' },
    })
    expect(Object.keys(definitions).sort()).toEqual(['calls', 'due_calls', 'ships'])
    expect(Object.keys(paths['/ships']).sort()).toEqual(['delete', 'get', 'patch', 'post'])
    expect(paths['/ships'].get.summary).toBe('What comes in')
  })

  test('has the functions below /rpc with their arguments', async () => {
    const { paths } = await document(anon())
    expect(Object.keys(paths).filter((path) => path.startsWith('/rpc/'))).toEqual(['/rpc/berth', '/rpc/sweep'])
    expect(paths['/rpc/berth'].post).toMatchObject({
      summary: 'Finds a berth',
      parameters: [
        {
          name: 'args',
          in: 'body',
          schema: {
            required: ['ship'],
            properties: { ship: { type: 'integer', format: 'int64' }, side: { type: 'string', format: 'text' } },
          },
        },
        { $ref: '#/parameters/preferParams' },
      ],
    })
    expect(paths['/rpc/berth'].get).toBeDefined()
    expect(paths['/rpc/sweep'].get).toBeUndefined()
  })

  test('shows what the key’s role may see, and the token’s role where there is a token', async () => {
    const names = async (headers: Record<string, string>) => Object.keys((await document(headers)).definitions)
    expect(await names(anon())).not.toContain('hidden')
    expect(await names({ apikey: keys.service_role })).toContain('hidden')
    expect(await names({ authorization: `Bearer ${keys.service_role}` })).toContain('hidden')
    const user = await signed({ role: 'authenticated', sub: 'somebody' })
    expect(await names({ apikey: keys.anon, authorization: `Bearer ${user}` })).toContain('hidden')
  })

  test('is the same that the dashboard gets', async () => {
    const { token } = await platform.as('Owner')
    const answer = await platform.call<unknown>('GET', `/platform/projects/${ref}/api/rest`, { token })
    expect(answer.body).toEqual(await document({ apikey: keys.service_role }))
    const reader = await platform.call<unknown>('GET', `/platform/projects/${ref}/api/rest`, {
      token: (await platform.as('Read-only')).token,
    })
    expect(reader.body).toEqual(await document(anon()))
  })

  test('is of the schemas that were chosen', async () => {
    const { token } = await platform.as('Owner')
    const path = `/platform/projects/${ref}/config/postgrest`
    expect((await platform.call('GET', path, { token })).body).toEqual({
      db_schema: 'public',
      available_schemas: ['public', 'shop', 'storage'],
      max_rows: 1000,
      db_extra_search_path: 'public,extensions',
    })
    const refused = await call(REST, { ...anon(), 'accept-profile': 'shop' })
    expect([refused.status, refused.body.message]).toEqual([406, 'Invalid schema: shop'])
    const wrong = await platform.call('PATCH', path, { token, body: { db_schema: 'public, attic' } })
    expect([wrong.status, wrong.body.message]).toEqual([400, 'There is no schema named attic that can be exposed'])
    const none = await platform.call('PATCH', path, { token, body: { db_schema: ' , ' } })
    expect([none.status, none.body.message]).toEqual([400, 'Choose at least one schema'])
    expect((await platform.call('PATCH', path, { token, body: { db_schema: 'public, shop' } })).status).toBe(200)
    const shop = await document({ ...anon(), 'accept-profile': 'shop' })
    expect(Object.keys(shop.definitions)).toEqual(['orders'])
    expect(Object.keys((await document(anon())).definitions)).not.toContain('orders')
    expect((await platform.audit({ ref, action: 'project.api_settings_changed' })).length).toBe(1)
  })
})

describe('a project that does not run', () => {
  test('says so, and answers again when it does', async () => {
    await ask(ref, 'pause')
    await platform.until(ref, 'INACTIVE')
    const paused = await call(REST, anon())
    expect([paused.status, paused.body.message]).toEqual([
      503,
      'This project is paused. Restore it in the dashboard to use its APIs',
    ])
    const stranger = await call(REST, {})
    expect(stranger.status).toBe(401)
    const { token } = await platform.as('Owner')
    const described = await platform.call('GET', `/platform/projects/${ref}/api/rest`, { token })
    expect([described.status, described.body.message]).toEqual([409, 'The database is not running'])
    const chosen = await platform.call('PATCH', `/platform/projects/${ref}/config/postgrest`, {
      token,
      body: { db_schema: 'public' },
    })
    expect([chosen.status, chosen.body.message]).toEqual([409, 'The database is not running'])
    await platform.store.updateTable('projects').set({ status: 'RESTARTING' }).where('ref', '=', ref).execute()
    const starting = await call(REST, anon())
    expect([starting.status, starting.body.message, starting.headers['retry-after']]).toEqual([
      503,
      'This project does not answer while it is restarting. Try again in a moment',
      '5',
    ])
    await platform.store.updateTable('projects').set({ status: 'INACTIVE' }).where('ref', '=', ref).execute()
    await ask(ref, 'restore')
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect((await call(REST, anon())).status).toBe(200)
  })
})
