import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ROW_TOO_LARGE, type SqlRunLine, TRANSACTION_LEFT_OPEN } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestPlatform } from './harness.ts'
import { eventually } from './waiting.ts'

let platform: TestPlatform
let token: string
let ref: string

beforeAll(async () => {
  platform = await TestPlatform.start()
  token = (await platform.as('Owner')).token
  ref = await platform.createProject('Runs')
})
afterAll(() => platform.dispose())

const path = () => `/platform/projects/${ref}/sql/run`

type Told = SqlRunLine extends infer Line ? (Line extends unknown ? Omit<Line, 'ms' | 'place'> : never) : never

/** Runs a text to its end and gives all lines between the first and the last, without what differs each time. */
async function run(sql: string, read_only = false): Promise<{ lines: Told[]; last: SqlRunLine }> {
  const answer = await platform.call('POST', path(), { token, body: { sql, read_only } })
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  const lines = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SqlRunLine)
  expect(lines.shift()).toMatchObject({ type: 'run', id: expect.any(String) })
  const last = lines.pop()
  if (!last) throw new Error('The answer is empty')
  return { lines: lines.map(withoutPlace), last }
}

function withoutPlace(line: SqlRunLine): Told {
  const { ms: _ms, place: _place, ...told } = { ms: 0, place: null, ...line }
  return told as Told
}

/** Begins a run and hands over the connection, to read it as slowly as one likes. */
function begin(sql: string) {
  const body = JSON.stringify({ sql })
  const call = request(`${platform.url}/api${path()}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': body.length },
    timeout: 30_000,
  })
  call.on('error', () => {})
  call.end(body)
  return call
}

/** The platform's own connections to the project's server. */
async function adminPool() {
  const { databases, store } = platform.server.platform
  const row = await store.selectFrom('projects').select(['id', 'ref']).where('ref', '=', ref).executeTakeFirstOrThrow()
  return databases.pool(row, 'admin')
}

/** What the server of the project is doing for a text that contains a word. */
async function running(word: string): Promise<{ state: string; wait_event_type: string | null }[]> {
  const found = await (await adminPool()).query(
    `select state, wait_event_type from pg_stat_activity where query like $1 and pid <> pg_backend_pid() and state <> 'idle'`,
    [`%${word}%`],
  )
  return found.rows
}

describe('a run', () => {
  test('has its session from the moment that an editor opens, and knows the types made since', async () => {
    const pool = await adminPool()
    const backends = async () => {
      const found = await pool.query(
        `select pid from pg_stat_activity where usename = 'postgres' and backend_type = 'client backend'`,
      )
      return found.rows.map(({ pid }: { pid: number }) => pid)
    }
    const before = await backends()
    expect((await platform.call('GET', `/platform/projects/${ref}/sql/runs`, { token })).status).toBe(200)
    const made = await eventually('a session', async () => (await backends()).find((pid) => !before.includes(pid)))
    await pool.query(`create type public.since as enum ('late')`)
    const { lines } = await run(`select pg_backend_pid() as pid, 'late'::since as kind`)
    await pool.query('drop type public.since')
    expect(lines).toMatchObject([
      { columns: [{ type: 'int4' }, { type: 'since' }] },
      { rows: [[String(made), 'late']] },
      { type: 'complete' },
    ])
  })

  test('tells every result in order, as Postgres prints it', async () => {
    const { lines, last } = await run(`
      create type mood as enum ('calm');
      create table pets (id int8, name text, at timestamptz, mood mood, data jsonb);
      insert into pets values (9007199254740993, 'Ærø 🚀', '2026-03-01 12:00+00', 'calm', '{"a": [1]}'), (2, null, null, null, null);
      select * from pets order by name;
      select 1.10::numeric as exact, 1 as same, 2 as same where false;
      update pets set name = 'x';
      begin; commit;
      drop table pets`)
    expect(lines).toEqual([
      { type: 'complete', statement: 0, command: 'CREATE TYPE', row_count: null },
      { type: 'complete', statement: 1, command: 'CREATE TABLE', row_count: null },
      { type: 'complete', statement: 2, command: 'INSERT', row_count: 2 },
      {
        type: 'columns',
        statement: 3,
        columns: [
          { name: 'id', type: 'int8' },
          { name: 'name', type: 'text' },
          { name: 'at', type: 'timestamptz' },
          // Made by this very run, so that its name was not known when the run began.
          { name: 'mood', type: expect.stringMatching(/^\d+$/) },
          { name: 'data', type: 'jsonb' },
        ],
      },
      {
        type: 'rows',
        count: 2,
        rows: [
          ['9007199254740993', 'Ærø 🚀', expect.stringContaining('2026-03-01'), 'calm', '{"a": [1]}'],
          ['2', null, null, null, null],
        ],
      },
      { type: 'complete', statement: 3, command: 'SELECT', row_count: 2 },
      {
        type: 'columns',
        statement: 4,
        columns: [
          { name: 'exact', type: 'numeric' },
          { name: 'same', type: 'int4' },
          { name: 'same', type: 'int4' },
        ],
      },
      { type: 'complete', statement: 4, command: 'SELECT', row_count: 0 },
      { type: 'complete', statement: 5, command: 'UPDATE', row_count: 2 },
      { type: 'complete', statement: 6, command: 'BEGIN', row_count: null },
      { type: 'complete', statement: 7, command: 'COMMIT', row_count: null },
      { type: 'complete', statement: 8, command: 'DROP TABLE', row_count: null },
    ])
    expect(last).toEqual({ type: 'done', ms: expect.any(Number) })
    const later = await run('select null::mood as mood')
    expect(later.lines[0]).toEqual({ type: 'columns', statement: 0, columns: [{ name: 'mood', type: 'mood' }] })
  })

  test('tells the results before an error, and where the error is', async () => {
    const text = 'select 1 as one; select oops from pg_class'
    const { lines, last } = await run(text)
    expect(lines.map((line) => line.type)).toEqual(['columns', 'rows', 'complete'])
    expect(last).toEqual({
      type: 'error',
      statement: 1,
      place: { start: 17, end: text.length },
      error: {
        message: 'column "oops" does not exist',
        code: '42703',
        detail: null,
        hint: null,
        position: text.indexOf('oops') + 1,
      },
      ms: expect.any(Number),
    })
  })

  test('counts the position of an error in characters, also after some that take many bytes', async () => {
    const text = "select '🚀日本' as t; selec 2"
    const { last } = await run(text)
    if (last.type !== 'error') throw new Error('The run did not fail')
    expect([...text].slice((last.error.position ?? 0) - 1).join('')).toBe('selec 2')
  })

  test('tells detail and hint', async () => {
    const { last } = await run(
      "do $$ begin raise exception 'no' using detail = 'because', hint = 'do not', errcode = 'P7777'; end $$",
    )
    expect(last).toMatchObject({ error: { message: 'no', detail: 'because', hint: 'do not', code: 'P7777' } })
  })

  test('tells notices where they happen', async () => {
    const { lines } = await run(
      "select 1 as a; do $$ begin raise notice 'one'; raise warning 'two'; end $$; select 2 as b",
    )
    expect(lines.filter((line) => line.type !== 'columns' && line.type !== 'rows')).toEqual([
      { type: 'complete', statement: 0, command: 'SELECT', row_count: 1 },
      { type: 'notice', statement: 1, severity: 'NOTICE', message: 'one' },
      { type: 'notice', statement: 1, severity: 'WARNING', message: 'two' },
      { type: 'complete', statement: 1, command: 'DO', row_count: null },
      { type: 'complete', statement: 2, command: 'SELECT', row_count: 1 },
    ])
  })

  test('ends with an error when its own connection is ended', async () => {
    const { last } = await run('select pg_terminate_backend(pg_backend_pid())')
    expect(last).toMatchObject({ type: 'error' })
    expect((await run('select 1')).last.type).toBe('done')
  })

  test('does not wait for rows to copy in', async () => {
    const { last } = await run('create table copied (id int); copy copied from stdin')
    expect(last).toMatchObject({
      type: 'error',
      error: { message: expect.stringContaining('COPY FROM STDIN needs a file') },
    })
    expect((await run('copy (select 1) to stdout')).last.type).toBe('done')
  })

  test('that leaves its transaction open fails, since nothing of it stays', async () => {
    await run('create table left_open (id int)')
    for (const sql of [
      'begin; insert into left_open values (1)',
      'start transaction; savepoint a',
      'begin; commit and chain',
    ]) {
      expect((await run(sql)).last).toMatchObject({
        type: 'error',
        statement: null,
        error: { message: TRANSACTION_LEFT_OPEN },
      })
    }
    expect((await run('begin; insert into left_open values (2); commit')).last.type).toBe('done')
    expect((await run('table left_open')).lines[1]).toEqual({ type: 'rows', count: 1, rows: [['2']] })
  })

  test('leaves nothing of its session to the next', async () => {
    await run('set search_path = pg_catalog; set role anon; create temporary table t (id int); listen news')
    const { lines } = await run("select current_user, current_setting('search_path') as path, to_regclass('t') as t")
    expect(lines[1]).toEqual({
      type: 'rows',
      count: 1,
      rows: [['postgres', expect.not.stringMatching(/^pg_catalog$/), null]],
    })
    await eventually('no session to be left', async () => {
      const found = await platform.call<{ n: number }[]>('POST', `/v1/projects/${ref}/database/query`, {
        token,
        body: {
          query: "select count(*) as n from pg_stat_activity where usename = 'postgres' and pid <> pg_backend_pid()",
        },
      })
      return found.body[0]?.n === 0
    })
  })
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** Bytes that this process cannot do without. */
function held(): number {
  // What the first collection finds unused, such as buffers outside the heap, the second frees.
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('a large result', () => {
  const ROWS = 200_000
  const MB = 1024 * 1024
  /** Some 100 MB as lines of JSON. */
  const large = `select i, repeat('x', 500) as filler, 'large' as word from generate_series(1, ${ROWS}) i`

  test('arrives whole and in order, without being held in memory for a reader that is slow', async () => {
    const call = begin(large)
    const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      call.on('response', resolve)
      call.on('error', reject)
    })
    answer.pause()
    // Nobody reads. What the platform holds stops growing, and Postgres waits for its client to take more.
    await eventually('Postgres to wait', async () =>
      (await running('large')).some((session) => session.wait_event_type === 'Client'),
    )
    const before = held()
    await sleep(1_000)
    expect(held() - before, 'growth while nobody reads').toBeLessThan(4 * MB)
    expect(await running('large')).toHaveLength(1)

    let [count, next, rest, bytes, looked, highest] = [0, 1, '', 0, 0, before]
    let last: SqlRunLine | undefined
    answer.setEncoding('utf8')
    for await (const part of answer) {
      bytes += (part as string).length
      const lines = (rest + part).split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) {
        const line = JSON.parse(text) as SqlRunLine
        last = line
        if (line.type !== 'rows') continue
        for (const row of line.rows) if (row[0] !== String(next++)) throw new Error(`Row ${count} is out of order`)
        count += line.rows.length
      }
      if (bytes - looked < 10 * MB) continue
      looked = bytes
      highest = Math.max(highest, held())
    }
    expect(count).toBe(ROWS)
    expect(bytes).toBeGreaterThan(100_000_000)
    expect(last?.type).toBe('done')
    // Reader and platform share this process: this is what both together hold.
    expect(highest - before, 'growth while it is read').toBeLessThan(16 * MB)
  })

  test('may have a value of 50 MB', async () => {
    const { lines, last } = await run(`select repeat('å', ${25 * MB}) as wide`)
    expect(last.type).toBe('done')
    const [, rows] = lines
    if (rows?.type !== 'rows') throw new Error('There are no rows')
    expect(rows.rows[0]?.[0] === 'å'.repeat(25 * MB)).toBe(true)
  })

  test('with a row that is too large to be held ends its own run, and nothing else', async () => {
    const sql = `select 1 as small; select repeat('x', ${130 * MB})`
    const { lines, last } = await run(sql)
    expect(lines.map(({ type }) => type)).toEqual(['columns', 'rows', 'complete', 'columns'])
    expect(last).toMatchObject({ type: 'error', statement: 1, error: { message: ROW_TOO_LARGE } })
    const asked = await platform.call<{ message: string }>('POST', `/v1/projects/${ref}/database/query`, {
      token,
      body: { query: sql, read_only: false },
    })
    expect([asked.status, asked.body.message]).toEqual([400, `Failed to run sql query: ${ROW_TOO_LARGE}`])
    // So does what is told on the way.
    expect((await run(`do $$ begin raise notice '%', repeat('x', ${130 * MB}); end $$`)).last).toMatchObject({
      error: { message: ROW_TOO_LARGE },
    })
    expect((await run('select 1')).last.type).toBe('done')
  })

  test('is not sent further when its reader goes, and other runs go on', async () => {
    const call = begin(large.replace('large', 'abandoned'))
    await new Promise((resolve) => call.on('response', resolve))
    await eventually('Postgres to wait', async () =>
      (await running('abandoned')).some((session) => session.wait_event_type === 'Client'),
    )
    const left = performance.now()
    call.destroy()
    await eventually('the run to end', async () => (await running('abandoned')).length === 0, 5_000)
    expect(performance.now() - left).toBeLessThan(1_000)
    expect((await run('select 1')).last.type).toBe('done')
  })
})

describe('a run whose reader goes away', () => {
  test('is cancelled in Postgres in less than a second', async () => {
    const call = begin("select pg_sleep(60), 'sleeper'")
    await eventually('the run to begin', async () => (await running('sleeper')).length === 1)
    const left = performance.now()
    call.destroy()
    await eventually('the run to end', async () => (await running('sleeper')).length === 0, 5_000)
    expect(performance.now() - left).toBeLessThan(1_000)
  })

  test('is cancelled in Postgres also when it runs to its end for an object', async () => {
    const leaving = new AbortController()
    const asked = platform
      .call('POST', `/v1/projects/${ref}/database/query`, {
        token,
        body: { query: "select pg_sleep(60), 'objects'" },
        signal: leaving.signal,
      })
      .catch(() => 'left')
    await eventually('the run to begin', async () => (await running('objects')).length === 1)
    leaving.abort()
    expect(await asked).toBe('left')
    await eventually('the run to end', async () => (await running('objects')).length === 0, 1_000)
  })

  test('changes nothing', async () => {
    await run('create table untouched (id int)')
    const call = begin("insert into untouched values (1); select pg_sleep(60), 'changing'")
    await eventually('the run to begin', async () => (await running('changing')).length === 1)
    call.destroy()
    await eventually('the run to end', async () => (await running('changing')).length === 0)
    expect((await run('select count(*) from untouched')).lines[1]).toEqual({ type: 'rows', count: 1, rows: [['0']] })
  })
})
