import {
  alterRoutine,
  alterSchema,
  alterTrigger,
  alterView,
  createRoutine,
  createSchema,
  createTrigger,
  createView,
  dropRoutine,
  dropSchema,
  dropTrigger,
  dropView,
  enableTrigger,
  type RoutineShape,
  refreshView,
  type TriggerShape,
  type ViewShape,
} from '@stoa/sql/ddl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseLists, openDatabase } from './database-calls.ts'
import type { Refusal } from './harness.ts'

let database: Awaited<ReturnType<typeof openDatabase>>

beforeAll(async () => {
  database = await openDatabase()
})
afterAll(() => database.platform.dispose())

const run = (statements: readonly string[]) => database.run(statements)
const refusal = (statements: readonly string[]) => database.refusal(statements)
const list = <Name extends keyof DatabaseLists>(what: Name, address?: string) => database.list(what, address)

describe('views', () => {
  const view: ViewShape = {
    kind: 'view',
    schema: 'Har bor',
    name: 'O"pen',
    query: 'select id, "Na me" from "Har bor"."Ships" where id > 0;',
    securityInvoker: true,
    securityBarrier: true,
    checkOption: 'local',
    comment: "It's open",
  }
  const find = async (name: string) => (await list('views')).find((one) => one.name === name)

  test('a view is made, replaced, renamed, moved and dropped', async () => {
    await run(createView(view))
    expect(await find('O"pen')).toMatchObject({
      kind: 'view',
      schema: 'Har bor',
      owner: 'postgres',
      comment: "It's open",
      security_invoker: true,
      security_barrier: true,
      check_option: 'local',
      refreshes_concurrently: false,
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'Na me', type: 'text' },
      ],
    })
    const other: ViewShape = {
      ...view,
      name: 'open',
      schema: 'public',
      query: `${view.query.slice(0, -1)} and id < 9`,
      securityInvoker: false,
      checkOption: null,
      comment: null,
    }
    await run(alterView(view, other))
    expect(await find('open')).toMatchObject({
      schema: 'public',
      security_invoker: false,
      // What the form does not show is not lost when the view is replaced.
      security_barrier: true,
      check_option: null,
      comment: null,
    })
    expect((await find('open'))?.definition).toContain('id < 9')
    expect(alterView(other, { ...other, query: `${other.query} ;` })).toEqual([])
    const fewer = { ...other, query: 'select id from "Har bor"."Ships"' }
    expect(await refusal(alterView(other, fewer))).toContain('cannot drop columns from view')
    await run(alterView(other, fewer, true))
    await run([dropView(other)])
    expect(await find('open')).toBeUndefined()
  })

  test('a materialized view is filled anew, without a lock once it has a unique index', async () => {
    const stored: ViewShape = {
      ...view,
      kind: 'materialized_view',
      name: 'stored',
      securityInvoker: false,
      checkOption: null,
    }
    await run(createView(stored))
    expect(await find('stored')).toMatchObject({
      is_populated: true,
      refreshes_concurrently: false,
      security_invoker: null,
    })
    expect(await refusal([refreshView('Har bor', 'stored', true)])).toContain('concurrently')
    await run([refreshView('Har bor', 'stored', false), 'create unique index on "Har bor".stored (id)'])
    expect((await find('stored'))?.refreshes_concurrently).toBe(true)
    await run([refreshView('Har bor', 'stored', true)])
    await run(alterView(stored, { ...stored, query: 'select 1 as one' }))
    expect((await find('stored'))?.columns).toEqual([{ name: 'one', type: 'integer' }])
    await run([dropView(stored)])
  })
})

describe('functions and procedures', () => {
  const area: RoutineShape = {
    kind: 'function',
    schema: 'Har bor',
    name: 'Area',
    arguments: "a int, b int default 2, note text default 'x'",
    returns: 'int',
    language: 'plpgsql',
    volatility: 'stable',
    securityDefiner: true,
    strict: true,
    ...{ parallel: 'restricted', cost: 7 },
    searchPath: '"Har bor", "$user", public',
    config: { application_name: "it's" },
    body: 'begin\n  return a * b; -- $$ and $body$\nend',
    comment: 'Square',
  }
  const find = async (name: string) => (await list('functions')).find((one) => one.name === name)

  test('a function is made, changed in its place and dropped', async () => {
    await run(createRoutine(area))
    // One of the same name with other arguments is another one, and its comment is its own.
    const overload = {
      ...area,
      arguments: "a numeric(10, 2) = 1, b text default '), =', d int = 3, out c int[]",
      ...{ returns: 'int[]', body: 'begin c = null; end', comment: 'Other' },
    }
    await run(createRoutine(overload))
    expect((await list('functions')).find(({ comment }) => comment === 'Other')?.identity_arguments).toBe(
      'a numeric, b text, d integer, OUT c integer[]',
    )
    await run([dropRoutine({ ...overload, identity: 'numeric, text, int' })])
    const made = await find('Area')
    expect(made).toMatchObject({
      kind: 'function',
      language: 'plpgsql',
      volatility: 'stable',
      security_definer: true,
      strict: true,
      returns: 'integer',
      identity_arguments: 'a integer, b integer, note text',
      comment: 'Square',
      config: { search_path: '"Har bor", "$user", public', application_name: "it's" },
    })
    expect(made?.body.trim()).toBe(area.body)
    const identity = made?.identity_arguments ?? ''
    expect(made).toMatchObject({ parallel: 'restricted', cost: 7, rows: null })
    expect(alterRoutine(area, { ...area, body: `\n${area.body}\n` }, identity)).toEqual([])
    const other: RoutineShape = {
      ...area,
      schema: 'public',
      name: 'area',
      searchPath: '',
      strict: false,
      comment: null,
    }
    await run(alterRoutine(area, other, identity))
    expect(await find('area')).toMatchObject({
      schema: 'public',
      strict: false,
      comment: null,
      config: { search_path: '""' },
    })
    expect(alterRoutine(other, { ...other, searchPath: '""' }, identity)).toEqual([])
    await run([dropRoutine({ ...other, identity })])
    expect(await find('area')).toBeUndefined()
  })

  test('a procedure has neither a result nor a volatility', async () => {
    const tidy: RoutineShape = {
      ...area,
      kind: 'procedure',
      name: 'tidy',
      arguments: '',
      returns: null,
      searchPath: null,
      config: {},
      body: 'begin null; end',
    }
    await run(createRoutine(tidy))
    expect(await find('tidy')).toMatchObject({ kind: 'procedure', returns: null, config: null })
    await run([dropRoutine({ ...tidy, identity: '' })])
  })
})

test('a trigger is made, changed, stopped and dropped', async () => {
  await run(["create function touch() returns trigger language plpgsql as 'begin return new; end'"])
  const trigger: TriggerShape = {
    schema: 'Har bor',
    table: 'Ships',
    name: 'To uch',
    timing: 'BEFORE',
    events: ['UPDATE', 'INSERT'],
    updateColumns: ['Na me'],
    forEach: 'ROW',
    condition: 'new.id > 1',
    functionSchema: 'public',
    functionName: 'touch',
    arguments: ["o'ne", 'zwö'],
    comment: 'Touches',
  }
  const find = async () => (await list('triggers')).triggers[0]
  await run(createTrigger(trigger))
  expect(await find()).toMatchObject({
    schema: 'Har bor',
    table: 'Ships',
    name: 'To uch',
    timing: 'BEFORE',
    events: ['INSERT', 'UPDATE'],
    update_columns: ['Na me'],
    for_each: 'ROW',
    condition: '(new.id > 1)',
    arguments: ["o'ne", 'zwö'],
    enabled: 'origin',
    is_special: false,
    comment: 'Touches',
  })
  for (const enabled of ['disabled', 'replica', 'always'] as const) {
    await run([enableTrigger(trigger, enabled)])
    expect((await find())?.enabled).toBe(enabled)
  }
  const other: TriggerShape = {
    ...trigger,
    name: 'touch',
    events: ['DELETE'],
    updateColumns: [],
    condition: '',
    timing: 'AFTER',
    comment: null,
  }
  await run(alterTrigger(trigger, other, 'always'))
  expect(await find()).toMatchObject({
    name: 'touch',
    events: ['DELETE'],
    timing: 'AFTER',
    condition: null,
    comment: null,
    // Postgres turns a trigger on that is replaced.
    enabled: 'always',
  })
  expect(alterTrigger(other, other, 'disabled')).toEqual([])
  const { targets, functions } = await list('triggers')
  expect(targets).toContainEqual({
    schema: 'Har bor',
    name: 'Ships',
    kind: 'table',
    columns: ['id', 'Na me', 'owner_id'],
  })
  expect(functions).toEqual([{ schema: 'public', name: 'touch' }])
  await run([dropTrigger(other), 'drop function touch'])
})

test('a schema is made for the API, altered and dropped, and its contents are counted', async () => {
  const find = async (name: string) => (await list('schemas')).schemas.find((one) => one.name === name)
  await run(createSchema({ name: 'Qu ay', owner: 'postgres', comment: 'Stones' }, true))
  await run([
    'create table "Qu ay".stones (id int generated always as identity)',
    'create view "Qu ay".few as select 1 as one',
    `create type "Qu ay".kind as enum ('a')`,
  ])
  expect(await find('Qu ay')).toMatchObject({
    origin: 'people',
    comment: 'Stones',
    tables: 1,
    views: 1,
    functions: 0,
    types: 1,
    sequences: 1,
    visible_to: ['anon', 'authenticated', 'service_role'],
  })
  expect(await find('auth')).toMatchObject({ origin: 'platform' })
  expect(await find('pg_catalog')).toMatchObject({ origin: 'postgres' })
  await run(
    alterSchema(
      { name: 'Qu ay', owner: 'postgres', comment: 'Stones' },
      { name: 'quay', owner: 'postgres', comment: null },
    ),
  )
  expect(await refusal([dropSchema('quay')])).toContain('other objects depend on it')
  await run([dropSchema('quay', true)])
  expect(await find('quay')).toBeUndefined()
  await run([...createSchema({ name: 'bare', owner: 'service_role', comment: null }, false)])
  expect(await find('bare')).toMatchObject({ owner: 'service_role', visible_to: ['service_role'] })
  expect((await list('schemas')).owners).toEqual(expect.arrayContaining(['postgres', 'service_role']))
  await run([dropSchema('bare')])
})

test('what stands on an object is named, and what belongs to it is not', async () => {
  await run([
    'create table base (id int primary key, kind text)',
    'create table child (id int, base_id int references base)',
    'create view on_base as select id from base',
    'create view on_view as select id from on_base',
    'create policy all_rows on base for select using (true)',
  ])
  const found = await database.query(`select 'base'::regclass::oid as id, 'public'::regnamespace::oid as schema`)
  const [{ id, schema } = { id: 0, schema: 0 }] = found.body as unknown as { id: number; schema: number }[]
  const of = async (address: string) => (await list('dependents', `dependents?${address}`)).names
  expect(await of(`kind=relation&id=${id}`)).toEqual([
    'constraint child_base_id_fkey on table public.child',
    'view public.on_base',
    'view public.on_view',
  ])
  expect(await of(`kind=column&id=${id}&column=2`)).toEqual([])
  expect(await of(`kind=schema&id=${schema}`)).toEqual(
    expect.arrayContaining(['table public.base', 'view public.on_view']),
  )
  // On an extension stands what uses its types and functions, and not what it brought along itself.
  await run([
    'create extension hstore',
    'create table tagged (tags hstore)',
    'create view tag_keys as select skeys(tags) from tagged',
    'create index by_tags on tagged using gin (tags)',
  ])
  const [extension] = (await database.query(`select oid as id from pg_extension where extname = 'hstore'`))
    .body as unknown as { id: number }[]
  expect(await of(`kind=extension&id=${extension?.id}`)).toEqual([
    'column tags of table public.tagged',
    'index public.by_tags',
    'view public.tag_keys',
  ])
  await run(['drop table tagged cascade', 'drop extension hstore'])

  const wrong = await database.platform.call(
    'GET',
    `/platform/projects/${database.ref}/database/dependents?kind=relation&id=0`,
    {
      token: database.token,
    },
  )
  expect(wrong.status).toBe(400)
  await run(['drop table base cascade', 'drop table child'])
})

test('a project whose server does not run says so', async () => {
  const stopped = await database.platform.rowOnlyProject(
    { id: (await database.platform.organization('Still', await database.platform.as('Owner'))).id },
    'Still',
    'INACTIVE',
  )
  const answer = await database.platform.call<Refusal>('GET', `/platform/projects/${stopped}/database/views`, {
    token: database.token,
  })
  expect(answer.status).toBe(409)
})
