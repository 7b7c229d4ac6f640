import type { Arrangements, CrashPlatform } from '../crash-platform.ts'
import { backupArrangements } from './backups.ts'
import { momentArrangements } from './moments.ts'
import { projectArrangements } from './projects.ts'
import { settingsArrangements } from './settings.ts'
import { restoreUpgradeArrangements, upgradeArrangements } from './upgrades.ts'

/** What each `crash-<area>.test.ts` goes through: areas that take about as long, so that they fill parallel workers. */
export const AREAS = {
  projects: projectArrangements,
  upgrades: upgradeArrangements,
  restores: restoreUpgradeArrangements,
  settings: (platform) => ({ ...settingsArrangements(platform), ...momentArrangements(platform) }),
  backups: backupArrangements,
} satisfies Record<string, (platform: CrashPlatform) => Arrangements>
