import { ORPCError } from '@orpc/client'
import type { FreeLimitMember } from '@stoa/contract'

/** The members whom a refusal names as having reached their free project limit; none for any other error. */
export function membersAtLimit(error: unknown): readonly FreeLimitMember[] {
  const data: unknown = error instanceof ORPCError ? error.data : null
  if (typeof data !== 'object' || data === null || !('members' in data) || !Array.isArray(data.members)) return []
  return data.members as FreeLimitMember[]
}
