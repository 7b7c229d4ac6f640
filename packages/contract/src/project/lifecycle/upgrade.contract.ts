import * as z from 'zod'
import { projectPermissions } from '../../project/project.permissions.ts'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'
import { UPGRADE_PROGRESS_NAMES, UPGRADE_STATUSES } from './upgrade-steps.ts'

const ByRef = z.object({ ref: Ref })
const V1 = { tags: ['Projects'] }

export const UPGRADE_NOT_NEWER = 'A database can only be upgraded to a newer version of Postgres than it has'
export const UPGRADES_NOT_OFFERED = 'Databases cannot be upgraded on this installation'
/** Until the server runs, what stands against an upgrade is not known. */
export const UPGRADE_NEEDS_RUNNING = 'The project has to run for it to be seen whether it can be upgraded'

const Obstacle = z.object({ code: z.string(), message: z.string() })

/** What upgrades there are for a project, and what stands against each. */
export const upgradeEligibilityV1 = route(projectPermissions.read)
  .route({
    ...V1,
    method: 'GET',
    path: '/v1/projects/{ref}/upgrade/eligibility',
    summary: 'Whether a project can be upgraded',
  })
  .input(ByRef)
  .output(
    z.object({
      /** Whether there is a newer version that nothing stands against. */
      eligible: z.boolean(),
      current_app_version: z.string(),
      current_app_version_release_channel: z.string(),
      latest_app_version: z.string(),
      /** Newest first. */
      target_upgrade_versions: z.array(
        z.object({
          postgres_version: z.string(),
          release_channel: z.string(),
          app_version: z.string(),
          obstacles: z.array(Obstacle),
        }),
      ),
      /** The sentences of everything that stands against the newest version, or against asking at all. */
      potential_breaking_changes: z.array(z.string()),
      /** Roughly how long it takes at the database's size. */
      duration_estimate_hours: z.number(),
    }),
  )

/** Moves a project to a newer major version of Postgres. It is offline until that is done. */
export const upgradeV1 = route(projectPermissions.upgrade)
  .route({
    ...V1,
    method: 'POST',
    path: '/v1/projects/{ref}/upgrade',
    summary: 'Upgrade a project',
    successStatus: 201,
  })
  .input(
    ByRef.extend({
      /** A major version such as `18`, or a whole one such as `supabase-postgres-18.4.0`. */
      target_version: z.string().min(1, 'Target version is required').max(64),
      release_channel: z.string().max(32).optional(),
    }),
  )
  .output(z.object({ tracking_id: z.string() }))

export const DatabaseUpgradeStatus = z.object({
  tracking_id: z.string(),
  initiated_at: z.string(),
  latest_status_at: z.string(),
  status: z.enum(UPGRADE_STATUSES),
  /** The latest that has happened; null before the first. */
  progress: z.enum(UPGRADE_PROGRESS_NAMES).nullable(),
  /** When each progress was reached. */
  steps: z.array(z.object({ name: z.string(), at: z.string() })),
  from_version: z.string(),
  target_version: z.string(),
  /** Why it failed, as a sentence. */
  error: z.string().nullable(),
})
export type DatabaseUpgradeStatus = z.infer<typeof DatabaseUpgradeStatus>

/** The latest upgrade of a project, or the one that is named. */
export const upgradeStatusV1 = route(projectPermissions.read)
  .route({
    ...V1,
    method: 'GET',
    path: '/v1/projects/{ref}/upgrade/status',
    summary: 'How far an upgrade has come',
    inputStructure: 'detailed',
  })
  .input(
    z.object({
      params: ByRef,
      query: z.object({ tracking_id: z.uuid('This is not the tracking id of an upgrade').optional() }).default({}),
    }),
  )
  .output(z.object({ databaseUpgradeStatus: DatabaseUpgradeStatus.nullable() }))
