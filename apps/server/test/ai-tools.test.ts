import {
  TOOL_NO_TABLE,
  TOOL_ONE_STATEMENT,
  TOOL_ONLY_READS,
  TOOL_TOO_LONG,
  TOOL_TOO_SLOW,
  toolOtherSchema,
  toolUnknownFunctions,
} from '@stoa/contract'
import { type ModelStub, startModelStub } from '@stoa/model-stub'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { optIn, toolCalls, useModel } from './ai-calls.ts'
import { HOSTILE_DATABASE, SECRET_BODY, SECRET_ELSEWHERE } from './ai-database.ts'
import { TestPlatform } from './harness.ts'
import { eventually } from './waiting.ts'

let platform: TestPlatform
let model: ModelStub
let owner: string
let ref: string
let database: pg.Client
let password: string

beforeAll(async () => {
  model = await startModelStub()
  platform = await TestPlatform.start()
  owner = (await platform.as('Owner')).token
  ref = await platform.createProject('Talks')
  await useModel(platform, 'acme', owner, model)
  await optIn(platform, 'acme', owner)
  password = await platform.resetPassword(ref)
  database = await platform.connect(ref, password)
  await database.query(HOSTILE_DATABASE)
})
afterAll(async () => {
  await database?.end()
  await platform.dispose()
  await model.close()
})
const { one, query } = toolCalls(() => ({ platform, ref, token: owner, model }))

test('lists and descriptions of the schemas that were chosen, and of no others', async () => {
  expect((await one('list_schemas', {})).output).toEqual({ schemas: ['public'] })
  const { output: tables } = await one('list_tables', {})
  expect(tables.tables).toContainEqual(expect.objectContaining({ schema: 'public', name: 'people', kind: 'table' }))
  const { output: table, sent } = await one('describe_table', { table: 'people' })
  expect(table).toMatchObject({ primary_key: ['id'], policies: 1 })
  expect(table.columns).toContainEqual({
    name: 'vault_id',
    type: 'integer',
    nullable: true,
    references: 'another schema',
  })
  expect((await one('list_policies', {})).output.policies).toMatchObject([
    { table: 'people', name: 'readable', using: 'true' },
  ])
  const functions = await one('list_functions', {})
  expect(functions.output.functions).toContainEqual(expect.objectContaining({ name: 'call_home', returns: 'text' }))
  expect((await one('list_extensions', {})).output.extensions).toContainEqual(
    expect.objectContaining({ name: 'plpgsql' }),
  )
  const docs = await one('search_docs', { query: 'people of the house' })
  expect(docs.output.found).toMatchObject([{ kind: 'table', name: 'people', path: '/rest/v1/people' }])
  for (const text of [sent, functions.sent, docs.sent]) {
    expect(text).not.toContain(SECRET_BODY)
    expect(text).not.toMatch(/hidden_room|vault\b/)
  }
  const wider = { schema: ['hidden_room'] }
  expect((await one('list_schemas', {}, wider)).output).toEqual({ schemas: ['hidden_room'] })
  expect((await one('describe_table', { table: 'people' }, wider)).output.error).toBe(TOOL_NO_TABLE)
  expect((await one('search_docs', { query: 'people' }, wider)).output.error).toBe(toolOtherSchema(['hidden_room']))
  expect((await query('select word from hidden_room.vault', wider)).output).toMatchObject({
    rows: [[SECRET_ELSEWHERE]],
  })
})

test.each([
  'select word from hidden_room.vault',
  'select (select word from hidden_room.vault)',
  'with v as (select * from hidden_room.vault) select * from v',
  'select 1 union select 2 from hidden_room.vault',
  'table hidden_room.vault',
  'select * from pg_catalog.pg_stats',
  'select * from pg_stats',
  'select * from pg_settings',
  'select * from pg_roles',
  'select * from information_schema.tables',
  'select * from auth.users',
  'select * from extensions.pg_stat_statements',
])('no other schema: %s', async (sql) => {
  for (const { output, sent } of [await query(sql), await one('explain_query', { sql })]) {
    expect(output).toEqual({ error: toolOtherSchema(['public']) })
    expect(sent).not.toContain(SECRET_ELSEWHERE)
  }
})

test.each([
  ["select query_to_xml('select * from hidden_room.vault', true, true, '')", 'query_to_xml'],
  ['select call_home()', 'call_home'],
  ["select current_setting('is_superuser')", 'current_setting'],
  ["select pg_read_file('/etc/passwd')", 'pg_read_file'],
  ["select set_config('transaction_read_only', 'off', false)", 'set_config'],
  ['select pg_sleep(60)', 'pg_sleep'],
])('no function that a person has not agreed to: %s', async (sql, name) => {
  expect((await query(sql)).output).toEqual({ error: toolUnknownFunctions([name]) })
})

test('rows, values and texts that are too many or too long are cut', async () => {
  await database.query(`create table many as select repeat('x', 3000) as x from generate_series(1, 200)`)
  const { output } = await query('select x from many limit 150')
  expect(output).toMatchObject({ row_count: 100, truncated: true })
  expect((output.rows as string[][])[0]?.[0]).toHaveLength(2001)
  expect((await query(`select '${'x'.repeat(20_000)}'`)).output.error).toBe(TOOL_TOO_LONG)
  expect((await query('select 1; select 2')).output.error).toBe(TOOL_ONE_STATEMENT)
  expect((await query('')).output.error).toBe(TOOL_ONLY_READS)
})

test('a query that takes too long is cancelled, and says so', async () => {
  const other = await platform.connect(ref, password)
  await other.query('begin; lock table numbers')
  const waiting = query('select n from numbers')
  await eventually('the query waits and is cancelled', async () => {
    const { rowCount } = await database.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where usename = 'stoa_reader' and wait_event_type = 'Lock'`,
    )
    return rowCount === 1
  })
  await other.end()
  expect((await waiting).output).toEqual({ error: TOOL_TOO_SLOW })
})

test('every run of the assistant’s is in the history, as the role that only reads', async () => {
  await query('select name from people where id = 1')
  const noted = () =>
    platform.query<{ role: string; read_only: boolean; status: string }>(
      `select role, read_only, status from sql_history where sql like '%people where id = 1%'`,
    )
  await eventually('the run is noted', async () => (await noted())[0]?.status === 'done')
  expect(await noted()).toEqual([{ role: 'stoa_reader', read_only: true, status: 'done' }])
})

test('what belongs to a schema that is looked at tells nothing of the others', async () => {
  await database.query(`
    create type hidden_room.mood as enum ('${SECRET_ELSEWHERE}');
    create sequence hidden_room.numbers;
    create schema "Odd.Room"; create table "Odd.Room"."Box" (id int);
    create table guests (
      id int primary key default nextval('hidden_room.numbers'), mood hidden_room.mood);
    create policy by_vault on guests using (exists (select 1 from hidden_room.vault where word = 'x'));
    create policy by_box on guests with check (exists (select 1 from "Odd.Room"."Box"));
    create policy by_platform on guests using (exists (select 1 from extensions.pg_stat_statements_info));
    create function feel(hidden_room.mood) returns text language sql as $$ select 'x' $$`)
  const { output, sent } = await one('describe_table', { table: 'guests' })
  expect(output.columns).toEqual([
    { name: 'id', type: 'integer', nullable: false, default: 'names something in another schema' },
    { name: 'mood', type: 'names something in another schema', nullable: true },
  ])
  const policies = await one('list_policies', {})
  expect(policies.output.policies).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'by_platform', using: expect.stringContaining('extensions.pg_stat') }),
    ]),
  )
  const functions = await one('list_functions', {})
  const docs = await one('search_docs', { query: 'guests' })
  for (const text of [sent, policies.sent, functions.sent, docs.sent]) {
    expect(text).not.toMatch(/hidden_room|Odd\.Room|numbers'|mood'/)
    expect(text).not.toContain(SECRET_ELSEWHERE)
  }
  await database.query('drop function feel(hidden_room.mood); drop table guests; drop schema "Odd.Room" cascade')
})

test.each([
  ['select (null::hidden_room.vault).*', toolOtherSchema(['public'])],
  ['select id from people where id = (null::hidden_room.target).id', toolOtherSchema(['public'])],
  ["select '16384'::regclass", toolUnknownFunctions(['regclass'])],
  ['select x::regnamespace::text from (values (2200), (16385)) v (x)', toolUnknownFunctions(['regnamespace'])],
  ["select '{10}'::_regrole", toolUnknownFunctions(['_regrole'])],
  ['select tableoid::pg_catalog.regclass from people', toolUnknownFunctions(['regclass'])],
])('no names by way of a type: %s', async (sql, error) => {
  expect((await query(sql)).output).toEqual({ error })
  expect((await one('explain_query', { sql })).output).toEqual({ error })
})
