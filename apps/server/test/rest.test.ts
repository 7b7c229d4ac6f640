import { createClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifier } from '../src/core/project-keys.ts'
import { Gateway, TOO_MANY } from '../src/gateway/gateway.ts'
import { EXPIRED_KEY, WRONG_KEY, WRONG_ROLE } from '../src/gateway/keys.ts'
import { HEAD_TOO_LARGE } from '../src/http/unreadable.ts'
import { callHost, keysPast } from './gateway-calls.ts'
import { TestPlatform } from './harness.ts'
import { projectCalls } from './project-calls.ts'
import { WORLD } from './rest-world.ts'

// The data API of a real project, asked by the client library that people use, as it is.

let platform: TestPlatform
let ref: string
let keys: Awaited<ReturnType<typeof keysPast>>
const { sql } = projectCalls(() => platform)

const MIRA = '11111111-1111-1111-1111-111111111111'
const NILS = '22222222-2222-2222-2222-222222222222'

beforeAll(async () => {
  platform = await TestPlatform.start()
  ref = await platform.createProject('quay')
  keys = await keysPast(platform, ref)
  await sql(ref, WORLD)
})
afterAll(() => platform.dispose())

const url = () => `http://127.0.0.1:${platform.config.port}/p/${ref}`
const client = (key = keys.anon, token?: string) =>
  createClient(url(), key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } },
  })
const signed = (claims: Record<string, unknown>, secret = keys.secret, seconds = 60) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(verifier(secret))
const as = async (sub: string) => client(keys.anon, await signed({ role: 'authenticated', sub }))
const call = (path: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
  callHost(platform, null, `/p/${ref}/rest/v1${path}`, {
    ...options,
    headers: { apikey: keys.anon, ...options.headers },
  })

describe('the client library', () => {
  test('reads with filters, order, ranges, counts and single rows', async () => {
    const db = client()
    expect((await db.from('ships').select('name').gt('tons', 100)).data).toEqual([{ name: 'Bea' }])
    const page = await db.from('ships').select('id', { count: 'exact' }).order('id', { ascending: false }).range(0, 1)
    expect([page.data, page.count, page.status]).toEqual([[{ id: 3 }, { id: 2 }], 3, 206])
    expect((await db.from('ships').select('name').eq('id', 1).single()).data).toEqual({ name: 'Ada' })
    expect((await db.from('ships').select('name').eq('id', 99).maybeSingle()).data).toBeNull()
    expect((await db.from('ships').select('*', { count: 'exact', head: true })).count).toBe(3)
    expect((await db.from('ships').select('name').or('tons.is.null,name.ilike.a*').order('name')).data).toEqual([
      { name: 'Ada' },
      { name: 'Cleo' },
    ])
    expect((await db.from('ships').select('tons.sum()')).data).toEqual([{ sum: 300 }])
    expect((await db.from('ships').select('id,name').limit(1).order('id').csv()).data).toBe('id,name\n1,Ada')
  })

  test('embeds what belongs together, also through views', async () => {
    const db = client()
    expect(
      (await db.from('ships').select('name, crews(name)').order('id').order('id', { referencedTable: 'crews' })).data,
    ).toEqual([
      { name: 'Ada', crews: [{ name: 'Jo' }, { name: 'Kim' }] },
      { name: 'Bea', crews: [{ name: 'Lee' }] },
      { name: 'Cleo', crews: [] },
    ])
    expect((await db.from('crews').select('name, ship:ships!inner(name)').eq('ships.name', 'Bea')).data).toEqual([
      { name: 'Lee', ship: { name: 'Bea' } },
    ])
    expect((await db.from('crews').select('name, ...ships(ship:name)').eq('id', 1)).data).toEqual([
      { name: 'Jo', ship: 'Ada' },
    ])
    expect((await db.from('big').select('name, crews(name)')).data).toEqual([{ name: 'Bea', crews: [{ name: 'Lee' }] }])
    expect((await db.from('ships').select('name').is('crews', null)).error?.code).toBe('42703')
  })

  test('writes one and many, updates, upserts and deletes', async () => {
    const db = client(keys.service_role)
    const made = await db
      .from('ships')
      .insert([{ name: 'Dora', tons: 5 }, { name: 'Eve' }].map((ship) => ({ tons: null, ...ship })))
      .select('name,tons')
    expect([made.status, made.data]).toEqual([
      201,
      [
        { name: 'Dora', tons: 5 },
        { name: 'Eve', tons: null },
      ],
    ])
    const changed = await db.from('ships').update({ tons: 6 }).eq('name', 'Dora').select('tons').single()
    expect(changed.data).toEqual({ tons: 6 })
    const twice = await db.from('ships').upsert({ name: 'Dora', tons: 7 }, { onConflict: 'name' }).select('tons')
    expect([twice.status, twice.data]).toEqual([200, [{ tons: 7 }]])
    const ignored = await db
      .from('ships')
      .upsert({ name: 'Dora', tons: 8 }, { onConflict: 'name', ignoreDuplicates: true })
      .select()
    expect(ignored.data).toEqual([])
    expect(
      (
        await db
          .from('crews')
          .insert([{ id: 9 }, { id: 10, rank: 'mate' }], { defaultToNull: false })
          .select('rank')
      ).data,
    ).toEqual([{ rank: 'hand' }, { rank: 'mate' }])
    expect((await db.from('crews').delete().in('id', [9, 10])).status).toBe(204)
    const gone = await db.from('ships').delete({ count: 'exact' }).in('name', ['Dora', 'Eve'])
    expect([gone.status, gone.count]).toEqual([204, 2])
  })

  test('calls functions by POST and by GET', async () => {
    const db = client()
    expect((await db.rpc('total', { a: 1 })).data).toBe(11)
    expect((await db.rpc('total', { a: 1, b: 2 }, { get: true })).data).toBe(3)
    expect((await db.rpc('heavier', { than: 150 }).select('name')).data).toEqual([{ name: 'Bea' }])
    expect((await db.rpc('heavier', { than: 0 }, { count: 'exact', head: true })).count).toBe(2)
    const failed = await db.rpc('fail_here')
    expect([failed.status, failed.error?.message, failed.error?.hint]).toEqual([418, 'Teapot', 'Use a kettle'])
  })

  test('hears codes, details and hints of what is wrong', async () => {
    const db = client()
    expect((await db.from('ship').select()).error).toMatchObject({
      code: 'PGRST205',
      hint: "Perhaps you meant the table 'public.ships'",
    })
    expect((await db.from('ships').select('nothing')).error).toMatchObject({
      code: '42703',
      message: 'column ships.nothing does not exist',
    })
    expect((await db.from('ships').select('*, notes(*)')).error?.code).toBe('PGRST200')
    expect((await db.from('ships').insert({ name: 'Ada' })).error).toMatchObject({ code: '23505' })
    expect((await db.from('ships').insert({ name: 'Ada', colour: 1 } as never)).error?.code).toBe('PGRST204')
    expect((await db.rpc('totl', { a: 1 })).error).toMatchObject({
      code: 'PGRST202',
      hint: 'Perhaps you meant to call the function public.total',
    })
    expect((await db.from('ships').select().single()).error).toMatchObject({ code: 'PGRST116' })
  })

  test('finds what was defined a moment ago', async () => {
    await sql(
      ref,
      'create table fresh (id int primary key, ship_id bigint references ships (id)); insert into fresh values (1, 1)',
    )
    expect((await client().from('fresh').select('id, ships(name)')).data).toEqual([{ id: 1, ships: { name: 'Ada' } }])
    await sql(ref, 'alter table fresh add column colour text')
    expect(
      (
        await client(keys.service_role)
          .from('fresh')
          .insert({ id: 2, colour: 'red' } as never)
          .select('colour')
      ).data,
    ).toEqual([{ colour: 'red' }])
  })
})

describe('row level security', () => {
  test('shows everybody their own rows, whichever way they ask', async () => {
    const [mira, nils] = [await as(MIRA), await as(NILS)]
    expect((await mira.from('notes').insert({ body: 'mine' }).select('owner').single()).data).toEqual({ owner: MIRA })
    await nils.from('notes').insert({ body: 'his' })
    for (const ask of [
      mira.from('notes').select('body'),
      mira.from('notes').select('body').or('body.eq.his,body.eq.mine'),
      mira.from('notes').update({ body: 'mine' }).neq('body', 'nothing').select('body'),
    ])
      expect((await ask).data).toEqual([{ body: 'mine' }])
    expect((await mira.from('notes').select('*', { count: 'exact', head: true })).count).toBe(1)
    expect((await mira.from('notes').delete().eq('body', 'his').select()).data).toEqual([])
    const foreign = await mira.from('notes').insert({ body: 'x', owner: NILS })
    expect([foreign.status, foreign.error?.code]).toEqual([403, '42501'])
    expect((await client().from('notes').select()).data).toEqual([])
    expect([(await client().from('notes').insert({ body: 'x', owner: NILS })).status]).toEqual([401])
    expect((await client(keys.service_role).from('notes').select('body').order('id')).data).toEqual([
      { body: 'mine' },
      { body: 'his' },
    ])
  })
})

describe('attacks', () => {
  test('tokens that are forged, expired, unsigned or another project’s are refused', async () => {
    const refused = async (token: string, code: string, sentence: string) => {
      const answer = await call('/ships', { headers: { authorization: `Bearer ${token}` } })
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([401, code, sentence])
    }
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    await refused(`${none}.${keys.service_role.split('.')[1]}.`, 'PGRST301', WRONG_KEY)
    await refused(await signed({ role: 'service_role' }, 'y'.repeat(48)), 'PGRST301', WRONG_KEY)
    await refused(await signed({ role: 'service_role', ref: 'a'.repeat(20) }), 'PGRST301', WRONG_KEY)
    await refused(await signed({ role: 'service_role' }, keys.secret, -60), 'PGRST303', EXPIRED_KEY)
    await refused(await signed({ role: 'postgres' }), 'PGRST301', WRONG_ROLE)
    await refused(await signed({ role: ['service_role'] }), 'PGRST301', WRONG_KEY)
  })

  test('claims and headers never raise a role', async () => {
    const sly = client(
      keys.anon,
      await signed({ role: 'anon', user_role: 'service_role', 'request.jwt.claims': { role: 'service_role' } }),
    )
    expect((await sly.rpc('whoami')).data).toBe('anon')
    const answer = await call('/rpc/whoami', { headers: { role: 'service_role', 'x-role': 'service_role' } })
    expect(answer.body).toBe('anon')
  })

  test('a function may not become an owner or a superuser, and what it became ends with the request', async () => {
    for (const who of ['postgres', 'stoa_admin']) {
      const refused = await call('/rpc/become', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ who }),
      })
      expect([refused.status, refused.body.code], who).toEqual([401, '42501'])
    }
    await sql(
      ref,
      `create function stay(who text) returns void language plpgsql as $$ begin execute format('set role %I', who); end $$`,
    )
    await Promise.all(Array.from({ length: 20 }, () => client().rpc('stay', { who: 'service_role' })))
    const answers = await Promise.all(Array.from({ length: 20 }, () => client().rpc('whoami')))
    expect(new Set(answers.map(({ data }) => data))).toEqual(new Set(['anon']))
    expect((await client().from('notes').select()).data).toEqual([])
    for (const name of ['set_config', 'pg_sleep', 'set role service_role'])
      expect((await client().rpc(name)).error?.code).toBe('PGRST202')
  })

  test('what is put into a request stays a value', async () => {
    const evil = `x'); drop table crews; --`
    const db = client(keys.service_role)
    expect((await db.from('ships').select('name').eq('name', evil)).data).toEqual([])
    expect((await db.from('ships').select('name').in('name', [evil, `"',{}`, 'Ada'])).data).toEqual([{ name: 'Ada' }])
    expect((await db.from('ships').select(`name"; drop table crews; --`)).error?.code).toBe('PGRST100')
    expect((await db.from(`ships; drop table crews`).select()).error?.code).toBe('PGRST205')
    expect(
      (
        await db
          .from('ships')
          .select('name')
          .order(`name; drop table crews` as 'name')
      ).error?.code,
    ).toMatch(/PGRST100|42703/)
    const paths = [
      `/ships?select=data->>'x';drop table crews`,
      `/ships?select=id::int;drop%20table%20crews`,
      `/ships?id=fts(english';drop%20table%20crews;--).x`,
      `/ships?or=(id.eq.1);drop`,
      `/ships?${encodeURIComponent(`id";drop table crews;--`)}=eq.1`,
      `/crews?select=x:ships!${encodeURIComponent(`a";drop table crews`)}(*)`,
    ]
    for (const path of paths) expect((await call(encodeURI(decodeURI(path)))).status, path).toBeGreaterThanOrEqual(400)
    await call('/ships?id=eq.1', { headers: { 'accept-profile': 'public"; drop table crews; --' } })
    expect((await db.from('crews').select('id')).data).toHaveLength(4)
  })

  test('deep trees and huge lists are answered or refused, and nothing falls over', async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => at)
    const list = await call(`/ships?id=in.(${many.join(',')})&select=id`)
    expect([list.status, list.body.length]).toEqual([200, 3])
    const longer = Array.from({ length: 9_000 }, (_, at) => at + 10_000)
    expect((await call(`/ships?id=in.(${longer.join(',')})&select=id`)).body).toEqual([])
    const longest = await call(`/ships?id=in.(${[...longer, ...longer].join(',')})`)
    expect([longest.status, longest.body.message]).toEqual([431, HEAD_TOO_LARGE])
    const deep = `${'and('.repeat(500)}id.eq.1${')'.repeat(500)}`
    expect((await call(`/ships?or=(${deep})`)).status).toBeLessThan(500)
    const nested = (levels: number) => `/crews?select=${'ships(crews('.repeat(levels)}id${'))'.repeat(levels)}`
    expect((await call(nested(3))).status).toBe(200)
    const refused = await call(nested(40))
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      400,
      'PGRST100',
      'resources can be embedded at most 20 levels deep',
    ])
    const slow = await call(nested(10), { headers: { prefer: 'count=exact' } })
    expect(slow.status).toBe(200)
    expect((await call('/ships?select=id')).status).toBe(200)
  })

  test('bodies that are too large are refused, also without a length', async () => {
    const part = 'x'.repeat(1024 * 1024)
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(part))
      },
    })
    const answer = await fetch(`${url()}/rest/v1/ships`, {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { apikey: keys.anon, 'content-type': 'application/json' },
    } as RequestInit).catch((error: Error) => error)
    if (!(answer instanceof Error))
      expect([answer.status, String(await answer.text()).includes('The request is larger than 16 MB')]).toEqual([
        413,
        true,
      ])
  })
})

describe('the settings of the data API', () => {
  const set = async (body: Record<string, unknown>) =>
    platform.call<Record<string, unknown>>('PATCH', `/platform/projects/${ref}/config/postgrest`, {
      token: (await platform.as('Owner')).token,
      body,
    })

  test('hold from the next request on', async () => {
    expect(
      (await set({ max_rows: 2, db_schema: 'public,shop', db_extra_search_path: 'extensions' })).body,
    ).toMatchObject({
      db_schema: 'public,shop',
      max_rows: 2,
      db_extra_search_path: 'extensions',
    })
    expect((await client().from('ships').select('id')).data).toHaveLength(2)
    expect((await client().schema('shop').from('orders').select()).data).toEqual([])
    expect((await set({ max_rows: null, db_schema: 'public' })).status).toBe(200)
    expect((await client().from('ships').select('id')).data).toHaveLength(3)
    expect((await client().schema('shop').from('orders').select()).error?.code).toBe('PGRST106')
  })

  test('refuse what cannot be', async () => {
    const rows = await set({ max_rows: 0 })
    expect([rows.status, rows.body.message]).toEqual([400, 'Max rows must be a whole number from 1 to 1,000,000'])
    const path = await set({ db_extra_search_path: 'attic' })
    expect([path.status, path.body.message]).toEqual([400, 'There is no schema named attic for the search path'])
  })
})

describe('the log of requests', () => {
  test('has what was asked, with filters, and no values', async () => {
    await call('/ships?id=eq.1&name=eq.secret-value')
    await call('/nowhere', { method: 'DELETE' })
    const { token } = await platform.as('Owner')
    const read = async (query: string) =>
      (
        await platform.call<{
          entries: { method: string; path: string; status: number; role: string | null; id: number }[]
          more: boolean
        }>('GET', `/platform/projects/${ref}/logs/requests?${query}`, { token })
      ).body
    const failed = await read('status_from=404&status_to=404&method=DELETE&search=nowh')
    expect(failed.entries).toMatchObject([{ method: 'DELETE', path: '/rest/v1/nowhere', status: 404, role: 'anon' }])
    const some = await read('limit=2')
    expect([some.entries.length, some.more]).toEqual([2, true])
    const next = await read(`limit=2&before=${some.entries[1]?.id}`)
    expect(next.entries[0]?.id).toBeLessThan(some.entries[1]?.id ?? 0)
    expect(JSON.stringify(await read('limit=500'))).not.toContain('secret-value')
    expect((await read('search=now_ere')).entries).toEqual([])
    const roles = async (query: string) => new Set((await read(`limit=500&${query}`)).entries.map(({ role }) => role))
    expect(await roles('role=service_role')).toEqual(new Set(['service_role']))
    expect((await roles('')).size).toBeGreaterThan(2)
    const now = encodeURIComponent(new Date().toISOString())
    expect((await read(`since=${now}`)).entries).toEqual([])
    expect((await read(`until=${now}&limit=1`)).entries).toHaveLength(1)
  })
})

test('a key that asks too often is told to wait, and no other key is', async () => {
  const { config, ...rest } = platform.server.platform
  const gateway = new Gateway({ ...rest, config: { ...config, apiRate: 1 } })
  const ask = (key: string) =>
    gateway.answer({
      method: 'GET',
      path: `/p/${ref}/rest/v1/ships`,
      search: 'select=id',
      headers: new Headers({ apikey: key }),
      body: () => Promise.resolve(null),
    })
  expect((await ask(keys.anon))?.status).toBe(200)
  const refused = await ask(keys.anon)
  expect([
    refused?.status,
    new Map(refused?.headers).get('retry-after'),
    JSON.parse(String(refused?.body)).message,
  ]).toEqual([429, '1', TOO_MANY])
  expect((await ask(keys.service_role))?.status).toBe(200)
})
