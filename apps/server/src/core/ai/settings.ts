import { ASSISTANT_FLAG, type ModelCapabilities, type ModelSource } from '@stoa/contract'
import { type Selectable, sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { StoreLike } from '../../store/store.ts'
import type { Tables } from '../../store/tables.ts'
import type { Platform } from '../platform.ts'

export type ModelRow = Selectable<Tables['assistant_models']>

/** A model that can be asked, with its key. Stays in this process. */
export type UsableModel = {
  readonly source: ModelSource
  readonly baseUrl: string
  readonly model: string
  readonly apiKey: string | null
  readonly capabilities: ModelCapabilities | null
}

const OPENAI_URL = 'https://api.openai.com/v1'
/** What is asked where the environment gives a key of OpenAI's and names no model. */
const OPENAI_MODEL = 'gpt-5-mini'

/** Keys with fewer characters would be half told by their last four. */
const HINT_FROM = 16

/** The address is part of the place: a key that was given for one address cannot be opened for another. */
const keyPlace = (organizationId: number | null, baseUrl: string) =>
  `assistant_model:${organizationId ?? 'platform'}:${baseUrl}`

/** Settings as they are stored. @param organizationId null for the platform's own */
export function modelRow(store: StoreLike, organizationId: number | null): Promise<ModelRow | undefined> {
  return store
    .selectFrom('assistant_models')
    .selectAll()
    .where('organization_id', organizationId === null ? 'is' : '=', organizationId)
    .executeTakeFirst()
}

/** The stored key; null when there is none. @throws when it does not open */
export const modelKey = async ({ sealer }: Pick<Platform, 'sealer'>, row: ModelRow): Promise<string | null> =>
  row.api_key === null ? null : sealer.open(keyPlace(row.organization_id, row.base_url), row.api_key)

/** What the environment sets; null when that is not enough to ask a model. */
export function environmentModel({ openai }: Pick<Config, 'openai'>): UsableModel | null {
  if (openai.apiKey === null && openai.baseUrl === null) return null
  const model = openai.model ?? (openai.baseUrl === null ? OPENAI_MODEL : null)
  if (model === null) return null
  return {
    source: 'environment',
    baseUrl: openai.baseUrl ?? OPENAI_URL,
    model,
    apiKey: openai.apiKey,
    capabilities: null,
  }
}

/**
 * The model that answers in an organization: its own, or else the platform's, or else the environment's.
 * @param organizationId null where no organization is meant
 */
export async function usableModel(platform: Platform, organizationId: number | null): Promise<UsableModel | null> {
  for (const place of organizationId === null ? [null] : [organizationId, null]) {
    const row = await modelRow(platform.store, place)
    if (row)
      return {
        source: place === null ? 'instance' : 'organization',
        baseUrl: row.base_url,
        model: row.model,
        apiKey: await modelKey(platform, row),
        capabilities: row.capabilities,
      }
  }
  return environmentModel(platform.config)
}

/**
 * Stores settings in place of older ones.
 * @param key undefined keeps the stored one, which the caller has checked to be of the same address
 */
export async function storeModel(
  platform: Pick<Platform, 'sealer'>,
  tx: StoreLike,
  organizationId: number | null,
  settings: { baseUrl: string; model: string; key: string | null | undefined; by: string },
): Promise<void> {
  const { baseUrl, model, key, by } = settings
  const values = {
    base_url: baseUrl,
    model,
    ...(key !== undefined && {
      api_key: key === null ? null : await platform.sealer.seal(keyPlace(organizationId, baseUrl), key),
      key_hint: key !== null && key.length >= HINT_FROM ? key.slice(-4) : null,
    }),
    // What another model can do says nothing about this one.
    capabilities: null,
    probed_at: null,
    updated_at: new Date(),
    updated_by: by,
  }
  await tx
    .insertInto('assistant_models')
    .values({ organization_id: organizationId, api_key: null, key_hint: null, ...values })
    .onConflict((on) => on.expression(sql`coalesce(organization_id, 0)`).doUpdateSet(values))
    .execute()
}

/** Keeps what a trial has shown, unless the settings have changed meanwhile. */
export async function storeCapabilities(
  tx: StoreLike,
  row: Pick<ModelRow, 'id' | 'updated_at'>,
  capabilities: ModelCapabilities,
): Promise<void> {
  await tx
    .updateTable('assistant_models')
    .set({ capabilities: JSON.stringify(capabilities), probed_at: new Date() })
    .where('id', '=', row.id)
    .where('updated_at', '=', row.updated_at)
    .execute()
}

/** Whether the operator has turned the assistant off. */
export const isDisabled = ({ flags }: Pick<Config, 'flags'>): boolean => flags[ASSISTANT_FLAG] === false
