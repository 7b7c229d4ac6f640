import type { Job } from '../core/schedule.ts'
import { noteExpiredPauses } from './pause-expiry.ts'

const HOUR_MS = 60 * 60 * 1000

/** Everything that is done again and again. */
export const JOBS: readonly Job[] = [{ name: 'note expired pauses', everyMs: HOUR_MS, run: noteExpiredPauses }]
