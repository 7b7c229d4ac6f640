/** How far an upgrade has come, in order. Each is written once it has happened. */
export const UPGRADE_PROGRESS_NAMES = [
  'started',
  'launched upgraded instance',
  'detached volume from upgraded instance',
  'attached volume to original instance',
  'initiated data upgrade',
  'completed data upgrade',
  'detached volume from original instance',
  'attached volume to upgraded instance',
  'completed upgrade',
] as const
export type UpgradeProgressName = (typeof UPGRADE_PROGRESS_NAMES)[number]

export const UPGRADE_STATUSES = ['Upgrading', 'Upgraded', 'Failed'] as const
export type UpgradeStatus = (typeof UPGRADE_STATUSES)[number]

/** How often the state of an upgrade is asked for, in milliseconds. */
export const UPGRADE_POLL_MS = 5_000

/** What the screen says once all steps are done and the project is not yet back. */
export const FULL_BACKUP = 'Performing a full backup'

/** The steps that people see, each with its wording before, during and after, and the progress that ends it. */
export const UPGRADE_STEPS: readonly {
  readonly initial: string
  readonly inProgress: string
  readonly completed: string
  readonly endedBy: UpgradeProgressName
}[] = [
  {
    initial: 'Prepare new server',
    inProgress: 'Preparing new server',
    completed: 'Prepared new server',
    endedBy: 'launched upgraded instance',
  },
  {
    initial: 'Prepare for migration',
    inProgress: 'Preparing for migration',
    completed: 'Prepared for migration',
    endedBy: 'detached volume from upgraded instance',
  },
  {
    initial: 'Run pre-upgrade checks',
    inProgress: 'Running pre-upgrade checks',
    completed: 'Pre-upgrade checks passed',
    endedBy: 'attached volume to original instance',
  },
  {
    initial: 'Shut down API services',
    inProgress: 'Shutting down API services',
    completed: 'API services shut down',
    endedBy: 'initiated data upgrade',
  },
  {
    initial: 'Migrate to new database',
    inProgress: 'Migrating to new database',
    completed: 'Migrated to new database',
    endedBy: 'completed data upgrade',
  },
  {
    initial: 'Execute migration',
    inProgress: 'Executing migration',
    completed: 'Migration executed',
    endedBy: 'detached volume from original instance',
  },
  {
    initial: 'Update extensions',
    inProgress: 'Updating extensions',
    completed: 'Extensions updated',
    endedBy: 'attached volume to upgraded instance',
  },
  {
    initial: 'Optimize database',
    inProgress: 'Optimizing database',
    completed: 'Database optimized',
    endedBy: 'completed upgrade',
  },
]

export type ShownUpgradeStep = {
  readonly label: string
  readonly state: 'done' | 'active' | 'waiting' | 'failed'
  /** The progress that ends the step. */
  readonly endedBy: UpgradeProgressName
}

/**
 * The displayed steps of an upgrade, each in the wording of its state.
 * @param progress the latest that was written; null before the first
 * @param failed whether the upgrade ended there
 */
export function upgradeSteps(progress: UpgradeProgressName | null, failed = false): ShownUpgradeStep[] {
  const reached = progress === null ? -1 : UPGRADE_PROGRESS_NAMES.indexOf(progress)
  const isDone = (endedBy: UpgradeProgressName) => UPGRADE_PROGRESS_NAMES.indexOf(endedBy) <= reached
  const current = UPGRADE_STEPS.findIndex(({ endedBy }) => !isDone(endedBy))
  return UPGRADE_STEPS.map(({ initial, inProgress, completed, endedBy }, index) => {
    if (isDone(endedBy)) return { label: completed, state: 'done', endedBy }
    if (index !== current) return { label: initial, state: 'waiting', endedBy }
    return { label: failed ? initial : inProgress, state: failed ? 'failed' : 'active', endedBy }
  })
}
