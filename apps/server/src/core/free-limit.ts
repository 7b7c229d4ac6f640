import { FREE_LIMIT_REACHED, type FreeLimitMember, organizationPermissions, PLANS, type PlanId } from '@stoa/contract'
import type { StoreLike } from '../store/store.ts'
import type { Context } from './context.ts'
import { conflict, notFound } from './errors.ts'
import { allows } from './guard.ts'

/** Projects that count for nobody's limit: no server of theirs runs, or it is about to be removed. */
const IDLE = ['INACTIVE', 'RESTORE_FAILED', 'GOING_DOWN'] as const

export type MemberUse = {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Active projects in organizations of the plan that the person is a member of. */
  readonly active: number
  readonly limit: number
}

/**
 * How many active projects each member of an organization has in organizations of a plan; empty for a plan without a
 * limit.
 * @param plan the plan asked about; the organization itself counts as being on it, whatever it is on now
 * @param options.except a project that is left out, such as the one that is about to be restored
 */
export async function memberUse(
  tx: StoreLike,
  organizationId: number,
  plan: PlanId,
  options: { except?: number; userId?: string } = {},
): Promise<MemberUse[]> {
  const usual = PLANS[plan].projectLimitPerMember
  if (usual === null) return []
  const rows = await tx
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.name', 'u.email', 'u.free_project_limit'])
    .select((eb) =>
      eb
        .selectFrom('members as held')
        .innerJoin('organizations as o', 'o.id', 'held.organization_id')
        .innerJoin('projects as p', 'p.organization_id', 'o.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('held.user_id', '=', 'u.id')
        .where((inner) => inner.or([inner('o.plan', '=', plan), inner('o.id', '=', organizationId)]))
        .where('p.status', 'not in', [...IDLE])
        .$if(options.except !== undefined, (query) => query.where('p.id', '!=', options.except ?? -1))
        .as('active'),
    )
    .where('m.organization_id', '=', organizationId)
    .$if(options.userId !== undefined, (query) => query.where('m.user_id', '=', options.userId ?? ''))
    .orderBy('u.name')
    .execute()
  return rows.map(({ free_project_limit, active, ...person }) => ({
    ...person,
    active: active ?? 0,
    limit: free_project_limit ?? usual,
  }))
}

/** A member as the list of those at their limit names them. */
export const freeLimitMember = ({ name, email, limit }: MemberUse): FreeLimitMember => ({
  username: name,
  primary_email: email,
  free_project_limit: limit,
})

/**
 * Locks an organization and its members until the transaction ends, so that several changes at once, also in several
 * organizations of one person, cannot each be the last that a limit allows.
 * @returns the organization's plan as it is now
 * @throws ORPCError 404 when the organization is gone
 */
export async function lockForLimit(tx: StoreLike, organizationId: number): Promise<PlanId> {
  const organization = await tx
    .selectFrom('organizations')
    .select('plan')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!organization) throw notFound('Organization not found')
  // In one order everywhere, so that two of these never wait for each other.
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', tx.selectFrom('members').select('user_id').where('organization_id', '=', organizationId))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return organization.plan
}

/**
 * Asks for room for one more active project of the organization in the scope, and keeps it until the transaction ends.
 * @param except the project that is about to be restored; it does not count against itself
 * @returns the organization's plan as it is now
 * @throws ORPCError 409 when members have reached their limit, with the list of them for whoever may see members
 */
export async function requireFreeLimit(context: Context, tx: StoreLike, except?: number): Promise<PlanId> {
  const { id } = context.scope.organization
  const plan = await lockForLimit(tx, id)
  const all = await memberUse(tx, id, plan, except === undefined ? {} : { except })
  const full = all.filter(({ active, limit }) => active >= limit)
  if (full.length === 0) return plan
  const members = full.map(freeLimitMember)
  throw conflict(FREE_LIMIT_REACHED, allows(context, organizationPermissions.readMembers) ? { members } : undefined)
}
