import { type ProjectEvent, projectLifecycle } from '@stoa/contract'
import type { StoreLike } from '../store/store.ts'
import type { ProjectRow } from '../store/tables.ts'

/** The project's status does not accept the event, or another operation holds the project. */
export class StatusConflict extends Error {
  readonly reason: 'busy' | 'not-accepted' | 'gone'
  readonly project: ProjectRow | null
  constructor(reason: StatusConflict['reason'], project: ProjectRow | null) {
    super(`status conflict: ${reason}`)
    this.reason = reason
    this.project = project
  }
}

/**
 * Locks a project's row until the transaction ends.
 * @throws StatusConflict `gone` when the project does not exist any more
 */
export async function lockProject(tx: StoreLike, projectId: number): Promise<ProjectRow> {
  const project = await tx.selectFrom('projects').selectAll().where('id', '=', projectId).forUpdate().executeTakeFirst()
  if (!project) throw new StatusConflict('gone', null)
  return project
}

/**
 * Changes a project's status. This is the only place that does.
 * @param tx a transaction; the row is locked until it ends
 * @param event what happened, in the words of the lifecycle
 * @returns the project with its new status
 * @throws StatusConflict when the current status does not accept the event
 */
export async function changeStatus(tx: StoreLike, projectId: number, event: ProjectEvent): Promise<ProjectRow> {
  const project = await lockProject(tx, projectId)
  if (!projectLifecycle.can(project.status, event)) throw new StatusConflict('not-accepted', project)
  const status = projectLifecycle.next(project.status, event)
  const online = projectLifecycle.states[status].screen === null
  return (
    tx
      .updateTable('projects')
      // A server that is about to stop, start or go is not reachable until it has been reached again.
      .set({ status, status_since: new Date(), postgrest_status: online ? project.postgrest_status : 'OFFLINE' })
      .where('id', '=', projectId)
      .returningAll()
      .executeTakeFirstOrThrow()
  )
}

/** Notes whether a project's API was reached. Returns true when that is news. */
export async function noteReachability(store: StoreLike, projectId: number, reached: boolean): Promise<boolean> {
  const postgrest_status = reached ? 'ONLINE' : 'OFFLINE'
  const changed = await store
    .updateTable('projects')
    .set({ postgrest_status })
    .where('id', '=', projectId)
    .where('postgrest_status', '!=', postgrest_status)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}
