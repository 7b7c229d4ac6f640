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
const FIND = `select id, type, extract(epoch from expires_at) * 1000, extract(epoch from last_used_at) * 1000
  from project_api_keys where project_id = $1 and hash = $2`

/** A key as far as it decides what a request may do. Moments are in milliseconds. */
export type FoundApiKey = {
  readonly id: string
  readonly role: KeyRole
  readonly expiresAt: number | null
  readonly usedAt: number | null
}

/** A new key, and how it begins. */
export function newApiKey(type: ApiKeyType): { readonly key: string; readonly prefix: string } {
  const head = `sb_${type}_`
  const key = head + randomBytes(24).toString('base64url')
  return { key, prefix: key.slice(0, head.length + SHOWN) }
}

/**
 * Finds a key of a project.
 * @param lanes connections to the control database
 * @returns null for a key that the project does not have (any more)
 */
export async function findApiKey(lanes: Lanes, projectId: number, key: string): Promise<FoundApiKey | null> {
  const values = [String(projectId), `\\x${hashToken(key).toString('hex')}`]
  const [rows] = await lanes.use((client) => exchange(client, [{ text: FIND, values, keep: true }]))
  const [id, type, expires, used] = rows?.[0] ?? []
  if (!id || (type !== 'publishable' && type !== 'secret')) return null
  return { id, role: ROLES[type], expiresAt: momentOf(expires), usedAt: momentOf(used) }
}

const momentOf = (text: string | null | undefined): number | null => (text ? Number(text) : null)

/** Notes that a key is in use. */
export async function noteApiKeyUse(store: Store, id: string): Promise<void> {
  await store.updateTable('project_api_keys').set({ last_used_at: new Date() }).where('id', '=', id).execute()
}
