import {
  type ColumnConversion,
  type IndexProgress,
  MIGRATIONS_UNREADABLE,
  type Migration,
  NO_SUCH_MIGRATION,
  NO_SUCH_TABLE,
  noDefinition,
  TABLE_CHANGED,
  TABLE_TOO_LARGE,
  type TableDetail,
  type TableIndex,
} from '@stoa/contract'
import {
  alterEnum,
  alterTable,
  type ColumnShape,
  createEnum,
  createIndex,
  createTable,
  dropColumn,
  dropIndex,
  dropRelation,
  dropType,
  recordMigration,
  reindex,
  type TableShape,
} from '@stoa/sql/ddl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Refusal, TestPlatform } from './harness.ts'
import { eventually } from './waiting.ts'

let platform: TestPlatform
let token: string
let reader: string
let ref: string

beforeAll(async () => {
  platform = await TestPlatform.start()
  token = (await platform.as('Owner')).token
  reader = (await platform.as('Read-only')).token
  ref = await platform.createProject('Shapes')
})
afterAll(() => platform.dispose())

const sql = async <T = Record<string, unknown>>(...statements: string[]): Promise<T[]> => {
  const query = statements.join(';\n')
  const answer = await platform.call<T[]>('POST', `/v1/projects/${ref}/database/query`, { token, body: { query } })
  expect(answer.status, `${query}\n${answer.text}`).toBe(201)
  return answer.body
}
const get = async <T>(path: string, as = token): Promise<T> => {
  const answer = await platform.call<T>('GET', `/platform/projects/${ref}/database/${path}`, { token: as })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const refusal = async (path: string) => {
  const { status, body } = await platform.call<Refusal>('GET', `/platform/projects/${ref}/database/${path}`, { token })
  return [status, body.message]
}
const idOf = async (name: string): Promise<number> =>
  Number((await sql(`select '${name}'::regclass::oid::int8 as id`))[0]?.id)
const tableOf = async (name: string, as = token) => get<TableDetail>(`tables/${await idOf(name)}`, as)
const definitionOf = async (name: string) => (await get<{ sql: string }>(`definition?schema=public&name=${name}`)).sql

/** What the server tells of a table, as the builders take it. */
const shapeOf = (table: TableDetail): TableShape => ({
  ...table,
  columns: table.columns.map((column) => ({ ...column, key: column.name })),
})
const column = (name: string, data_type: string, more: Partial<ColumnShape> = {}): ColumnShape => ({
  ...{ key: `new ${name}`, name, data_type, default_value: null, identity: null, generated: null },
  ...{ is_nullable: true, comment: null },
  ...more,
})
const constraint = (kind: 'primary' | 'unique' | 'check' | 'foreign', columns: string[], more = {}) => ({
  ...{ name: null, kind, columns, expression: null, references: null },
  on_delete: 'NO ACTION' as const,
  on_update: 'NO ACTION' as const,
  ...more,
})

describe('tables', () => {
  const ships: TableShape = {
    schema: 'public',
    name: 'Ships of "Ys"',
    comment: "the harbour's",
    rls_enabled: true,
    columns: [
      column('id', 'bigint', { identity: 'BY DEFAULT', is_nullable: false }),
      column('Name', 'text', { is_nullable: false, default_value: `'no\\name'`, comment: "it's a name" }),
      column('tons', 'numeric(10,2)'),
      column('double', 'numeric', { generated: 'tons * 2' }),
    ],
    constraints: [
      constraint('primary', ['new id']),
      constraint('unique', ['new Name', 'new tons']),
      constraint('check', [], { expression: 'tons > 0' }),
    ],
  }

  test('a table is made with columns, keys, checks and comments, and told as it was made', async () => {
    await sql(...createTable(ships))
    const made = await tableOf('public."Ships of ""Ys"""')
    expect(made).toMatchObject({ name: 'Ships of "Ys"', comment: "the harbour's", rls_enabled: true })
    expect(made.columns).toMatchObject([
      { id: 1, name: 'id', identity: 'BY DEFAULT', is_nullable: false },
      { id: 2, name: 'Name', is_nullable: false, comment: "it's a name" },
      { id: 3, data_type: 'numeric(10,2)', is_nullable: true },
      { id: 4, generated: '(tons * (2)::numeric)', default_value: null },
    ])
    expect(made.constraints.map(({ kind, columns }) => [kind, columns])).toEqual([
      ['primary', ['id']],
      ['unique', ['Name', 'tons']],
      ['check', ['tons']],
    ])
    // What is told again needs no statement.
    expect(alterTable(shapeOf(made), shapeOf(made))).toEqual([])
  })

  test('one change turns a table into another: names that are swapped, types, keys, a foreign key, another schema', async () => {
    await sql(
      'create schema harbour',
      'create table ports (code text primary key)',
      `create table calls (a int default 1, b text default '2', gone text, port text, at timestamptz, n int generated always as identity,
        constraint old_check check (a > 0), constraint calls_key unique (a))`,
      `insert into calls (a, b, port) values (1, '7', null)`,
    )
    const before = shapeOf(await tableOf('calls'))
    const [a, b, , port, at, n] = before.columns
    if (!a || !b || !port || !at || !n) throw new Error('columns are missing')
    const after: TableShape = {
      ...before,
      schema: 'harbour',
      name: 'visits',
      comment: 'renamed',
      rls_enabled: true,
      columns: [
        { ...a, name: 'b', data_type: 'bigint', is_nullable: false, default_value: '5' },
        { ...b, name: 'a', data_type: 'integer', comment: 'was b' },
        port,
        { ...at, default_value: 'now()' },
        { ...n, identity: 'BY DEFAULT' },
        column('done', 'boolean', { is_nullable: false, default_value: 'false' }),
      ],
      constraints: [
        ...before.constraints.filter(({ kind }) => kind === 'unique'),
        constraint('primary', ['n', 'a']),
        constraint('check', [], { expression: 'b > 1 or a > 0' }),
        constraint('foreign', ['port'], {
          references: { schema: 'public', table: 'ports', columns: ['code'] },
          on_delete: 'SET NULL',
          on_update: 'CASCADE',
        }),
      ],
    }
    await sql(...alterTable(before, after))
    const now = await tableOf('harbour.visits')
    expect(now).toMatchObject({ schema: 'harbour', name: 'visits', comment: 'renamed', rls_enabled: true })
    expect(now.columns.map(({ name, data_type, default_value }) => [name, data_type, default_value])).toEqual([
      ['b', 'bigint', '5'],
      ['a', 'integer', '2'],
      ['port', 'text', null],
      ['at', 'timestamp with time zone', 'now()'],
      ['n', 'integer', null],
      ['done', 'boolean', 'false'],
    ])
    expect(now.constraints.find(({ kind }) => kind === 'foreign')).toMatchObject({
      references: { schema: 'public', table: 'ports', columns: ['code'] },
      on_delete: 'SET NULL',
      on_update: 'CASCADE',
    })
    expect(now.constraints.map(({ kind }) => kind).sort()).toEqual(['check', 'foreign', 'primary', 'unique'])
    expect(await sql('select b, a from harbour.visits')).toEqual([{ b: 1, a: 7 }])
    await sql(dropColumn('harbour', 'visits', 'done'), dropRelation('table', 'harbour', 'visits', true))
    expect(await refusal('tables/1')).toEqual([404, NO_SUCH_TABLE])
  })

  test('a definition can be run again and gives the same definition', async () => {
    await sql(
      `create type mood as enum ('calm', 'rough')`,
      `create table logs (id int generated always as identity primary key, mood mood default 'calm' not null, text text collate "C",
        doubled int generated always as (2) stored, check (text <> ''))`,
      "create index logs_lower on logs (lower(text)) where mood = 'calm'",
      'alter table logs enable row level security',
      `create policy mine on logs for update to authenticated, public using (text = 'a') with check (true)`,
      `comment on table logs is 'the ship''s'`,
      'create function touch() returns trigger language plpgsql as $$ begin return new; end $$',
      'create trigger touched before update on logs for each row execute function touch()',
      'create table parts (id int, at date, primary key (id, at)) partition by range (at)',
      `create table parts_26 partition of parts for values from ('2026-01-01') to ('2027-01-01')`,
      'create view calm_logs with (security_invoker = true) as select id, text from logs',
      'create materialized view counted as select count(*) from logs',
    )
    for (const name of ['logs', 'parts', 'calm_logs', 'counted']) {
      const definition = await definitionOf(name)
      const kind = name === 'calm_logs' ? 'view' : name === 'counted' ? 'materialized view' : 'table'
      await sql(`drop ${kind} ${name} cascade`, definition.trim())
      expect(await definitionOf(name)).toBe(definition)
      if (name === 'logs')
        await sql(
          'create view calm_logs with (security_invoker = true) as select id, text from logs',
          'create materialized view counted as select count(*) from logs',
        )
    }
    expect(await definitionOf('logs')).toContain('create policy mine on public.logs for update to')
    expect(await refusal('definition?schema=public&name=nothing')).toEqual([404, noDefinition('public', 'nothing')])
  })

  test('members who only read see definitions, and look through nothing as the owner', async () => {
    expect((await tableOf('logs', reader)).columns).toHaveLength(4)
    const answer = await platform.call('POST', `/platform/projects/${ref}/database/columns/check`, {
      token: reader,
      body: { schema: 'public', table: 'logs', drops: ['text'] },
    })
    expect(answer.status).toBe(403)
  })
})

describe('a look before columns change', () => {
  const check = async (body: object) => {
    const answer = await platform.call<{
      rows: number
      conversions: ColumnConversion[]
      values: { column: string; count: number }[]
      nulls: { column: string; count: number }[]
      message: string
    }>('POST', `/platform/projects/${ref}/database/columns/check`, {
      token,
      body: { schema: 'public', table: 'Loose "values"', ...body },
    })
    return answer
  }
  beforeAll(() =>
    sql(
      `create table "Loose ""values""" (t text, n numeric, at timestamp, j jsonb, w text)`,
      `insert into "Loose ""values""" values ('1', 1, '2026-01-01 00:00', '{}', 'long text'), ('two', 2.5, '2026-01-01 10:00', '[1]', 'ab'), ('3', null, null, null, null)`,
    ),
  )

  test('says how many values fail, and how many would not be the same', async () => {
    const { body } = await check({
      conversions: [
        { column: 't', data_type: 'integer' },
        { column: 'n', data_type: 'integer' },
        { column: 'at', data_type: 'date' },
        { column: 'w', data_type: 'varchar(3)' },
        { column: 'j', data_type: 'integer' },
        { column: 't', data_type: 'nonsense' },
      ],
      drops: ['n'],
      not_null: ['at', 't'],
    })
    const none = { failing: 0, failing_example: null, changed: 0, changed_example: null, refusal: null }
    expect(body).toEqual({
      rows: 3,
      conversions: [
        { ...none, column: 't', failing: 1, failing_example: 'two' },
        { ...none, column: 'n', changed: 1, changed_example: { before: '2.5', after: '3' } },
        { ...none, column: 'at', changed: 1, changed_example: { before: '2026-01-01 10:00:00', after: '2026-01-01' } },
        { ...none, column: 'w', changed: 1, changed_example: { before: 'long text', after: 'lon' } },
        { ...none, column: 'j', failing: 2, failing_example: '[1]' },
        { ...none, column: 't', refusal: 'type "nonsense" does not exist' },
      ],
      values: [{ column: 'n', count: 2 }],
      nulls: [
        { column: 'at', count: 1 },
        { column: 't', count: 0 },
      ],
    })
  })

  test('leaves nothing behind, and refuses columns that are gone', async () => {
    await check({ conversions: [{ column: 't', data_type: `integer; drop table "Loose ""values"""` }] })
    expect(await sql(`select count(*) from "Loose ""values"""`)).toEqual([{ count: 3 }])
    expect(await check({ drops: ['gone'] })).toMatchObject({ status: 409, body: { message: TABLE_CHANGED } })
    expect(await check({ table: 'nothing' })).toMatchObject({ status: 404, body: { message: NO_SUCH_TABLE } })
  })

  test('says that a table is too large to be looked through, where Postgres gives up', async () => {
    await sql(
      `create function slow(text) returns boolean language plpgsql as 'begin perform pg_sleep(60); return true; end'`,
      'create domain slow_text as text check (slow(value))',
    )
    const asked = check({ conversions: [{ column: 't', data_type: 'slow_text' }] })
    const looking = `from pg_stat_activity where wait_event = 'PgSleep' and pid <> pg_backend_pid()`
    await eventually('the values being looked at', async () => (await sql(`select pid ${looking}`)).length === 1)
    await sql(`select pg_cancel_backend(pid) ${looking}`)
    expect(await asked).toMatchObject({ status: 409, body: { message: TABLE_TOO_LARGE } })
  })
})

test('an enumerated type is made, gets values between others, and other names', async () => {
  const value = (name: string, before: string | null = null) => ({ value: name, before })
  const before = { schema: 'public', name: 'Sea', comment: null, values: [value("o'clock"), value('rough')] }
  await sql(...createEnum(before))
  const after = {
    ...{ schema: 'public', name: 'sea', comment: 'its state' },
    values: [value('still'), value('noon', "o'clock"), value('breezy'), value('rough', 'rough'), value('wild')],
  }
  await sql(...alterEnum(before, after))
  expect(await sql(`select enum_range(null::sea)::text as all`)).toEqual([{ all: '{still,noon,breezy,rough,wild}' }])
  const known = { ...after, values: after.values.map(({ value: name }) => value(name, name)) }
  expect(alterEnum(after, known)).toEqual([])
  // Values may take each other's names, also where the name to step aside to is taken.
  const taken = value('still_renamed', 'rough')
  const swapped = [
    value('noon', 'still'),
    value('still', 'noon'),
    value('breezy', 'breezy'),
    taken,
    value('wild', 'wild'),
  ]
  await sql(...alterEnum(known, { ...known, values: swapped }))
  expect(await sql(`select enum_range(null::sea)::text as all`)).toEqual([
    { all: '{noon,still,breezy,still_renamed,wild}' },
  ])
  await sql(dropType('public', 'sea'))
})

test('indexes are listed with what they hold, how large they are and whether they are valid', async () => {
  await sql(
    'create table marks (id int primary key, a int, b text)',
    'insert into marks values (1, 1, null), (2, 1, null)',
  )
  const make = {
    schema: 'public',
    table: 'marks',
    name: '',
    method: 'btree' as const,
    is_unique: false,
    predicate: null,
  }
  const by = (name: string | null, expression: string | null = null, descending = false) => ({
    ...{ column: name, expression, descending },
  })
  await sql(
    createIndex({
      ...make,
      concurrently: false,
      keys: [by('a', null, true), by(null, 'lower(b)')],
      predicate: 'a > 0',
    }),
  )
  await sql(createIndex({ ...make, name: 'by hash', concurrently: true, method: 'hash', keys: [by('b')] }))
  await sql(
    createIndex({
      ...{ ...make, name: 'wide', concurrently: false, is_unique: true, nulls_not_distinct: true, include: ['a'] },
      keys: [{ ...by('b'), opclass: 'pg_catalog.text_pattern_ops' }, by('id')],
    }),
  )
  expect(await sql(`select pg_get_indexdef('wide'::regclass) as made`)).toEqual([
    {
      made: 'CREATE UNIQUE INDEX wide ON public.marks USING btree (b text_pattern_ops, id) INCLUDE (a) NULLS NOT DISTINCT',
    },
  ])
  await sql(dropIndex('public', 'wide', false))
  // Broken off half way, as this one is by its second row, an index stays that is not valid.
  await platform.call('POST', `/v1/projects/${ref}/database/query`, {
    token,
    body: { query: createIndex({ ...make, name: 'broken', is_unique: true, concurrently: true, keys: [by('a')] }) },
  })
  const found = (await get<TableIndex[]>('indexes', reader)).filter(({ table }) => table === 'marks')
  expect(found.map(({ name, method, is_valid, keys, constraint: of }) => [name, method, is_valid, keys, of])).toEqual([
    ['broken', 'btree', false, ['a'], null],
    ['by hash', 'hash', true, ['b'], null],
    ['marks_a_lower_idx', 'btree', true, ['a desc', 'lower(b)'], null],
    ['marks_pkey', 'btree', true, ['id'], 'marks_pkey'],
  ])
  expect(found[2]).toMatchObject({ predicate: '(a > 0)', bytes: expect.any(Number), scans: 0 })
  expect(await get<IndexProgress[]>('indexes/progress', reader)).toEqual([])
  await sql('update marks set a = id')
  await sql(reindex('public', 'broken'))
  expect((await get<TableIndex[]>('indexes')).find(({ name }) => name === 'broken')?.is_valid).toBe(true)
  await sql(dropIndex('public', 'broken', true))
})

test('migrations are kept with their statements, one second after the other', async () => {
  expect(await get<Migration[]>('migrations')).toEqual([])
  const statements = ["comment on schema public is 'it''s \\ here'", 'select 1']
  const record = (name: string, version: string | null) => recordMigration({ version, name, statements })
  await sql(...statements, ...record('first', '20200101000000'), ...record('second', null), ...record('third', null))
  const list = await get<Migration[]>('migrations', reader)
  expect(list.map(({ name, statements: count }) => [name, count])).toEqual([
    ['third', 2],
    ['second', 2],
    ['first', 2],
  ])
  expect(list[1]?.version).toMatch(/^\d{14}$/)
  expect(await get('migrations/20200101000000', reader)).toEqual({ statements })
  expect(await refusal('migrations/1')).toEqual([404, NO_SUCH_MIGRATION])
  await sql('revoke select on supabase_migrations.schema_migrations from stoa_reader')
  expect(await refusal('migrations')).toEqual([409, MIGRATIONS_UNREADABLE])
})
