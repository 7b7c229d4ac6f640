import { audit } from '../core/audit.ts'
import type { Workflow } from '../core/operations.ts'
import { accessOf } from '../core/project-access.ts'
import { projectId } from './steps.ts'

/** Has a project's server take over who may reach it. What is stored is what holds, whatever happens on the way. */
export const setAccess: Workflow = {
  kind: 'project.set_access',
  steps: [
    {
      name: 'apply access',
      async run({ platform, operation }) {
        const { ssl_only: sslOnly, networks } = await accessOf(platform.store, projectId(operation))
        await platform.engine.setAccess(operation.projectRef, { sslOnly, networks })
      },
    },
    {
      name: 'finish',
      run: ({ platform, operation }) =>
        platform.operations.finish(operation, async (tx) => {
          if (operation.projectId === null) return
          await tx
            .updateTable('project_access')
            .set({ applied_at: new Date() })
            .where('project_id', '=', operation.projectId)
            .execute()
          await audit(tx, operation.actor, { action: 'project.access_applied', project: operation.projectRef })
        }),
    },
  ],
  failed: ({ operation }, tx, message) =>
    audit(tx, operation.actor, {
      action: 'project.access_failed',
      project: operation.projectRef,
      details: { reason: message },
    }),
}
