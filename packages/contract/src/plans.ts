import { COMPUTE_IDS, type ComputeId } from './compute.ts'
import type { AddonType } from './project/addons/addons.ts'

export const PLAN_IDS = ['free', 'pro', 'team', 'enterprise'] as const
export type PlanId = (typeof PLAN_IDS)[number]

export type Plan = {
  readonly id: PlanId
  readonly name: string
  /** Who it is for, in one sentence. */
  readonly summary: string
  /** What it costs, in words. */
  readonly price: string
  /** Compute sizes that projects may have, smallest first. */
  readonly computeSizes: readonly ComputeId[]
  /** Active projects that one member may have in organizations of this plan; null for no limit. */
  readonly projectLimitPerMember: number | null
  /** Whether a paused project can only be restored for a limited time, where that rule is switched on. */
  readonly pausedProjectsExpire: boolean
  /** Days that a finished backup is kept. The newest one of a project stays beyond that. */
  readonly backupRetentionDays: number
  /** What its projects can be given beyond their compute size. */
  readonly addons: readonly AddonType[]
  /** Whether preview branches can be made. */
  readonly branching: boolean
}

/** Every plan, cheapest first. Stoa itself bills nobody: a plan is a set of limits that an operator may hand out. */
export const PLANS: Record<PlanId, Plan> = {
  free: {
    id: 'free',
    name: 'Free',
    summary: 'To try things out, or to share one machine among many people',
    price: 'Included',
    computeSizes: ['nano'],
    projectLimitPerMember: 2,
    pausedProjectsExpire: true,
    backupRetentionDays: 7,
    addons: [],
    branching: false,
  },
  pro: {
    id: 'pro',
    name: 'Pro',
    summary: 'For projects that people rely on',
    price: 'Included',
    computeSizes: COMPUTE_IDS,
    projectLimitPerMember: null,
    pausedProjectsExpire: false,
    backupRetentionDays: 7,
    addons: ['pitr', 'custom_domain'],
    branching: true,
  },
  team: {
    id: 'team',
    name: 'Team',
    summary: 'For teams that need to go further back',
    price: 'Included',
    computeSizes: COMPUTE_IDS,
    projectLimitPerMember: null,
    pausedProjectsExpire: false,
    backupRetentionDays: 14,
    addons: ['pitr', 'custom_domain'],
    branching: true,
  },
  enterprise: {
    id: 'enterprise',
    name: 'Enterprise',
    summary: 'Everything that this machine can do',
    price: 'Included',
    computeSizes: COMPUTE_IDS,
    projectLimitPerMember: null,
    pausedProjectsExpire: false,
    backupRetentionDays: 30,
    addons: ['pitr', 'custom_domain'],
    branching: true,
  },
}

/** What a new organization gets: on one's own machine nothing is held back and nothing asks to be upgraded. */
export const DEFAULT_PLAN: PlanId = 'enterprise'

/** Whether a plan allows a compute size. */
export const planAllowsCompute = (plan: PlanId, size: ComputeId): boolean => PLANS[plan].computeSizes.includes(size)

/** Whether a plan allows an add-on. What it says of compute is in its sizes. */
export const planAllowsAddon = (plan: PlanId, type: AddonType): boolean =>
  type === 'compute_instance' || PLANS[plan].addons.includes(type)
