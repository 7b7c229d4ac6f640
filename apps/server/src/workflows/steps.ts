import { type ProjectEvent, REACHABILITY_TIMEOUT_MS } from '@stoa/contract'
import { audit } from '../core/audit.ts'
import type { Operation } from '../core/operation.ts'
import { type Step, type StepContext, settle, type Workflow } from '../core/operations.ts'
import { changeStatus, StatusConflict } from '../core/project-status.ts'
import type { StoreLike } from '../store/store.ts'
import type { ProjectRow } from '../store/tables.ts'

// Steps that several workflows have.

/** The project that an operation is about. @throws when it is gone */
export function projectId(operation: Operation): number {
  if (operation.projectId === null) throw new Error(`The project of ${operation.kind} is gone`)
  return operation.projectId
}

/** Says in the audit log why the work failed, and moves the project on. */
export const failing =
  (event: ProjectEvent, action: string): Workflow['failed'] =>
  async ({ operation }: StepContext, tx: StoreLike, message: string) => {
    if (operation.projectId === null) return
    await changeStatus(tx, operation.projectId, event).catch((error) => {
      // The operation has to end, whatever has become of the project: one that stays open would hold it for ever.
      if (!(error instanceof StatusConflict)) throw error
    })
    await audit(tx, operation.actor, { action, project: operation.projectRef, details: { reason: message } })
  }

/** Starts the server, or adopts it when it runs. */
export const startServer: Step = {
  name: 'start server',
  run: ({ platform, operation }) => platform.engine.start(operation.projectRef),
}

/** Stops the server, and first the platform's own connections to it. */
export const stopServer: Step = {
  name: 'stop server',
  async run({ platform, operation }) {
    await platform.databases.close(operation.projectRef)
    await platform.engine.stop(operation.projectRef)
  },
}

/** Makes sure that the server answers. */
export const reach: Step = {
  name: 'reach server',
  async run({ platform, operation }) {
    const project = { id: projectId(operation), ref: operation.projectRef }
    if (!(await platform.databases.reachable(project, REACHABILITY_TIMEOUT_MS)))
      throw new Error('The server started but does not answer')
  },
}

/**
 * The last step of everything that ends with a running project.
 * @param more what else this end means, written in the same transaction
 */
export const ready = (
  action: string,
  more: (tx: StoreLike, project: ProjectRow, operation: Operation) => Promise<void> = async () => {},
): Step => ({
  name: 'finish',
  run: (context) =>
    settle(context, 'ready', action, async (tx, project) => {
      await tx
        .updateTable('projects')
        .set({ postgrest_status: 'ONLINE', paused_at: null })
        .where('id', '=', project.id)
        .execute()
      await more(tx, project, context.operation)
    }),
})
