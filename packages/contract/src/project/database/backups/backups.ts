/** Why a backup was taken. */
export const BACKUP_REASONS = ['pause', 'upgrade', 'manual', 'scheduled', 'restore', 'pitr'] as const
export type BackupReason = (typeof BACKUP_REASONS)[number]

export const BACKUP_STATUSES = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED'] as const
export type BackupStatus = (typeof BACKUP_STATUSES)[number]

/** What people read for a reason. */
export const BACKUP_REASON_WORDS: Record<BackupReason, string> = {
  pause: 'With a pause',
  upgrade: 'After an upgrade',
  manual: 'On demand',
  scheduled: 'Daily',
  restore: 'Before a restore',
  pitr: 'Point in time recovery',
}

/** How many days of moments point in time recovery can be asked to keep. */
export const PITR_DAYS = [7, 14, 28] as const

/** How long a link to a download can be opened, in seconds. */
export const DOWNLOAD_LINK_SECONDS = 600
/** How often a page asks again while a backup is being taken, in milliseconds. */
export const BACKUP_POLL_MS = 2_000

export const NO_SUCH_BACKUP = 'There is no such backup'
export const BACKUP_NOT_FINISHED = 'This backup is not finished, so it cannot be used'
export const BACKUP_FILE_MISSING = 'The file of this backup is no longer there. Choose another backup'
export const BACKUP_DAMAGED = 'The file of this backup is damaged, so nothing was changed. Choose another backup'
export const PHYSICAL_NOT_DOWNLOADABLE = 'A physical backup cannot be downloaded. Choose one that is not physical'
export const PHYSICAL_NOT_RESTORABLE =
  'A physical backup belongs to point in time recovery. Choose a moment to restore to instead'
export const PHYSICAL_NOT_REMOVABLE =
  'A physical backup belongs to point in time recovery. It is removed when no moment needs it any more'
export const BACKUP_RUNNING = 'A backup of this project is already being taken. Wait until it has finished'
export const BACKUP_STILL_RUNNING = 'This backup is still being taken. Wait until it has finished'
export const BACKUP_LAST = 'The latest backup of a paused project cannot be removed'
export const BACKUP_NEWER_VERSION =
  'This backup is of a newer Postgres than the project runs. Restore it into a new project instead'
/** The answer to a restore in place that other databases beside the project's own would be lost by. */
export const restoreLosesDatabases = (names: readonly string[]): string =>
  `A backup holds the database “postgres” alone, and this server also has ${names.map((name) => `“${name}”`).join(', ')}. Drop what is no longer needed, or restore into a new project`
export const PITR_OFF = 'Point in time recovery is not on for this project'
export const PITR_NOT_READY = 'Point in time recovery has no first base backup yet. Try again in a moment'
export const PITR_OTHER_VERSION =
  'The project ran another Postgres version at that moment. Restore it into a new project instead'
/** A moment for which nothing is kept. */
export const pitrOutside = (earliest: string, latest: string) => `Choose a moment between ${earliest} and ${latest}`
/** A moment between the end of one server's log and the first base backup of the next. */
export const pitrGap = (from: string, to: string) =>
  `Nothing is kept between ${from} and ${to}: the project had another server then. Choose an earlier or a later moment`
export const CLONE_SOURCE = 'Choose either a backup or a moment to make the new project from'
export const DOWNLOAD_EXPIRED = 'This download link no longer works. Ask for a new one'
export const BACKUP_DISK_FULL =
  'The disk is full, so the backup could not be written. Free some space, then take it again'
/** Of the backup of a paused project, which is taken once it is paused. */
export const BACKUP_OVERTAKEN =
  'The project was wanted again before this backup was finished. Take another one, or wait for the next daily backup'
export const BACKUP_INTERRUPTED = 'The project was stopped before its backup could be taken'
