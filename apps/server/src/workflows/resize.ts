import { type ComputeId, REACHABILITY_TIMEOUT_MS, RESIZED_SERVER_SILENT } from '@stoa/contract'
import { EngineError } from '@stoa/engine'
import { audit } from '../core/audit.ts'
import type { Operation } from '../core/operation.ts'
import { type Step, type StepContext, settle, type Workflow } from '../core/operations.ts'
import { changeStatus, StatusConflict } from '../core/project-status.ts'
import { resourcesOf } from '../core/scratch.ts'
import type { StoreLike } from '../store/store.ts'
import { projectId } from './steps.ts'

const sizeOf = (operation: Operation): ComputeId => operation.input.compute_size as ComputeId

/** Writes down that the size stayed what it was, and moves the project to where its server is. */
async function stayed({ platform, operation }: StepContext, tx: StoreLike, message: string): Promise<void> {
  if (operation.projectId === null) return
  const runs = (await platform.engine.state(operation.projectRef).catch(() => 'absent')) === 'running'
  await changeStatus(tx, operation.projectId, runs ? 'ready' : 'failed').catch((error) => {
    // The operation has to end, whatever has become of the project: one that stays open would hold it for ever.
    if (!(error instanceof StatusConflict)) throw error
  })
  await audit(tx, operation.actor, {
    action: 'project.resize_failed',
    project: operation.projectRef,
    details: { reason: message, compute_size: sizeOf(operation) },
  })
}

/** Ends the operation with the old size. The steps that follow find it ended and change nothing. */
const giveUp = (context: StepContext, message: string): Promise<void> =>
  context.platform.operations.finish(context.operation, (tx) => stayed(context, tx, message), message)

/** Whether an earlier step has already ended the operation. */
async function hasEnded({ platform, operation }: StepContext): Promise<boolean> {
  const row = await platform.store
    .selectFrom('operations')
    .select('finished_at')
    .where('id', '=', operation.id)
    .executeTakeFirst()
  return row === undefined || row.finished_at !== null
}

const resizeServer: Step = {
  name: 'resize server',
  async run(context) {
    const { platform, operation } = context
    await platform.databases.close(operation.projectRef)
    try {
      await platform.engine.resize(operation.projectRef, resourcesOf({ compute_size: sizeOf(operation) }))
    } catch (error) {
      // The engine has taken a size back that does not start. Trying again would only stop the server again.
      if (!(error instanceof EngineError) || error.code !== 'failed') throw error
      await giveUp(context, [error.message, error.detail].filter(Boolean).join('\n'))
    }
  },
}

const reachServer: Step = {
  name: 'reach server',
  async run(context) {
    const { platform, operation } = context
    if (await hasEnded(context)) return
    const project = { id: projectId(operation), ref: operation.projectRef }
    if (await platform.databases.reachable(project, REACHABILITY_TIMEOUT_MS)) return
    const { compute_size } = await platform.store
      .selectFrom('projects')
      .select('compute_size')
      .where('id', '=', project.id)
      .executeTakeFirstOrThrow()
    await platform.engine.resize(operation.projectRef, resourcesOf({ compute_size }))
    await giveUp(context, RESIZED_SERVER_SILENT)
  },
}

/** Gives a project's server another size. One that does not start, or answers nobody, has its old size again. */
export const resizeProject: Workflow = {
  kind: 'project.resize',
  steps: [
    resizeServer,
    reachServer,
    {
      name: 'finish',
      run: (context) =>
        settle(context, 'ready', 'project.resized', async (tx, project) => {
          await tx
            .updateTable('projects')
            .set({ compute_size: sizeOf(context.operation), postgrest_status: 'ONLINE' })
            .where('id', '=', project.id)
            .execute()
        }),
    },
  ],
  failed: stayed,
}
