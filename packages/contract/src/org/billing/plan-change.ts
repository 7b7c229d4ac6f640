/** What may lead somebody to another plan, as the address of the billing page carries it. */
export const PLAN_CHANGE_SOURCES = ['projectPausedStateRestore', 'enableBranchingButton'] as const
export type PlanChangeSource = (typeof PLAN_CHANGE_SOURCES)[number]
