import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { audit } from '../core/audit.ts'
import { backupPath, discard, failBackupOf, fill, noteBackup } from '../core/backups.ts'
import type { Step, StepContext, Workflow } from '../core/operations.ts'
import { archivesFolder, makeArchivesFolder, pitrOf } from '../core/pitr.ts'
import { inTurn } from '../core/turns.ts'
import type { StoreLike } from '../store/store.ts'
import { besideProject } from './backups.ts'

/**
 * A new archive where the one there is has ended: after a restore or an upgrade there is another server, and the logs
 * of two must never meet in one folder.
 */
const beginArchive: Step = {
  name: 'begin archive',
  async run({ platform, operation }) {
    const { id, ref } = besideProject(operation)
    const archive = `${ref}/${operation.id.slice(0, 8)}`
    await inTurn(ref, async () => {
      const row = await pitrOf(platform.store, id)
      if (row === null) return
      const { version } = await platform.store
        .selectFrom('projects')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (row.archive !== null && row.version === version) return
      await makeArchivesFolder(platform, ref)
      await platform.databases.close(ref)
      await platform.engine.setArchive(ref, join(archivesFolder(platform), archive))
      await platform.store
        .updateTable('pitr')
        .set({ archive, version, error: null })
        .where('project_id', '=', id)
        .execute()
    })
  },
}

const baseBackup: Step = {
  name: 'base backup',
  attempts: 1,
  async run({ platform, operation }) {
    const { id, ref } = besideProject(operation)
    await inTurn(ref, async () => {
      const [row, project] = [
        await pitrOf(platform.store, id),
        await platform.store.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst(),
      ]
      if (!row?.archive || !project) return
      const { archive } = row
      const noted = await noteBackup(platform.store, project, {
        kind: 'physical',
        reason: 'pitr',
        operationId: operation.id,
        archive,
      })
      if (noted.status === 'COMPLETED') return
      await fill(platform, noted, async (folder) => {
        await discard(folder)
        await mkdir(folder, { mode: 0o700 })
        const { bytes, from } = await platform.engine.baseBackup(ref, folder)
        // A backup is of the moment from which on it can be recovered.
        return { size_bytes: bytes, inserted_at: from }
      })
    })
  },
}

const finish: Step = {
  name: 'finish',
  run: ({ platform, operation }) =>
    platform.operations.finish(operation, async (tx) => {
      await noteError(tx, besideProject(operation).id, null)
      await audit(tx, operation.actor, { action: 'pitr.base_backup', project: operation.projectRef })
    }),
}

const noteError = (tx: StoreLike, id: number, error: string | null) =>
  tx.updateTable('pitr').set({ error }).where('project_id', '=', id).execute()

const failed: Workflow['failed'] = async ({ operation }: StepContext, tx, message) => {
  await noteError(tx, besideProject(operation).id, message)
  await failBackupOf(tx, operation.id, message)
  await audit(tx, operation.actor, {
    action: 'pitr.failed',
    project: operation.projectRef,
    details: { reason: message },
  })
}

/** Archives a project's log, and takes a base backup from which the moments after it are recovered. */
export const beginPitr: Workflow = { kind: 'pitr.begin', steps: [beginArchive, baseBackup, finish], failed }

/** Stops archiving, and removes what was kept for it. Does nothing to what was begun again meanwhile. */
export const endPitr: Workflow = {
  kind: 'pitr.end',
  steps: [
    {
      name: 'end archive',
      async run({ platform, operation }) {
        const { id, ref } = besideProject(operation)
        await inTurn(ref, async () => {
          const again = await pitrOf(platform.store, id)
          if (again === null && (await platform.engine.state(ref)) !== 'absent') {
            await platform.databases.close(ref)
            await platform.engine.setArchive(ref, null)
          }
          const kept = again?.archive ?? null
          const rows = await platform.store
            .selectFrom('backups')
            .selectAll()
            .where('project_id', '=', id)
            .where('kind', '=', 'physical')
            .$if(kept !== null, (query) => query.where('archive', '!=', kept))
            .execute()
          for (const row of rows) {
            await discard(backupPath(platform, row))
            await platform.store.deleteFrom('backups').where('id', '=', row.id).execute()
          }
          await removeArchives(join(archivesFolder(platform), ref), kept === null ? [] : [kept.slice(ref.length + 1)])
        })
      },
    },
    {
      name: 'finish',
      run: ({ platform, operation }) => platform.operations.finish(operation, async () => {}),
    },
  ],
  failed: async ({ operation }, tx, message) =>
    audit(tx, operation.actor, {
      action: 'pitr.failed',
      project: operation.projectRef,
      details: { reason: message },
    }),
}

/**
 * Removes a project's archives but those that are named.
 * @param folder the folder of the project's archives, which may not exist
 */
export async function removeArchives(folder: string, keep: readonly string[]): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => !keep.includes(name)))
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  if (keep.length === 0) await rm(folder, { recursive: true, force: true })
}
