import { COMPUTE_SIZES } from '@stoa/contract'
import { audit } from '../core/audit.ts'
import { releaseBackups, takeLogicalBackup } from '../core/backups.ts'
import { type Step, settle, type Workflow } from '../core/operations.ts'
import { readProjectSecret } from '../core/project-secrets.ts'
import { forgetRequests } from '../core/request-log.ts'
import { setAccess } from './access.ts'
import { cloneBackup, restoreBackup } from './backup-restore.ts'
import { beginPausedBackup, takeBackup, takePausedBackup, verifyBackup } from './backups.ts'
import { leaveNothing } from './leave-nothing.ts'
import { beginPitr, endPitr } from './pitr.ts'
import { resizeProject } from './resize.ts'
import { rotateJwt } from './secrets.ts'
import { failing, projectId, reach, ready, startServer, stopServer } from './steps.ts'
import { archiveStorage } from './storage-archive.ts'
import { restoreUpgradeProject, upgradeProject } from './upgrade.ts'

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

export const createProject: Workflow = {
  kind: 'project.create',
  steps: [createServer, startServer, reach, ready('project.ready')],
  failed: failing('failed', 'project.create_failed'),
}

/**
 * Up to this size a database is written down before its server stops: it takes a few seconds even on a busy machine
 * (bench/README.md), and a pause without a backup is none then. What is larger would keep people waiting, so it is written down once the project is paused.
 */
const QUICKLY_DUMPED_BYTES = 64 * 1024 * 1024

/** What a pause keeps outside the server, so that the data can be had even when the project is never restored. */
const backUp: Step = {
  name: 'back up',
  async run({ platform, operation }) {
    if (!platform.engine.capabilities.dumps) return
    const project = { id: projectId(operation), ref: operation.projectRef }
    // A second try of a pause may find the server stopped by the first.
    await platform.engine.start(project.ref)
    const pool = await platform.databases.pool(project, 'admin')
    const { rows } = await pool.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
    if (Number(rows[0]?.bytes) > QUICKLY_DUMPED_BYTES) return
    await takeLogicalBackup(platform, {
      projectId: project.id,
      projectRef: project.ref,
      reason: 'pause',
      operationId: operation.id,
    })
  },
}

/** Notes that the project is paused, and that its backup is to be taken if that was not done before. */
const paused: Step = {
  name: 'finish',
  async run(context) {
    const { platform, operation } = context
    let backup: string | null = null
    await settle(context, 'paused', 'project.paused', async (tx, project) => {
      await tx.updateTable('projects').set({ paused_at: new Date() }).where('id', '=', project.id).execute()
      const taken = await tx
        .selectFrom('backups')
        .select('id')
        .where('operation_id', '=', operation.id)
        .where('status', '=', 'COMPLETED')
        .executeTakeFirst()
      if (!taken && platform.engine.capabilities.dumps)
        backup = await beginPausedBackup(platform, tx, project, operation.actor)
    })
    if (backup !== null) platform.operations.kick(backup)
  },
}

export const pauseProject: Workflow = {
  kind: 'project.pause',
  steps: [backUp, stopServer, paused],
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
    leaveNothing,
    {
      name: 'finish',
      run: ({ platform, operation }) =>
        platform.operations.finish(operation, async (tx) => {
          if (operation.projectId !== null) {
            await releaseBackups(tx, operation.projectId)
            await forgetRequests(tx, operation.projectId)
          }
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
  restoreUpgradeProject,
  upgradeProject,
  restartProject,
  resizeProject,
  deleteProject,
  rotateJwt,
  setAccess,
  takeBackup,
  takePausedBackup,
  verifyBackup,
  restoreBackup,
  cloneBackup,
  beginPitr,
  endPitr,
  archiveStorage,
]
