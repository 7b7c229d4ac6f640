import { ENDS_TRANSACTION, NO_SQL, RUN_TIMED_OUT, SQL_HAS_NUL, TRANSACTION_LEFT_OPEN } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, TestPlatform } from './harness.ts'
import { refusals } from './refused.ts'
import { runCalls } from './run-calls.ts'

let platform: TestPlatform
let owner: Person
/** A healthy project with a server. */
let ref: string

beforeAll(async () => {
  platform = await TestPlatform.start()
  owner = await platform.as('Owner')
  ref = await platform.createProject('Real')
})
afterAll(() => platform.dispose())

const refused = refusals(() => platform)

describe('SQL', () => {
  type Line = { type: string; error?: { message: string; code: string } }
  const query = (body: object, token = owner.token) =>
    ['POST', `/v1/projects/${ref}/database/query`, { token, body }] as const
  const run = (body: object, token = owner.token) =>
    ['POST', `/platform/projects/${ref}/sql/run`, { token, body }] as const
  const lines = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)

  beforeAll(async () => {
    const made = await platform.call(...query({ query: 'create table kept (id int); insert into kept values (1)' }))
    expect(made.status, made.text).toBe(201)
  })
  const kept = async () =>
    (await platform.call<{ count: number }[]>(...query({ query: 'select count(*) from kept', read_only: true }))).body

  test.for(['', ' \n ', ';;', '-- only a comment', '/* and /* nested */ */ ;'])(
    '%j is not SQL to run',
    async (text) => {
      await refused(400, NO_SQL, ...query({ query: text }))
      await refused(400, NO_SQL, ...run({ sql: text }))
    },
  )

  test('a text that is too long is refused', async () => {
    const long = `select 1 ${' '.repeat(4_000_000)}`
    await refused(400, 'This SQL is longer than 4 million characters', ...query({ query: long }))
    await refused(400, 'This SQL is longer than 4 million characters', ...run({ sql: long }))
  })

  test('what Postgres refuses is told in its words', async () => {
    await refused(400, 'Failed to run sql query: syntax error at or near "selec"', ...query({ query: 'selec 1' }))
    await refused(
      400,
      'Failed to run sql query: relation "nothing" does not exist',
      ...query({ query: 'table nothing' }),
    )
    await refused(
      400,
      `Failed to run sql query: ${TRANSACTION_LEFT_OPEN}`,
      ...query({ query: 'begin; insert into kept values (2)' }),
    )
    await refused(400, SQL_HAS_NUL, ...query({ query: "select '\0'" }))
    await refused(400, SQL_HAS_NUL, ...run({ sql: 'select 1; \0 delete from kept' }))
  })

  test('nothing of a text stays when one of its statements fails', async () => {
    await refused(400, /division by zero/, ...query({ query: 'insert into kept values (2); select 1/0' }))
    const streamed = lines((await platform.call(...run({ sql: 'insert into kept values (2); select 1/0' }))).text)
    expect(streamed.at(-1)).toMatchObject({ type: 'error', error: { message: 'division by zero', code: '22012' } })
    expect(await kept()).toEqual([{ count: 1 }])
  })

  const writing = [
    ['insert', 'insert into kept values (3)'],
    ['a change inside a query', 'with gone as (delete from kept returning 1) select * from gone'],
    ['a new table', 'create table more ()'],
    ['an end of the transaction before a change', 'commit; delete from kept'],
    ['a change of the mode', 'set transaction read write'],
    ['a file of the server', "copy kept to '/tmp/stoa-never'"],
    ['a setting of the role', 'alter role stoa_reader set default_transaction_read_only = off'],
    ['another role', 'set role postgres'],
  ] as const
  test.for(writing)('a read-only run refuses %s', async ([, text]) => {
    await refused(400, /^Failed to run sql query: /, ...query({ query: text, read_only: true }))
    const streamed = lines((await platform.call(...run({ sql: text, read_only: true }))).text)
    expect(streamed.at(-1)?.type).toBe('error')
    expect(streamed.filter((line) => line.type === 'rows')).toEqual([])
    expect(await kept()).toEqual([{ count: 1 }])
  })

  test('a streamed read-only run takes several statements, each of them by itself', async () => {
    const read = lines((await platform.call(...run({ sql: 'select 1 as a; select 2 as b', read_only: true }))).text)
    expect(read.map((line) => line.type).filter((type) => type === 'rows' || type === 'done')).toEqual([
      'rows',
      'rows',
      'done',
    ])
    const mixed = lines((await platform.call(...run({ sql: 'select 1; delete from kept', read_only: true }))).text)
    expect(mixed.at(-1)).toMatchObject({ type: 'error', statement: 1, error: { code: '25006' } })
    expect(await kept()).toEqual([{ count: 1 }])
  })

  test('several statements in a read-only run are refused as such', async () => {
    const sentence = 'Failed to run sql query: cannot insert multiple commands into a prepared statement'
    await refused(400, sentence, ...query({ query: 'select 1; select 2', read_only: true }))
  })

  test('a Read-only member reads and changes nothing', async () => {
    const { token } = await platform.as('Read-only')
    const denied = 'You need additional permissions to change this database'
    await refused(403, denied, ...query({ query: 'select 1' }, token))
    await refused(403, denied, ...run({ sql: 'select 1', read_only: false }, token))
    await refused(400, /permission denied|read-only/, ...query({ query: 'delete from kept', read_only: true }, token))
    const answer = await platform.call(...query({ query: 'select id from kept', read_only: true }, token))
    expect([answer.status, answer.body]).toEqual([201, [{ id: 1 }]])
  })

  test('values keep what they mean', async () => {
    const text = `select 9007199254740993::int8 as big, 7::int8 as small, date '2026-03-01' as day,
      timestamptz 'infinity' as ever, timestamp '2026-03-01 12:00' as local, '\\x00ff'::bytea as bytes,
      interval '1 day 2 hours' as span, 1.10::numeric as exact, array[date '2026-03-01'] as days, '{"a":[1]}'::jsonb as doc, null as nothing`
    const answer = await platform.call<unknown[]>(...query({ query: text }))
    expect(answer.body).toEqual([
      {
        big: '9007199254740993',
        small: 7,
        day: '2026-03-01',
        ever: 'infinity',
        local: '2026-03-01 12:00:00',
        bytes: '\\x00ff',
        span: '1 day 02:00:00',
        exact: '1.10',
        days: ['2026-03-01'],
        doc: { a: [1] },
        nothing: null,
      },
    ])
  })
})

describe('how a run is made', () => {
  const { base, run, rows } = runCalls(
    () => platform,
    () => ({ ref, token: owner.token }),
  )

  beforeAll(async () => {
    await rows('create table made (id int); create table own (user_id text, secret text)')
    await rows(`
      alter table own enable row level security;
      create policy own on own for select to authenticated using (user_id = current_setting('request.jwt.claims', true)::json->>'sub');
      insert into own values ('a', 'of a'), ('b', 'of b')`)
  })

  test('a limit is put behind a plain select only', async () => {
    const limited = await run('select * from generate_series(1, 500);', { limit: 100 })
    expect(limited[0]).toMatchObject({ auto_limit: 100 })
    expect(limited.find((line) => line.type === 'complete')).toMatchObject({ row_count: 100 })
    const own = await run('select * from generate_series(1, 500) limit 200', { limit: 100 })
    expect(own[0]).toMatchObject({ auto_limit: null })
    expect(own.find((line) => line.type === 'complete')).toMatchObject({ row_count: 200 })
    expect((await run('select 1', { limit: -1 }))[0]).toMatchObject({ auto_limit: null })
  })

  test('each role sees what its policies let it see', async () => {
    const secrets = (more: object) => rows('select secret from own order by secret', more)
    expect(await secrets({})).toEqual([['of a'], ['of b']])
    expect(await secrets({ role: 'service_role' })).toEqual([['of a'], ['of b']])
    expect(await secrets({ role: 'anon' })).toEqual([])
    expect(await secrets({ role: 'authenticated', claims: { sub: 'b' } })).toEqual([['of b']])
    expect(await secrets({ role: 'authenticated', claims: { sub: "'; reset role; --" } })).toEqual([])
    expect(
      await rows(`select current_user, current_setting('request.jwt.claims')::json->>'role'`, { role: 'anon' }),
    ).toEqual([['anon', 'anon']])
  })

  test('what another role writes is kept, and what it may not is refused', async () => {
    await rows('insert into made values (20)', { role: 'service_role' })
    expect(await rows('select id from made where id = 20')).toEqual([['20']])
    const refused = await run("insert into made values (21); insert into own values ('c', 'x')", { role: 'anon' })
    expect(refused.at(-1)).toMatchObject({ type: 'error', statement: 1, error: { code: '42501' } })
    expect(await rows('select id from made where id = 21')).toEqual([])
  })

  test('everything is undone at the end when asked for', async () => {
    expect(
      await rows('insert into made values (30); select id from made where id = 30', { in_transaction: 'rollback' }),
    ).toEqual([['30']])
    expect(await rows('select id from made where id = 30')).toEqual([])
  })

  test.for([
    'commit',
    'end',
    'rollback',
    'abort',
    '/* x */ COMMIT AND CHAIN',
    'begin',
    'start transaction',
    "prepare transaction 'x'",
    'rollback to nothing; commit',
  ])('a run that is one transaction refuses %s', async (sql) => {
    const lines = await run(`insert into made values (40); savepoint nothing; ${sql}; select 1`, {
      in_transaction: 'rollback',
    })
    expect(lines.at(-1)).toMatchObject({ type: 'error', error: { message: ENDS_TRANSACTION } })
    expect(await rows('select id from made where id = 40')).toEqual([])
  })

  test('a transaction that cannot be kept says so for no statement', async () => {
    await rows(
      'create table parents (id int primary key); create table children (id int references parents deferrable initially deferred)',
    )
    const lines = await run('insert into children values (1)', { in_transaction: 'commit' })
    expect(lines.at(-1)).toMatchObject({ type: 'error', statement: null, place: null, error: { code: '23503' } })
  })

  test('a place is counted in the whole text, with and without a transaction', async () => {
    const text = "select '日本🚀'; select oops"
    for (const more of [{}, { in_transaction: 'commit' }, { read_only: true }]) {
      const last = (await run(text, more)).at(-1)
      if (last?.type !== 'error') throw new Error('It did not fail')
      expect([...text].slice((last.error.position ?? 0) - 1).join('')).toBe('oops')
      expect(text.slice(last.place?.start, last.place?.end)).toBe('select oops')
    }
  })

  test('a text that cannot be parsed fails in the statement that is wrong', async () => {
    expect((await run('select 1; select 2; selec 3')).at(-1)).toMatchObject({ type: 'error', statement: 2 })
  })

  test('Postgres gives up after the timeout, and so does the platform for the whole run', async () => {
    for (const more of [{}, { role: 'anon' }, { read_only: true }])
      expect((await run('select pg_sleep(60)', { timeout_ms: 100, ...more })).at(-1)).toMatchObject({
        type: 'error',
        error: { message: 'canceling statement due to statement timeout' },
      })
    const turnedOff = await run('set statement_timeout = 0; select pg_sleep(60)', { timeout_ms: 100 })
    expect(turnedOff.at(-1)).toMatchObject({ type: 'error', error: { message: RUN_TIMED_OUT } })
  })

  test.for([
    [{ timeout_ms: 0 }, 'A timeout is at least 1 millisecond'],
    [{ timeout_ms: 90_000_000 }, 'A timeout is at most 24 hours'],
    [{ claims: { a: 'x'.repeat(20_000) } }, 'These claims are longer than 16,384 characters'],
  ] as const)('%j is refused', async ([more, sentence]) => {
    const answer = await platform.call<{ message: string }>('POST', `${base()}/run`, {
      token: owner.token,
      body: { sql: 'select 1', ...more },
    })
    expect([answer.status, answer.body.message]).toEqual([400, sentence])
  })
})
