import { join } from 'node:path'
import { restoreLosesDatabases } from '@stoa/contract'
import type { RecoverySource, ServerSpec } from '@stoa/engine'
import { audit } from '../core/audit.ts'
import { backupPath, takeLogicalBackup } from '../core/backups.ts'
import { type Step, type StepContext, settle, type Workflow } from '../core/operations.ts'
import { archivesFolder, flushLog, leaveArchive } from '../core/pitr.ts'
import { changeStatus, StatusConflict } from '../core/project-status.ts'
import { loadInto, passwordsOf, resourcesOf, scratchRef } from '../core/scratch.ts'
import { inTurn } from '../core/turns.ts'
import type { BackupRow, ProjectRow } from '../store/tables.ts'
import { backupOf, requireWhole } from './backups.ts'
import { failing, projectId, reach, ready, startServer } from './steps.ts'

// Restoring works beside what is there: a new server is filled, and takes the place of the old one only when it is
// whole. Until then the old one keeps its data and goes on serving.

function projectOf({ platform, operation }: StepContext): Promise<ProjectRow> {
  return platform.store
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', projectId(operation))
    .executeTakeFirstOrThrow()
}

/** The moment asked for; null when a backup was. */
const momentOf = ({ operation }: StepContext): Date | null =>
  typeof operation.input.at === 'string' ? new Date(operation.input.at) : null

/** Where a moment is recovered from: the base backup before it and the log that was archived since. */
function sourceOf(context: StepContext, base: BackupRow): RecoverySource {
  const { platform } = context
  return {
    base: backupPath(platform, base),
    archive: base.archive === null ? null : join(archivesFolder(platform), base.archive),
    at: momentOf(context),
  }
}

/** Brings what a backup's running server has committed until now into its archive. */
async function flushSource({ platform }: StepContext, ref: string, id: number | null): Promise<void> {
  if (id !== null && (await platform.engine.state(ref)) === 'running') await flushLog(platform, { id, ref })
}

/** Makes a stopped server with what the operation asks for, anew on each attempt. */
async function makeServer(context: StepContext, spec: ServerSpec): Promise<void> {
  const { platform } = context
  const backup = await backupOf(context)
  if (backup.kind === 'logical') {
    await requireWhole(platform, backup)
    await loadInto(platform, spec, backup)
    await platform.engine.stop(spec.ref)
    return
  }
  await platform.engine.remove(spec.ref)
  await flushSource(context, backup.project_ref, backup.project_id)
  await platform.engine.recover(spec, sourceOf(context, backup))
}

const checkBackup: Step = {
  name: 'check backup',
  attempts: 1,
  async run(context) {
    const backup = await backupOf(context)
    if (backup.kind !== 'logical') return
    await requireWhole(context.platform, backup)
    await requireNothingBeside(context)
  },
}

/** @throws Error naming the databases that are in no backup and would go with the server */
async function requireNothingBeside({ platform, operation }: StepContext): Promise<void> {
  const project = { id: projectId(operation), ref: operation.projectRef }
  if ((await platform.engine.state(project.ref)) !== 'running') return
  const pool = await platform.databases.pool(project, 'admin')
  const { rows } = await pool.query<{ name: string }>(
    'select datname as name from pg_database where not datistemplate and datname <> current_database() order by 1',
  )
  if (rows.length > 0) throw new Error(restoreLosesDatabases(rows.map(({ name }) => name)))
}

/** What the project holds now can be gone back to as well. A server that does not run holds nothing new. */
const keepCurrent: Step = {
  name: 'keep current data',
  attempts: 1,
  async run({ platform, operation }) {
    if ((await platform.engine.state(operation.projectRef)) !== 'running') return
    await takeLogicalBackup(platform, {
      projectId: projectId(operation),
      projectRef: operation.projectRef,
      reason: 'restore',
      operationId: operation.id,
    })
  },
}

const fillScratch: Step = {
  name: 'make restored server',
  attempts: 1,
  async run(context) {
    const project = await projectOf(context)
    await makeServer(context, {
      ref: scratchRef(context.operation.id),
      version: project.version,
      resources: resourcesOf(project),
      passwords: await passwordsOf(context.platform, project.id),
    })
  },
}

const swap: Step = {
  name: 'put in place',
  async run(context) {
    const { platform, operation } = context
    const scratch = scratchRef(operation.id)
    // The log of the server that goes ends here. What of it cannot be archived is no reason not to go back.
    await flushSource(context, operation.projectRef, operation.projectId).catch(() => {})
    await platform.databases.close(operation.projectRef)
    // It was made by the step before: where it is gone, it is in its place already.
    if ((await platform.engine.state(scratch)) !== 'absent')
      await inTurn(operation.projectRef, () => platform.engine.replace(operation.projectRef, scratch))
  },
}

export const restoreBackup: Workflow = {
  kind: 'backup.restore',
  steps: [
    checkBackup,
    keepCurrent,
    fillScratch,
    swap,
    startServer,
    reach,
    {
      name: 'finish',
      run: (context) =>
        settle(context, 'ready', 'backup.restored', async (tx, project) => {
          await tx.updateTable('projects').set({ postgrest_status: 'ONLINE' }).where('id', '=', project.id).execute()
          await leaveArchive(tx, project.id)
        }),
    },
  ],
  async failed(context, tx, message) {
    const { platform, operation } = context
    const { projectId: id, projectRef: ref } = operation
    // As long as the old server is in its place, the project has everything that it had. A swap that was interrupted is
    // finished by this start, so the scratch server may only go once it has succeeded.
    const serves = await platform.engine.start(ref).then(
      () => true,
      () => false,
    )
    if (serves) await platform.engine.remove(scratchRef(operation.id))
    if (id === null) return
    await changeStatus(tx, id, serves ? 'ready' : 'failed').catch((error) => {
      if (!(error instanceof StatusConflict)) throw error
    })
    await audit(tx, operation.actor, { action: 'backup.restore_failed', project: ref, details: { reason: message } })
  },
}

export const cloneBackup: Workflow = {
  kind: 'backup.clone',
  steps: [
    {
      name: 'make server',
      attempts: 1,
      async run(context) {
        const project = await projectOf(context)
        await makeServer(context, {
          ref: project.ref,
          version: project.version,
          resources: resourcesOf(project),
          passwords: await passwordsOf(context.platform, project.id),
        })
      },
    },
    startServer,
    reach,
    ready('project.ready'),
  ],
  async failed(context, tx, message) {
    // A server that is not whole must not be started by anybody.
    await context.platform.engine.remove(context.operation.projectRef)
    await failing('failed', 'project.create_failed')(context, tx, message)
  },
}
