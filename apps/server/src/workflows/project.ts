import { COMPUTE_SIZES, type ProjectEvent, REACHABILITY_TIMEOUT_MS } from '@stoa/contract'
import { audit } from '../core/audit.ts'
import type { Operation } from '../core/operation.ts'
import { type Step, type StepContext, settle, type Workflow } from '../core/operations.ts'
import { readProjectSecret } from '../core/project-secrets.ts'
import { changeStatus, StatusConflict } from '../core/project-status.ts'
import type { StoreLike } from '../store/store.ts'

function projectId(operation: Operation): number {
  if (operation.projectId === null) throw new Error(`The project of ${operation.kind} is gone`)
  return operation.projectId
}

/** Says in the audit log why the work failed, and moves the project on. */
const failing =
  (event: ProjectEvent, action: string): Workflow['failed'] =>
  async ({ operation }: StepContext, tx: StoreLike, message: string) => {
    if (operation.projectId === null) return
    await changeStatus(tx, operation.projectId, event).catch((error) => {
      // The operation has to end, whatever has become of the project: one that stays open would hold it for ever.
      if (!(error instanceof StatusConflict)) throw error
    })
    await audit(tx, operation.actor, { action, project: operation.projectRef, details: { reason: message } })
  }

const createServer: Step = {
  name: 'create server',
  async run({ platform, operation }) {
    const id = projectId(operation)
    const project = await platform.store
      .selectFrom('projects')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const size = COMPUTE_SIZES[project.compute_size]
    await platform.engine.create({
      ref: project.ref,
      version: project.version,
      resources: { memoryMb: size.memoryMb, maxConnections: size.maxConnections, workers: size.workers },
      passwords: {
        owner: await readProjectSecret(platform, id, 'owner_password'),
        api: await readProjectSecret(platform, id, 'api_password'),
        reader: await readProjectSecret(platform, id, 'reader_password'),
      },
    })
  },
}

const startServer: Step = {
  name: 'start server',
  run: ({ platform, operation }) => platform.engine.start(operation.projectRef),
}

const stopServer: Step = {
  name: 'stop server',
  async run({ platform, operation }) {
    await platform.databases.close(operation.projectRef)
    await platform.engine.stop(operation.projectRef)
  },
}

const reach: Step = {
  name: 'reach server',
  async run({ platform, operation }) {
    const project = { id: projectId(operation), ref: operation.projectRef }
    if (!(await platform.databases.reachable(project, REACHABILITY_TIMEOUT_MS)))
      throw new Error('The server started but does not answer')
  },
}

/** The last step of everything that ends with a running project. */
const ready = (action: string): Step => ({
  name: 'finish',
  run: (context) =>
    settle(context, 'ready', action, async (tx, project) => {
      await tx.updateTable('projects').set({ postgrest_status: 'ONLINE' }).where('id', '=', project.id).execute()
    }),
})

export const createProject: Workflow = {
  kind: 'project.create',
  steps: [createServer, startServer, reach, ready('project.ready')],
  failed: failing('failed', 'project.create_failed'),
}

export const pauseProject: Workflow = {
  kind: 'project.pause',
  steps: [stopServer, { name: 'finish', run: (context) => settle(context, 'paused', 'project.paused') }],
  failed: failing('failed', 'project.pause_failed'),
}

export const restoreProject: Workflow = {
  kind: 'project.restore',
  steps: [startServer, reach, ready('project.restored')],
  failed: failing('failed', 'project.restore_failed'),
}

export const restartProject: Workflow = {
  kind: 'project.restart',
  steps: [stopServer, startServer, reach, ready('project.restarted')],
  failed: failing('failed', 'project.restart_failed'),
}

export const deleteProject: Workflow = {
  kind: 'project.delete',
  steps: [
    stopServer,
    { name: 'remove server', run: ({ platform, operation }) => platform.engine.remove(operation.projectRef) },
    {
      name: 'finish',
      run: ({ platform, operation }) =>
        platform.operations.finish(operation, async (tx) => {
          await tx.deleteFrom('projects').where('ref', '=', operation.projectRef).execute()
          await audit(tx, operation.actor, { action: 'project.deleted', project: operation.projectRef })
        }),
    },
  ],
  failed: failing('failed', 'project.delete_failed'),
}

/** Every workflow there is. The crash harness goes through all steps of all of them. */
export const WORKFLOWS: readonly Workflow[] = [
  createProject,
  pauseProject,
  restoreProject,
  restartProject,
  deleteProject,
]
