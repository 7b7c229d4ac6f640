import { isContractProcedure } from '@orpc/contract'
import { contract, EXIT_REASONS, projectPermissions, type RouteMeta, STORAGE_ARCHIVE_NOT_FOUND } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken, newLinkToken } from '../src/core/secrets.ts'
import { router } from '../src/router.ts'
import { PASSWORD, type Person, TestPlatform } from './harness.ts'

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

const CALLERS = ['nobody', 'stranger', 'Read-only', 'Developer', 'Administrator', 'Owner', 'elsewhere'] as const
type CallerName = (typeof CALLERS)[number]

/** An organization with its people, a project and what routes can be pointed at. */
type World = {
  slug: string
  ref: string
  token: Record<CallerName, string | undefined>
  /** The member whose roles are changed. */
  member: string
  invitationId: string
  invitationToken: string
  /** A finished backup of the project whose file is gone. */
  backup: () => Promise<number>
  /** A personal access token of the caller's own, by caller. */
  ownToken: (caller: CallerName) => Promise<string>
}
type Request = { readonly params?: Record<string, string>; readonly body?: unknown }
type Expected = 'ok' | 401 | 403 | 404

// One column for each caller, in this order: nobody (not signed in), stranger (an account without membership), the
// four roles in the organization, elsewhere (an Owner of another project of the same organization, and nothing else).
const PUBLIC = 'ok ok ok ok ok ok ok'
const ACCOUNT = '401 ok ok ok ok ok ok'
const ORG_ANY_MEMBER = '401 404 ok ok ok ok ok'
const ORG_READ = '401 404 ok ok ok ok 403'
const ORG_ADMIN = '401 404 403 403 ok ok 403'
const ORG_OWNER = '401 404 403 403 403 ok 403'
const PROJECT_READ = '401 404 ok ok ok ok 404'
const PROJECT_WORK = '401 404 403 ok ok ok 404'
const PROJECT_ADMIN = '401 404 403 403 ok ok 404'
const PROJECT_OWNER = '401 404 403 403 403 ok 404'

const bySlug = ({ slug }: World): Request => ({ params: { slug } })
const byRef = ({ ref }: World): Request => ({ params: { ref } })
const nothing = (): Request => ({})

/** A route's name (a word after it makes a further line), who is let through, and how it is called. */
const TABLE: Record<string, [string, (world: World, caller: CallerName) => Request | Promise<Request>]> = {
  'system.health': [PUBLIC, nothing],
  'system.setupStatus': [PUBLIC, nothing],
  'system.setup': [
    PUBLIC,
    () => ({ body: { email: 'second@example.com', password: PASSWORD, organization: 'Second' } }),
  ],
  'shell.get': [ACCOUNT, nothing],
  'account.profile': [ACCOUNT, nothing],
  'account.updateProfile': [ACCOUNT, () => ({ body: { name: 'Renamed' } })],
  'account.changePassword': [
    ACCOUNT,
    () => ({ body: { current_password: 'wrong', new_password: 'quite a long one' } }),
  ],
  'account.tokens': [ACCOUNT, nothing],
  'account.createToken': [ACCOUNT, ({ slug }) => ({ body: { name: `made in ${slug}` } })],
  'account.deleteToken': [ACCOUNT, async (world, caller) => ({ params: { id: await world.ownToken(caller) } })],
  'org.general.list': [ACCOUNT, nothing],
  'org.general.create': [ACCOUNT, () => ({ body: { name: 'Another' } })],
  'org.general.get': [ORG_ANY_MEMBER, bySlug],
  'org.general.update': [ORG_ADMIN, ({ slug }) => ({ params: { slug }, body: { name: 'Renamed' } })],
  'org.billing.subscription': [ORG_READ, bySlug],
  'org.billing.freeLimitMembers': [ORG_READ, bySlug],
  'org.billing.changePlan': [ORG_OWNER, ({ slug }) => ({ params: { slug }, body: { plan: 'pro' } })],
  'org.general.remove': [ORG_OWNER, bySlug],
  'org.team.listV1': [ORG_READ, bySlug],
  'org.team.list': [ORG_READ, bySlug],
  'org.team.setRoles': [
    ORG_ADMIN,
    ({ slug, member }) => ({ params: { slug, user_id: member }, body: { role: 'Developer' } }),
  ],
  'org.team.remove': [ORG_ADMIN, ({ slug, member }) => ({ params: { slug, user_id: member } })],
  'org.team.leave': [ORG_ANY_MEMBER, bySlug],
  'org.team.invitations': [ORG_ADMIN, bySlug],
  'org.team.invite': [ORG_ADMIN, ({ slug }) => ({ params: { slug }, body: { role: 'Developer' } })],
  'org.team.invite an-owner': [ORG_OWNER, ({ slug }) => ({ params: { slug }, body: { role: 'Owner' } })],
  'org.team.withdraw': [ORG_ADMIN, ({ slug, invitationId }) => ({ params: { slug, id: invitationId } })],
  'org.team.readInvitation': [PUBLIC, ({ invitationToken }) => ({ body: { token: invitationToken } })],
  'org.team.accept': [ACCOUNT, ({ invitationToken }) => ({ body: { token: invitationToken } })],
  'org.team.signUp': [
    PUBLIC,
    ({ invitationToken }) => ({
      body: { token: invitationToken, email: 'person1@example.com', name: 'Taken', password: PASSWORD },
    }),
  ],
  'support.desk': [ACCOUNT, nothing],
  'support.create': [ACCOUNT, () => ({ body: { category: 'question', subject: 'How', message: 'How is it done?' } })],
  'support.list': [ACCOUNT, nothing],
  // Nobody has asked for anything: whoever is signed in hears that there is no such request.
  'support.resend': [ACCOUNT, () => ({ params: { id: 'not-an-id' } })],
  'projects.listV1': [ACCOUNT, nothing],
  'projects.list': [ACCOUNT, nothing],
  'projects.resourceWarnings': [ACCOUNT, nothing],
  'projects.getV1': [PROJECT_READ, byRef],
  'projects.create': [
    ORG_ADMIN,
    // Nothing has to be made to see who may: whoever is let through hears that there is no such region.
    ({ slug }) => ({ body: { name: 'New', organization_slug: slug, region: 'atlantis' } }),
  ],
  'projects.create by-id': [
    ORG_ADMIN,
    ({ slug }) => ({ body: { name: 'New', organization_id: slug, region: 'atlantis' } }),
  ],
  'project.home.get': [PROJECT_READ, byRef],
  'project.home.overview': [PROJECT_READ, byRef],
  'project.home.activity': [PROJECT_READ, byRef],
  'project.home.loadSampleData': [PROJECT_WORK, byRef],
  'project.home.resetPassword': [PROJECT_ADMIN, byRef],
  'project.lifecycle.status': [PROJECT_READ, byRef],
  'project.lifecycle.platformStatus': [PROJECT_READ, byRef],
  'project.lifecycle.reachability': [PROJECT_READ, byRef],
  'project.lifecycle.pause': [PROJECT_ADMIN, byRef],
  'project.lifecycle.pauseV1': [PROJECT_ADMIN, byRef],
  'project.lifecycle.restart': [PROJECT_WORK, byRef],
  'project.lifecycle.restore': [PROJECT_ADMIN, byRef],
  'project.lifecycle.restoreV1': [PROJECT_ADMIN, byRef],
  'project.lifecycle.restoreVersions': [PROJECT_READ, byRef],
  'project.lifecycle.restoreVersionsV1': [PROJECT_READ, byRef],
  'project.lifecycle.pauseStatus': [PROJECT_READ, byRef],
  'project.lifecycle.upgradeEligibilityV1': [PROJECT_READ, byRef],
  'project.lifecycle.upgradeV1': [PROJECT_ADMIN, ({ ref }) => ({ params: { ref }, body: { target_version: '18' } })],
  'project.lifecycle.upgradeStatusV1': [PROJECT_READ, byRef],
  'project.lifecycle.remove': [PROJECT_ADMIN, byRef],
  'project.lifecycle.removeV1': [PROJECT_ADMIN, byRef],
  'project.lifecycle.healthV1': [PROJECT_READ, byRef],
  'project.database.backups.list': [PROJECT_READ, byRef],
  'project.database.backups.listV1': [PROJECT_READ, byRef],
  'project.database.backups.downloadable': [PROJECT_READ, byRef],
  'project.database.backups.pitr': [PROJECT_READ, byRef],
  'project.database.backups.download': [
    PROJECT_WORK,
    async (world) => ({ params: { ref: world.ref }, body: { id: await world.backup() } }),
  ],
  'project.database.backups.create': [PROJECT_ADMIN, byRef],
  'project.database.backups.remove': [
    PROJECT_ADMIN,
    async (world) => ({ params: { ref: world.ref, id: String(await world.backup()) } }),
  ],
  'project.database.backups.verify': [
    PROJECT_ADMIN,
    async (world) => ({ params: { ref: world.ref, id: String(await world.backup()) } }),
  ],
  'project.database.backups.setSchedule': [
    PROJECT_ADMIN,
    ({ ref }) => ({ params: { ref }, body: { enabled: true, hour: 3 } }),
  ],
  'project.database.backups.restore': [
    PROJECT_ADMIN,
    async (world) => ({ params: { ref: world.ref }, body: { id: await world.backup() } }),
  ],
  'project.database.backups.restorePitr': [
    PROJECT_ADMIN,
    ({ ref }) => ({ params: { ref }, body: { recovery_time_target_unix: 1 } }),
  ],
  'project.database.backups.restorePitrV1': [
    PROJECT_ADMIN,
    ({ ref }) => ({ params: { ref }, body: { recovery_time_target_unix: 1 } }),
  ],
  'project.database.backups.clone': [
    PROJECT_ADMIN,
    ({ ref }) => ({ params: { ref }, body: { recovery_time_target_unix: 1, new_project_name: 'Copy' } }),
  ],
  // A link that is not ours is answered like one whose time is over.
  'project.database.backups.file': [PUBLIC, () => ({})],
  'project.storage.createArchive': [PROJECT_WORK, byRef],
  'project.storage.getArchive': [PROJECT_WORK, byRef],
  'project.settings.rename': [PROJECT_ADMIN, ({ ref }) => ({ params: { ref }, body: { name: 'Renamed' } })],
  'project.settings.exitSurvey': [
    PROJECT_ADMIN,
    ({ ref }) => ({ body: { ref, reasons: [EXIT_REASONS[0]], exit_action: 'delete' } }),
  ],
  'project.computeAndDisk.compute': [PROJECT_READ, byRef],
  'project.computeAndDisk.resize': [PROJECT_ADMIN, ({ ref }) => ({ params: { ref }, body: { compute_size: 'micro' } })],
  'project.computeAndDisk.disk': [PROJECT_READ, byRef],
  'project.computeAndDisk.setDiskLimit': [PROJECT_ADMIN, ({ ref }) => ({ params: { ref }, body: { size_gb: 4 } })],
  'project.computeAndDisk.measureDisk': [PROJECT_ADMIN, byRef],
  'project.infrastructure.monitoring': [PROJECT_READ, byRef],
  'project.addons.get': [PROJECT_READ, byRef],
  'project.addons.getV1': [PROJECT_READ, byRef],
  'project.addons.applyV1': [
    PROJECT_OWNER,
    ({ ref }) => ({ params: { ref }, body: { addon_type: 'custom_domain', addon_variant: 'cd_default' } }),
  ],
  'project.addons.removeV1': [PROJECT_OWNER, ({ ref }) => ({ params: { ref, addon_variant: 'cd_default' } })],
  'project.usage.get': [PROJECT_READ, byRef],
  'project.settings.api.get': [PROJECT_READ, byRef],
  'project.settings.api.keysV1': [PROJECT_WORK, byRef],
  'project.settings.api.dataApi': [PROJECT_READ, byRef],
  'project.settings.api.updateDataApi': [
    PROJECT_ADMIN,
    ({ ref }) => ({ params: { ref }, body: { db_schema: 'public' } }),
  ],
  'project.settings.api.updateSecrets': [PROJECT_ADMIN, ({ ref }) => ({ params: { ref }, body: {} })],
  'project.settings.api.secretsUpdateStatus': [PROJECT_READ, byRef],
  'project.settings.api.restDocument': [PROJECT_READ, byRef],
  'project.settings.database.ssl': [PROJECT_READ, byRef],
  'project.settings.database.setSsl': [
    PROJECT_ADMIN,
    ({ ref }) => ({ params: { ref }, body: { requestedConfig: { database: true } } }),
  ],
  'project.settings.database.networks': [PROJECT_READ, byRef],
  'project.settings.database.applyNetworks': [
    PROJECT_ADMIN,
    ({ ref }) => ({ params: { ref }, body: { dbAllowedCidrs: ['10.0.0.0/8'] } }),
  ],
  'project.settings.customDomain.get': [PROJECT_READ, byRef],
  'project.settings.customDomain.initialize': [
    PROJECT_ADMIN,
    ({ ref }) => ({ params: { ref }, body: { custom_hostname: 'api.example.com' } }),
  ],
  'project.settings.customDomain.reverify': [PROJECT_ADMIN, byRef],
  'project.settings.customDomain.activate': [PROJECT_ADMIN, byRef],
  'project.settings.customDomain.remove': [PROJECT_ADMIN, byRef],
  'project.sql.run': [PROJECT_WORK, ({ ref }) => ({ params: { ref }, body: { sql: 'select 1' } })],
  'project.sql.run read-only': [
    PROJECT_READ,
    ({ ref }) => ({ params: { ref }, body: { sql: 'select 1', read_only: true } }),
  ],
  'project.sql.databaseQuery': [PROJECT_WORK, ({ ref }) => ({ params: { ref }, body: { query: 'select 1' } })],
  'project.sql.databaseQuery read-only': [
    PROJECT_READ,
    ({ ref }) => ({ params: { ref }, body: { query: 'select 1', read_only: true } }),
  ],
}

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
      const inBody = ['projects.create', 'project.settings.exitSurvey'].includes(name)
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
    const { params = {}, body } = await entry[1](at, caller)
    const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? `{${key}}`)
    return { route, send: () => platform.call(route.method, path, { token: at.token[caller], body }) }
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
    for (const line of Object.keys(TABLE)) {
      for (const caller of CALLERS) {
        const status = expected(line, caller)
        if (status === 'ok') continue
        const { send } = await ask(line, at, caller)
        const before = await everything()
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
    for (const line of Object.keys(TABLE)) {
      for (const caller of CALLERS) {
        if (expected(line, caller) !== 'ok') continue
        const { send } = await ask(line, await world(), caller)
        const answer = await send()
        // What the dashboard asks for again until it is there.
        if (answer.body.message === STORAGE_ARCHIVE_NOT_FOUND) continue
        if ([401, 403, 404, 500].includes(answer.status)) wrong.push(`${line} by ${caller}: ${answer.text}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
