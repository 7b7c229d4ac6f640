import {
  KEY_FOR_ANOTHER_ADDRESS,
  MODEL_ADDRESS_FORBIDDEN,
  MODEL_INCOMPLETE,
  type ModelState,
  organizationPermissions,
} from '@stoa/contract'
import {
  type ModelRow,
  modelKey,
  modelRow,
  storeCapabilities,
  storeModel,
  usableModel,
} from '../../core/ai/settings.ts'
import { audit } from '../../core/audit.ts'
import { actorOf, api, type Context } from '../../core/context.ts'
import { badRequest } from '../../core/errors.ts'
import { allows } from '../../core/guard.ts'
import { isOperator } from '../../core/people.ts'
import type { OrganizationRow } from '../../store/tables.ts'

/** Which settings are meant: those of an organization, or the platform's own. */
type Place = OrganizationRow | null

type Changes = {
  readonly base_url: string
  readonly model: string
  readonly api_key?: string | null | undefined
}

async function stateOf(context: Context, place: Place): Promise<ModelState> {
  const { platform, scope } = context
  const row = await modelRow(platform.store, place?.id ?? null)
  const used = await usableModel(platform, place?.id ?? null)
  const operator = await isOperator(platform.store, scope.caller.account.id)
  const mayChange = place === null ? operator : allows(context, organizationPermissions.update)
  return {
    own: row
      ? {
          base_url: row.base_url,
          model: row.model,
          api_key: { set: row.api_key !== null, last_four: mayChange ? row.key_hint : null },
          capabilities: row.capabilities,
          probed_at: row.probed_at?.toISOString() ?? null,
          updated_at: row.updated_at.toISOString(),
        }
      : null,
    // Where the platform's model answers is the business of whoever runs it.
    used: used && {
      source: used.source,
      base_url: used.source === 'organization' || operator ? used.baseUrl : null,
      model: used.model,
    },
  }
}

/** Addresses under which machines of clouds give their own credentials to whoever asks. */
const FORBIDDEN_HOST =
  /^(?:169\.254\.\d+\.\d+|\[fe[89ab][\da-f]:.*\]|\[::ffff:a9fe:[\da-f]+\]|metadata\.google\.internal)$/i

function demandAllowed(address: string): void {
  const { hostname, username, password } = new URL(address)
  if (FORBIDDEN_HOST.test(hostname) || username !== '' || password !== '') throw badRequest(MODEL_ADDRESS_FORBIDDEN)
}

const sameAddress = (a: string, b: string) => a.replace(/\/+$/, '') === b.replace(/\/+$/, '')

/**
 * The key that goes with settings: the one that is given, or the stored one as long as it was given for this address.
 * @returns undefined to leave the stored one as it is
 */
function keyFor(row: ModelRow | undefined, changes: Changes): string | null | undefined {
  if (changes.api_key !== undefined) return changes.api_key === '' ? null : changes.api_key
  if (!row || row.api_key === null) return null
  if (!sameAddress(row.base_url, changes.base_url)) throw badRequest(KEY_FOR_ANOTHER_ADDRESS)
  return undefined
}

const details = (changes: Changes, key: string | null | undefined) => ({
  address: new URL(changes.base_url).origin,
  model: changes.model,
  key: key === undefined ? 'kept' : key === null ? 'none' : 'given',
})

async function update(context: Context, place: Place, changes: Changes): Promise<ModelState> {
  const { platform, scope } = context
  demandAllowed(changes.base_url)
  await platform.store.transaction().execute(async (tx) => {
    const row = await modelRow(tx, place?.id ?? null)
    const key = keyFor(row, changes)
    // A stored key is bound to the address as it was written.
    const baseUrl = key === undefined && row ? row.base_url : changes.base_url
    await storeModel(platform, tx, place?.id ?? null, {
      baseUrl,
      model: changes.model,
      key,
      by: scope.caller.account.id,
    })
    await audit(tx, actorOf(context), {
      action: 'assistant.model_changed',
      organization: place?.slug ?? null,
      details: details(changes, key),
    })
  })
  return stateOf(context, place)
}

async function remove(context: Context, place: Place): Promise<ModelState> {
  await context.platform.store.transaction().execute(async (tx) => {
    const row = await modelRow(tx, place?.id ?? null)
    if (!row) return
    await tx.deleteFrom('assistant_models').where('id', '=', row.id).execute()
    await audit(tx, actorOf(context), { action: 'assistant.model_removed', organization: place?.slug ?? null })
  })
  return stateOf(context, place)
}

/** Tries what is given, filled up with what is set here; what is given nowhere is taken from what is used here. */
async function tryOut(context: Context, place: Place, trial: Partial<Changes>) {
  const { platform } = context
  const row = await modelRow(platform.store, place?.id ?? null)
  const used = row ? null : await usableModel(platform, place?.id ?? null)
  const changes: Changes = {
    base_url: trial.base_url ?? row?.base_url ?? used?.baseUrl ?? '',
    model: trial.model ?? row?.model ?? used?.model ?? '',
    api_key: trial.api_key,
  }
  if (changes.base_url === '' || changes.model === '') throw badRequest(MODEL_INCOMPLETE)
  demandAllowed(changes.base_url)
  const asStored =
    row !== undefined &&
    sameAddress(row.base_url, changes.base_url) &&
    row.model === changes.model &&
    trial.api_key === undefined
  const given = keyFor(row, changes)
  const inherited = used !== null && trial.base_url === undefined && trial.api_key === undefined
  const apiKey = given === undefined && row ? await modelKey(platform, row) : inherited ? used.apiKey : (given ?? null)
  const { probe } = await import('./probe.ts')
  const tried = await probe({ baseUrl: changes.base_url, model: changes.model, apiKey }, platform.config)
  const { answers, streams, tools } = tried
  if (asStored) await storeCapabilities(platform.store, row, { answers, streams, tools })
  return tried
}

/** The routes about models: the platform's own, and those of organizations. */
export const models = {
  model: {
    get: api.ai.model.get.handler(({ context }) => stateOf(context, null)),
    update: api.ai.model.update.handler(({ input, context }) => update(context, null, input)),
    remove: api.ai.model.remove.handler(({ context }) => remove(context, null)),
    probe: api.ai.model.probe.handler(({ input, context }) => tryOut(context, null, input)),
  },
  organizationModel: {
    get: api.ai.organizationModel.get.handler(({ context }) => stateOf(context, context.scope.organization)),
    update: api.ai.organizationModel.update.handler(({ input, context }) =>
      update(context, context.scope.organization, input),
    ),
    remove: api.ai.organizationModel.remove.handler(({ context }) => remove(context, context.scope.organization)),
    probe: api.ai.organizationModel.probe.handler(({ input, context }) =>
      tryOut(context, context.scope.organization, input),
    ),
  },
}
