import {
  API_KEY_LIMIT,
  API_KEY_LIMIT_REACHED,
  API_KEY_NAME_TAKEN,
  API_KEY_NOT_FOUND,
  type ApiKey,
  KEY_ROLES,
  type KeyRole,
} from '@stoa/contract'
import type { Selectable } from 'kysely'
import { newApiKey } from '../../../../core/api-keys.ts'
import { audit } from '../../../../core/audit.ts'
import { actorOf, api, type Context } from '../../../../core/context.ts'
import { conflict, notFound } from '../../../../core/errors.ts'
import { jwtSecretOf, keysOf } from '../../../../core/project-keys.ts'
import { hashToken } from '../../../../core/secrets.ts'
import { type StoreLike, violatedUnique } from '../../../../store/store.ts'
import type { Tables } from '../../../../store/tables.ts'

const LEGACY: Record<KeyRole, string> = {
  anon: 'Safe in a browser when row level security is on',
  service_role: 'Bypasses row level security. For servers only',
}
/** How much of a legacy key tells it apart. */
const LEGACY_SHOWN = 8
const DAY_MS = 86_400_000

const onWire = (row: Omit<Selectable<Tables['project_api_keys']>, 'hash' | 'project_id'>): ApiKey => ({
  id: row.id,
  type: row.type,
  name: row.name,
  description: row.description,
  prefix: row.prefix,
  api_key: row.value,
  inserted_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

async function legacyKeys({ platform, scope }: Context): Promise<ApiKey[]> {
  const inUse = await jwtSecretOf(platform, scope.project)
  const keys = await keysOf(inUse, scope.project.ref)
  return KEY_ROLES.map((role) => ({
    id: role,
    type: 'legacy',
    name: role,
    description: LEGACY[role],
    prefix: keys[role].slice(0, LEGACY_SHOWN),
    api_key: keys[role],
    inserted_at: inUse.since.toISOString(),
    expires_at: null,
    last_used_at: null,
  }))
}

/** Notes what was done to a key, without the key. */
const note = (tx: StoreLike, context: Context, action: string, key: ApiKey) =>
  audit(tx, actorOf(context), {
    action: `project.api_key_${action}`,
    organization: context.scope.organization.slug,
    project: context.scope.project.ref,
    details: { name: key.name, type: key.type },
  })

const refuseTaken = (error: unknown): never => {
  throw violatedUnique(error) === null ? error : conflict(API_KEY_NAME_TAKEN)
}

export const apiKeys = {
  keysV1: api.project.settings.api.keysV1.handler(async ({ context }) => {
    const rows = await context.platform.store
      .selectFrom('project_api_keys')
      .selectAll()
      .where('project_id', '=', context.scope.project.id)
      .orderBy('created_at', 'desc')
      .execute()
    return [...(await legacyKeys(context)), ...rows.map(onWire)]
  }),

  createKeyV1: api.project.settings.api.createKeyV1.handler(async ({ input, context }) => {
    const { project } = context.scope
    const { key, prefix } = newApiKey(input.type)
    return context.platform.store.transaction().execute(async (tx) => {
      // Locked, so that two requests at once cannot both be the last that fits.
      await tx.selectFrom('projects').select('id').where('id', '=', project.id).forUpdate().execute()
      const { count } = await tx
        .selectFrom('project_api_keys')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('project_id', '=', project.id)
        .executeTakeFirstOrThrow()
      if (count >= API_KEY_LIMIT) throw conflict(API_KEY_LIMIT_REACHED)
      const row = await tx
        .insertInto('project_api_keys')
        .values({
          project_id: project.id,
          type: input.type,
          name: input.name,
          description: input.description || null,
          prefix,
          hash: hashToken(key),
          value: input.type === 'publishable' ? key : null,
          expires_at: input.expires_in_days === null ? null : new Date(Date.now() + input.expires_in_days * DAY_MS),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch(refuseTaken)
      await note(tx, context, 'created', onWire(row))
      return { ...onWire(row), api_key: key }
    })
  }),

  updateKeyV1: api.project.settings.api.updateKeyV1.handler(({ input, context }) =>
    context.platform.store.transaction().execute(async (tx) => {
      const row = await tx
        .updateTable('project_api_keys')
        .set({
          ...(input.name === undefined ? {} : { name: input.name }),
          ...(input.description === undefined ? {} : { description: input.description || null }),
        })
        .where('id', '=', input.id)
        .where('project_id', '=', context.scope.project.id)
        .returningAll()
        .executeTakeFirst()
        .catch(refuseTaken)
      if (!row) throw notFound(API_KEY_NOT_FOUND)
      await note(tx, context, 'renamed', onWire(row))
      return onWire(row)
    }),
  ),

  deleteKeyV1: api.project.settings.api.deleteKeyV1.handler(({ input, context }) =>
    context.platform.store.transaction().execute(async (tx) => {
      const row = await tx
        .deleteFrom('project_api_keys')
        .where('id', '=', input.id)
        .where('project_id', '=', context.scope.project.id)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw notFound(API_KEY_NOT_FOUND)
      await note(tx, context, 'revoked', onWire(row))
      return onWire(row)
    }),
  ),
}
