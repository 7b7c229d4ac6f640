import { PAUSE_EXPIRY_FLAG, PLAN_IDS, PLANS, pauseExpiry } from '@stoa/contract'
import { audit, PLATFORM_ACTOR } from '../core/audit.ts'
import type { Platform } from '../core/platform.ts'

/** Says in the audit log, once for each pause, that a project can no longer be restored. */
export async function noteExpiredPauses({ store, config }: Platform): Promise<void> {
  const flag = config.flags[PAUSE_EXPIRY_FLAG] ?? false
  if (!flag) return
  const now = new Date()
  await store.transaction().execute(async (tx) => {
    const paused = await tx
      .selectFrom('projects')
      .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
      .select(['projects.ref', 'projects.paused_at', 'organizations.slug', 'organizations.plan'])
      .where('projects.status', '=', 'INACTIVE')
      .where(
        'organizations.plan',
        'in',
        PLAN_IDS.filter((plan) => PLANS[plan].pausedProjectsExpire),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('audit_log')
              .select('audit_log.id')
              .whereRef('audit_log.project_ref', '=', 'projects.ref')
              .whereRef('audit_log.at', '>=', 'projects.paused_at')
              .where('audit_log.action', '=', 'project.restore_expired'),
          ),
        ),
      )
      .forUpdate('projects')
      .execute()
    for (const { ref, paused_at: pausedAt, slug, plan } of paused) {
      const { until, canRestore } = pauseExpiry({ pausedAt, plan, flag, now })
      if (canRestore || until === null) continue
      await audit(tx, PLATFORM_ACTOR, {
        action: 'project.restore_expired',
        organization: slug,
        project: ref,
        details: { until: until.toISOString() },
      })
    }
  })
}
