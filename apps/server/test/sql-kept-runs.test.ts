import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type HistoryEntry,
  NO_SUCH_RUN,
  RUN_NEVER_BEGAN,
  RUN_NOT_KEPT,
  RUN_TOO_LARGE,
  TOO_MANY_RUNS,
} from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, TestPlatform } from './harness.ts'
import { runCalls } from './run-calls.ts'
import { eventually } from './waiting.ts'

let platform: TestPlatform
let owner: Person
let ref: string

beforeAll(async () => {
  platform = await TestPlatform.start()
  owner = await platform.as('Owner')
  ref = await platform.createProject('Kept')
  await rows('create table kept (id int)')
})
afterAll(() => platform.dispose())

const { base, run, rows, beginAndLeave, runs, attach, cancel, over } = runCalls(
  () => platform,
  () => ({ ref, token: owner.token }),
)

describe('a run that is kept', () => {
  test('goes on without its reader, and is read again from its beginning', async () => {
    await rows('create table tide (id int)')
    const id = await beginAndLeave(
      `select 1 as a; do $$ begin while not exists (select from tide) loop perform pg_sleep(0.02); end loop; end $$;
       insert into kept values (1); select 'end' as b`,
      { document_id: 'doc-1', from: 7, limit: 100 },
    )
    expect((await runs()).find((one) => one.id === id)).toMatchObject({
      document_id: 'doc-1',
      from: 7,
      limit: 100,
      role: 'postgres',
      ended_at: null,
      started_at: expect.any(String),
    })
    const attached = attach(id)
    await rows('insert into tide values (1)')
    const lines = await attached
    expect(lines.map((line) => line.type)).toEqual([
      'run',
      'columns',
      'rows',
      'complete',
      'complete',
      'complete',
      'columns',
      'rows',
      'complete',
      'done',
    ])
    expect(await rows('select count(*) from kept')).toEqual([['1']])
    // And once more, after its end.
    expect(await attach(id)).toEqual(lines)
    expect((await runs()).find((one) => one.id === id)?.ended_at).toEqual(expect.any(String))
  })

  test('goes into a file that nobody else may read when it is large', async () => {
    const id = await beginAndLeave("select repeat('x', 1000) from generate_series(1, 20000)")
    await over(id)
    const folder = join(platform.config.dataDir, 'runs')
    expect(await readdir(folder)).toEqual([id])
    const { mode, size } = await stat(join(folder, id))
    expect([mode & 0o777, size > 15_000_000]).toEqual([0o600, true])
    const lines = await attach(id)
    expect(lines.reduce((sum, line) => sum + (line.type === 'rows' ? line.rows.length : 0), 0)).toBe(20_000)
    expect(lines.at(-1)?.type).toBe('done')
  })

  test('makes way for the next of its document', async () => {
    const first = await beginAndLeave('select 1', { document_id: 'doc-2' })
    await over(first)
    const second = await beginAndLeave('select 2', { document_id: 'doc-2' })
    await over(second)
    expect((await runs()).filter((one) => one.document_id === 'doc-2').map((one) => one.id)).toEqual([second])
  })

  test('is cancelled in Postgres, and says so', async () => {
    const id = await beginAndLeave("insert into kept values (7); select pg_sleep(60), 'sleeper'")
    expect((await cancel(id)).status).toBe(204)
    const last = (await attach(id)).at(-1)
    expect(last).toMatchObject({ type: 'error', error: { code: '57014' } })
    expect(await rows('select count(*) from kept where id = 7')).toEqual([['0']])
    // One that has ended stays as it is.
    expect((await cancel(id)).status).toBe(204)
  })

  test('is ended even when it catches being cancelled', async () => {
    const id = await beginAndLeave(`do $$ begin loop
      begin perform pg_sleep(60); exception when query_canceled then null; end;
    end loop; end $$`)
    await cancel(id)
    expect((await attach(id)).at(-1)).toMatchObject({ type: 'error' })
  })

  test('is nobody else’s', async () => {
    const id = await beginAndLeave('select 1')
    const other = await platform.as('Administrator')
    expect(await runs(other.token)).toEqual([])
    for (const answer of [
      await platform.call<{ message: string }>('GET', `${base()}/runs/${id}`, { token: other.token }),
      await platform.call<{ message: string }>('POST', `${base()}/runs/${id}/cancel`, { token: other.token }),
    ])
      expect([answer.status, answer.body.message]).toEqual([404, NO_SUCH_RUN])
    const wrong = await platform.call<{ message: string }>('GET', `${base()}/runs/none`, { token: owner.token })
    expect([wrong.status, wrong.body.message]).toEqual([400, NO_SUCH_RUN])
  })

  test('can be named by its page, which then comes back to it without having heard of it', async () => {
    const id = randomUUID()
    const answer = await platform.call<{ message: string }>('GET', `${base()}/runs/${id}`, { token: owner.token })
    expect([answer.status, answer.body.message]).toEqual([404, RUN_NEVER_BEGAN])
    const named = { id, keep: true }
    const lines = await run("insert into kept values (50); select 'named' as word", named)
    expect(lines[0]).toMatchObject({ type: 'run', id })
    expect(await attach(id)).toEqual(lines)
    // Sent once more, as after a connection that was lost, it is given and not run again.
    expect(await run("insert into kept values (50); select 'named' as word", named)).toEqual(lines)
    expect(await rows('select count(*) from kept where id = 50')).toEqual([['1']])
    const other = await platform.as('Administrator')
    await expect(run('select 1', named, other.token)).rejects.toThrow(NO_SUCH_RUN)
    const wrong = await platform.call<{ message: string }>('POST', `${base()}/run`, {
      token: owner.token,
      body: { sql: 'select 1', id: 'mine' },
    })
    expect([wrong.status, wrong.body.message]).toEqual([400, 'The id of a run is a UUID'])
  })

  test('is in the history, whatever it is called', async () => {
    const id = randomUUID()
    await run("select 'first of a name' as a", { id })
    await run("select 'second of a name' as a", { id })
    await eventually('both to be noted', async () => {
      const answer = await platform.call<{ entries: HistoryEntry[] }>('GET', `${base()}/history?search=of a name`, {
        token: owner.token,
      })
      return answer.body.entries.length === 2 && answer.body.entries.every(({ status }) => status === 'done')
    })
    // What the server had and has no more was run.
    const gone = await platform.call<{ message: string }>('GET', `${base()}/runs/${id}`, { token: owner.token })
    expect([gone.status, gone.body.message]).toEqual([404, NO_SUCH_RUN])
  })

  test('that cannot be kept goes on for whoever reads it, and is cancelled when nobody does', async () => {
    // As when a disk is full: there is no place for what a run gives.
    const folder = join(platform.config.dataDir, 'runs')
    await rm(folder, { recursive: true })
    const error = async (word: string) =>
      (
        await platform.call<{ entries: HistoryEntry[] }>('GET', `${base()}/history?search=${word}&status=failed`, {
          token: owner.token,
        })
      ).body.entries[0]?.error
    const rowsThenWait = (word: string) =>
      `select repeat('x', 1000) as ${word} from generate_series(1, 20000); select pg_sleep(60)`
    await beginAndLeave(rowsThenWait('flotsam'))
    await eventually('the run to be cancelled', async () => (await error('flotsam')) === RUN_TOO_LARGE)

    const id = randomUUID()
    const leaving = new AbortController()
    const body = { sql: rowsThenWait('jetsam'), keep: true, id }
    const answer = await fetch(`${platform.url}/api${base()}/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: leaving.signal,
    })
    const reader = answer.body?.getReader()
    let taken = 0
    while (taken < 5_000_000) taken += (await reader?.read())?.value?.length ?? Number.POSITIVE_INFINITY
    for (const again of [
      await platform.call<{ message: string }>('GET', `${base()}/runs/${id}`, { token: owner.token }),
      await platform.call<{ message: string }>('POST', `${base()}/run`, { token: owner.token, body }),
    ])
      expect([again.status, again.body.message]).toEqual([409, RUN_NOT_KEPT])
    expect((await runs()).find((one) => one.id === id)?.ended_at).toBeNull()
    leaving.abort()
    await eventually('the run to be cancelled', async () => (await error('jetsam')) === RUN_TOO_LARGE)
    await mkdir(folder, { mode: 0o700 })
  })

  test('is one of eight at most, also of those that begin at once', async () => {
    const ids = await Promise.all(Array.from({ length: 7 }, () => beginAndLeave('select pg_sleep(60)')))
    const race = await Promise.all(
      Array.from({ length: 4 }, () => beginAndLeave('select pg_sleep(60)').catch(() => null)),
    )
    ids.push(...race.filter((id) => id !== null))
    expect(ids.length).toBe(8)
    await Promise.all(ids.map((id) => cancel(id)))
    await Promise.all(ids.map(over))
  })

  test('is refused as the ninth', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => beginAndLeave('select pg_sleep(60)')))
    const ninth = await platform.call<{ message: string }>('POST', `${base()}/run`, {
      token: owner.token,
      body: { sql: 'select 1' },
    })
    expect([ninth.status, ninth.body.message]).toEqual([409, TOO_MANY_RUNS])
    await Promise.all(ids.map((id) => cancel(id)))
    await Promise.all(ids.map(over))
  })
})

describe('history', () => {
  const history = async (query = '', token = owner.token) =>
    (
      await platform.call<{ entries: HistoryEntry[]; more: boolean; message?: string }>(
        'GET',
        `${base()}/history${query}`,
        { token },
      )
    ).body

  test('has every run with who, when, how and what came of it, newest first', async () => {
    await run("select 'searched_100%' as word union select 'b'", { role: 'anon', document_id: 'doc-9' })
    await run('selec 1', { read_only: true })
    await eventually('the ends to be noted', async () => {
      const [last, before] = (await history()).entries
      return last?.sql === 'selec 1' && last.status === 'failed' && before?.status === 'done'
    })
    const { entries } = await history()
    expect(entries[0]).toMatchObject({
      user: { id: owner.id, name: owner.name },
      sql: 'selec 1',
      role: 'stoa_reader',
      read_only: true,
      status: 'failed',
      error: 'syntax error at or near "selec"',
    })
    expect(entries[1]).toMatchObject({
      role: 'anon',
      document_id: 'doc-9',
      status: 'done',
      row_count: 2,
      ms: expect.any(Number),
      kept: 'whole',
    })
    expect((await history('?search=searched_100%25')).entries.map((entry) => entry.document_id)).toEqual(['doc-9'])
    expect((await history('?search=searchedX100')).entries).toEqual([])
    const failed = await history('?status=failed&limit=1')
    expect([failed.entries.length, failed.more]).toEqual([1, true])
    const next = await history(`?status=failed&limit=1&after=${failed.entries[0]?.id}`)
    expect(next.entries[0]?.id).not.toBe(failed.entries[0]?.id)
  })

  test('has what programs run through the API, too', async () => {
    await platform.call('POST', `/v1/projects/${ref}/database/query`, {
      token: owner.token,
      body: { query: "select 'by a program' as a", read_only: true },
    })
    await eventually('the end to be noted', async () => {
      const [last] = (await history()).entries
      return last?.sql === "select 'by a program' as a" && last.status === 'done'
    })
    expect((await history()).entries[0]).toMatchObject({
      sql: "select 'by a program' as a",
      role: 'stoa_reader',
      row_count: 1,
    })
  })

  test('has nothing of what a page runs by itself, unless that may write', async () => {
    await run("select 'by itself' as a", { read_only: true, unattended: true })
    await run("select 'by itself, as the owner' as a", { unattended: true })
    await eventually('the run to be noted', async () => (await history('?search=by itself')).entries.length > 0)
    expect((await history('?search=by itself')).entries.map(({ sql }) => sql)).toEqual([
      "select 'by itself, as the owner' as a",
    ])
  })

  test('keeps no passwords, and the beginning of long texts', async () => {
    await run("create role harbour login password 'tidal-secret'")
    await run(`select 1 /* ${'long '.repeat(5_000)} */`)
    // A run is noted beside it, and may have given everything before that.
    await eventually('the runs to be noted', async () => (await history()).entries[0]?.kept === 'cut')
    const { entries } = await history()
    expect(entries[1]).toMatchObject({ sql: "create role harbour login password '…'", kept: 'without-passwords' })
    expect([entries[0]?.sql.length, entries[0]?.kept]).toEqual([20_000, 'cut'])
    expect(platform.log.join('')).not.toContain('tidal-secret')
  })

  test('is one’s own, unless one may see everybody’s', async () => {
    const reader = await platform.as('Read-only')
    await run("select 'of the reader'", { read_only: true }, reader.token)
    // A run is noted beside it.
    await eventually('the run to be noted', async () => (await history('', reader.token)).entries.length > 0)
    expect((await history('', reader.token)).entries.map((entry) => entry.sql)).toEqual(["select 'of the reader'"])
    for (const role of ['Read-only', 'Developer'] as const)
      expect(await history('?members=all', (await platform.as(role)).token)).toMatchObject({
        message: 'You need additional permissions to see what others ran',
      })
    const all = await history('?members=all', (await platform.as('Administrator')).token)
    expect(all.entries[0]).toMatchObject({ sql: "select 'of the reader'", user: { name: reader.name } })
    expect(all.entries.length).toBeGreaterThan(5)
  })

  test('says of a run that a stop of the platform cut off what became of it', async () => {
    const id = await beginAndLeave("select pg_sleep(60), 'cut off'")
    await platform.restart()
    expect((await platform.call('GET', `${base()}/runs/${id}`, { token: owner.token })).status).toBe(404)
    const { entries } = await history('?search=cut off')
    expect(entries[0]).toMatchObject({ id, status: 'cancelled' })
    expect(await readdir(join(platform.config.dataDir, 'runs'))).toEqual([])
  })
})
