import {
  alterPolicy,
  alterPublication,
  alterRole,
  changeGrants,
  createPolicy,
  createPublication,
  createRole,
  disableExtension,
  dropPolicy,
  dropPublication,
  dropRole,
  enableExtension,
  forceRowSecurity,
  type PolicyShape,
  type PublicationShape,
  type RoleShape,
  setRowSecurity,
  updateExtension,
} from '@stoa/sql/ddl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseLists, openDatabase } from './database-calls.ts'

let database: Awaited<ReturnType<typeof openDatabase>>

beforeAll(async () => {
  database = await openDatabase()
})
afterAll(() => database.platform.dispose())

const run = (statements: readonly string[]) => database.run(statements)
const refusal = (statements: readonly string[]) => database.refusal(statements)
const list = <Name extends keyof DatabaseLists>(what: Name, address?: string) => database.list(what, address)

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
  await run([`comment on policy mine on "Har bor"."Ships" is 'it''s mine'`])
  await run(alterPolicy({ ...altered, comment: "it's mine" }, anew))
  expect((await table())?.policies).toMatchObject([
    { command: 'SELECT', permissive: false, roles: ['anon', 'authenticated'], check: null, comment: "it's mine" },
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
    const answer = await database.platform.call<DatabaseLists['roles']['list']>(
      'GET',
      `/platform/projects/${database.ref}/database/roles`,
      {
        token: database.reader,
      },
    )
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
      const answer = await database.platform.call<DatabaseLists['roles']['grants']>(
        'GET',
        `/platform/projects/${database.ref}/database/roles/grants?schema=${encodeURIComponent('Har bor')}`,
        { token: database.reader },
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
    // A column's privilege in the place of the table's, with which it would go.
    const column = { kind: 'column', schema: 'Har bor', name: 'Ships', column: 'Na me' } as const
    const instead = [
      { target: column, role: 'anon', privilege: 'UPDATE', give: true },
      { target: table, role: 'anon', privilege: 'UPDATE', give: false },
    ]
    await run(changeGrants(instead))
    expect((await grants())?.tables.find(({ name }) => name === 'Ships')).toMatchObject({
      columns: [{ name: 'Na me', grants: [{ role: 'anon', privileges: ['UPDATE'], grantable: [] }] }],
      column_names: ['id', 'Na me', 'owner_id'],
    })
    await run(changeGrants([{ target: column, role: 'anon', privilege: 'UPDATE', give: false }]))
    expect(() => changeGrants([{ target: table, role: 'anon', privilege: 'ALL; drop', give: true }])).toThrow(
      'not a privilege',
    )
    const nothing = await database.platform.call(
      'GET',
      `/platform/projects/${database.ref}/database/roles/grants?schema=nowhere`,
      {
        token: database.token,
      },
    )
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
