import { NO_SQL, SQL_HAS_NUL, TRANSACTION_LEFT_OPEN } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, TestPlatform } from './harness.ts'
import { refusals } from './refused.ts'

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
