import { ORPCError } from '@orpc/server'
import { api } from './core/context.ts'
import { guard } from './core/guard.ts'
import { account } from './features/account/account.ts'
import { ai } from './features/ai/ai.ts'
import { billing } from './features/org/billing/billing.ts'
import { general } from './features/org/general/general.ts'
import { invitations } from './features/org/team/invitations.ts'
import { members } from './features/org/team/members.ts'
import { addons } from './features/project/addons/addons.ts'
import { advisors } from './features/project/advisors/advisors.ts'
import { graphql } from './features/project/api/graphql.ts'
import { projectApi } from './features/project/api/types.ts'
import { assistant } from './features/project/assistant/assistant.ts'
import { computeAndDisk } from './features/project/compute-and-disk/compute-and-disk.ts'
import { content } from './features/project/content/content.ts'
import { backups } from './features/project/database/backups/backups.ts'
import { restores } from './features/project/database/backups/restores.ts'
import { columns } from './features/project/database/columns/columns.ts'
import { connections } from './features/project/database/connections/connections.ts'
import { listDependents } from './features/project/database/dependents/dependents.ts'
import { listExtensions } from './features/project/database/extensions/extensions.ts'
import { listFunctions } from './features/project/database/functions/functions.ts'
import { indexes } from './features/project/database/indexes/indexes.ts'
import { meta } from './features/project/database/meta/meta.ts'
import { migrations } from './features/project/database/migrations/migrations.ts'
import { listPolicies } from './features/project/database/policies/policies.ts'
import { listPublications } from './features/project/database/publications/publications.ts'
import { listGrants, listRoles } from './features/project/database/roles/roles.ts'
import { listSchemas } from './features/project/database/schemas/schemas.ts'
import { tables } from './features/project/database/tables/tables.ts'
import { listTriggers } from './features/project/database/triggers/triggers.ts'
import { listTypes } from './features/project/database/types/types.ts'
import { listViews } from './features/project/database/views/views.ts'
import { visualizer } from './features/project/database/visualizer/visualizer.ts'
import { editor } from './features/project/editor/editor.ts'
import { home } from './features/project/home/home.ts'
import { infrastructure } from './features/project/infrastructure/infrastructure.ts'
import { lifecycle } from './features/project/lifecycle/lifecycle.ts'
import { logs } from './features/project/logs/requests.ts'
import { reports } from './features/project/reports/reports.ts'
import { apiSettings } from './features/project/settings/api/api.ts'
import { apiKeys } from './features/project/settings/api/keys.ts'
import { customDomain } from './features/project/settings/custom-domain/custom-domain.ts'
import { databaseSettings } from './features/project/settings/database/database.ts'
import { settings } from './features/project/settings/settings.ts'
import { sql } from './features/project/sql/sql.ts'
import { storage } from './features/project/storage/archive.ts'
import { projectUsage } from './features/project/usage/usage.ts'
import { vault } from './features/project/vault/vault.ts'
import { projects } from './features/projects/projects.ts'
import { resourceWarnings } from './features/projects/resource-warnings.ts'
import { shell } from './features/shell/shell.ts'
import { support } from './features/support/support.ts'
import { system } from './features/system/system.ts'

/** Every route with its handler, behind the guard. The one place that knows all features. */
export const router = api
  .use(async ({ context, procedure, next }, input) => {
    await guard(procedure['~orpc'].meta.access, context, input)
    try {
      return await next()
    } catch (error) {
      throw readable(error)
    }
  })
  .router({
    system,
    shell,
    account,
    ai,
    org: { general, billing, team: { ...members, ...invitations } },
    support,
    projects: { ...projects, ...resourceWarnings },
    project: {
      assistant,
      computeAndDisk,
      infrastructure,
      addons,
      advisors,
      vault,
      usage: projectUsage,
      api: { ...projectApi, ...graphql },
      content,
      home,
      database: {
        tables,
        columns,
        indexes,
        migrations,
        backups: { ...backups, ...restores },
        meta,
        dependents: listDependents,
        views: listViews,
        functions: listFunctions,
        triggers: listTriggers,
        types: listTypes,
        policies: listPolicies,
        roles: { list: listRoles, grants: listGrants },
        extensions: listExtensions,
        publications: listPublications,
        schemas: listSchemas,
        visualizer,
        connections,
      },
      editor,
      storage,
      lifecycle,
      logs,
      reports,
      settings: { ...settings, api: { ...apiSettings, ...apiKeys }, database: databaseSettings, customDomain },
      sql,
    },
  })

/** A refused input says its first problem as the message, so that it can be shown as it is. */
function readable(error: unknown): unknown {
  if (!(error instanceof ORPCError) || error.code !== 'BAD_REQUEST') return error
  const issues = (error.data as { issues?: { message: string; path?: unknown[] }[] } | undefined)?.issues
  const [first] = issues ?? []
  return first
    ? new ORPCError('BAD_REQUEST', {
        message: first.message,
        data: { issues: (issues ?? []).map(({ message, path }) => ({ message, path })) },
        cause: error.cause,
      })
    : error
}
