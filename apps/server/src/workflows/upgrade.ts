import type { EngineVersion } from '@stoa/engine'
import { UPGRADE_PROGRESS } from '@stoa/engine'
import { audit } from '../core/audit.ts'
import { takeLogicalBackup } from '../core/backups.ts'
import type { Operation } from '../core/operation.ts'
import type { Step, StepContext, Workflow } from '../core/operations.ts'
import { flushLog } from '../core/pitr.ts'
import { endUpgrade, noteUpgradeProgress } from '../core/upgrades.ts'
import type { StoreLike } from '../store/store.ts'
import { failing, projectId, reach, ready, startServer } from './steps.ts'

/** What an upgrade's operation is asked to do. */
export type UpgradeInput = Pick<EngineVersion, 'version' | 'postgres_engine' | 'release_channel'>

const COMPLETED = 'completed upgrade'

const targetOf = ({ input }: Operation): UpgradeInput => input as UpgradeInput

/** Says what stands against the upgrade while nothing has happened yet. */
const check: Step = {
  name: 'check',
  attempts: 1,
  async run({ platform, operation }) {
    const { engine } = platform
    // After a crash of the whole machine the server may be down.
    await engine.start(operation.projectRef)
    const obstacles = await engine.upgradeObstacles(operation.projectRef, targetOf(operation).version)
    // The log of the old server ends with the upgrade. What of it cannot be archived is no reason against one.
    await flushLog(platform, { id: projectId(operation), ref: operation.projectRef }).catch(() => {})
    if (obstacles.length > 0) throw new Error(obstacles.map(({ message }) => message).join(' '))
  },
}

/** Moves the data. Until its end the old server keeps everything, so that a failure is the old server running. */
const upgrade: Step = {
  name: 'upgrade',
  attempts: 1,
  points: UPGRADE_PROGRESS,
  async run({ platform, operation, reached }) {
    const { engine, databases, store } = platform
    await databases.close(operation.projectRef)
    await engine.start(operation.projectRef)
    let completed = false
    await engine.upgrade(operation.projectRef, targetOf(operation).version, async (progress) => {
      completed = progress === COMPLETED
      await noteUpgradeProgress(store, operation.id, progress)
      await reached(progress)
    })
    // A crash right behind the swap leaves the engine nothing to do and nothing to report.
    if (!completed) await noteUpgradeProgress(store, operation.id, COMPLETED)
  },
}

/** A full backup by the new server. The upgrade has happened by now: a backup that fails does not undo it. */
const backUp: Step = {
  name: 'back up',
  async run({ platform, operation }) {
    if (!platform.engine.capabilities.dumps) return
    const { projectRef, actor } = operation
    try {
      const { version, postgres_engine } = targetOf(operation)
      await takeLogicalBackup(platform, {
        projectId: projectId(operation),
        projectRef,
        reason: 'upgrade',
        operationId: operation.id,
        server: { version, postgres_engine },
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      platform.log.warn({ project: projectRef, reason }, 'no backup after an upgrade')
      await audit(platform.store, actor, {
        action: 'project.upgrade_backup_failed',
        project: projectRef,
        details: { reason },
      })
    }
  },
}

async function noteVersion(tx: StoreLike, operation: Operation): Promise<void> {
  const { version, postgres_engine, release_channel } = targetOf(operation)
  if (operation.projectId === null) return
  await tx
    .updateTable('projects')
    .set({ version, postgres_engine, release_channel })
    .where('id', '=', operation.projectId)
    .execute()
}

const finish = (action: string): Step =>
  ready(action, async (tx, _project, operation) => {
    await noteVersion(tx, operation)
    await endUpgrade(tx, operation.id, 'Upgraded', null)
  })

/** Something failed after the data was moved, or before: what the project says of itself follows the server. */
const failed =
  (action: string): Workflow['failed'] =>
  async (context: StepContext, tx: StoreLike, message: string) => {
    const { platform, operation } = context
    await failing('failed', action)(context, tx, message)
    const { version } = await platform.engine.observe(operation.projectRef).catch(() => ({ version: null }))
    const arrived = version === targetOf(operation).version
    if (arrived) await noteVersion(tx, operation)
    await endUpgrade(tx, operation.id, arrived ? 'Upgraded' : 'Failed', message)
  }

export const upgradeProject: Workflow = {
  kind: 'project.upgrade',
  steps: [check, upgrade, reach, backUp, finish('project.upgraded')],
  failed: failed('project.upgrade_failed'),
}

/** A step of a restore that leaves the server stopped when it fails, as the project's status then says. */
const stopping = (step: Step): Step => ({
  ...step,
  async run(context) {
    try {
      await step.run(context)
    } catch (error) {
      const { platform, operation } = context
      await platform.engine.stop(operation.projectRef).catch(() => {})
      throw error
    }
  },
})

/** Brings a paused project back on a newer major version. */
export const restoreUpgradeProject: Workflow = {
  kind: 'project.restore_upgrade',
  steps: [startServer, stopping(check), stopping(upgrade), reach, backUp, finish('project.restored')],
  failed: failed('project.restore_failed'),
}
