/** What a project can run short of, in the words of the dashboard's calls. */
export const RESOURCES = [
  'disk_io_exhaustion',
  'disk_space_exhaustion',
  'cpu_exhaustion',
  'memory_and_swap_exhaustion',
  'auth_rate_limit_exhaustion',
] as const
export type Resource = (typeof RESOURCES)[number]

export const WARNING_LEVELS = ['warning', 'critical'] as const
export type WarningLevel = (typeof WARNING_LEVELS)[number]

/** How long the dashboard takes the warnings that it has for fresh, in milliseconds. */
export const RESOURCE_WARNINGS_FRESH_MS = 3_600_000

/** A server whose disk is fuller than this share of its limit takes no more writes; below it, it does again. */
export const READ_ONLY_SHARE = 0.95

type Threshold = {
  /** The share of the limit, 0 to 1, at which the level is reached. */
  readonly enter: number
  /** The lower share below which it is left. */
  readonly leave: number
}

export type WarningRule = Record<WarningLevel, Threshold> & {
  /** How many measurements in a row have to say the same before the level changes. */
  readonly samples: number
}

/** When which level is reached and left. Measurements come every minute. */
export const WARNING_RULES: Record<Resource, WarningRule> = {
  disk_io_exhaustion: { warning: { enter: 0.8, leave: 0.6 }, critical: { enter: 1, leave: 0.85 }, samples: 5 },
  disk_space_exhaustion: { warning: { enter: 0.8, leave: 0.75 }, critical: { enter: 0.9, leave: 0.85 }, samples: 1 },
  cpu_exhaustion: { warning: { enter: 0.8, leave: 0.65 }, critical: { enter: 0.95, leave: 0.85 }, samples: 5 },
  memory_and_swap_exhaustion: { warning: { enter: 0.85, leave: 0.75 }, critical: { enter: 1, leave: 0.9 }, samples: 3 },
  auth_rate_limit_exhaustion: { warning: { enter: 0.8, leave: 0.5 }, critical: { enter: 1, leave: 0.8 }, samples: 1 },
}

/** A resource's level, and the other one that the latest measurements speak for. */
export type WarningState = {
  readonly level: WarningLevel | null
  readonly toward: WarningLevel | null
  /** How many measurements in a row have spoken for a change in that direction. */
  readonly count: number
}
export type WarningStates = Partial<Record<Resource, WarningState>>

export const NO_WARNING: WarningState = { level: null, toward: null, count: 0 }

const rank = (level: WarningLevel | null): number => (level === null ? 0 : WARNING_LEVELS.indexOf(level) + 1)

/** The level that one measurement speaks for: one that is held is only left below its lower threshold. */
function levelOf(share: number, held: WarningLevel | null, rule: WarningRule): WarningLevel | null {
  const reached = (level: WarningLevel) => share >= (rank(held) >= rank(level) ? rule[level].leave : rule[level].enter)
  return reached('critical') ? 'critical' : reached('warning') ? 'warning' : null
}

/**
 * The state after one more measurement. A level changes once enough measurements in a row say so, and then to the
 * mildest change that all of them agree on.
 * @param share the part of the limit in use, 0 to 1 and beyond; null when it could not be measured, which says nothing
 */
export function nextWarning(state: WarningState, share: number | null, rule: WarningRule): WarningState {
  if (share === null) return state
  const target = levelOf(share, state.level, rule)
  if (target === state.level) return { level: state.level, toward: null, count: 0 }
  const rising = rank(target) > rank(state.level)
  const goesOn = state.count > 0 && rank(state.toward) > rank(state.level) === rising
  const milder = goesOn && (rising ? rank(state.toward) < rank(target) : rank(state.toward) > rank(target))
  const toward = milder ? state.toward : target
  const count = goesOn ? state.count + 1 : 1
  return count >= rule.samples ? { level: toward, toward: null, count: 0 } : { level: state.level, toward, count }
}
