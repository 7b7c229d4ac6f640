import * as z from 'zod'
import { ProjectName } from '../../../projects/projects.contract.ts'
import { publicRoute, route } from '../../../route.ts'
import { ComputeIdSchema, ProjectStatusSchema, Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'
import { BACKUP_REASONS, BACKUP_STATUSES, CLONE_SOURCE, NO_SUCH_BACKUP } from './backups.ts'

const ByRef = z.object({ ref: Ref })
const BackupId = z.coerce
  .number()
  .int(NO_SUCH_BACKUP)
  .positive(NO_SUCH_BACKUP)
  .max(2 ** 52)
const TAGS = { tags: ['Backups'] }

export const Backup = z.object({
  id: z.number().int(),
  isPhysicalBackup: z.boolean(),
  status: z.enum(BACKUP_STATUSES),
  reason: z.enum(BACKUP_REASONS),
  /** The Postgres version it is of. */
  version: z.string(),
  postgres_engine: z.string(),
  inserted_at: z.string(),
  finished_at: z.string().nullable(),
  size_bytes: z.number().nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  /** Databases of the server, by name, that are not in it: a backup holds the project's own database alone. */
  left_out: z.array(z.string()),
  /** When it was last restored into a scratch server and counted, to prove that it is good. */
  verified_at: z.string().nullable(),
  verify_error: z.string().nullable(),
  verified_tables: z.number().int().nullable(),
  verified_rows: z.number().int().nullable(),
  /** When it is removed; null while nothing says so. */
  expires_at: z.string().nullable(),
})
export type Backup = z.infer<typeof Backup>

export const BackupSchedule = z.object({
  enabled: z.boolean(),
  /** The hour of the day, in UTC. */
  hour: z.number().int().min(0).max(23),
})
export type BackupSchedule = z.infer<typeof BackupSchedule>

export const listBackups = route(projectPermissions.read)
  .route({ ...TAGS, method: 'GET', path: '/platform/database/{ref}/backups', summary: 'Backups of a project' })
  .input(ByRef)
  .output(
    z.object({
      /** Newest first. */
      backups: z.array(Backup),
      /** Backups that are being restored into a scratch server right now. */
      proving: z.array(z.number().int()),
      schedule: BackupSchedule.extend({ next_at: z.string().nullable() }),
      /** Days that the organization's plan keeps a daily backup. */
      retention_days: z.number().int(),
      /** The last restore in place that failed, unless one succeeded after it. */
      failed_restore: z.object({ at: z.string(), reason: z.string() }).nullable(),
    }),
  )

export const downloadableBackups = route(projectPermissions.read)
  .route({
    ...TAGS,
    method: 'GET',
    path: '/platform/database/{ref}/backups/downloadable-backups',
    summary: 'Backups that can be downloaded, the latest first',
  })
  .input(ByRef)
  .output(
    z.object({
      backups: z.array(Backup),
      /** Whether another one is being written: of a large project that was paused, its backup comes after the pause. */
      being_written: z.boolean(),
    }),
  )

export const downloadBackup = route(projectPermissions.downloadBackups)
  .route({
    ...TAGS,
    method: 'POST',
    path: '/platform/database/{ref}/backups/download',
    summary: 'A short-lived link to a backup’s file',
  })
  .input(ByRef.extend({ id: BackupId }))
  .output(z.object({ fileUrl: z.string() }))

export const createBackup = route(projectPermissions.takeBackups)
  .route({
    ...TAGS,
    method: 'POST',
    path: '/platform/database/{ref}/backups',
    summary: 'Take a backup now',
    successStatus: 201,
  })
  .input(ByRef)
  .output(Backup)

export const removeBackup = route(projectPermissions.takeBackups)
  .route({ ...TAGS, method: 'DELETE', path: '/platform/database/{ref}/backups/{id}', summary: 'Remove a backup' })
  .input(ByRef.extend({ id: BackupId }))
  .output(z.object({ id: z.number().int() }))

/** Proves a backup now: it is restored into a scratch server and counted. */
export const verifyBackup = route(projectPermissions.takeBackups)
  .route({
    ...TAGS,
    method: 'POST',
    path: '/platform/database/{ref}/backups/{id}/verify',
    summary: 'Prove a backup by restoring it into a scratch server',
    successStatus: 202,
  })
  .input(ByRef.extend({ id: BackupId }))
  .output(z.object({ id: z.number().int() }))

export const setSchedule = route(projectPermissions.takeBackups)
  .route({
    ...TAGS,
    method: 'PUT',
    path: '/platform/database/{ref}/backups/schedule',
    summary: 'When the daily backup is taken',
  })
  .input(ByRef.extend(BackupSchedule.shape))
  .output(BackupSchedule)

const Restored = z.object({ status: ProjectStatusSchema })

/** Puts a project's database back to a backup. What it holds now is kept as a backup first. */
export const restoreBackup = route(projectPermissions.restoreBackups)
  .route({
    ...TAGS,
    method: 'POST',
    path: '/platform/database/{ref}/backups/restore',
    summary: 'Restore a backup in place',
    successStatus: 201,
  })
  .input(ByRef.extend({ id: BackupId }))
  .output(Restored)

const Moment = z.coerce
  .number({ error: 'Choose a moment to restore to' })
  .int('A moment is given in whole seconds since 1970')
  .min(0, 'A moment is given in whole seconds since 1970')
  .max(2 ** 40, 'A moment is given in whole seconds since 1970')
const AtMoment = ByRef.extend({ recovery_time_target_unix: Moment })

/** Puts a project's database back to a moment. What it holds now is kept as a backup first. */
export const restorePitr = route(projectPermissions.restoreBackups)
  .route({
    ...TAGS,
    method: 'POST',
    path: '/platform/database/{ref}/backups/pitr',
    summary: 'Restore a moment in place',
    successStatus: 201,
  })
  .input(AtMoment)
  .output(Restored)

export const restorePitrV1 = route(projectPermissions.restoreBackups)
  .route({
    tags: ['Backups'],
    method: 'POST',
    path: '/v1/projects/{ref}/database/backups/restore-pitr',
    summary: 'Restore a moment in place',
    successStatus: 201,
  })
  .input(AtMoment)
  .output(Restored)

/** Makes a new project in the same organization from a backup or a moment of this one. */
export const cloneBackup = route(projectPermissions.restoreBackups)
  .route({
    ...TAGS,
    method: 'POST',
    path: '/platform/database/{ref}/backups/clone',
    summary: 'Restore into a new project',
    successStatus: 201,
  })
  .input(
    ByRef.extend({
      id: BackupId.optional(),
      recovery_time_target_unix: Moment.optional(),
      new_project_name: ProjectName,
      compute_size: ComputeIdSchema.optional(),
    }).refine((body) => (body.id === undefined) !== (body.recovery_time_target_unix === undefined), {
      message: CLONE_SOURCE,
      path: ['id'],
    }),
  )
  .output(z.object({ ref: z.string(), name: z.string(), status: ProjectStatusSchema }))

export const PitrState = z.object({
  enabled: z.boolean(),
  /** Days of moments that are kept. */
  days: z.number().int().nullable(),
  /** The moments that can be restored to; null while there is none. */
  earliest: z.string().nullable(),
  latest: z.string().nullable(),
  /** Why the log is not archived at the moment. */
  error: z.string().nullable(),
  /** Base backups inside the kept days, oldest first: where each begins. */
  base_backups: z.array(z.object({ id: z.number().int(), at: z.string(), size_bytes: z.number().nullable() })),
  /** The last restore in place that failed, unless one succeeded after it. */
  failed_restore: z.object({ at: z.string(), reason: z.string() }).nullable(),
})
export type PitrState = z.infer<typeof PitrState>

export const getPitr = route(projectPermissions.read)
  .route({
    ...TAGS,
    method: 'GET',
    path: '/platform/database/{ref}/backups/pitr',
    summary: 'The moments a project can be restored to',
  })
  .input(ByRef)
  .output(PitrState)

/** The list in the shape of the published Management API. */
export const listBackupsV1 = route(projectPermissions.read)
  .route({
    tags: ['Backups'],
    method: 'GET',
    path: '/v1/projects/{ref}/database/backups',
    summary: 'Backups of a project',
  })
  .input(ByRef)
  .output(
    z.object({
      region: z.string(),
      walg_enabled: z.boolean(),
      pitr_enabled: z.boolean(),
      backups: z.array(
        z.object({
          is_physical_backup: z.boolean(),
          status: z.enum(['COMPLETED', 'FAILED', 'PENDING', 'REMOVED', 'ARCHIVED', 'CANCELLED']),
          inserted_at: z.string(),
        }),
      ),
      physical_backup_data: z.object({
        earliest_physical_backup_date_unix: z.number().int().optional(),
        latest_physical_backup_date_unix: z.number().int().optional(),
      }),
    }),
  )

/** The file behind a link that another call gave. It is streamed, whole or in the range asked for. */
export const download = publicRoute(
  'The sealed token in the address is the permission: it names one file and ends soon',
)
  .route({
    ...TAGS,
    method: 'GET',
    path: '/platform/downloads',
    summary: 'Download a file',
    inputStructure: 'detailed',
  })
  .input(z.object({ query: z.object({ token: z.string().max(2_048).default('') }).default({ token: '' }) }))
