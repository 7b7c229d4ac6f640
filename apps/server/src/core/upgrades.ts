import { type DatabaseUpgradeStatus, UPGRADE_PROGRESS_NAMES, type UpgradeProgressName } from '@stoa/contract'
import type { EngineVersion } from '@stoa/engine'
import type { Selectable } from 'kysely'
import type { Store, StoreLike } from '../store/store.ts'
import type { ProjectRow, Tables } from '../store/tables.ts'

/** Notes an upgrade that begins, in the transaction that begins its operation. */
export async function beginUpgrade(
  tx: StoreLike,
  trackingId: string,
  project: Pick<ProjectRow, 'id' | 'version'>,
  target: Pick<EngineVersion, 'version'>,
): Promise<void> {
  await tx
    .insertInto('upgrades')
    .values({
      tracking_id: trackingId,
      project_id: project.id,
      from_version: project.version,
      target_version: target.version,
      status: 'Upgrading',
    })
    .execute()
}

/**
 * Writes down how far an upgrade has come. An upgrade that begins anew after a crash goes back: what came after the
 * progress that is reported now is forgotten.
 */
export async function noteUpgradeProgress(
  store: Store,
  trackingId: string,
  progress: UpgradeProgressName,
): Promise<void> {
  const before = new Set<string>(UPGRADE_PROGRESS_NAMES.slice(0, UPGRADE_PROGRESS_NAMES.indexOf(progress)))
  await store.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('upgrades')
      .select('steps')
      .where('tracking_id', '=', trackingId)
      .forUpdate()
      .executeTakeFirst()
    const steps = (row?.steps ?? []).filter(({ name }) => before.has(name))
    await tx
      .updateTable('upgrades')
      .set({ progress, steps: JSON.stringify([...steps, { name: progress, at: new Date().toISOString() }]) })
      .where('tracking_id', '=', trackingId)
      .execute()
  })
}

/** Writes down how an upgrade ended. @param error why it failed, or what went wrong after it */
export async function endUpgrade(
  tx: StoreLike,
  trackingId: string,
  status: 'Upgraded' | 'Failed',
  error: string | null,
): Promise<void> {
  await tx
    .updateTable('upgrades')
    .set({ status, error, finished_at: new Date() })
    .where('tracking_id', '=', trackingId)
    .execute()
}

/** An upgrade in the shape that crosses the wire. */
export function upgradeOnWire(row: Selectable<Tables['upgrades']>): DatabaseUpgradeStatus {
  const progress = UPGRADE_PROGRESS_NAMES.find((name) => name === row.progress) ?? null
  return {
    tracking_id: row.tracking_id,
    initiated_at: row.initiated_at.toISOString(),
    latest_status_at: row.finished_at?.toISOString() ?? row.steps.at(-1)?.at ?? row.initiated_at.toISOString(),
    status: row.status,
    progress,
    steps: row.steps,
    from_version: row.from_version,
    target_version: row.target_version,
    error: row.error,
  }
}
