import type { RefusedChange, RowConflict, RowPage } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EditorWorld } from './editor-world.ts'
import type { Refusal } from './harness.ts'
import { eventually } from './waiting.ts'

let world: EditorWorld
beforeAll(async () => {
  world = await EditorWorld.start()
})
afterAll(() => world.platform.dispose())

const ship = async (id: number) => {
  const { body } = await world.call<{ page: RowPage }>('rows', {
    table: 'ships',
    filter: [{ column: 'id', operator: 'eq', value: String(id) }],
  })
  return { row: { id: String(id) }, version: body.page.versions?.[0] ?? null }
}
const save = async <T = Refusal>(changes: object[], table = 'ships', shape?: string) =>
  world.call<T>('changes', { table, shape: shape ?? (await world.shapeOf(table)), changes })

test('inserts, updates and deletes are one transaction', async () => {
  await world.sql(`insert into ships values (10, 'Ten'), (11, 'Eleven')`)
  const saved = await save<{ saved: number }>([
    { kind: 'insert', values: { id: '12', name: "O'Hara; drop table ships" } },
    { kind: 'update', ...(await ship(10)), values: { name: 'Zehn' } },
    { kind: 'delete', ...(await ship(11)) },
  ])
  expect(saved.body).toEqual({ saved: 3 })
  expect(await world.sql('select * from ships where id between 10 and 12 order by id')).toEqual([
    { id: 10, name: 'Zehn' },
    { id: 12, name: "O'Hara; drop table ships" },
  ])
  const [entry] = await world.platform.query(`select details from audit_log where action = 'project.rows_changed'`)
  expect(entry?.details).toEqual({ table: 'public.ships', changes: 3 })
})

test('changes whose answer was lost are saved once, however often they are sent', async () => {
  await world.sql('create table arrivals (id bigint generated always as identity primary key, name text)')
  const shape = await world.shapeOf('arrivals')
  const insert = (id?: string) => ({ kind: 'insert', values: { name: 'Maren' }, ...(id !== undefined && { id }) })
  const arrivals = async () => (await world.sql('select count(*)::int as n from arrivals'))[0]?.n
  const saving = [insert('a'), insert('b')]
  const input = { table: 'arrivals', shape, changes: saving }
  // The answer has no way back any more; what it was for goes on.
  const leaving = new AbortController()
  const lost = world.call('changes', input, world.token, leaving.signal).catch(() => 'lost')
  await eventually('the rows to be saved', async () => (await arrivals()) === 2)
  leaving.abort()
  await lost
  const again = await Promise.all([save(saving, 'arrivals', shape), save(saving, 'arrivals', shape)])
  expect(again.map(({ body }) => body)).toEqual([{ saved: 2 }, { saved: 2 }])
  expect(await arrivals()).toBe(2)
  const entries = await world.platform.query(
    `select 1 from audit_log where action = 'project.rows_changed' and details ->> 'table' = 'public.arrivals'`,
  )
  expect(entries).toHaveLength(1)
  // Another row that is alike is another one; and so is one that nothing tells from others.
  for (const changes of [[insert('c')], [insert()], [insert()]]) await save(changes, 'arrivals', shape)
  expect(await arrivals()).toBe(5)
  // What was refused was not saved, and is looked at again.
  await world.sql('alter table arrivals add constraint named check (length(name) > 9) not valid')
  const refused = await save([insert('d')], 'arrivals', shape)
  expect(refused.status).toBe(400)
  await world.sql('alter table arrivals drop constraint named')
  expect((await save([insert('d')], 'arrivals', shape)).body).toEqual({ saved: 1 })
  expect(await arrivals()).toBe(6)
})

test('a row that somebody else changed or removed is a conflict, and nothing is saved', async () => {
  await world.sql(`insert into ships values (20, 'Twenty'), (21, 'Gone')`)
  const [twenty, gone] = [await ship(20), await ship(21)]
  await world.sql(`update ships set name = 'Theirs' where id = 20; delete from ships where id = 21`)
  const answer = await save<Refusal & { data: { conflicts: RowConflict[] } }>([
    { kind: 'insert', values: { id: '22', name: 'New' } },
    { kind: 'update', ...twenty, values: { name: 'Mine' } },
    { kind: 'delete', ...gone },
  ])
  expect(answer.status).toBe(409)
  expect(answer.body.message).toBe('Somebody else has changed these rows meanwhile. Nothing was saved')
  expect(answer.body.data.conflicts).toEqual([
    { index: 1, current: ['20', 'Theirs'], version: (await ship(20)).version },
    { index: 2, current: null, version: null },
  ])
  expect(await world.sql('select id from ships where id = 22')).toEqual([])
})

test('what a constraint refuses is told by its change, and nothing is half-written', async () => {
  const answer = await save<Refusal & { data: RefusedChange }>([
    { kind: 'insert', values: { id: '30', name: 'Fine' } },
    { kind: 'insert', values: { id: '31', name: 'Titanic' } },
  ])
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain('violates check constraint')
  expect(answer.body.data).toMatchObject({ index: 1, constraint: 'ships_name_check' })
  expect(await world.sql('select id from ships where id = 30')).toEqual([])
  const missing = await save<Refusal & { data: RefusedChange }>([{ kind: 'insert', values: { id: '32' } }])
  expect(missing.body.data).toMatchObject({ index: 0, column: 'name' })
  // What is checked at the end is of all changes together, and tells as much.
  await world.sql(`create table later (id int primary key, up int references later deferrable initially deferred)`)
  const late = await save<Refusal & { data: RefusedChange }>(
    [{ kind: 'insert', values: { id: '1', up: '7' } }],
    'later',
  )
  expect(late.body.data).toMatchObject({
    index: null,
    constraint: 'later_up_fkey',
    detail: expect.stringContaining('(up)=(7)'),
  })
  expect(await world.sql('select id from later')).toEqual([])
})

test('a column that was dropped under an open editor is said, and nothing is written', async () => {
  await world.sql('create table shrinking (id int primary key, a text, b text); insert into shrinking values (1)')
  const shape = await world.shapeOf('shrinking')
  await world.sql('alter table shrinking drop column b')
  const change = { kind: 'update', row: { id: '1' }, version: null, values: { b: 'x' } }
  const answer = await save([change], 'shrinking', shape)
  expect(answer.status).toBe(409)
  expect(answer.body.message).toBe('The columns of this table have changed meanwhile')
  expect((await save([change], 'shrinking')).body.message).toBe('There is no column named b any more')
  const rows = await world.call('rows', { table: 'shrinking', shape })
  expect(rows.body.message).toBe('The columns of this table have changed meanwhile')
})

test('rows that nothing tells apart, views and generated columns are not written', async () => {
  const insert = [{ kind: 'insert', values: {} }]
  const update = [{ kind: 'update', row: { v: '1' }, version: null, values: { v: '2' } }]
  const keep = 'These rows cannot be edited: This table has no primary key'
  expect((await save([...insert, ...update], 'loose')).body.message).toContain(keep)
  // A new row has nothing to be told from.
  expect((await save([{ kind: 'insert', values: { v: '999' } }], 'loose')).status).toBe(200)
  expect(await world.sql('select count(*)::int as n from loose where v = 999')).toEqual([{ n: 1 }])
  expect((await save(insert, 'open_calls')).body.message).toContain('Edit the table below it')
  expect((await save(insert, 'stored')).body.message).toContain('A materialized view is a stored result')
  const generated = await save([{ kind: 'insert', values: { twice: '2' } }], 'calls')
  expect(generated.body.message).toBe('twice is generated: Postgres computes it')
  const keyless = await save([{ kind: 'delete', row: {}, version: null }])
  expect(keyless.body.message).toBe('A row of this table is told by id')
  await world.sql(`create function hold() returns trigger language plpgsql as 'begin return null; end';
    create trigger held before delete on ships for each row execute function hold()`)
  const held = await save([{ kind: 'delete', ...(await ship(1)) }])
  expect(held.body.message).toBe('A trigger or a rule of this table kept a row as it was. Nothing was saved')
  await world.sql('drop trigger held on ships')
  await world.sql(`create table locked (id int primary key);
    revoke insert on locked from postgres, anon, authenticated, service_role`)
  const denied = await save([{ kind: 'insert', values: { id: '1' } }], 'locked')
  expect([denied.status, denied.body.message]).toEqual([
    403,
    'The role postgres may not change this: permission denied for table locked',
  ])
})

test('values are printed in one way, whatever the database is set to', async () => {
  await world.sql(`create table dated (id int primary key, day date, took interval, raw bytea);
    insert into dated values (1, '2026-05-06', '1 day 02:00', decode('00ff', 'hex'))`)
  const set = (what: string) =>
    world.sql(`do $$ begin execute format('alter database %I ${what}', current_database()); end $$`)
  await set(`set datestyle = ''German''`)
  await set(`set intervalstyle = ''iso_8601''`)
  await set(`set bytea_output = ''escape''`)
  // Pools that are open keep what they began with; other ones follow.
  await world.platform.server.platform.databases.close(world.ref)
  const { body } = await world.call<{ page: RowPage; table: { shape: string } }>('rows', { table: 'dated' })
  expect(body.page.rows[0]?.slice(1)).toEqual(['2026-05-06', '1 day 02:00:00', '\\x00ff'])
  const change = { kind: 'update', row: { id: '1' }, version: body.page.versions?.[0], values: { day: '2026-07-08' } }
  const saved = await world.call('changes', { table: 'dated', shape: body.table.shape, changes: [change] })
  expect(saved.status, saved.text).toBe(200)
  expect(await world.sql(`select to_char(day, 'YYYY-MM-DD') as day from dated`)).toEqual([{ day: '2026-07-08' }])
  for (const name of ['datestyle', 'intervalstyle', 'bytea_output']) await set(`reset ${name}`)
  await world.platform.server.platform.databases.close(world.ref)
})

test('what Postgres printed is what it takes back, whatever the type', async () => {
  const values: [type: string, value: string][] = [
    ['numeric', `'NaN'`],
    ['numeric', `'-Infinity'`],
    ['numeric(40, 20)', '12345678901234567890.01234567890123456789'],
    ['float4', '0.1'],
    ['float8', '1e-300'],
    ['money', '1234.50'],
    ['int8', '-9223372036854775808'],
    ['varchar(9)', `E'a\\r\\nb\\t'`],
    ['char(4)', `'ab'`],
    ['date', `'infinity'`],
    ['date', `'0044-03-15 BC'`],
    ['timetz', `'10:00:00.000001+05:30'`],
    ['timestamp(3)', `'2026-11-21 10:00:00.123'`],
    ['timestamptz', `'1883-11-18 12:00:00.123456+00'`],
    ['interval', `'-1 year 2 mons -3 days 04:05:06.789'`],
    ['json', `E'{"b": 1.10,\\n "a": 9007199254740993, "a": null}'`],
    ['jsonb', `'{"b": 1.10, "a": "\\u0041 \\" "}'`],
    ['bytea', `'\\x00ff5c'`],
    ['inet', `'10.0.0.1/8'`],
    ['cidr', `'2001:db8::/32'`],
    ['macaddr8', `'08:00:2b:01:02:03:04:05'`],
    ['bit(3)', `b'101'`],
    ['varbit', `b'1'`],
    ['point', `'(1.5,-2)'`],
    ['box', `'(1,1),(0,0)'`],
    ['box[]', `array[box '(1,1),(0,0)', box '(2,2),(1,1)']`],
    ['path', `'[(0,0),(1,1)]'`],
    ['circle', `'<(0,0),2>'`],
    ['tsvector', `to_tsvector('simple', 'it''s a \\ test')`],
    ['tsquery', `'a & !b'`],
    ['int4range', `'empty'`],
    ['tstzrange', `'[2026-01-01 00:00+00,)'`],
    ['nummultirange', `'{[1,2),(3.5,4]}'`],
    ['mood', `'rough'`],
    ['mood[]', `'{calm,NULL,rough}'`],
    ['text[]', `array[['', 'NULL'], [null, E'a"\\\\,{}\\n']]`],
    ['int[]', `'[0:1]={7,8}'`],
    ['jsonb[]', `array['{"a": [1]}'::jsonb, null]`],
    ['cargo_item', `row('a "b", (c)', null, '{1,2}')`],
    ['cargo_item[]', `array[row('a', 1, null)::cargo_item]`],
    ['grade', `'B+'`],
    ['oid', '4294967295'],
    ['pg_lsn', `'16/B374D848'`],
    ['"Odd ""type"""', `'x;y'`],
  ]
  const names = values.map((_, i) => `c${i}`)
  await world.sql(`create type cargo_item as (name text, weight numeric, sizes int[]); create domain grade as varchar(2) check (value <> 'F');
    create type "Odd ""type""" as enum ('x;y');
    create table typed (id int primary key, ${values.map(([type], i) => `c${i} ${type}`).join(', ')});
    insert into typed select 1, ${values.map(([type, value]) => `(${value})::${type}`).join(', ')};
    insert into typed (id) values (2); analyze typed`)
  const { body } = await world.call<{ page: RowPage; table: { shape: string } }>('rows', { table: 'typed' })
  const printed = Object.fromEntries(names.map((name, i) => [name, body.page.rows[0]?.[i + 1] ?? null]))
  const answer = await save<Refusal & { data: RefusedChange }>(
    [
      { kind: 'update', row: { id: '2' }, version: body.page.versions?.[1], values: printed },
      { kind: 'insert', values: { id: '3', ...printed } },
    ],
    'typed',
  )
  expect(answer.status, answer.text).toBe(200)
  const same = names.map((name) => `count(distinct ${name}::text)::int as ${name}`).join(', ')
  const nulls = names.map((name) => `count(*) - count(${name})`).join(' + ')
  const [counts] = await world.sql(`select ${same}, (${nulls})::int as missing from typed`)
  expect(counts).toEqual({ ...Object.fromEntries(names.map((name) => [name, 1])), missing: 0 })
  // Each is found by its own text, too.
  for (const [i, name] of names.entries()) {
    const type = values[i]?.[0] ?? ''
    const filter = [{ column: name, operator: 'eq', value: printed[name] ?? '' }]
    const found = await world.call<{ page: RowPage }>('rows', { table: 'typed', filter })
    expect([type, found.status, found.body.page?.rows.length]).toEqual([type, 200, 3])
  }
})
