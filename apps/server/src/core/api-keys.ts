import { randomBytes } from 'node:crypto'
import type { ApiKeyType, KeyRole } from '@stoa/contract'
import type { Store } from '../store/store.ts'
import { hashToken } from './secrets.ts'

/** What a key that people made looks like: nothing else that is sent as a key does. */
export const API_KEY = /^sb_(?:publishable|secret)_/

const ROLES: Record<ApiKeyType, KeyRole> = { publishable: 'anon', secret: 'service_role' }

/** How many characters of a key tell it apart, behind those that say its type. */
const SHOWN = 5
/** How exact "last used" is, in ms: exact enough to be read, and reads do not become writes. */
const USED_MS = 60_000

/** A new key, and how it begins. */
export function newApiKey(type: ApiKeyType): { readonly key: string; readonly prefix: string } {
  const head = `sb_${type}_`
  const key = head + randomBytes(24).toString('base64url')
  return { key, prefix: key.slice(0, head.length + SHOWN) }
}

/**
 * The role that a key gives in a project, and notes that it was used.
 * @returns null for a key that the project does not have (any more)
 */
export async function apiKeyRole(store: Store, projectId: number, key: string): Promise<KeyRole | 'expired' | null> {
  const found = await store
    .selectFrom('project_api_keys')
    .select(['id', 'type', 'expires_at', 'last_used_at'])
    .where('project_id', '=', projectId)
    .where('hash', '=', hashToken(key))
    .executeTakeFirst()
  if (!found) return null
  if (found.expires_at !== null && found.expires_at <= new Date()) return 'expired'
  if (found.last_used_at === null || Date.now() - found.last_used_at.getTime() > USED_MS)
    await store.updateTable('project_api_keys').set({ last_used_at: new Date() }).where('id', '=', found.id).execute()
  return ROLES[found.type]
}
