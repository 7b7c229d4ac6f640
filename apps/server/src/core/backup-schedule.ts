import type { BackupSchedule } from '@stoa/contract'
import type { StoreLike } from '../store/store.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Backups that nobody has chosen an hour for are spread over the first hours of the day, UTC. */
const NIGHT_HOURS = 6

/** The hour at which a project is backed up unless somebody chooses another. */
export const defaultHour = (projectId: number): number => projectId % NIGHT_HOURS

/** When a project's daily backup is taken. */
export async function scheduleOf(store: StoreLike, projectId: number): Promise<BackupSchedule> {
  const row = await store
    .selectFrom('backup_schedules')
    .select(['enabled', 'hour'])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row ?? { enabled: true, hour: defaultHour(projectId) }
}

/** The last moment at which a daily backup was due. */
export function lastDue(hour: number, now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) + hour * HOUR_MS
  return new Date(today <= now.getTime() ? today : today - DAY_MS)
}

/** When the next daily backup is due; null when there is none. */
export const nextBackupAt = ({ enabled, hour }: BackupSchedule, now: Date): Date | null =>
  enabled ? new Date(lastDue(hour, now).getTime() + DAY_MS) : null
