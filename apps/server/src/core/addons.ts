import { type AddonType, addonNotInPlan, type PlanId, planAllowsAddon } from '@stoa/contract'
import type { StoreLike } from '../store/store.ts'
import { conflict } from './errors.ts'

/**
 * Makes sure that a project's plan has an add-on, and goes on having it until the transaction has ended.
 * @throws ORPCError 409 with a sentence
 */
export async function requireAddonInPlan(tx: StoreLike, organizationId: number, type: AddonType): Promise<void> {
  const { plan } = await lockPlan(tx, organizationId)
  if (!planAllowsAddon(plan, type)) throw conflict(addonNotInPlan(type, plan))
}

/** The plan of an organization, which stays what it is until the transaction has ended. */
export const lockPlan = (tx: StoreLike, organizationId: number): Promise<{ plan: PlanId }> =>
  tx.selectFrom('organizations').select('plan').where('id', '=', organizationId).forShare().executeTakeFirstOrThrow()

/**
 * Whether a project has been given an add-on.
 * @param type such as `custom_domain` or `pitr`
 */
export async function hasAddon(store: StoreLike, projectId: number, type: string): Promise<boolean> {
  const row = await store
    .selectFrom('project_addons')
    .select('variant')
    .where('project_id', '=', projectId)
    .where('type', '=', type)
    .executeTakeFirst()
  return row !== undefined
}
