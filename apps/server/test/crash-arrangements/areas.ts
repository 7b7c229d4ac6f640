import type { Arrangements, CrashPlatform } from '../crash-platform.ts'
import { backupArrangements } from './backups.ts'
import { momentArrangements } from './moments.ts'
import { projectArrangements } from './projects.ts'
import { settingsArrangements } from './settings.ts'
import { upgradeArrangements } from './upgrades.ts'

/**
 * What each `crash-<area>.test.ts` goes through. What is in one area dies together: a new workflow costs no further
 * starts as long as it is not the longest.
 */
export const AREAS = {
  projects: (platform) => ({
    ...projectArrangements(platform),
    ...upgradeArrangements(platform),
    ...settingsArrangements(platform),
  }),
  backups: (platform) => ({ ...backupArrangements(platform), ...momentArrangements(platform) }),
} satisfies Record<string, (platform: CrashPlatform) => Arrangements>
