import { isContractProcedure } from '@orpc/contract'
import { contract, projectPermissions, type RouteMeta, STORAGE_ARCHIVE_NOT_FOUND } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newApiKey } from '../src/core/api-keys.ts'
import { hashToken, newLinkToken } from '../src/core/secrets.ts'
import { router } from '../src/router.ts'
import { type Person, TestPlatform } from './harness.ts'
import { CALLERS, type CallerName, type Expected, type World } from './routes-callers.ts'
import { TABLE } from './routes-table.ts'

type Route = { readonly name: string; readonly method: string; readonly path: string; readonly meta: RouteMeta }

/** Every route of the contract, named by its place in it. */
function walk(node: unknown, name = ''): Route[] {
  if (isContractProcedure(node)) {
    const { route, meta } = node['~orpc']
    return [{ name, method: route.method ?? 'POST', path: route.path ?? '', meta: meta as RouteMeta }]
  }
  return Object.entries(node as object).flatMap(([key, child]) => walk(child, name === '' ? key : `${name}.${key}`))
}
const routes = walk(contract)

describe('the contract', () => {
  test('every route says who may call it', () => {
    expect(routes.length).toBeGreaterThan(40)
    for (const route of routes) expect(route.meta.access, route.name).toBeDefined()
  })

  test('every public route says why it is public', () => {
    for (const { name, meta } of routes)
      if (meta.access?.kind === 'public') expect(meta.access.why.length, name).toBeGreaterThan(10)
  })

  test('no two routes share an address', () => {
    const addresses = routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })

  test('a route about an organization or a project can be told which one', () => {
    for (const { name, path, meta } of routes) {
      const inBody = ['projects.create', 'project.settings.exitSurvey', 'ai.generate', 'ai.complete'].includes(name)
      if (meta.access?.kind === 'project' && !inBody) expect(path, name).toContain('{ref}')
      if (meta.access?.kind === 'organization' && !inBody) expect(path, name).toContain('{slug}')
    }
  })

  test('every route has a handler', () => {
    for (const { name } of routes) {
      const handler = name.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], router)
      expect((handler as { '~orpc'?: { handler?: unknown } })?.['~orpc']?.handler, name).toBeTypeOf('function')
    }
  })

  test('every route has its line in the table of this test', () => {
    expect([...new Set(Object.keys(TABLE).map((line) => line.split(' ')[0]))].sort()).toEqual(
      routes.map((route) => route.name).sort(),
    )
  })
})

describe('who may call what', () => {
  let platform: TestPlatform
  const people = {} as Record<Exclude<CallerName, 'nobody'>, Person>
  let worlds = 0

  beforeAll(async () => {
    platform = await TestPlatform.start()
    for (const name of CALLERS) if (name !== 'nobody') people[name] = await platform.person(name)
  })
  afterAll(() => platform.dispose())

  async function world(): Promise<World> {
    const { id, slug } = await platform.organization(`World ${++worlds}`, people.Owner)
    const ref = await platform.rowOnlyProject({ id }, 'Target', 'ACTIVE_HEALTHY')
    const other = await platform.rowOnlyProject({ id }, 'Other', 'INACTIVE')
    const member = await platform.member(await platform.person('Member'), { id }, 'Developer')
    for (const role of ['Read-only', 'Developer', 'Administrator'] as const)
      await platform.member(people[role], { id }, role)
    await platform.member(people.elsewhere, { id }, null, [[other, 'Owner']])
    const invitationToken = newLinkToken()
    const invitation = await platform.store
      .insertInto('invitations')
      .values({
        organization_id: id,
        hash: hashToken(invitationToken),
        email: null,
        roles: JSON.stringify({ role: 'Read-only', projects: [] }),
        invited_by: people.Owner.id,
        expires_at: new Date(Date.now() + 60_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const token = Object.fromEntries(
      CALLERS.map((name) => [name, name === 'nobody' ? undefined : people[name].token]),
    ) as World['token']
    return {
      slug,
      ref,
      token,
      member: member.id,
      invitationId: invitation.id,
      invitationToken,
      async backup() {
        const row = await platform.store
          .insertInto('backups')
          .columns(['project_id', 'project_ref', 'kind', 'reason', 'status', 'version', 'postgres_engine', 'path'])
          .expression((eb) =>
            eb
              .selectFrom('projects')
              .select(({ val }) => [
                'id',
                'ref',
                val('logical' as const).as('kind'),
                val('manual' as const).as('reason'),
                val('COMPLETED' as const).as('status'),
                'version',
                'postgres_engine',
                val('gone').as('path'),
              ])
              .where('ref', '=', ref),
          )
          .returning('id')
          .executeTakeFirstOrThrow()
        return row.id
      },
      async apiKey() {
        const { key, prefix } = newApiKey('secret')
        const row = await platform.store
          .insertInto('project_api_keys')
          .columns(['project_id', 'type', 'name', 'prefix', 'hash'])
          .expression((eb) =>
            eb
              .selectFrom('projects')
              .select(({ val }) => [
                'id',
                val('secret' as const).as('type'),
                val(key).as('name'),
                val(prefix).as('prefix'),
                val(hashToken(key)).as('hash'),
              ])
              .where('ref', '=', ref),
          )
          .returning('id')
          .executeTakeFirstOrThrow()
        return row.id
      },
      async secret() {
        const row = await platform.store
          .insertInto('vault_secrets')
          .columns(['project_id', 'name', 'sealed'])
          .expression((eb) =>
            eb
              .selectFrom('projects')
              .select(({ val }) => ['id', val(newLinkToken()).as('name'), val('not sealed').as('sealed')])
              .where('ref', '=', ref),
          )
          .returning('id')
          .executeTakeFirstOrThrow()
        return row.id
      },
      async ownToken(caller) {
        const owner = people[caller === 'nobody' ? 'stranger' : caller]
        await platform.token(owner.id)
        const row = await platform.store
          .selectFrom('access_tokens')
          .select('id')
          .where('user_id', '=', owner.id)
          .orderBy('created_at', 'desc')
          .executeTakeFirstOrThrow()
        return row.id
      },
    }
  }

  async function ask(line: string, at: World, caller: CallerName) {
    const route = routes.find(({ name }) => name === line.split(' ')[0])
    const entry = TABLE[line]
    if (!route || !entry) throw new Error(`No route ${line}`)
    const request = entry[1](at, caller)
    const { params = {}, body } = await request
    const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? `{${key}}`)
    return {
      /** Whether something was made for this request. */
      prepared: request instanceof Promise,
      send: () => platform.call(route.method, path, { token: at.token[caller], body }),
    }
  }

  const expected = (line: string, caller: CallerName): Expected => {
    const cell = TABLE[line]?.[0].split(' ')[CALLERS.indexOf(caller)]
    return cell === 'ok' ? 'ok' : (Number(cell) as Expected)
  }

  /** All that a refused request could have changed; the time a token was last used is not a change. */
  async function everything(): Promise<unknown> {
    const tables = ['users', 'accounts', 'organizations', 'members', 'role_assignments', 'invitations', 'projects']
    const more = ['project_secrets', 'operations', 'audit_log']
    const rows = [...tables, ...more].map(
      (table) => `select '${table}' as name, md5(string_agg(t::text, '|' order by t::text)) as rows from ${table} t`,
    )
    const tokens = `select 'access_tokens', count(*)::text from access_tokens`
    return platform.query([...rows, tokens].join(' union all '))
  }

  test('whoever is refused is told so by the right status, and nothing changes', { timeout: 300_000 }, async () => {
    const at = await world()
    const wrong: string[] = []
    let before = await everything()
    for (const line of Object.keys(TABLE)) {
      for (const caller of CALLERS) {
        const status = expected(line, caller)
        if (status === 'ok') continue
        const { prepared, send } = await ask(line, at, caller)
        if (prepared) before = await everything()
        const answer = await send()
        if (answer.status !== status) wrong.push(`${line} by ${caller}: ${answer.status} instead of ${status}`)
        // One sentence is given to the letter, with a full stop of its own.
        const said = answer.body.message === projectPermissions.readKeys.denied ? 'Given words' : answer.body.message
        expect(said, `${line} by ${caller} gives a sentence`).toMatch(/^[A-Z].{5,}[^.]$/)
        expect(await everything(), `${line} by ${caller} changes nothing`).toEqual(before)
      }
    }
    expect(wrong).toEqual([])
  })

  test('a refusal is in the words of the permission', async () => {
    const at = await world()
    for (const { name, meta } of routes) {
      if (meta.access?.kind !== 'organization' && meta.access?.kind !== 'project') continue
      for (const caller of CALLERS.filter((one) => expected(name, one) === 403)) {
        if (name.startsWith('project.sql.')) continue
        const { send } = await ask(name, at, caller)
        expect((await send()).body.message, `${name} by ${caller}`).toBe(meta.access.denied)
      }
    }
  })

  test('whoever may is let through', { timeout: 300_000 }, async () => {
    const wrong: string[] = []
    // What is only read, or refused for its input, stays as it is and does for the next caller.
    let at = await world()
    for (const line of Object.keys(TABLE)) {
      const isRead = routes.find(({ name }) => name === line.split(' ')[0])?.method === 'GET'
      for (const caller of CALLERS) {
        if (expected(line, caller) !== 'ok') continue
        const { send } = await ask(line, at, caller)
        const answer = await send()
        if (!isRead && answer.status < 400) at = await world()
        // What the dashboard asks for again until it is there.
        if (answer.text !== '' && answer.body.message === STORAGE_ARCHIVE_NOT_FOUND) continue
        if ([401, 403, 404, 500].includes(answer.status)) wrong.push(`${line} by ${caller}: ${answer.text}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
