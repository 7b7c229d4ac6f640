import { PLANS, type PlanId } from '../../plans.ts'

/** The feature flag that switches the expiry of paused projects on. */
export const PAUSE_EXPIRY_FLAG = 'ninety-day-expiry'
/** For how long a paused project can be restored, where pauses expire, in days. */
export const MAX_DAYS_TILL_RESTORE_DISABLED = 90

const DAY_MS = 24 * 60 * 60 * 1000

export type PauseExpiry = {
  /** Until when the project can be restored; null when there is no end to it. */
  readonly until: Date | null
  /** Whole days until then, a day that has begun counted in; null when there is no end to it. */
  readonly remainingDays: number | null
  readonly canRestore: boolean
}

/**
 * Whether and for how long a paused project can be restored. The rule holds on plans whose pauses expire, while its
 * flag is on.
 * @param pause.pausedAt since when the project is paused; null when it is not
 */
export function pauseExpiry(pause: {
  readonly pausedAt: Date | null
  readonly plan: PlanId
  readonly flag: boolean
  readonly now: Date
}): PauseExpiry {
  if (!pause.flag || !PLANS[pause.plan].pausedProjectsExpire || pause.pausedAt === null)
    return { until: null, remainingDays: null, canRestore: true }
  const until = new Date(pause.pausedAt.getTime() + MAX_DAYS_TILL_RESTORE_DISABLED * DAY_MS)
  const remainingMs = until.getTime() - pause.now.getTime()
  return { until, remainingDays: Math.max(0, Math.ceil(remainingMs / DAY_MS)), canRestore: remainingMs > 0 }
}
