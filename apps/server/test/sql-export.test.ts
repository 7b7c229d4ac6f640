import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  EXPORT_GONE,
  EXPORT_WRITES,
  type ExportFormat,
  NOT_ONE_RESULT,
  STATEMENTS_OFF,
  type StatementUses,
  TOO_MANY_EXPORTS,
} from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Refusal, TestPlatform } from './harness.ts'
import { eventually } from './waiting.ts'

let platform: TestPlatform
let token: string
let ref: string

beforeAll(async () => {
  platform = await TestPlatform.start()
  token = (await platform.as('Owner')).token
  ref = await platform.createProject('Exports')
  await sql(`
    create schema "odd one";
    create table "odd one"."Pets" (id int8, name text, price numeric, born timestamptz, raw bytea, doc jsonb, loose json, ok bool);
    insert into "odd one"."Pets" values
      (9007199254740993, E'a "b"\\n\\\\c\\t''d''', 1.10, '2026-03-01 12:00:00.123456+00', '\\x00ff', '{"b": 1, "a": [1.10]}', E'{"x":\\n 1}', true),
      (-1, '', null, null, null, null, null, false), (null, null, 'NaN', 'infinity', '', '"ü"', 'null', null)`)
})
afterAll(() => platform.dispose())

const path = () => `/platform/projects/${ref}/sql`

async function sql(query: string): Promise<Record<string, unknown>[]> {
  const answer = await platform.call<Record<string, unknown>[]>('POST', `/v1/projects/${ref}/database/query`, {
    token,
    body: { query },
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

const begin = (text: string, format: ExportFormat, more: Record<string, unknown> = {}, as = token) =>
  platform.call<{ url: string } & Refusal>('POST', `${path()}/exports`, {
    token: as,
    body: { sql: text, format, ...more },
  })

const fetchFile = (url: string, as = token) => platform.call<Refusal>('GET', url.replace(/^\/api/, ''), { token: as })

async function exported(text: string, format: ExportFormat, more?: Record<string, unknown>): Promise<string> {
  const begun = await begin(text, format, more)
  expect(begun.status, begun.text).toBe(200)
  return (await fetchFile(begun.body.url)).text
}

describe('an export', () => {
  const all = 'select * from "odd one"."Pets" order by id nulls last -- all of them'

  test('writes CSV that tells NULL from an empty text', async () => {
    expect(await exported(`${all};`, 'csv')).toBe(
      [
        'id,name,price,born,raw,doc,loose,ok',
        `-1,"",,,,,,f`,
        `9007199254740993,"a ""b""\n\\c\t'd'",1.10,2026-03-01 12:00:00.123456+00,\\x00ff,"{""a"": [1.10], ""b"": 1}","{""x"":\n 1}",t`,
        `,,NaN,infinity,\\x,"""ü""",null,`,
        '',
      ].join('\n'),
    )
  })

  test('writes JSON with every digit, and keeps columns of the same name apart', async () => {
    const text = await exported(all, 'json')
    expect(text).toContain('"id":9007199254740993,')
    expect(text).toContain('"price":1.10,')
    const rows = JSON.parse(text)
    expect(rows.map(({ name }: { name: string | null }) => name)).toEqual(['', `a "b"\n\\c\t'd'`, null])
    expect(rows[1]).toMatchObject({ raw: '\\x00ff', doc: { a: [1.1], b: 1 }, loose: { x: 1 }, ok: true })
    expect(JSON.parse(await exported('select 1 as exported, 2 as exported, 3', 'json'))).toEqual([
      { exported: 1, 'exported 2': 2, '?column?': 3 },
    ])
    expect(JSON.parse(await exported('select 1 where false', 'json'))).toEqual([])
    // A name has 63 bytes at most: what tells two of them apart is not to be what Postgres leaves out.
    const long = `${'a'.repeat(60)}ü`
    const twice = `select 1 as "${long}b", 2 as "${long}b", 3 as "${long}b"`
    const cut = [`${long}b`, `${'a'.repeat(60)} 2`, `${'a'.repeat(60)} 3`]
    expect(Object.entries(JSON.parse(await exported(twice, 'json'))[0])).toEqual(cut.map((name, at) => [name, at + 1]))
    expect(await exported(twice, 'sql')).toContain("('1', '2', '3')".replaceAll("'", ''))
  })

  test('writes SQL that makes the same rows again', async () => {
    const text = await exported(all, 'sql')
    expect(text).toMatch(/^insert into "odd one"\."Pets" \(id, name, price, born, raw, doc, loose, ok\) values\n\(-1, /)
    await sql(`create table copied (like "odd one"."Pets"); ${text.replaceAll('"odd one"."Pets"', 'copied')}`)
    const [difference] = await sql(`select count(*)::int as n from (
      (select id, name, price, born, raw, doc, loose::text, ok from copied except select id, name, price, born, raw, doc, loose::text, ok from "odd one"."Pets")
      union all
      (select id, name, price, born, raw, doc, loose::text, ok from "odd one"."Pets" except select id, name, price, born, raw, doc, loose::text, ok from copied)) d`)
    expect(difference).toEqual({ n: 0 })
    const many = await exported('select i from generate_series(1, 1001) i', 'sql')
    expect(many.match(/insert into result \(i\) values/g)?.length).toBe(3)
    expect(await exported('select 1 where false', 'sql')).toBe('-- No rows\n')
    // A function takes a hundred arguments, and a row may be wider.
    const wide = Array.from({ length: 250 }, (_, at) => `${at} as c${at}`).join(', ')
    const [, row] = (await exported(`select ${wide}`, 'sql')).split(' values\n')
    expect(row).toBe(`(${Array.from({ length: 250 }, (_, at) => at).join(', ')});\n`)
  })

  test('names the file after its table, and is given once, to whoever began it', async () => {
    const { body } = await begin('table "odd one"."Pets"', 'csv')
    const developer = (await platform.as('Developer')).token
    expect((await fetchFile(body.url, developer)).status).toBe(404)
    const answer = await fetchFile(body.url)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="oddone\.Pets-[\d-]+\.csv"$/)
    const again = await fetchFile(body.url)
    expect([again.status, again.body.message]).toEqual([404, EXPORT_GONE])
  })

  test.each([
    ['with gone as (delete from "odd one"."Pets" returning *) select * from gone', 409, EXPORT_WRITES],
    [`select nextval('counter')`, 409, EXPORT_WRITES],
    ['delete from "odd one"."Pets"', 400, NOT_ONE_RESULT],
    ['delete from "odd one"."Pets" returning id', 400, NOT_ONE_RESULT],
    ['select 1; select 2', 400, NOT_ONE_RESULT],
    ['explain select 1', 400, NOT_ONE_RESULT],
    ['select 1) to program $$id$$ --', 400, 'Failed to export: syntax error at or near ")"'],
    ['select nope', 400, 'Failed to export: column "nope" does not exist'],
    ['select 1 / 0', 400, 'Failed to export: division by zero'],
    ['-- nothing', 400, 'There is no SQL to run'],
    [`select set_config('transaction_read_only', 'off', true) from "odd one"."Pets"`, 400, /read-write mode/],
  ])('refuses %s', async (text, status, message) => {
    await sql('create sequence if not exists counter')
    for (const format of ['csv', 'json'] as const) {
      const answer = await begin(text, format)
      expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(toPattern(message))])
    }
    expect(await sql('select count(*)::int as n from "odd one"."Pets"')).toEqual([{ n: 3 }])
  })

  test('runs as the role that is asked for, and as the reader for those who may only read', async () => {
    await sql(`create table mine (who text); alter table mine enable row level security;
      create policy own on mine using (who = current_setting('request.jwt.claims', true)::json ->> 'sub');
      insert into mine values ('a'), ('b')`)
    expect(await exported('select * from mine', 'csv', { role: 'authenticated', claims: { sub: 'b' } })).toBe(
      'who\nb\n',
    )
    const reader = (await platform.as('Read-only')).token
    const own = await begin('select current_user as me', 'csv', {}, reader)
    expect((await fetchFile(own.body.url, reader)).text).toBe('me\nstoa_reader\n')
    expect((await begin('select 1', 'csv', { role: 'anon' }, reader)).status).toBe(403)
  })

  test('ends in Postgres when its download is given up, and gives its place back', async () => {
    const endless = `select repeat('x', 1000) as "endless", generate_series(1, 100000000)`
    const running = () =>
      sql(
        `select 1 from pg_stat_activity where query like '%endless%' and state = 'active' and pid <> pg_backend_pid()`,
      )
    const urls = await Promise.all([1, 2, 3].map(async () => (await begin(endless, 'csv')).body.url))
    const refused = await begin(endless, 'csv')
    expect([refused.status, refused.body.message]).toEqual([409, TOO_MANY_EXPORTS])
    for (const url of urls) {
      const call = request(`${platform.url}${url}`, { headers: { authorization: `Bearer ${token}` } })
      call.on('error', () => {})
      call.on('response', async (answer) => {
        answer.once('data', () => call.destroy())
      })
      call.end()
    }
    await eventually('the exports to end', async () => (await running()).length === 0)
    expect(await exported('select 1 as n', 'csv')).toBe('n\n1\n')
  })

  test('that fails on its way is cut off, so that it does not look whole', async () => {
    const { body } = await begin(`select 1 / (200000 - i) as n from generate_series(1, 300000) i`, 'csv')
    const ended = await new Promise<string>((resolve) => {
      const call = request(`${platform.url}${body.url}`, { headers: { authorization: `Bearer ${token}` } })
      call.on('error', () => resolve('cut off'))
      call.on('response', (answer) => {
        answer.resume()
        answer.on('end', () => resolve('whole'))
        answer.on('error', () => resolve('cut off'))
      })
      call.end()
    })
    expect(ended).toBe('cut off')
  })

  test('waits for a slow reader in Postgres and not in memory', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const { body } = await begin(`select repeat('y', 1000) as y, generate_series(1, 300000) as i`, 'json')
    collect()
    const before = process.memoryUsage().arrayBuffers
    const call = request(`${platform.url}${body.url}`, { headers: { authorization: `Bearer ${token}` } })
    call.end()
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    await once(answer, 'readable')
    // Time enough to write much of its 300 MB, if nothing stopped it.
    await sleep(2000)
    collect()
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
    call.destroy()
  })
})

const toPattern = (message: string | RegExp) =>
  typeof message === 'string' ? new RegExp(`^${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) : message

describe('statements that ran', () => {
  const list = async (query = '', as = token) =>
    (await platform.call<StatementUses & Refusal>('GET', `${path()}/statements${query}`, { token: as })).body

  const adminPool = async () => {
    const { store, databases } = platform.server.platform
    const query = store.selectFrom('projects').select(['id', 'ref']).where('ref', '=', ref)
    return databases.pool(await query.executeTakeFirstOrThrow(), 'admin')
  }

  test('are listed with their calls and time, found by their text and sorted', async () => {
    for (let i = 0; i < 3; i++) await sql(`select 1 as quail, pg_sleep(0.01) from generate_series(1, 2)`)
    await sql(`select 'x' as quail`)
    const found = await list('?search=QUAIL&order=calls')
    expect(found).toMatchObject({ state: 'on', count: 2, since: expect.any(String) })
    expect(found.statements[0]).toMatchObject({
      role: 'postgres',
      query: 'select $1 as quail, pg_sleep($2) from generate_series($3, $4)',
      calls: 3,
      rows: 6,
    })
    expect(found.statements[0]?.mean_ms).toBeGreaterThan(20)
    for (const order of ['total', 'mean', 'rows'])
      expect((await list(`?search=quail&order=${order}&limit=1`)).statements[0]?.calls).toBe(3)
    // Constants are not part of what is kept, and the platform's own statements are left out.
    const texts = (await list('?limit=200')).statements.map(({ query }) => query)
    expect(texts.filter((text) => /pg_stat_statements|pg_catalog\.pg_type|^select( \$1)?$/.test(text))).toEqual([])
  })

  test('are told apart by whether a function ran them', async () => {
    const pool = await adminPool()
    await pool.query("alter system set pg_stat_statements.track = 'all'")
    await pool.query('select pg_reload_conf()')
    await sql(
      `create table if not exists dotterel ();
       create or replace function plover() returns int language plpgsql as $$ begin perform count(*) from dotterel; return 1; end $$`,
    )
    const found = async () => {
      const { statements } = await list('?search=dotterel&limit=200')
      return statements.filter(({ query }) => !query.startsWith('create')).map(({ top_level }) => top_level)
    }
    const inside = async () => {
      // A reload reaches a session that runs already at its next statement.
      await sql(`select plover()`)
      return await found()
    }
    await expect.poll(inside, { timeout: 20_000 }).toContain(false)
    await sql(`select count(*) from dotterel`)
    expect((await found()).toSorted()).toEqual([false, true])
    const { statements } = await list('?limit=200')
    expect(new Set(statements.map(({ id }) => id)).size).toBe(statements.length)
    await pool.query('alter system reset pg_stat_statements.track')
    await pool.query('select pg_reload_conf()')
  })

  test('tell no password, and are not found by one', async () => {
    await sql(`create role heron login password 'never told'`)
    const reader = (await platform.as('Read-only')).token
    const texts = (await list('?limit=200', reader)).statements.map(({ query }) => query)
    expect(texts).toContain(`create role heron login password '…'`)
    expect(texts.join()).not.toContain('never told')
    expect((await list('?search=never', reader)).count).toBe(0)
    // Nor is the word alone what hides a statement.
    await sql(`select 1 as password, 'x' as heron`)
    expect((await list('?search=as%20password', reader)).count).toBe(1)
  })

  test('are counted anew, by those who may', async () => {
    const reset = (as: string) => platform.call('POST', `${path()}/statements/reset`, { token: as })
    expect((await reset((await platform.as('Read-only')).token)).status).toBe(403)
    expect((await reset(token)).status).toBe(200)
    expect((await list('?search=quail')).count).toBe(0)
    expect((await platform.audit({ ref, action: 'project.statements_reset' })).length).toBe(1)
  })

  test('can be enabled where they are not', async () => {
    const pool = await adminPool()
    await pool.query('drop extension pg_stat_statements')
    expect(await list()).toEqual({ state: 'off', since: null, count: 0, statements: [] })
    const refused = await platform.call<Refusal>('POST', `${path()}/statements/reset`, { token })
    expect([refused.status, refused.body.message]).toEqual([409, STATEMENTS_OFF])
    expect((await platform.call('POST', `${path()}/statements/enable`, { token })).status).toBe(200)
    expect((await list()).state).toBe('on')
    expect((await platform.call('POST', `${path()}/statements/reset`, { token })).status).toBe(200)
  })
})
