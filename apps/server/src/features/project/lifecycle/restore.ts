import {
  MAX_DAYS_TILL_RESTORE_DISABLED,
  PAUSE_EXPIRY_FLAG,
  type PlanId,
  pauseExpiry,
  RESTORE_EXPIRED,
} from '@stoa/contract'
import { latestLogicalBackup } from '../../../core/backups.ts'
import type { Context } from '../../../core/context.ts'
import { badRequest, conflict } from '../../../core/errors.ts'
import { lockForLimit, requireFreeLimit } from '../../../core/free-limit.ts'
import { beginUpgrade } from '../../../core/upgrades.ts'
import { restoreTarget, VersionRefusal } from '../../../core/versions.ts'
import type { ProjectRow } from '../../../store/tables.ts'
import { begin } from './begin.ts'

/** Whether a project can still be restored, as its row says now. */
const expiryOf = ({ platform }: Context, project: ProjectRow, plan: PlanId) =>
  pauseExpiry({
    pausedAt: project.paused_at,
    plan,
    flag: platform.config.flags[PAUSE_EXPIRY_FLAG] ?? false,
    now: new Date(),
  })

/** For how long a paused project can still be restored, and what of it can be downloaded. */
export async function pauseStatus(context: Context) {
  const { platform, scope } = context
  const backup = await latestLogicalBackup(platform.store, scope.project.id)
  const { until, remainingDays, canRestore } = expiryOf(context, scope.project, scope.organization.plan)
  return {
    latest_downloadable_backup_id: backup?.id ?? null,
    max_days_till_restore_disabled: MAX_DAYS_TILL_RESTORE_DISABLED,
    remaining_days_till_restore_disabled: remainingDays,
    restorable_until: until?.toISOString() ?? null,
    can_restore: canRestore,
  }
}

/**
 * Brings a paused project back, on its own version or a newer one.
 * @throws ORPCError 400 for a version that cannot be had, 409 when the project cannot be restored now
 */
export async function restore(
  context: Context,
  wanted: { postgres_engine?: string | undefined; release_channel?: string | undefined } = {},
): Promise<ProjectRow> {
  const target = targetOf(context, wanted)
  const { project } = await begin(context, {
    kind: target === null ? 'project.restore' : 'project.restore_upgrade',
    event: 'restore',
    doing: 'restored',
    action: 'project.restore_requested',
    ...(target === null ? {} : { input: { ...target }, details: { version: target.version } }),
    first: (tx) => lockForLimit(tx, context.scope.organization.id),
    also: async (tx, begun) => {
      const plan = await requireFreeLimit(context, tx, begun.project.id)
      if (!expiryOf(context, begun.project, plan).canRestore) throw conflict(RESTORE_EXPIRED)
      if (target !== null) await beginUpgrade(tx, begun.id, begun.project, target)
    },
  })
  return project
}

function targetOf({ platform, scope }: Context, wanted: Parameters<typeof restoreTarget>[2]) {
  try {
    return restoreTarget(platform.engine, scope.project, wanted)
  } catch (error) {
    throw error instanceof VersionRefusal ? badRequest(error.message) : error
  }
}
