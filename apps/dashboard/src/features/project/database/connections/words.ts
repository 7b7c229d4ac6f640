import type { DatabaseConnection } from '@stoa/contract'
import { formatDuration, type StatusTone } from '@stoa/ui'
import type { StateName } from './states.ts'

/** What a connection does now. */
export function stateOf({ state, blocked_by }: Pick<DatabaseConnection, 'state' | 'blocked_by'>): StateName | null {
  if (blocked_by.length > 0) return 'waiting'
  if (state === 'active' || state === 'fastpath function call') return 'active'
  if (state?.startsWith('idle in transaction')) return 'idle_in_transaction'
  return state === 'idle' ? 'idle' : null
}

/** A transaction that does nothing for so long keeps others from their rows, in ms. */
const LONG_IDLE_MS = 60_000

/** The tone of the column that stands for a connection. */
export function toneOf(connection: DatabaseConnection): StatusTone {
  switch (stateOf(connection)) {
    case 'waiting':
      return 'warn'
    case 'active':
      return 'work'
    case 'idle_in_transaction':
      return (connection.query_ms ?? 0) > LONG_IDLE_MS ? 'warn' : 'ok'
    default:
      return 'neutral'
  }
}

/** Whose connection it is, as people call it. */
export function ownerWords({ belongs_to, role, kind }: DatabaseConnection): string {
  if (belongs_to === 'postgres') return kind
  return role ?? kind
}

/** Why a connection cannot be told to stop by anybody. */
export function protectedReason({ belongs_to }: Pick<DatabaseConnection, 'belongs_to'>): string | undefined {
  if (belongs_to === 'platform') return 'Stoa itself needs this connection'
  return belongs_to === 'postgres' ? 'This is a process of the database server itself' : undefined
}

/** How long something has lasted; a dash where nobody knows. */
export const msWords = (ms: number | null): string => (ms === null ? '–' : formatDuration(ms))

/** Text and state that a list is narrowed by. */
export type ConnectionFilter = { readonly q: string; readonly state: StateName | null; readonly all: boolean }

/** The connections that are let through. Those of the platform and of Postgres only when all are asked for. */
export function filtered(
  connections: readonly DatabaseConnection[],
  { q, state, all }: ConnectionFilter,
): DatabaseConnection[] {
  const word = q.trim().toLowerCase()
  return connections.filter(
    (one) =>
      (all || one.belongs_to === 'project') &&
      (state === null || stateOf(one) === state) &&
      [String(one.pid), one.role, one.application, one.address, one.query].some((part) =>
        part?.toLowerCase().includes(word),
      ),
  )
}
