import {
  BACKUP_DAMAGED,
  BACKUP_NEWER_VERSION,
  BACKUP_NOT_FINISHED,
  COMPUTE_SIZES,
  NO_SUCH_BACKUP,
  notAccepted,
  organizationPermissions,
  PHYSICAL_NOT_RESTORABLE,
  PITR_OTHER_VERSION,
  PLANS,
  planAllowsCompute,
  sizeNotInPlan,
  UNKNOWN_VERSION,
} from '@stoa/contract'
import { audit } from '../../../../core/audit.ts'
import { backupPath, checksumOf } from '../../../../core/backups.ts'
import { actorOf, api, type Context } from '../../../../core/context.ts'
import { badRequest, conflict, notFound, statusRefusal } from '../../../../core/errors.ts'
import { requireFreeLimit } from '../../../../core/free-limit.ts'
import { demand } from '../../../../core/guard.ts'
import { insertProject } from '../../../../core/new-project.ts'
import { baseBackups, baseFor, pitrOf, recoveryWindow } from '../../../../core/pitr.ts'
import { findVersion } from '../../../../core/versions.ts'
import type { BackupRow, ProjectRow } from '../../../../store/tables.ts'
import { backupsOf, failedRestore, findBackup, requireFile } from './rows.ts'

/** What a new server is made from: a backup, or a moment after a base backup. */
type Source = { readonly backup: BackupRow; readonly at: Date | null }

/** A backup that can be restored. It is looked at before anything is touched. @throws ORPCError 404, 409 */
async function wholeBackup(context: Context, id: number): Promise<Source> {
  const { platform, scope } = context
  const backup = await findBackup(platform.store, scope.project.id, id)
  if (backup.kind === 'physical') throw conflict(PHYSICAL_NOT_RESTORABLE)
  if (backup.status !== 'COMPLETED') throw conflict(BACKUP_NOT_FINISHED)
  await requireFile(platform, backup)
  if ((await checksumOf(backupPath(platform, backup))) !== backup.checksum) throw conflict(BACKUP_DAMAGED)
  return { backup, at: null }
}

/** A moment that can be gone back to. @throws ORPCError 400 when it cannot */
async function moment(context: Context, unix: number): Promise<Source> {
  const at = new Date(unix * 1000)
  const base = await baseFor(context.platform.store, context.scope.project, at)
  if (typeof base === 'string') throw badRequest(base)
  return { backup: base, at }
}

const inputOf = ({ backup, at }: Source) => ({ backup_id: backup.id, ...(at && { at: at.toISOString() }) })
const detailsOf = ({ backup, at }: Source) => (at ? { at: at.toISOString() } : { backup: backup.id })

/** Puts a project's database back to a backup or a moment. */
async function restore(context: Context, source: Source): Promise<{ status: ProjectRow['status'] }> {
  const { platform, scope } = context
  const actor = actorOf(context)
  try {
    const begun = await platform.store.transaction().execute(async (tx) => {
      const started = await platform.operations.begin(tx, {
        kind: 'backup.restore',
        projectId: scope.project.id,
        event: 'restoreBackup',
        actor,
        input: inputOf(source),
      })
      await audit(tx, actor, {
        action: 'backup.restore_requested',
        organization: scope.organization.slug,
        project: scope.project.ref,
        details: detailsOf(source),
      })
      return started
    })
    platform.operations.kick(begun.id)
    return { status: begun.project.status }
  } catch (error) {
    throw statusRefusal(error, 'restored from a backup')
  }
}

const major = (row: Pick<BackupRow, 'version'>) => Number.parseInt(row.version.replace(/^supabase-postgres-/, ''), 10)

async function restoreMoment(context: Context, unix: number): Promise<{ status: ProjectRow['status'] }> {
  const { project } = context.scope
  // Said first: what a paused project lacks is not a moment.
  if (project.status !== 'ACTIVE_HEALTHY' && project.status !== 'RESTORE_FAILED')
    throw conflict(notAccepted('restored from a backup', project.status))
  const source = await moment(context, unix)
  if (major(source.backup) !== major(project)) throw conflict(PITR_OTHER_VERSION)
  return restore(context, source)
}

const unix = (at: Date): number => Math.floor(at.getTime() / 1000)

export const restores = {
  restore: api.project.database.backups.restore.handler(async ({ input, context }) => {
    const source = await wholeBackup(context, input.id)
    if (major(source.backup) > major(context.scope.project)) throw conflict(BACKUP_NEWER_VERSION)
    return restore(context, source)
  }),

  restorePitr: api.project.database.backups.restorePitr.handler(({ input, context }) =>
    restoreMoment(context, input.recovery_time_target_unix),
  ),
  restorePitrV1: api.project.database.backups.restorePitrV1.handler(({ input, context }) =>
    restoreMoment(context, input.recovery_time_target_unix),
  ),

  clone: api.project.database.backups.clone.handler(async ({ input, context }) => {
    const { platform, scope } = context
    demand(context, organizationPermissions.createProject)
    const source =
      input.recovery_time_target_unix === undefined
        ? await wholeBackup(context, input.id ?? 0)
        : await moment(context, input.recovery_time_target_unix)
    const { backup } = source
    const version =
      platform.engine.versions().find((entry) => entry.version === backup.version) ??
      findVersion(platform.engine, { postgres_engine: backup.postgres_engine })
    if (!version) throw conflict(UNKNOWN_VERSION)
    const actor = actorOf(context)
    const size = input.compute_size ?? scope.project.compute_size
    const begun = await platform.store.transaction().execute(async (tx) => {
      // Locks the organization too, so that it stays until the project is in it.
      const plan = await requireFreeLimit(context, tx)
      if (!planAllowsCompute(plan, size)) throw conflict(sizeNotInPlan(COMPUTE_SIZES[size].name, PLANS[plan].name))
      const still = await tx.selectFrom('backups').select('id').where('id', '=', backup.id).executeTakeFirst()
      if (!still) throw notFound(NO_SUCH_BACKUP)
      const id = await insertProject(platform, tx, {
        organization_id: scope.organization.id,
        name: input.new_project_name,
        region: scope.project.region,
        version: version.version,
        postgres_engine: version.postgres_engine,
        release_channel: version.release_channel,
        compute_size: size,
        // What fits into the one has to fit into the other.
        disk_limit_mb: scope.project.disk_limit_mb,
      })
      const started = await platform.operations.begin(tx, {
        kind: 'backup.clone',
        projectId: id,
        event: null,
        actor,
        input: inputOf(source),
      })
      await audit(tx, actor, {
        action: 'project.created',
        organization: scope.organization.slug,
        project: started.project.ref,
        details: {
          name: input.new_project_name,
          version: version.version,
          from: scope.project.ref,
          ...detailsOf(source),
        },
      })
      return started
    })
    platform.operations.kick(begun.id)
    const { ref, name, status } = begun.project
    return { ref, name, status }
  }),

  pitr: api.project.database.backups.pitr.handler(async ({ context }) => {
    const { store } = context.platform
    const { project } = context.scope
    const row = await pitrOf(store, project.id)
    const window = await recoveryWindow(store, project)
    return {
      enabled: row !== null,
      days: row?.days ?? null,
      earliest: window?.earliest.toISOString() ?? null,
      latest: window?.latest.toISOString() ?? null,
      error: row?.error ?? null,
      base_backups: (row === null ? [] : await baseBackups(store, project.id)).map((base) => ({
        id: base.id,
        at: base.inserted_at.toISOString(),
        size_bytes: base.size_bytes,
      })),
      failed_restore: await failedRestore(store, project.ref),
    }
  }),

  listV1: api.project.database.backups.listV1.handler(async ({ context }) => {
    const { store } = context.platform
    const { project } = context.scope
    const window = await recoveryWindow(store, project)
    const enabled = (await pitrOf(store, project.id)) !== null
    return {
      region: project.region,
      walg_enabled: enabled,
      pitr_enabled: enabled,
      backups: (await backupsOf(store, project.id)).map((row) => ({
        is_physical_backup: row.kind === 'physical',
        // The published shape knows no running backup.
        status: row.status === 'RUNNING' ? ('PENDING' as const) : row.status,
        inserted_at: row.inserted_at.toISOString(),
      })),
      physical_backup_data:
        window === null
          ? {}
          : {
              earliest_physical_backup_date_unix: unix(window.earliest),
              latest_physical_backup_date_unix: unix(window.latest),
            },
    }
  }),
}
