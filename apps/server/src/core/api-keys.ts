import { randomBytes } from 'node:crypto'
import type { ApiKeyType, KeyRole } from '@stoa/contract'
import { exchange, type Lanes } from '@stoa/rest'
import type { Store } from '../store/store.ts'
import { hashToken } from './secrets.ts'

/** What a key that people made looks like: nothing else that is sent as a key does. */
export const API_KEY = /^sb_(?:publishable|secret)_/

const ROLES: Record<ApiKeyType, KeyRole> = { publishable: 'anon', secret: 'service_role' }

/** How many characters of a key tell it apart, behind those that say its type. */
const SHOWN = 5
/** Finds a key; "last used" is exact to the minute: exact enough to be read, and reads do not become writes. */
const FIND = `select id, type, expires_at <= now(), coalesce(last_used_at < now() - interval '1 minute', true)
  from project_api_keys where project_id = $1 and hash = $2`
const TRUE = 't'

/** A new key, and how it begins. */
export function newApiKey(type: ApiKeyType): { readonly key: string; readonly prefix: string } {
  const head = `sb_${type}_`
  const key = head + randomBytes(24).toString('base64url')
  return { key, prefix: key.slice(0, head.length + SHOWN) }
}

/**
 * The role that a key gives in a project, and notes that it was used.
 * @param lanes connections to the control database
 * @returns null for a key that the project does not have (any more)
 */
export async function apiKeyRole(
  lanes: Lanes,
  store: Store,
  projectId: number,
  key: string,
): Promise<KeyRole | 'expired' | null> {
  const values = [String(projectId), `\\x${hashToken(key).toString('hex')}`]
  const [rows] = await lanes.use((client) => exchange(client, [{ text: FIND, values, keep: true }]))
  const [id, type, expired, stale] = rows?.[0] ?? []
  if (!id || (type !== 'publishable' && type !== 'secret')) return null
  if (expired === TRUE) return 'expired'
  if (stale === TRUE)
    await store.updateTable('project_api_keys').set({ last_used_at: new Date() }).where('id', '=', id).execute()
  return ROLES[type]
}
