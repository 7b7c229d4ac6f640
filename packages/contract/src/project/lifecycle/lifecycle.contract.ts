import * as z from 'zod'
import { projectPermissions } from '../../project/project.permissions.ts'
import { route } from '../../route.ts'
import { PostgrestStatusSchema, ProjectStatusSchema, Ref } from '../../schemas.ts'
import type { ProjectStatus } from './project.lifecycle.ts'

const ByRef = z.object({ ref: Ref })

/** Another operation holds the project: one wins, the other hears this. */
export const PROJECT_BUSY = 'Another operation is running on this project. Wait until it has finished'
/** The project's status does not accept what was asked. */
export const notAccepted = (doing: string, status: ProjectStatus) => `A project that is ${status} cannot be ${doing}`
export const RESTORE_TO_OLDER =
  'The project’s data was written by a newer Postgres. It cannot be restored to an older one'
/** What is said instead of a restore when there is no project to restore any more. */
export const RESTORE_NEEDS_PROJECT = 'Unable to restore: project is required'
export const RESTORE_EXPIRED =
  'This project has been paused for too long to be restored. Its backups can still be downloaded'

const Status = z.object({ status: ProjectStatusSchema })

export const platformStatus = route(projectPermissions.read)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/status',
    tags: ['Lifecycle'],
    summary: 'Status of a project',
  })
  .input(ByRef)
  .output(
    Status.extend({
      /** Why the last operation failed, as a sentence, while the status says that it did. */
      failure: z.string().nullable(),
    }),
  )

export const status = route(projectPermissions.read)
  .route({ method: 'GET', path: '/projects/{ref}/status', tags: ['Lifecycle'], summary: 'Status of a project' })
  .input(ByRef)
  .output(Status)

/** Asks the project's own server whether it answers, and remembers the answer as the project's postgrestStatus. */
export const reachability = route(projectPermissions.read)
  .route({
    method: 'GET',
    path: '/projects/{ref}/api/rest',
    tags: ['Lifecycle'],
    summary: 'Whether the project answers',
  })
  .input(ByRef)
  .output(z.object({ postgrestStatus: PostgrestStatusSchema }))

const V1 = { tags: ['Projects'] }

export const pauseV1 = route(projectPermissions.pause)
  .route({ ...V1, method: 'POST', path: '/v1/projects/{ref}/pause', summary: 'Pause a project' })
  .input(ByRef)
  .output(Status)

export const restoreV1 = route(projectPermissions.restore)
  .route({ ...V1, method: 'POST', path: '/v1/projects/{ref}/restore', summary: 'Restore a paused project' })
  .input(ByRef)
  .output(Status)

const RestoreVersions = z.object({
  available_versions: z.array(
    z.object({ version: z.string(), postgres_engine: z.string(), release_channel: z.string() }),
  ),
})

export const restoreVersionsV1 = route(projectPermissions.read)
  .route({
    ...V1,
    method: 'GET',
    path: '/v1/projects/{ref}/restore',
    summary: 'Versions a paused project can be restored to',
  })
  .input(ByRef)
  .output(RestoreVersions)

/** Deletes a project and its data for good. */
export const deleteV1 = route(projectPermissions.remove)
  .route({ ...V1, method: 'DELETE', path: '/v1/projects/{ref}', summary: 'Delete a project' })
  .input(ByRef)
  .output(z.object({ id: z.number().int(), ref: z.string(), name: z.string() }))

/** What a project is made of. */
export const PROJECT_SERVICES = ['db', 'rest', 'auth', 'storage', 'functions', 'realtime'] as const
export type ProjectService = (typeof PROJECT_SERVICES)[number]
/** What is said of a service that this version does not have. */
export const SERVICE_ABSENT = 'This version does not have this service'

/** The part of the Management API's health check that exists here. */
export const healthV1 = route(projectPermissions.read)
  .route({
    ...V1,
    method: 'GET',
    path: '/v1/projects/{ref}/health',
    summary: 'Health of a project’s services',
    inputStructure: 'detailed',
  })
  .input(
    z.object({
      params: ByRef,
      query: z
        .object({
          services: z
            .union([z.array(z.string()), z.string().transform((list) => list.split(','))])
            .pipe(z.array(z.enum(PROJECT_SERVICES)))
            .default(['db', 'rest']),
          timeout_ms: z.coerce.number().int().min(0).max(10_000).default(2_000),
        })
        .default({ services: ['db', 'rest'], timeout_ms: 2_000 }),
    }),
  )
  .output(
    z.array(
      z.object({
        name: z.enum(PROJECT_SERVICES),
        healthy: z.boolean(),
        status: z.enum(['COMING_UP', 'ACTIVE_HEALTHY', 'UNHEALTHY']),
        error: z.string().optional(),
      }),
    ),
  )

const PLATFORM = { tags: ['Lifecycle'] }

export const pause = route(projectPermissions.pause)
  .route({ ...PLATFORM, method: 'POST', path: '/platform/projects/{ref}/pause', summary: 'Pause a project' })
  .input(ByRef)
  .output(Status)

export const restart = route(projectPermissions.restart)
  .route({ ...PLATFORM, method: 'POST', path: '/platform/projects/{ref}/restart', summary: 'Restart a project' })
  .input(ByRef)
  .output(Status)

export const restoreVersions = route(projectPermissions.read)
  .route({
    ...PLATFORM,
    method: 'GET',
    path: '/platform/projects/{ref}/restore/versions',
    summary: 'Versions a paused project can be restored to',
  })
  .input(ByRef)
  .output(RestoreVersions)

/** For how long a paused project can still be restored, and what of it can be downloaded. */
export const pauseStatus = route(projectPermissions.read)
  .route({
    ...PLATFORM,
    method: 'GET',
    path: '/platform/projects/{ref}/pause/status',
    summary: 'Whether a paused project can be restored',
  })
  .input(ByRef)
  .output(
    z.object({
      latest_downloadable_backup_id: z.number().int().nullable(),
      max_days_till_restore_disabled: z.number().int(),
      /** Null when there is no end to it. */
      remaining_days_till_restore_disabled: z.number().int().nullable(),
      /** The last moment at which it can be restored. */
      restorable_until: z.string().nullable(),
      can_restore: z.boolean(),
    }),
  )

/** Brings a paused project back, on the version it had or on a newer one. */
export const restore = route(projectPermissions.restore)
  .route({
    ...PLATFORM,
    method: 'POST',
    path: '/platform/projects/{ref}/restore',
    summary: 'Restore a paused project',
    successStatus: 201,
  })
  .input(
    ByRef.extend({ postgres_engine: z.string().max(64).optional(), release_channel: z.string().max(32).optional() }),
  )
  .output(Status)

export const remove = route(projectPermissions.remove)
  .route({ ...PLATFORM, method: 'DELETE', path: '/platform/projects/{ref}', summary: 'Delete a project' })
  .input(ByRef)
  .output(z.object({ id: z.number().int(), ref: z.string(), name: z.string() }))
