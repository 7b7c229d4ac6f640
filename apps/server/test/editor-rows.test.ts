import { type EditorView, ROWS_ALIKE, type RowPage, type TableSort, TOO_SLOW, VALUE_TOO_LARGE } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTable } from '../src/core/catalog/table.ts'
import { type Cursor, isByPlace, orderOf, pageStatements, selection } from '../src/features/project/editor/rows-sql.ts'
import { EditorWorld } from './editor-world.ts'
import type { Refusal } from './harness.ts'
import { eventually } from './waiting.ts'

let world: EditorWorld
beforeAll(async () => {
  world = await EditorWorld.start()
})
afterAll(() => world.platform.dispose())

const ids = (all: RowPage[]) => all.flatMap((page) => page.rows.map((row) => Number(row[0])))
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

test('one answer has the schemas, what is in one, a table with its columns and its first rows', async () => {
  const { body } = await world.call<EditorView>('open', { table: 'calls' })
  expect(body.schemas[0]).toBe('public')
  expect(body.entities.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'calls table',
    'loose table',
    'open_calls view',
    'parts partitioned_table',
    'parts_2026 table',
    'private table',
    'ships table',
    'stored materialized_view',
  ])
  expect(body.estimate).toBe(250)
  expect(body.table).toMatchObject({ kind: 'table', key: ['id'], not_editable: null })
  const column = (name: string) => body.table?.columns.find((item) => item.name === name)
  expect(column('id')).toMatchObject({ is_primary_key: true, is_identity: true, is_generatable: true, position: 1 })
  expect(column('cargo')).toMatchObject({ data_type: 'numeric(12,3)', format: 'numeric', is_nullable: true })
  expect(column('state')?.enums).toEqual(['calm', 'rough'])
  expect(column('twice')?.generated).toContain('ship_id * 2')
  expect(column('ship_id')?.foreign_key).toEqual({
    schema: 'public',
    table: 'ships',
    column: 'id',
    deletion_action: 'CASCADE',
    update_action: 'NO ACTION',
  })
  expect(body.page?.rows).toHaveLength(100)
  // As Postgres prints it: digits, blanks and the order of keys are kept.
  expect(body.page?.rows[0]).toEqual([
    '1',
    '2',
    '2026-11-21 10:01:00.123456+00',
    '1.001',
    'calm',
    'f',
    '{a,"b,c"}',
    '{"a": 9007199254740993, "b": 1.10}',
    'note 1',
    null,
    'ab  ',
    '4',
  ])
  const first = await world.call<EditorView>('open', {})
  expect(first.body.table?.name).toBe('calls')
  const none = await world.call<EditorView>('open', { table: 'nothing' })
  expect(none.body).toMatchObject({ table: null, problem: 'There is no table or view named nothing in public' })
  expect((await world.call('rows', { table: 'nothing' })).status).toBe(404)
})

test('where a schema has no tables, one is named that has some', async () => {
  await world.sql('create schema bare')
  const at = async (schema: string) => (await world.call<EditorView>('open', { schema })).body
  expect(await at('bare')).toMatchObject({ entities: [], elsewhere: 'public', table: null, problem: null })
  expect((await at('public')).elsewhere).toBeNull()
  await world.sql('drop schema bare')
})

test('pages follow the key, any sort and any direction, with nulls, and miss no row', async () => {
  expect(ids(await world.pages('calls'))).toEqual(upTo(250))
  const order = async (by: string, sort: [string, boolean][]) => {
    const all = await world.pages('calls', {
      sort: sort.map(([column, ascending]) => ({ column, ascending })),
      limit: 60,
    })
    const expected = await world.sql(`select id from calls order by ${by}`)
    expect(ids(all), by).toEqual(expected.map(({ id }) => Number(id)))
  }
  await order('state, id', [['state', true]])
  await order('state desc, id desc', [['state', false]])
  await order('done desc, state, id desc', [
    ['done', false],
    ['state', true],
  ])
  await order('at desc, id desc', [['at', false]])
  await order('id desc', [['id', false]])
  expect(ids(await world.pages('loose'))).toEqual(upTo(250))
  expect(ids(await world.pages('loose', { sort: [{ column: 'v', ascending: false }] }))).toEqual(upTo(250).reverse())
  expect(ids(await world.pages('parts'))).toEqual(upTo(150))
  expect(ids(await world.pages('stored')).sort((a, b) => a - b)).toEqual(upTo(250))
  expect(ids(await world.pages('open_calls')).length).toBe(125)
})

test('every operator filters', async () => {
  const found = async (column: string, operator: string, value: string) =>
    ids(await world.pages('calls', { filter: [{ column, operator, value }] })).length
  expect(await found('id', 'eq', '7')).toBe(1)
  expect(await found('id', 'neq', '7')).toBe(249)
  expect(await found('cargo', 'gt', '249.001')).toBe(1)
  expect(await found('cargo', 'lt', '2')).toBe(1)
  expect(await found('at', 'gte', '2026-11-21 14:10:00.123456+00')).toBe(1)
  expect(await found('cargo', 'lte', '2.001')).toBe(2)
  expect(await found('note', 'like', 'note 25_')).toBe(1)
  expect(await found('note', 'like', 'NOTE 25_')).toBe(0)
  expect(await found('note', 'ilike', 'NOTE 25_')).toBe(1)
  expect(await found('at', 'like', '%10:01%')).toBe(1)
  expect(await found('state', 'in', 'calm, "rough"')).toBe(167)
  expect(await found('state', 'is', 'null')).toBe(83)
  expect(await found('state', 'is', 'not null')).toBe(167)
  expect(await found('done', 'is', 'true')).toBe(125)
  expect(await found('done', 'is', 'false')).toBe(125)
  expect(await found('tags', 'eq', '{a,"b,c"}')).toBe(250)
  expect(await found('doc', 'eq', '{"a": 9007199254740993, "b": 1.1}')).toBe(250)
  const counted = await world.call<{ count: number }>('count', {
    table: 'calls',
    filter: [{ column: 'state', operator: 'eq', value: 'calm' }],
  })
  expect(counted.body.count).toBe(84)
})

test('what cannot be filtered is said in a sentence, and the columns are still there', async () => {
  const refusal = async (filter: object, status = 400) => {
    const answer = await world.call('rows', { table: 'calls', filter: [filter] })
    expect(answer.status).toBe(status)
    return answer.body.message
  }
  expect(await refusal({ column: 'id', operator: 'eq', value: 'x' })).toBe('invalid input syntax for type bigint: "x"')
  expect(await refusal({ column: 'id', operator: 'is', value: 'maybe' })).toBe(
    '“is” compares with null, not null, true or false',
  )
  expect(await refusal({ column: 'id', operator: 'in', value: ' ' })).toBe('“in” needs at least one value')
  expect(await refusal({ column: 'gone', operator: 'eq', value: '1' })).toBe('There is no column named gone any more')
  const view = await world.call<EditorView>('open', {
    table: 'calls',
    filter: [{ column: 'id', operator: 'eq', value: '1; drop table calls' }],
  })
  expect(view.body.problem).toContain('invalid input syntax')
  expect(view.body.table?.columns).toHaveLength(12)
  expect((await world.call('rows', { table: 'calls', cursor: 'nonsense' })).body.message).toBe(
    'This is not the place of a page',
  )
})

test('large values are cut, told by their size, and come whole on demand', async () => {
  await world.sql(`update calls set note = repeat('ü', 3000), doc = (select jsonb_object_agg('k' || i, md5(i::text)) from generate_series(1, 100000) i),
    raw = convert_to(repeat('x', 1000), 'utf8') where id = 1`)
  const { body } = await world.call<{ page: RowPage }>('rows', { table: 'calls', limit: 2 })
  const [first, second] = body.page.rows
  expect(body.page.large.map(([row, column]) => [row, column])).toEqual([
    [0, 7],
    [0, 8],
    [0, 9],
  ])
  expect(first?.[8]).toBe('ü'.repeat(256))
  expect(first?.[7]).toBeNull()
  expect(first?.[9]).toBe(`\\x${'78'.repeat(256)}`)
  expect(second?.[8]).toBe('note 2')
  const whole = async (column: string) =>
    (await world.call<{ value: string; version: string }>('value', { table: 'calls', row: { id: '1' }, column })).body
  expect((await whole('note')).value).toBe('ü'.repeat(3000))
  expect((await whole('doc')).value.length).toBeGreaterThan(4_000_000)
  expect((await whole('note')).version).toBe(body.page.versions?.[0])
  const gone = await world.call('value', { table: 'calls', row: { id: '0' }, column: 'note' })
  expect(gone.body.message).toBe('This row is not there any more')
  await world.sql(`create table huge (id int primary key, v text);
    insert into huge values (1, repeat('x', 64 * 1024 * 1024 + 1))`)
  const huge = await world.call('value', { table: 'huge', row: { id: '1' }, column: 'v' })
  expect([huge.status, huge.body.message]).toEqual([409, VALUE_TOO_LARGE])
})

test('a table without a key is read as it lies, from any row on, and never as a whole', async () => {
  await world.sql(
    'create table heap (v int, w int); insert into heap select i, i % 7 from generate_series(1, 50000) i; analyze heap',
  )
  const first = await world.call<{ page: RowPage }>('rows', { table: 'heap' })
  expect(ids([first.body.page])).toEqual(upTo(100))
  const second = await world.call<{ page: RowPage }>('rows', { table: 'heap', cursor: first.body.page.next })
  expect(ids([second.body.page])).toEqual(upTo(200).slice(100))
  const filter = [{ column: 'w', operator: 'eq', value: '3' }]
  const threes = upTo(50_000).filter((i) => i % 7 === 3)
  expect(ids(await world.pages('heap', { filter, limit: 1000 }))).toEqual(threes)
  await world.sql('create index on heap (w); analyze heap')
  const found = await world.call<{ page: RowPage }>('rows', { table: 'heap', filter })
  expect(ids([found.body.page])).toEqual(threes.slice(0, 100))
  await world.sql(
    'create table elders (v int); create table heirs () inherits (elders); insert into heirs values (1), (2)',
  )
  const elders = await world.call<EditorView>('open', { table: 'elders' })
  expect(elders.body.page?.rows).toHaveLength(2)
  expect(elders.body.table?.not_editable).toContain('Other tables inherit from this one')
})

test('the first page and the next are read by their index or as they lie, never by sorting all rows', async () => {
  await world.sql(
    `create table wide (id bigint primary key, at timestamptz, v int); create index on wide (at, id);
     insert into wide select i, now() - i * interval '1 s', i % 9 from generate_series(1, 20000) i; analyze wide`,
  )
  const { databases } = world.platform.server.platform
  const project = await world.platform.store
    .selectFrom('projects')
    .selectAll()
    .where('ref', '=', world.ref)
    .executeTakeFirstOrThrow()
  const catalog = await databases.readPool(project, 'catalog', 'owner')
  const plans = async (table: string, sort: TableSort[], cursor: Cursor) => {
    const read = await readTable(catalog, 'public', table)
    if (read === null) throw new Error(table)
    const order = orderOf(read, sort)
    const pool = await databases.readPool(project, isByPlace(order) ? 'places' : 'rows', 'owner')
    const statements = pageStatements(read, selection(read, order), order, [], cursor, 101)
    const explained = statements.map(async ({ text, values }) => {
      const { rows } = await pool.query(`explain ${text}`, values)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    return (await Promise.all(explained)).join('\n')
  }
  const by = (ascending: boolean) => [{ column: 'at', ascending }]
  const after = { after: ['2026-01-01', '5'] }
  for (const [sort, cursor] of [
    [[], null],
    [[], { after: ['5000'] }],
    [by(true), null],
    [by(false), null],
    [by(true), after],
    [by(false), after],
  ] as const) {
    const plan = await plans('wide', [...sort], cursor)
    expect(plan).toMatch(/Index Scan/)
    expect(plan).not.toMatch(/Seq Scan|^\s*(->\s+)?Sort /m)
  }
  expect(await plans('heap', [], null)).not.toMatch(/Sort/)
  expect(await plans('heap', [], { after: ['(10,1)'] })).toMatch(/Tid Range Scan/)
})

test('lists, domains of domains, places and documents are compared as people mean them', async () => {
  await world.sql(`create domain words as text default 'none'; create domain short_words as words check (length(value) < 9);
    create type pair as (a int, b text);
    create table odd (id int primary key, s short_words, b box, bs box[], js json, jss json[], p pair, t text[], r int4range, f float8, m money);
    insert into odd values
      (1, 'x', '(1,1),(0,0)', array[box '(1,1),(0,0)'], '{"a": 1}', array['{"a": 1}'::json], (1, 'x,"y'), '{a,"b,c"}', '[1,5)', 'NaN', 1.50),
      (2, 'y', '(2,0.5),(0,0)', null, '{"a":1}', null, (2, null), '{}', 'empty', '-Infinity', null)`)
  const found = async (column: string, operator: string, value: string) =>
    ids(await world.pages('odd', { filter: [{ column, operator, value }] }))
  expect(await found('s', 'ilike', 'X')).toEqual([1])
  // Both boxes have the same area.
  expect(await found('b', 'eq', '(1,1),(0,0)')).toEqual([1])
  expect(await found('b', 'in', '"(1,1),(0,0)","(2,0.5),(0,0)"')).toEqual([1, 2])
  expect(await found('bs', 'eq', '{(1,1),(0,0)}')).toEqual([1])
  expect(await found('js', 'eq', '{"a": 1}')).toEqual([1])
  expect(await found('jss', 'neq', '{}')).toEqual([1])
  expect(await found('p', 'eq', '(1,"x,""y")')).toEqual([1])
  expect(await found('p', 'in', '"(2,)","(7,z)"')).toEqual([2])
  expect(await found('t', 'in', '{},"{a,""b,c""}"')).toEqual([1, 2])
  expect(await found('r', 'eq', '[1,4]')).toEqual([1])
  expect(await found('f', 'gt', '1e300')).toEqual([1])
  expect(await found('f', 'in', '-Infinity,5')).toEqual([2])
  expect(await found('m', 'lt', '$2')).toEqual([1])
  const { body } = await world.call<EditorView>('open', { table: 'odd' })
  const short = { data_type: 'public.short_words', format: 'text', default_value: "'none'::text" }
  expect(body.table?.columns[1]).toMatchObject(short)
})

test('keys of several columns are told, and rows that keys point to have the label that people know them by', async () => {
  await world.sql(`create table berths (port text, number int, primary key (port, number)); insert into berths values ('Bergen', 7);
    create table unseen (id int primary key, name text); insert into unseen values (5, 'x'); revoke all on unseen from stoa_reader;
    create table stays (id int primary key, ship int references ships, port text, number int, secret int references unseen,
      foreign key (port, number) references berths);
    insert into stays values (1, 2, 'Bergen', 7)`)
  const { body } = await world.call<EditorView>('open', { table: 'stays' })
  expect(body.table?.foreign_keys).toEqual([
    { columns: ['port', 'number'], schema: 'public', table: 'berths', target_columns: ['port', 'number'] },
  ])
  const columns = [
    { column: 'ship', values: ['2', '999'] },
    { column: 'secret', values: ['5'] },
    { column: 'id', values: ['1'] },
  ]
  const labels = async (as: string) =>
    (await world.call<{ labels: unknown }>('labels', { table: 'stays', columns }, as)).body.labels
  expect(await labels(world.token)).toEqual({ ship: { 2: 'Nordic' }, secret: { 5: 'x' } })
  expect(await labels(world.reader)).toEqual({ ship: { 2: 'Nordic' }, secret: {} })
  await world.sql('drop table stays')
})

test('a large value of a view is found by the others of its row, unless rows look alike', async () => {
  await world.sql(`create table leaves (n int, note text);
    insert into leaves select 1 + i / 3, repeat(chr(64 + i), 5000) from generate_series(1, 3) i;
    create view read_leaves as select n, note, null::text as nothing from leaves`)
  const { body } = await world.call<{ page: RowPage }>('rows', { table: 'read_leaves' })
  expect(body.page.large.map(([row, column]) => [row, column])).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
  ])
  const value = (row: object) =>
    world.call<{ value: string } & Refusal>('value', { table: 'read_leaves', row, column: 'note' })
  expect((await value({ n: '2', nothing: null })).body.value).toBe('C'.repeat(5000))
  const alike = await value({ n: '1', nothing: null })
  expect([alike.status, alike.body.message]).toEqual([409, ROWS_ALIKE])
})

test('rows that nobody waits for any more are not read on', async () => {
  await world.sql('create view slow as select pg_sleep(60)::text as nap from generate_series(1, 2)')
  const leaving = new AbortController()
  const asked = world.call('rows', { table: 'slow' }, world.token, leaving.signal).catch(() => 'left')
  const running = async () => {
    const [row] = await world.sql(
      `select count(*)::int as n from pg_stat_activity where query like '%public.slow%' and state = 'active' and pid <> pg_backend_pid()`,
    )
    return Number(row?.n)
  }
  await eventually('the view being read', async () => (await running()) === 1)
  leaving.abort()
  expect(await asked).toBe('left')
  await eventually('nothing being read', async () => (await running()) === 0)

  // One that Postgres itself gives up is told so.
  const late = world.call('rows', { table: 'slow' })
  await eventually('the view being read', async () => (await running()) === 1)
  await world.sql(
    `select pg_cancel_backend(pid) from pg_stat_activity where query like '%public.slow%' and pid <> pg_backend_pid()`,
  )
  const { status, body } = await late
  expect([status, body.message]).toEqual([409, TOO_SLOW])
})

test('what is looked at can be had as one statement, and exported by it', async () => {
  const { body } = await world.call<{ sql: string }>('sql', {
    table: 'ships',
    sort: [{ column: 'name', ascending: false }],
    filter: [
      { column: 'name', operator: 'in', value: 'Maren,"a""b\\c",Nordic' },
      { column: 'name', operator: 'neq', value: "O'Hara" },
    ],
  })
  expect(body.sql).toBe(
    `select id, name from public.ships where name = any (E'{"Maren","a\\\\"b\\\\\\\\c","Nordic"}') and name <> 'O''Hara' order by name desc, id desc`,
  )
  const begun = await world.platform.call<{ url: string }>('POST', `/platform/projects/${world.ref}/sql/exports`, {
    token: world.token,
    body: { sql: body.sql, format: 'csv' },
  })
  const file = await world.platform.call('GET', begun.body.url.replace('/api', ''), { token: world.token })
  expect(file.text).toBe('id,name\n2,Nordic\n1,Maren\n')
})

test('a member who may only read browses as the reader, and no call of theirs writes', async () => {
  const { body } = await world.call<EditorView>('open', { table: 'ships' }, world.reader)
  expect(body.page?.rows).toHaveLength(2)
  const refused = await world.call('rows', { table: 'private' }, world.reader)
  expect(refused.status).toBe(403)
  expect(refused.body.message).toContain('The role stoa_reader may not read this')
  expect((await world.call('rows', { table: 'private' })).status).toBe(200)
  await world.sql(`create function sneak() returns int language plpgsql security definer as
    $$ begin insert into ships values (99, 'Sneak'); return 1; end $$; create view trap as select sneak() as v`)
  for (const as of [world.reader, world.token]) {
    const answer = await world.call('rows', { table: 'trap' }, as)
    expect(answer.body.message).toBe('cannot execute INSERT in a read-only transaction')
  }
  const saved = await world.call(
    'changes',
    { table: 'ships', shape: '', changes: [{ kind: 'insert', values: {} }] },
    world.reader,
  )
  expect(saved.status).toBe(403)
})
