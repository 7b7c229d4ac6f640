import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NOT_RUNNING, notAccepted, SAMPLE_EXISTS } from '@stoa/contract'
import { EngineError } from '@stoa/engine'
import { audit } from '../../../core/audit.ts'
import { actorOf, api } from '../../../core/context.ts'
import { conflict } from '../../../core/errors.ts'
import { storeProjectSecret } from '../../../core/project-secrets.ts'
import { lockProject } from '../../../core/project-status.ts'
import { projectOnWire } from '../../../core/projects.ts'
import { newPassword } from '../../../core/secrets.ts'
import { activity } from './activity.ts'
import { overview } from './overview.ts'

const SAMPLE = join(import.meta.dirname, 'sample-data.sql')

export const home = {
  get: api.project.home.get.handler(({ context }) =>
    projectOnWire(context.platform, context.scope.project, context.scope.organization),
  ),

  overview: api.project.home.overview.handler(({ context }) => overview(context)),

  activity: api.project.home.activity.handler(({ input, context }) =>
    activity(context.platform.store, context.scope.project.ref, input.limit),
  ),

  loadSampleData: api.project.home.loadSampleData.handler(async ({ context }) => {
    const { platform, scope } = context
    const { project } = scope
    if (project.status !== 'ACTIVE_HEALTHY') throw conflict(notAccepted('filled with sample data', project.status))
    const sql = await readFile(SAMPLE, 'utf8')
    const client = await platform.databases.client(project, 'owner').catch((error) => {
      throw error instanceof EngineError ? conflict(NOT_RUNNING) : error
    })
    try {
      await client.connect().catch(() => {
        throw conflict(NOT_RUNNING)
      })
      await client.query('begin')
      // Two people at once: the second waits for the first to commit and then finds the schema.
      await client.query("select pg_advisory_xact_lock(hashtext('stoa sample data'))")
      const known = await client.query("select from pg_namespace where nspname = 'shop'")
      if (known.rowCount !== 0) throw conflict(SAMPLE_EXISTS)
      await client.query(sql)
      const counted = await client.query(
        `select count(*)::int as tables, sum((xpath('/row/n/text()', query_to_xml(format('select count(*) as n from shop.%I', relname), false, true, '')))[1]::text::int)::int as rows
         from pg_class where relnamespace = 'shop'::regnamespace and relkind = 'r'`,
      )
      await client.query('commit')
      // What was put in is told to the statistics before it is looked at: told later, it would count twice.
      await client.query('select pg_stat_force_next_flush()')
      await client.query('analyze')
      await audit(platform.store, actorOf(context), {
        action: 'project.sample_data_loaded',
        organization: scope.organization.slug,
        project: project.ref,
      })
      return { schema: 'shop', tables: counted.rows[0].tables, rows: counted.rows[0].rows }
    } finally {
      await client.end().catch(() => {})
    }
  }),

  resetPassword: api.project.home.resetPassword.handler(async ({ context }) => {
    const { platform, scope } = context
    const { project } = scope
    const password = newPassword()
    await platform.store.transaction().execute(async (tx) => {
      const locked = await lockProject(tx, project.id)
      if (locked.status !== 'ACTIVE_HEALTHY') throw conflict(notAccepted('given a new password', locked.status))
      await storeProjectSecret(platform, tx, project.id, 'owner_password', password)
      await audit(tx, actorOf(context), {
        action: 'project.password_reset',
        organization: scope.organization.slug,
        project: project.ref,
      })
      // Last, so that a server that refuses leaves the old password in both places.
      await platform.engine.setPassword(project.ref, 'owner', password).catch((error) => {
        throw error instanceof EngineError ? conflict(NOT_RUNNING) : error
      })
    })
    await platform.databases.close(project.ref)
    return { password }
  }),
}
