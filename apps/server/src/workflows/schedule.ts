import { pruneRequests } from '../core/request-log.ts'
import type { Job } from '../core/schedule.ts'
import { pruneHistory } from '../core/sql-history.ts'
import { BACKUP_JOBS } from './backup-jobs.ts'
import { pruneContent } from './content.ts'
import { noteExpiredPauses } from './pause-expiry.ts'
import { pruneMeasurements, sampleProjects } from './sampler.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/** Everything that is done again and again. */
export const JOBS: readonly Job[] = [
  { name: 'note expired pauses', everyMs: HOUR_MS, run: noteExpiredPauses },
  { name: 'measure projects', everyMs: MINUTE_MS, run: sampleProjects },
  { name: 'remove old measurements', everyMs: HOUR_MS, run: pruneMeasurements },
  { name: 'remove deleted content', everyMs: HOUR_MS, run: pruneContent },
  { name: 'remove old runs of SQL', everyMs: HOUR_MS, run: pruneHistory },
  { name: 'remove old requests to projects', everyMs: HOUR_MS, run: pruneRequests },
  ...BACKUP_JOBS,
]
