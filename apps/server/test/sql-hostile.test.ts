import { EXPORT_WRITES, type SqlRunLine } from '@stoa/contract'
import { classify, loadParser, runsDirectly, type SqlParser } from '@stoa/sql/parsing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestPlatform } from './harness.ts'
import { HARMLESS, HOSTILE, PREY } from './hostile-sql.ts'

// Everything that tries to write from where only reading is allowed, on a real server: as the reader, and as the roles
// that the owner takes on in a read-only transaction. What holds is that nothing has changed afterwards.

let platform: TestPlatform
let token: string
let ref: string
let admin: pg.Pool
let parser: SqlParser

beforeAll(async () => {
  platform = await TestPlatform.start()
  parser = await loadParser()
  token = (await platform.as('Owner')).token
  ref = await platform.createProject('Prey')
  const { databases, store } = platform.server.platform
  const row = await store.selectFrom('projects').select(['id', 'ref']).where('ref', '=', ref).executeTakeFirstOrThrow()
  admin = await databases.pool(row, 'admin')
  const made = await call({ sql: PREY })
  expect(made.at(-1), JSON.stringify(made.at(-1))).toMatchObject({ type: 'done' })
  before = await state()
})
afterAll(() => platform.dispose())

let before: unknown

/** Everything of the server that a hostile text could want to change. */
async function state(): Promise<unknown> {
  const { rows } = await admin.query(`
    select
      (select json_agg(p order by id) from public.prey p) as rows,
      (select json_build_object('last', last_value, 'called', is_called) from public.tally) as tally,
      (select json_agg(oid::text || relname || coalesce(relacl::text, '') || relkind::text order by oid) from pg_class
        where relnamespace not in ('pg_toast'::regnamespace)) as relations,
      (select json_agg(oid::text || proname order by oid) from pg_proc where oid >= 16384) as functions,
      (select json_agg(rolname || rolsuper::text || rolcanlogin::text || coalesce(rolpassword, '') order by oid) from pg_authid) as roles,
      (select json_agg(roleid::text || member::text order by oid) from pg_auth_members) as members,
      (select json_agg(setdatabase::text || setrole::text || setconfig::text order by 1) from (select * from pg_db_role_setting order by 1, 2) s
        ) is not null as has_settings,
      (select count(*) from pg_db_role_setting) as settings,
      (select count(*) from pg_largeobject_metadata) as large_objects,
      (select count(*) from pg_extension) as extensions,
      (select count(*) from pg_trigger) + (select count(*) from pg_event_trigger) + (select count(*) from pg_publication) +
        (select count(*) from pg_subscription) + (select count(*) from pg_foreign_server) + (select count(*) from pg_index) as others,
      (select count(*) from pg_description where objoid = 'public.prey'::regclass) as comments,
      (select count(*) from pg_prepared_xacts) + (select count(*) from pg_replication_slots where slot_name = 's') as left_over`)
  return rows
}

async function call(body: object): Promise<SqlRunLine[]> {
  const answer = await platform.call('POST', `/platform/projects/${ref}/sql/run`, { token, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SqlRunLine)
}

describe('nothing changes by', () => {
  test.for(HOSTILE)('%s', async ([, sql]) => {
    // What the rules about words see through is asked about before it runs by itself anywhere.
    const asked = !runsDirectly(classify(parser, sql))
    for (const role of ['postgres', 'anon', 'service_role']) {
      const lines = await call({ sql, role, read_only: true })
      expect(lines.at(-1)?.type, `${role}: ${sql}`).toMatch(/^(?:error|done)$/)
    }
    const answer = await platform.call('POST', `/v1/projects/${ref}/database/query`, {
      token,
      body: { query: sql, read_only: true },
    })
    expect([201, 400], answer.text).toContain(answer.status)
    expect(await state()).toEqual(before)
    if (!asked) expect(HIDDEN_FROM_WORDS).toContain(sql)
  })

  test.for(HARMLESS)('%s', async ([, sql]) => {
    expect((await call({ sql, read_only: true })).at(-1)?.type).toBe('done')
    expect(runsDirectly(classify(parser, sql))).toBe(false)
    expect(await state()).toEqual(before)
  })

  test('what the words of a text do not show, of which the database keeps every write', async () => {
    for (const sql of HIDDEN_FROM_WORDS) {
      expect(runsDirectly(classify(parser, sql))).toBe(true)
      // The reader passes policies, and others may not use every function.
      const ends = await Promise.all(
        ['postgres', 'anon'].map(async (role) => (await call({ sql, role, read_only: true })).at(-1)),
      )
      const codes = ends.map((end) => (end?.type === 'error' ? end.error.code : null))
      expect(codes, sql).toContain('25006')
      // The download of a whole result runs its statement again, as the owner of those who may write.
      const path = `/platform/projects/${ref}/sql/exports`
      const file = await platform.call<{ message: string }>('POST', path, { token, body: { sql, format: 'csv' } })
      if (sql !== OF_A_POLICY) expect([file.status, file.body.message], sql).toEqual([409, EXPORT_WRITES])
    }
    expect(await state()).toEqual(before)
  })

  test('the same texts when they may write, so that it is the transaction which holds', async () => {
    const lines = await call({ sql: 'delete from prey; select count(*) from prey', in_transaction: 'rollback' })
    expect(lines.find((line) => line.type === 'rows')).toMatchObject({ rows: [['0']] })
    expect(await state()).toEqual(before)
  })
})

/** The owner passes policies, too. */
const OF_A_POLICY = 'select * from den'

/**
 * A view, an operator, a cast, a policy and a domain look like any other in a text, whatever functions they call; so do
 * a function whose name is that of a column, and one of an allowed name.
 */
const HIDDEN_FROM_WORDS = [
  'select lower(1)',
  'select sum(v.b) from (values (row(1)::bait)) v (b)',
  'select p.loot from prey p',
  'select (p).loot from prey p',
  'select row(1)::bait = row(2)::bait',
  'select 1 from (values (row(1)::bait)) v (b) where v.b in (row(2)::bait, row(3)::bait)',
  'select case row(1)::bait when row(2)::bait then 1 end',
  'select nullif(row(1)::bait, row(2)::bait)',
  'select 1 from (select row(1)::bait as b) a join (select row(2)::bait as b) c using (b)',
  'select 1::tide',
  'select array[1, 2]::tide[]',
  'select * from den',
  'select * from trap',
  'select 1 === 1',
  'select 1 operator(public.===) 1',
  'select 1 where 1 === any (array[1, 2])',
  "select 'x'::text::bait",
  "select array['x'::text]::bait[]",
]
