import { lastingPool } from '@stoa/engine-embedded/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Harbor } from './harbor.ts'

// Plans, settings and connections are used again by the next request. Nothing of the one before may be in them.

const JSON_BODY = { 'content-type': 'application/json' }
const harbor = new Harbor()
const { ask, body, make } = harbor
beforeAll(async () => {
  await harbor.open()
  await harbor.database.sql(`
    create table letters (id int primary key, owner text not null, line text);
    insert into letters select i, case when i % 2 = 0 then 'ada' else 'bea' end, 'letter ' || i from generate_series(1, 40) i;
    alter table letters enable row level security;
    create policy own on letters using (owner = current_setting('request.jwt.claims')::json->>'sub');
    create view told as select current_user::text as role, current_setting('request.jwt.claims')::json->>'sub' as sub,
      current_setting('request.headers')::json->>'x-mine' as mine, current_setting('request.cookies')::json->>'c' as cookie,
      current_setting('request.method') as method, current_setting('transaction_read_only') as reads,
      current_setting('statement_timeout') as timeout, 1 as one;
    create schema shop; create table shop.harbors (id int primary key, name text); insert into shop.harbors values (1, 'shop');
    grant usage on schema shop to reader; grant select on shop.harbors to reader;
    grant select on letters, told to reader, writer`)
})
afterAll(() => harbor.dispose())

describe('the same kind of request', () => {
  test('has its own values, whatever stands in them', async () => {
    const cases: readonly (readonly [string, readonly number[]])[] = [
      ['id=eq.1', [1]],
      ['id=eq.3', [3]],
      ['id=not.eq.3', [1, 2, 4]],
      ['name=eq.Ada', [1]],
      ['name=eq.Cleo%2C+%28the%202nd%29', [3]],
      ['name=eq.Ada%0Aid%3Deq.1', []],
      ['name=eq.Ada&id=eq.2', []],
      ['name=like.*o*', [3, 4]],
      ['name=like.B*', [2]],
      ['name=eq.*', []],
      ['id=gt.1&id=lt.4', [2, 3]],
      ['id=gt.3&id=lt.9', [4]],
      ['tags=cs.{red}', [1]],
      ['tags=cs.{new}', [2]],
      ['name=neq.Ada&order=id.desc', [4, 3, 2]],
      ['or=(id.eq.1,id.eq.2)&name=neq.Ada', [2]],
      ['or=(id.eq.1,id.eq.3)&name=neq.Ada', [3]],
    ]
    for (const turn of [1, 2])
      for (const [filter, wanted] of cases) {
        const order = filter.includes('order=') ? '' : '&order=id'
        const rows = await body(`/ships?select=id&${filter}${order}`)
        expect([turn, filter, rows.map(({ id }: { id: number }) => id)]).toEqual([turn, filter, wanted])
      }
  })

  test('tells its own address', async () => {
    const location = async (search: string) => (await ask(`/ships?${search}`)).headers.get('content-location')
    expect(await location('name=eq.Ada&id=eq.1')).toBe('/ships?id=eq.1&name=eq.Ada')
    expect(await location('name=eq.B%20%26b&id=eq.2')).toBe('/ships?id=eq.2&name=eq.B%20%26b')
    expect(await location('id=lt.4&id=gt.1')).toBe('/ships?id=gt.1&id=lt.4')
    expect(await location('id=lt.1&id=gt.4')).toBe('/ships?id=gt.4&id=lt.1')
  })

  test('is refused with its own values', async () => {
    expect((await body('/ships?id=eq.x')).message).toContain('"x"')
    expect((await body('/ships?id=eq.yy')).message).toContain('"yy"')
    expect((await body('/ships?nothing=eq.1')).message).toBe('column ships.nothing does not exist')
    for (const name of ['Ada', 'Bea'])
      expect((await body(`/ships?select=id,harbors(id)&harbors=eq.${name}`)).code).toBe('PGRST120')
  })

  test('is another one with other headers that count', async () => {
    const both = make({ schemas: ['public', 'shop'] })
    const name = async (headers: Record<string, string>) =>
      (await ask('/harbors?select=name&id=eq.1', { headers, by: both })).text
    for (const _ of [1, 2]) {
      expect(await name({})).toBe('[{"name":"Bergen"}]')
      expect(await name({ 'accept-profile': 'shop' })).toBe('[{"name":"shop"}]')
      expect(await name({ accept: 'text/csv' })).toBe('name\nBergen')
      expect(await name({ accept: 'application/vnd.pgrst.object+json' })).toBe('{"name":"Bergen"}')
      const counted = await ask('/harbors?id=gt.1', { headers: { prefer: 'count=exact', range: '0-0' }, by: both })
      expect([counted.status, counted.headers.get('content-range')]).toEqual([206, '0-0/2'])
      const uncounted = await ask('/harbors?id=gt.1', { by: both })
      expect([uncounted.status, uncounted.headers.get('content-range')]).toEqual([200, '0-1/*'])
      const head = await ask('/harbors?id=gt.1', { method: 'HEAD', by: both })
      expect([head.status, head.text]).toEqual([200, ''])
    }
  })

  test('is planned anew when a definition has changed', async () => {
    const own = make({ lookEveryMs: 0 })
    await harbor.database.sql('create table changing (a int, b text); insert into changing values (1, $$one$$)')
    expect(await body('/changing?a=eq.1', { by: own })).toEqual([{ a: 1, b: 'one' }])
    await harbor.database.sql('alter table changing rename b to c; alter table changing alter a type text')
    expect(await body('/changing?a=eq.1', { by: own })).toEqual([{ a: '1', c: 'one' }])
    expect(await body('/changing?select=b&a=eq.1', { by: own })).toMatchObject({ code: '42703' })
    await harbor.database.sql('drop table changing')
    expect((await ask('/changing?a=eq.1', { by: own })).status).toBe(404)
  })
})

describe('whoever asks after somebody else', () => {
  test('sees by the policies for them alone', async () => {
    const lines = async (as: string | undefined, sub?: string) =>
      (await body('/letters?select=id&id=lt.5&order=id', { ...(as && { as }), ...(sub && { claims: { sub } }) })).map(
        ({ id }: { id: number }) => id,
      )
    for (const _ of [1, 2]) {
      expect(await lines('reader', 'ada')).toEqual([2, 4])
      expect(await lines('reader', 'bea')).toEqual([1, 3])
      expect(await lines('writer', 'ada')).toEqual([2, 4])
      expect(await lines('reader')).toEqual([])
      expect(await lines(undefined)).toEqual([1, 2, 3, 4])
    }
  })

  test('is somebody else, with headers and cookies of their own', async () => {
    const told = (as: string, sub: string | null, headers: Record<string, string>) =>
      body('/told?one=eq.1', { as, headers, ...(sub !== null && { claims: { sub } }) })
    for (const _ of [1, 2]) {
      expect(await told('reader', 'ada', { 'x-mine': 'a', cookie: 'c=1' })).toEqual([
        { role: 'reader', sub: 'ada', mine: 'a', cookie: '1', method: 'GET', reads: 'on', timeout: '0', one: 1 },
      ])
      expect(await told('writer', null, {})).toEqual([
        { role: 'writer', sub: null, mine: null, cookie: null, method: 'GET', reads: 'on', timeout: '7s', one: 1 },
      ])
    }
  })

  test('is refused what only the one before may see', async () => {
    for (const _ of [1, 2]) {
      expect((await ask('/logs?select=line&id=eq.1', { as: 'writer' })).status).toBe(200)
      expect((await ask('/logs?select=line&id=eq.1', { as: 'reader' })).body.code).toBe('42501')
    }
  })

  test('hears nothing of those who ask at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const sub = at % 2 === 0 ? 'ada' : 'bea'
        const id = 1 + (at % 40)
        const path = `/letters?select=id,owner&id=eq.${id}`
        const rows = await body(path, { as: at % 3 === 0 ? 'writer' : 'reader', claims: { sub } })
        const own = (id % 2 === 0) === (sub === 'ada')
        return JSON.stringify(rows) === JSON.stringify(own ? [{ id, owner: sub }] : [])
      }),
    )
    expect(answers.filter((right) => !right)).toEqual([])
  })
})

describe('a connection that everybody waits for', () => {
  const withOne = async (work: (pool: pg.Pool) => Promise<void>) => {
    const pool = lastingPool({ ...harbor.database.pool.options, max: 1, connectionTimeoutMillis: 2_000 })
    try {
      await work(pool)
    } finally {
      await pool.end()
    }
  }

  test('goes from one to the next, also to those who look for new definitions', () =>
    withOne(async (pool) => {
      const by = make({ pool, lookEveryMs: 0 })
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, at) => body(`/ships?select=id&id=eq.${at}`, { by })),
      )
      expect(answers.flat()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }])
      await by.reload()
      expect(pool.waitingCount).toBe(0)
    }))

  /** Calls a function, and something else once that has the connection. */
  const behind = async (pool: pg.Pool, by: ReturnType<typeof make>, name: string) => {
    await by.reload()
    const first = ask(`/rpc/${name}`, { method: 'POST', body: {}, headers: JSON_BODY, by })
    await vi.waitFor(() => expect([pool.totalCount, pool.idleCount]).toEqual([1, 0]))
    const others = [1, 2].map((id) => ask(`/ships?id=eq.${id}`, { by }))
    return Promise.all([first, ...others])
  }

  test('is replaced when it breaks', () =>
    withOne(async (pool) => {
      await harbor.database.sql(
        `create or replace function die() returns void language sql as 'select pg_sleep(0.2), pg_terminate_backend(pg_backend_pid())'`,
      )
      const answers = await behind(pool, make({ pool }), 'die')
      expect(answers.map(({ status }) => status)).toEqual([503, 200, 200])
    }))

  test('is waited for until it takes too long, and then the next one has it', () =>
    withOne(async (pool) => {
      await harbor.database.sql(`create or replace function nap() returns void language sql as 'select pg_sleep(3)'`)
      const by = make({ pool })
      const answers = await behind(pool, by, 'nap')
      expect(answers.map(({ status }) => status)).toEqual([204, 504, 504])
      expect(answers[1]?.body.code).toBe('PGRST003')
      expect(await body('/ships?select=id&id=eq.1', { by })).toEqual([{ id: 1 }])
    }))
})
