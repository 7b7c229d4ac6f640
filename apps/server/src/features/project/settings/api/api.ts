import {
  type DataApi,
  JWT_SECRET_WORN,
  NOT_RUNNING,
  projectPermissions,
  schemaUnknown,
  searchPathUnknown,
} from '@stoa/contract'
import { audit } from '../../../../core/audit.ts'
import { actorOf, api, type Context } from '../../../../core/context.ts'
import { badRequest, conflict, statusRefusal } from '../../../../core/errors.ts'
import { allows } from '../../../../core/guard.ts'
import { dataApiSettings, exposableSchemas, exposedSchemas } from '../../../../core/project-apis.ts'
import { jwtSecretOf, keysOf, newJwtSecret } from '../../../../core/project-keys.ts'
import { storeProjectSecret } from '../../../../core/project-secrets.ts'
import { projectUrl } from '../../../../core/projects.ts'
import { updateStatus } from './update-status.ts'

async function keys({ platform, scope }: Context) {
  const inUse = await jwtSecretOf(platform, scope.project)
  return { secret: inUse.secret, ...(await keysOf(inUse, scope.project.ref)) }
}

/** The schemas that can be chosen; null while the database does not say. */
async function available({ platform, scope }: Context): Promise<string[] | null> {
  if (scope.project.status !== 'ACTIVE_HEALTHY') return null
  return platform.databases
    .pool(scope.project, 'admin')
    .then(exposableSchemas)
    .catch(() => null)
}

async function dataApi(context: Context): Promise<DataApi> {
  const chosen = await dataApiSettings(context.platform.store, context.scope.project.id)
  return {
    db_schema: chosen.schemas.join(','),
    available_schemas: await available(context),
    max_rows: chosen.maxRows,
    db_extra_search_path: chosen.extraSearchPath.join(','),
  }
}

export const apiSettings = {
  get: api.project.settings.api.get.handler(async ({ context }) => {
    const { platform, scope } = context
    const { host, pathname, protocol } = new URL(projectUrl(platform, scope.project.ref))
    const known = allows(context, projectPermissions.readKeys) ? await keys(context) : null
    return {
      app_config: {
        endpoint: `${host}${pathname}`,
        protocol: protocol === 'https:' ? ('https' as const) : ('http' as const),
        db_schema: (await exposedSchemas(platform.store, scope.project.id)).join(','),
      },
      ...(known && {
        service_api_keys: [
          { tags: 'anon' as const, name: 'anon key', api_key: known.anon },
          { tags: 'service_role' as const, name: 'service_role key', api_key: known.service_role },
        ],
        jwt_secret: known.secret,
      }),
      jwtSecretUpdateStatus: await updateStatus(platform.store, scope.project.id),
    }
  }),

  dataApi: api.project.settings.api.dataApi.handler(({ context }) => dataApi(context)),

  updateDataApi: api.project.settings.api.updateDataApi.handler(async ({ input, context }) => {
    const { platform, scope } = context
    const { project } = scope
    const exposable = await available(context)
    if (exposable === null) throw conflict(NOT_RUNNING)
    const stored = await dataApiSettings(platform.store, project.id)
    const values = {
      db_schema: input.db_schema ?? [...stored.schemas],
      max_rows: input.max_rows === undefined ? stored.maxRows : input.max_rows,
      extra_search_path: input.db_extra_search_path ?? [...stored.extraSearchPath],
      updated_at: new Date(),
    }
    const unknown = values.db_schema.find((schema) => !exposable.includes(schema))
    if (unknown !== undefined) throw badRequest(schemaUnknown(unknown))
    const missing = values.extra_search_path.find((schema) => schema !== 'extensions' && !exposable.includes(schema))
    if (missing !== undefined) throw badRequest(searchPathUnknown(missing))
    await platform.store.transaction().execute(async (tx) => {
      await tx
        .insertInto('project_api_settings')
        .values({ project_id: project.id, ...values })
        .onConflict((on) => on.column('project_id').doUpdateSet(values))
        .execute()
      await audit(tx, actorOf(context), {
        action: 'project.api_settings_changed',
        organization: scope.organization.slug,
        project: project.ref,
        details: {
          db_schema: values.db_schema,
          max_rows: values.max_rows,
          extra_search_path: values.extra_search_path,
        },
      })
    })
    return dataApi(context)
  }),

  updateSecrets: api.project.settings.api.updateSecrets.handler(async ({ input, context }) => {
    const { platform, scope } = context
    const { project } = scope
    const actor = actorOf(context)
    if (input.jwt_secret !== undefined && input.jwt_secret === (await jwtSecretOf(platform, project)).secret)
      throw badRequest(JWT_SECRET_WORN)
    try {
      const begun = await platform.store.transaction().execute(async (tx) => {
        const started = await platform.operations.begin(tx, {
          kind: 'project.rotate_jwt',
          projectId: project.id,
          event: null,
          actor,
        })
        // The secret waits sealed: what a workflow is started with is stored in clear.
        await storeProjectSecret(platform, tx, project.id, 'jwt_secret_next', input.jwt_secret ?? newJwtSecret())
        await audit(tx, actor, {
          action: 'project.jwt_secret_update_requested',
          organization: scope.organization.slug,
          project: project.ref,
          details: { generated: input.jwt_secret === undefined },
        })
        return started
      })
      platform.operations.kick(begun.id)
      return { change_tracking_id: begun.id }
    } catch (error) {
      throw statusRefusal(error, 'given a new JWT secret')
    }
  }),

  secretsUpdateStatus: api.project.settings.api.secretsUpdateStatus.handler(async ({ context }) => ({
    update_status: await updateStatus(context.platform.store, context.scope.project.id),
  })),

  restDocument: api.project.settings.api.restDocument.handler(async ({ context }) => {
    const { platform, scope } = context
    const role = allows(context, projectPermissions.readKeys) ? 'service_role' : 'anon'
    return platform.rests.document(scope.project, role).catch((error) => {
      platform.log.warn({ project: scope.project.ref, reason: String(error) }, 'data API not described')
      throw conflict(NOT_RUNNING)
    })
  }),
}
