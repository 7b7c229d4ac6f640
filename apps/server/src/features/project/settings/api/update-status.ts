import type { JwtUpdateStatus } from '@stoa/contract'
import type { Store } from '../../../../store/store.ts'
import { rotateJwt } from '../../../../workflows/secrets.ts'

/** How far a project's latest change of its JWT secret has come; null when there was none. */
export async function updateStatus(store: Store, projectId: number): Promise<JwtUpdateStatus | null> {
  const row = await store
    .selectFrom('operations')
    .select(['id', 'step', 'error', 'finished_at'])
    .where('project_id', '=', projectId)
    .where('kind', '=', rotateJwt.kind)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const status = row.finished_at === null ? 'Updating' : row.error === null ? 'Updated' : 'Failed'
  const before = Math.max(
    0,
    rotateJwt.steps.findIndex(({ name }) => name === row.step),
  )
  return {
    change_tracking_id: row.id,
    error: row.error,
    progress: status === 'Updated' ? rotateJwt.steps.length : before,
    status,
  }
}
