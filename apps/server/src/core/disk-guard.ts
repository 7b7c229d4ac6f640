import { READ_ONLY_SHARE } from '@stoa/contract'
import type { ProjectRow } from '../store/tables.ts'
import { audit, PLATFORM_ACTOR } from './audit.ts'
import type { Platform } from './platform.ts'

const MB = 1024 * 1024

/** How much a project may hold on disk, in bytes. */
export const diskLimitBytes = (project: Pick<ProjectRow, 'disk_limit_mb'>): number => project.disk_limit_mb * MB

/** Whether a project's server was last told to take no writes. */
export async function isReadOnly(platform: Pick<Platform, 'store'>, projectId: number): Promise<boolean> {
  const row = await platform.store
    .selectFrom('resource_states')
    .select('read_only')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row?.read_only ?? false
}

/**
 * Lets a running server take no more writes while its disk is fuller than it may be, and lets it write again once it
 * is not.
 * @param usedBytes what was just measured
 * @returns whether the server takes no writes now
 * @throws EngineError when the server cannot be told
 */
export async function guardDisk(
  platform: Platform,
  project: Pick<ProjectRow, 'id' | 'ref' | 'disk_limit_mb'>,
  usedBytes: number,
): Promise<boolean> {
  const was = await isReadOnly(platform, project.id)
  // The limit may have been changed while the disk was measured: what was read before would undo what the change did.
  const now = await platform.store
    .selectFrom('projects')
    .select('disk_limit_mb')
    .where('id', '=', project.id)
    .executeTakeFirst()
  const limit = diskLimitBytes(now ?? project)
  const share = usedBytes / limit
  const on = share === READ_ONLY_SHARE ? was : share > READ_ONLY_SHARE
  // Told again each time while it lasts: the server may have been replaced by another one since.
  if (on || was) await platform.engine.setReadOnly(project.ref, on)
  if (on === was) return on
  await platform.store.transaction().execute(async (tx) => {
    await tx
      .insertInto('resource_states')
      .values({ project_id: project.id, read_only: on })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ read_only: on }))
      .execute()
    await audit(tx, PLATFORM_ACTOR, {
      action: on ? 'project.read_only_entered' : 'project.read_only_left',
      project: project.ref,
      details: { used_bytes: usedBytes, limit_bytes: limit },
    })
  })
  return on
}
