import type { InferContractRouterOutputs } from '@orpc/contract'
import type { contract } from '@stoa/contract'
import {
  alterPolicy,
  alterPublication,
  alterRole,
  alterRoutine,
  alterSchema,
  alterTrigger,
  alterView,
  changeGrants,
  createPolicy,
  createPublication,
  createRole,
  createRoutine,
  createSchema,
  createTrigger,
  createView,
  disableExtension,
  dropPolicy,
  dropPublication,
  dropRole,
  dropRoutine,
  dropSchema,
  dropTrigger,
  dropView,
  enableExtension,
  enableTrigger,
  forceRowSecurity,
  type PolicyShape,
  type PublicationShape,
  type RoleShape,
  type RoutineShape,
  refreshView,
  setRowSecurity,
  type TriggerShape,
  updateExtension,
  type ViewShape,
} from '@stoa/sql/ddl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Refusal, TestPlatform } from './harness.ts'

type Lists = InferContractRouterOutputs<typeof contract>['project']['database']

let platform: TestPlatform
let token: string
let reader: string
let ref: string

beforeAll(async () => {
  platform = await TestPlatform.start()
  token = (await platform.as('Owner')).token
  reader = (await platform.as('Read-only')).token
  ref = await platform.createProject('Objects')
  await run([
    'create schema "Har bor"',
    'create table "Har bor"."Ships" (id int primary key, "Na me" text not null, owner_id uuid)',
    'create table notes (id bigint generated always as identity, body text, author text default current_user)',
  ])
})
afterAll(() => platform.dispose())

const query = (text: string) =>
  platform.call<Refusal>('POST', `/v1/projects/${ref}/database/query`, { token, body: { query: text } })
/** Runs the statements of a builder as one text. */
async function run(statements: readonly string[]): Promise<void> {
  const answer = await query(statements.join(';\n'))
  expect(answer.status, `${statements.join(';\n')}\n${answer.text}`).toBe(201)
}
const refusal = async (statements: readonly string[]): Promise<string> =>
  (await query(statements.join(';\n'))).body.message
async function list<Name extends keyof Lists>(what: Name, address: string = what): Promise<Lists[Name]> {
  // A member who can only read sees all of it.
  const answer = await platform.call<Lists[Name]>('GET', `/platform/projects/${ref}/database/${address}`, {
    token: reader,
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

describe('views', () => {
  const view: ViewShape = {
    kind: 'view',
    schema: 'Har bor',
    name: 'O"pen',
    query: 'select id, "Na me" from "Har bor"."Ships" where id > 0;',
    securityInvoker: true,
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
    searchPath: '"Har bor", "$user", public',
    config: { application_name: "it's" },
    body: 'begin\n  return a * b; -- $$ and $body$\nend',
    comment: 'Square',
  }
  const find = async (name: string) => (await list('functions')).find((one) => one.name === name)

  test('a function is made, changed in its place and dropped', async () => {
    await run(createRoutine(area))
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
  await run(alterTrigger(trigger, other))
  expect(await find()).toMatchObject({
    name: 'touch',
    events: ['DELETE'],
    timing: 'AFTER',
    condition: null,
    comment: null,
  })
  expect(alterTrigger(other, other)).toEqual([])
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

test('policies are made, altered and dropped, and row level security is turned on, off and forced', async () => {
  const policy: PolicyShape = {
    schema: 'Har bor',
    table: 'Ships',
    name: 'Own "ships"',
    permissive: true,
    command: 'UPDATE',
    roles: ['authenticated'],
    using: 'owner_id is not null',
    check: 'id > 0',
  }
  const table = async () => (await list('policies')).find(({ name }) => name === 'Ships')
  await run([createPolicy(policy), setRowSecurity('Har bor', 'Ships', true)])
  expect(await table()).toMatchObject({
    rls_enabled: true,
    rls_forced: false,
    primary_key: ['id'],
    grants: { anon: [], authenticated: [], service_role: [] },
    policies: [
      {
        name: 'Own "ships"',
        permissive: true,
        command: 'UPDATE',
        roles: ['authenticated'],
        using: '(owner_id IS NOT NULL)',
        check: '(id > 0)',
      },
    ],
  })
  const altered: PolicyShape = { ...policy, name: 'mine', roles: [], using: 'true' }
  await run([...alterPolicy(policy, altered), forceRowSecurity('Har bor', 'Ships', true)])
  expect(await table()).toMatchObject({
    rls_forced: true,
    policies: [{ name: 'mine', roles: ['public'], using: 'true' }],
  })
  const anew: PolicyShape = { ...altered, command: 'SELECT', permissive: false, roles: ['anon', 'authenticated'] }
  await run(alterPolicy(altered, anew))
  expect((await table())?.policies).toMatchObject([
    { command: 'SELECT', permissive: false, roles: ['anon', 'authenticated'], check: null },
  ])
  expect(alterPolicy(anew, anew)).toEqual([])
  await run([dropPolicy(anew), forceRowSecurity('Har bor', 'Ships', false), setRowSecurity('Har bor', 'Ships', false)])
  expect(await table()).toMatchObject({ rls_enabled: false, rls_forced: false, policies: [] })
})

describe('roles and privileges', () => {
  const role: RoleShape = {
    name: 'Re porter',
    canLogin: true,
    inherit: false,
    createDb: false,
    createRole: false,
    bypassRls: false,
    connectionLimit: 3,
    validUntil: '2030-01-02 03:04:05+00',
    password: "it's secret",
    memberOf: ['anon'],
    comment: 'Reads',
  }
  const roleOf = async (name: string) => {
    const answer = await platform.call<Lists['roles']['list']>('GET', `/platform/projects/${ref}/database/roles`, {
      token: reader,
    })
    return answer.body.roles.find((one) => one.name === name)
  }

  test('a role is made, altered and dropped with what belongs to it', async () => {
    await run(createRole(role))
    expect(await roleOf('Re porter')).toMatchObject({
      origin: 'people',
      can_login: true,
      inherit: false,
      connection_limit: 3,
      member_of: [{ role: 'anon', admin: false }],
      alterable: true,
      comment: 'Reads',
      objects: 0,
    })
    const other: RoleShape = {
      ...role,
      name: 'reporter',
      canLogin: false,
      connectionLimit: -1,
      validUntil: null,
      password: null,
      memberOf: ['authenticated'],
      comment: null,
    }
    await run(alterRole(role, other))
    expect(await roleOf('reporter')).toMatchObject({
      can_login: false,
      connection_limit: -1,
      valid_until: 'infinity',
      member_of: [{ role: 'authenticated', admin: false }],
      comment: null,
    })
    expect(alterRole(other, other)).toEqual([])
    await run([
      'grant select on notes to reporter',
      'grant reporter to postgres',
      'create schema of_reporter authorization reporter',
    ])
    expect((await roleOf('reporter'))?.objects).toBe(2)
    expect(await refusal(dropRole('reporter', null))).toContain('cannot be dropped because some objects depend on it')
    await run(dropRole('reporter', 'postgres'))
    expect(await roleOf('reporter')).toBeUndefined()
    await run(['drop schema of_reporter'])
  })

  test('roles of the platform are told apart, and which of them the owner may alter', async () => {
    expect(await roleOf('service_role')).toMatchObject({ origin: 'platform', bypass_rls: true, alterable: true })
    expect(await roleOf('stoa_admin')).toMatchObject({ origin: 'platform', superuser: true, alterable: false })
    expect(await roleOf('pg_monitor')).toMatchObject({ origin: 'postgres', members: expect.any(Array) })
  })

  test('privileges on a schema, its tables and their columns are given, taken and listed', async () => {
    const table = { kind: 'table', schema: 'Har bor', name: 'Ships' } as const
    await run([
      ...changeGrants([
        { target: table, role: 'anon', privilege: 'SELECT', give: true },
        { target: table, role: 'anon', privilege: 'INSERT', give: true },
        { target: table, role: 'public', privilege: 'DELETE', give: true },
        { target: { kind: 'schema', schema: 'Har bor' }, role: 'anon', privilege: 'USAGE', give: true },
      ]),
      'grant update ("Na me") on "Har bor"."Ships" to anon with grant option',
    ])
    const grants = async () => {
      const answer = await platform.call<Lists['roles']['grants']>(
        'GET',
        `/platform/projects/${ref}/database/roles/grants?schema=${encodeURIComponent('Har bor')}`,
        { token: reader },
      )
      expect(answer.status, answer.text).toBe(200)
      return answer.body
    }
    const schema = await grants()
    expect(schema?.grants).toContainEqual({ role: 'anon', privileges: ['USAGE'], grantable: [] })
    const ships = schema?.tables.find(({ name }) => name === 'Ships')
    expect(ships?.grants).toContainEqual({ role: 'anon', privileges: ['INSERT', 'SELECT'], grantable: [] })
    expect(ships?.grants).toContainEqual({ role: 'public', privileges: ['DELETE'], grantable: [] })
    expect(ships?.columns).toEqual([
      { name: 'Na me', grants: [{ role: 'anon', privileges: ['UPDATE'], grantable: ['UPDATE'] }] },
    ])
    const taken = changeGrants([
      { target: table, role: 'anon', privilege: 'SELECT', give: false },
      { target: table, role: 'anon', privilege: 'INSERT', give: false },
      { target: table, role: 'anon', privilege: 'UPDATE', give: false },
      { target: table, role: 'public', privilege: 'DELETE', give: false },
    ])
    expect(taken).toHaveLength(2)
    await run(taken)
    expect((await grants())?.tables.find(({ name }) => name === 'Ships')).toMatchObject({ columns: [] })
    expect(() => changeGrants([{ target: table, role: 'anon', privilege: 'ALL; drop', give: true }])).toThrow(
      'not a privilege',
    )
    const nothing = await platform.call('GET', `/platform/projects/${ref}/database/roles/grants?schema=nowhere`, {
      token,
    })
    expect(nothing.text).toBe('null')
  })
})

test('an extension is enabled with what it needs, brought up to date and disabled', async () => {
  const find = async (name: string) => (await list('extensions')).find((one) => one.name === name)
  expect(await find('postgres_fdw')).toMatchObject({ trusted: false, installed_version: null })
  expect(await find('bool_plperl')).toMatchObject({ trusted: true, requires: ['plperl'] })
  expect(await refusal(enableExtension('postgres_fdw', 'extensions'))).toContain('permission denied')
  await run(enableExtension('cube', 'geo metry', { makesSchema: true, withRequired: true }))
  expect(await find('cube')).toMatchObject({
    schema: 'geo metry',
    owner: 'postgres',
    relocatable: true,
    required_by: [],
  })
  await run([updateExtension('cube'), disableExtension('cube'), 'drop schema "geo metry"'])
  expect((await find('cube'))?.installed_version).toBeNull()
})

test('a publication is made, altered and dropped', async () => {
  const publication: PublicationShape = {
    name: 'Ne ws',
    insert: true,
    update: false,
    delete: false,
    truncate: false,
    viaRoot: false,
    tables: [
      { schema: 'Har bor', name: 'Ships' },
      { schema: 'public', name: 'notes' },
    ],
  }
  const find = async (name: string) => (await list('publications')).publications.find((one) => one.name === name)
  await run([createPublication(publication)])
  expect(await find('Ne ws')).toMatchObject({
    insert: true,
    update: false,
    via_root: false,
    all_tables: false,
    schemas: [],
  })
  expect((await find('Ne ws'))?.tables.map(({ name }) => name)).toEqual(['Ships', 'notes'])
  const other: PublicationShape = {
    ...publication,
    name: 'news',
    update: true,
    viaRoot: true,
    tables: [{ schema: 'Har bor', name: 'Ships' }],
  }
  await run(alterPublication(publication, other))
  expect(await find('news')).toMatchObject({
    update: true,
    via_root: true,
    tables: [{ schema: 'Har bor', name: 'Ships', where: null, columns: null }],
  })
  expect(alterPublication(other, other)).toEqual([])
  const { tables } = await list('publications')
  expect(tables).toContainEqual({ schema: 'public', name: 'notes', has_identity: false })
  expect(tables).toContainEqual({ schema: 'Har bor', name: 'Ships', has_identity: true })
  await run([
    dropPublication('news'),
    createPublication({ ...publication, name: 'none', tables: [] }),
    dropPublication('none'),
  ])
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
  const found = await query(`select 'base'::regclass::oid as id, 'public'::regnamespace::oid as schema`)
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
  const wrong = await platform.call('GET', `/platform/projects/${ref}/database/dependents?kind=relation&id=0`, {
    token,
  })
  expect(wrong.status).toBe(400)
  await run(['drop table base cascade', 'drop table child'])
})

test('a project whose server does not run says so', async () => {
  const stopped = await platform.rowOnlyProject(
    { id: (await platform.organization('Still', await platform.as('Owner'))).id },
    'Still',
    'INACTIVE',
  )
  const answer = await platform.call<Refusal>('GET', `/platform/projects/${stopped}/database/views`, { token })
  expect(answer.status).toBe(409)
})
