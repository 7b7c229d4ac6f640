import { type EXIT_REASONS, type PlanId, REASON_REQUIRED } from '@stoa/contract'

export type ExitReason = (typeof EXIT_REASONS)[number]

/** Whether somebody who deletes a project is asked why: on the free plan nobody is. */
export const asksForReasons = (plan: PlanId): boolean => plan !== 'free'

/** What is still missing before a project may be deleted, besides its typed name; null when nothing is. */
export const missingReason = (plan: PlanId, reasons: readonly ExitReason[]): string | null =>
  asksForReasons(plan) && reasons.length === 0 ? REASON_REQUIRED : null
