import { EXIT_REASONS } from '@stoa/contract'
import { PASSWORD } from './harness.ts'

/** Who calls, in the order of the columns of the table. */
export const CALLERS = ['nobody', 'stranger', 'Read-only', 'Developer', 'Administrator', 'Owner', 'elsewhere'] as const
export type CallerName = (typeof CALLERS)[number]

/** An organization with its people, a project and what routes can be pointed at. */
export type World = {
  slug: string
  ref: string
  token: Record<CallerName, string | undefined>
  /** The member whose roles are changed. */
  member: string
  invitationId: string
  invitationToken: string
  /** A finished backup of the project whose file is gone. */
  backup: () => Promise<number>
  /** A key of the project's APIs. */
  apiKey: () => Promise<string>
  /** A secret of the project's vault. */
  secret: () => Promise<string>
  /** A personal access token of the caller's own, by caller. */
  ownToken: (caller: CallerName) => Promise<string>
}
export type Request = { readonly params?: Record<string, string>; readonly body?: unknown }
export type Expected = 'ok' | 401 | 403 | 404

// One column for each caller, in this order: nobody (not signed in), stranger (an account without membership), the
// four roles in the organization, elsewhere (an Owner of another project of the same organization, and nothing else).
const PUBLIC = 'ok ok ok ok ok ok ok'
const ACCOUNT = '401 ok ok ok ok ok ok'
const ORG_ANY_MEMBER = '401 404 ok ok ok ok ok'
const ORG_READ = '401 404 ok ok ok ok 403'
const ORG_ADMIN = '401 404 403 403 ok ok 403'
const ORG_OWNER = '401 404 403 403 403 ok 403'
/** For the one account that set the platform up, which is none of these. */
const INSTANCE = '401 403 403 403 403 403 403'
const PROJECT_READ = '401 404 ok ok ok ok 404'
const PROJECT_WORK = '401 404 403 ok ok ok 404'
const PROJECT_ADMIN = '401 404 403 403 ok ok 404'
const PROJECT_OWNER = '401 404 403 403 403 ok 404'

const bySlug = ({ slug }: World): Request => ({ params: { slug } })
const byRef = ({ ref }: World): Request => ({ params: { ref } })
const nothing = (): Request => ({})
/** A chat that cannot be: the call is refused for its id once it was let through. */
const byNoChat = ({ ref }: World): Request => ({ params: { ref, id: 'not-an-id' } })
/** A model that nobody answers as. */
const MODEL = { base_url: 'http://127.0.0.1:9/v1', model: 'none' }
const connection = ({ ref }: World): Request => ({ params: { ref, pid: '1' }, body: { started_at: 'long ago' } })
const bySecret = async ({ ref, secret }: World): Promise<Request> => ({ params: { ref, id: await secret() } })

/** A route's name (a word after it makes a further line), who is let through, and how it is called. */
export const TABLE: Record<string, [string, (world: World, caller: CallerName) => Request | Promise<Request>]> = {
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
  // A catalogue that is asked for what it does not have: whoever is let through hears that.
  'project.database.tables.get': [PROJECT_READ, ({ ref }) => ({ params: { ref, id: '1' } })],
  'project.database.tables.definition': [
    PROJECT_READ,
    ({ ref }) => ({ params: { ref, schema: 'public', name: 'nothing' } }),
  ],
  'project.database.columns.check': [
    PROJECT_WORK,
    ({ ref }) => ({ params: { ref }, body: { schema: 'public', table: 'nothing' } }),
  ],
  'project.database.indexes.list': [PROJECT_READ, byRef],
  'project.database.indexes.progress': [PROJECT_READ, byRef],
  'project.database.migrations.list': [PROJECT_READ, byRef],
  'project.database.migrations.get': [PROJECT_READ, ({ ref }) => ({ params: { ref, version: '1' } })],
  'project.database.meta.tables': [PROJECT_READ, byRef],
  'project.database.meta.columns': [PROJECT_READ, byRef],
  'project.database.meta.views': [PROJECT_READ, byRef],
  'project.database.meta.materializedViews': [PROJECT_READ, byRef],
  'project.database.meta.foreignTables': [PROJECT_READ, byRef],
  'project.database.meta.functions': [PROJECT_READ, byRef],
  'project.database.meta.triggers': [PROJECT_READ, byRef],
  'project.database.meta.policies': [PROJECT_READ, byRef],
  'project.database.meta.types': [PROJECT_READ, byRef],
  'project.database.meta.extensions': [PROJECT_READ, byRef],
  'project.database.meta.roles': [PROJECT_READ, byRef],
  'project.database.meta.schemas': [PROJECT_READ, byRef],
  'project.database.meta.publications': [PROJECT_READ, byRef],
  'project.database.meta.indexes': [PROJECT_READ, byRef],
  'project.database.meta.columnPrivileges': [PROJECT_READ, byRef],
  'project.database.dependents': [PROJECT_READ, byRef],
  'project.database.views': [PROJECT_READ, byRef],
  'project.database.functions': [PROJECT_READ, byRef],
  'project.database.triggers': [PROJECT_READ, byRef],
  'project.database.types': [PROJECT_READ, byRef],
  'project.database.policies': [PROJECT_READ, byRef],
  'project.database.roles.list': [PROJECT_READ, byRef],
  'project.database.roles.grants': [PROJECT_READ, byRef],
  'project.database.extensions': [PROJECT_READ, byRef],
  'project.database.publications': [PROJECT_READ, byRef],
  'project.database.schemas': [PROJECT_READ, byRef],
  'project.editor.open': [PROJECT_READ, ({ ref }) => ({ params: { ref }, body: { schema: 'public' } })],
  'project.editor.rows': [PROJECT_READ, ({ ref }) => ({ params: { ref }, body: { schema: 'public', table: 't' } })],
  'project.editor.count': [PROJECT_READ, ({ ref }) => ({ params: { ref }, body: { schema: 'public', table: 't' } })],
  'project.editor.value': [
    PROJECT_READ,
    ({ ref }) => ({ params: { ref }, body: { schema: 'public', table: 't', row: {}, column: 'c' } }),
  ],
  'project.editor.labels': [
    PROJECT_READ,
    ({ ref }) => ({ params: { ref }, body: { schema: 'public', table: 't', columns: [] } }),
  ],
  'project.editor.sql': [PROJECT_READ, ({ ref }) => ({ params: { ref }, body: { schema: 'public', table: 't' } })],
  'project.editor.save': [
    PROJECT_WORK,
    ({ ref }) => ({
      params: { ref },
      body: { schema: 'public', table: 't', shape: '', changes: [{ kind: 'insert', values: {} }] },
    }),
  ],
  'project.editor.import.begin': [
    PROJECT_WORK,
    ({ ref }) => ({
      params: { ref },
      body: { schema: 'public', table: 't', format: { kind: 'json' }, columns: [{ from: 'a', to: 'a' }] },
    }),
  ],
  'project.editor.import.part': [
    PROJECT_WORK,
    ({ ref }) => ({ params: { ref, id: 'none' }, body: { part: 0, text: '', last: true } }),
  ],
  'project.editor.import.cancel': [PROJECT_WORK, ({ ref }) => ({ params: { ref, id: 'none' } })],
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
  'project.api.types': [PROJECT_READ, byRef],
  'project.api.graphql': [PROJECT_WORK, ({ ref }) => ({ params: { ref }, body: { query: '{ __typename }' } })],
  'project.settings.api.get': [PROJECT_READ, byRef],
  'project.settings.api.keysV1': [PROJECT_WORK, byRef],
  'project.settings.api.createKeyV1': [
    PROJECT_ADMIN,
    ({ ref }) => ({ params: { ref }, body: { type: 'secret', name: 'jobs' } }),
  ],
  'project.settings.api.updateKeyV1': [
    PROJECT_ADMIN,
    async ({ ref, apiKey }) => ({ params: { ref, id: await apiKey() }, body: { name: 'jobs' } }),
  ],
  'project.settings.api.deleteKeyV1': [
    PROJECT_ADMIN,
    async ({ ref, apiKey }) => ({ params: { ref, id: await apiKey() } }),
  ],
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
  // Whoever is let through hears that the header Version is missing.
  'project.content.list': [PROJECT_READ, byRef],
  'project.content.get': [PROJECT_READ, ({ ref }) => ({ params: { ref, id: 'not-an-id' } })],
  'project.content.save': [PROJECT_READ, byRef],
  'project.content.update': [PROJECT_READ, ({ ref }) => ({ params: { ref, id: 'not-an-id' } })],
  'project.content.remove': [PROJECT_READ, byRef],
  'project.content.restore': [PROJECT_READ, byRef],
  'project.content.revisions': [PROJECT_READ, ({ ref }) => ({ params: { ref, id: 'not-an-id' } })],
  'project.content.revision': [PROJECT_READ, ({ ref }) => ({ params: { ref, id: 'not-an-id', version: '1' } })],
  'project.content.folders.list': [PROJECT_READ, byRef],
  'project.content.folders.create': [PROJECT_READ, byRef],
  'project.content.folders.update': [PROJECT_READ, ({ ref }) => ({ params: { ref, id: 'not-an-id' } })],
  'project.content.folders.remove': [PROJECT_READ, byRef],
  'project.sql.run': [PROJECT_WORK, ({ ref }) => ({ params: { ref }, body: { sql: 'select 1' } })],
  'project.sql.run read-only': [
    PROJECT_READ,
    ({ ref }) => ({ params: { ref }, body: { sql: 'select 1', read_only: true } }),
  ],
  'project.sql.export': [
    PROJECT_READ,
    ({ ref }) => ({ params: { ref }, body: { sql: 'drop table x', format: 'csv' } }),
  ],
  'project.sql.exportedFile': [PROJECT_READ, ({ ref }) => ({ params: { ref, id: 'not-an-id' } })],
  'project.sql.statements.list': [PROJECT_READ, byRef],
  'project.sql.statements.reset': [PROJECT_WORK, byRef],
  'project.sql.statements.enable': [PROJECT_WORK, byRef],
  'project.sql.run as-another-role': [
    PROJECT_WORK,
    ({ ref }) => ({ params: { ref }, body: { sql: 'select 1', read_only: true, role: 'anon' } }),
  ],
  'project.sql.runs': [PROJECT_READ, byRef],
  // Nobody has run anything: whoever is let through hears that there is no such run.
  'project.sql.attach': [PROJECT_READ, ({ ref }) => ({ params: { ref, id: 'not-an-id' } })],
  'project.sql.cancel': [PROJECT_READ, ({ ref }) => ({ params: { ref, id: 'not-an-id' } })],
  'project.database.visualizer.draw': [PROJECT_READ, byRef],
  'project.database.connections.list': [PROJECT_READ, byRef],
  'project.database.connections.cancel': [PROJECT_WORK, connection],
  'project.database.connections.terminate': [PROJECT_WORK, connection],
  'project.advisors.list': [PROJECT_READ, byRef],
  'project.advisors.ignore': [
    PROJECT_WORK,
    ({ ref }) => ({ params: { ref }, body: { id: 'rls_disabled:public.orders', ignored: true } }),
  ],
  'project.vault.list': [PROJECT_WORK, byRef],
  'project.vault.create': [PROJECT_WORK, ({ ref }) => ({ params: { ref }, body: { name: 'Mail', secret: 'words' } })],
  'project.vault.reveal': [PROJECT_WORK, bySecret],
  'project.vault.update': [
    PROJECT_WORK,
    async (world) => ({ ...(await bySecret(world)), body: { description: 'For letters' } }),
  ],
  'project.vault.remove': [PROJECT_WORK, bySecret],
  'project.logs.requests': [PROJECT_READ, byRef],
  'ai.generate': [
    PROJECT_READ,
    ({ ref }) => ({ body: { projectRef: ref, messages: [{ id: '1', role: 'user', content: 'Hello' }] } }),
  ],
  'ai.complete': [PROJECT_READ, ({ ref }) => ({ body: { projectRef: ref, completionMetadata: {} } })],
  'ai.title': [ACCOUNT, () => ({ body: { sql: 'select 1' } })],
  'ai.title of a project': [PROJECT_READ, ({ ref }) => ({ body: { sql: 'select 1', projectRef: ref } })],
  'ai.checkApiKey': [ACCOUNT, nothing],
  'ai.model.get': [INSTANCE, nothing],
  'ai.model.update': [INSTANCE, () => ({ body: MODEL })],
  'ai.model.remove': [INSTANCE, nothing],
  'ai.model.probe': [INSTANCE, () => ({ body: MODEL })],
  'ai.organizationModel.get': [ORG_ANY_MEMBER, bySlug],
  'ai.organizationModel.update': [ORG_ADMIN, ({ slug }) => ({ params: { slug }, body: MODEL })],
  'ai.organizationModel.remove': [ORG_ADMIN, bySlug],
  'ai.organizationModel.probe': [ORG_ADMIN, ({ slug }) => ({ params: { slug }, body: MODEL })],
  'project.assistant.get': [PROJECT_READ, byRef],
  'project.assistant.chats.list': [PROJECT_READ, byRef],
  'project.assistant.chats.create': [PROJECT_READ, ({ ref }) => ({ params: { ref }, body: { name: 'Chat' } })],
  'project.assistant.chats.get': [PROJECT_READ, byNoChat],
  'project.assistant.chats.update': [PROJECT_READ, byNoChat],
  'project.assistant.chats.remove': [PROJECT_READ, byNoChat],
  'project.assistant.chats.append': [PROJECT_READ, byNoChat],
  'project.assistant.chats.clear': [PROJECT_READ, byNoChat],
  'project.assistant.chats.follow': [PROJECT_READ, byNoChat],
  'project.assistant.chats.stop': [PROJECT_READ, byNoChat],
  'project.reports.get': [PROJECT_READ, ({ ref }) => ({ params: { ref, id: 'not-an-id' } })],
  'project.reports.save': [PROJECT_READ, ({ ref }) => ({ params: { ref, id: 'not-an-id' } })],
  'project.reports.metrics': [PROJECT_READ, byRef],
  'project.reports.requests': [PROJECT_READ, byRef],
  'project.sql.history': [PROJECT_READ, byRef],
  'project.sql.databaseQuery': [PROJECT_WORK, ({ ref }) => ({ params: { ref }, body: { query: 'select 1' } })],
  'project.sql.databaseQuery read-only': [
    PROJECT_READ,
    ({ ref }) => ({ params: { ref }, body: { query: 'select 1', read_only: true } }),
  ],
}
