import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupPath, discard } from '../core/backups.ts'
import type { Step } from '../core/operations.ts'
import { archivesFolder } from '../core/pitr.ts'
import { objectsFolder, storageArchivesFolder } from '../core/storage-archive.ts'
import { inTurn } from '../core/turns.ts'
import { removeArchives } from './pitr.ts'

/**
 * Removes what lies outside the server of a project that is being deleted: objects and their archive, the archived log
 * and its base backups, and, on the free plan, every backup.
 */
export const leaveNothing: Step = {
  name: 'remove archives',
  async run({ platform, operation }) {
    const { projectId: id, projectRef: ref } = operation
    if (id === null) return
    const { plan } = await platform.store
      .selectFrom('projects')
      .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
      .select('organizations.plan')
      .where('projects.id', '=', id)
      .executeTakeFirstOrThrow()
    await inTurn(ref, async () => {
      const rows = await platform.store
        .selectFrom('backups')
        .selectAll()
        .where('project_id', '=', id)
        .$if(plan !== 'free', (query) => query.where('kind', '=', 'physical'))
        .execute()
      for (const row of rows) {
        await discard(backupPath(platform, row))
        await platform.store.deleteFrom('backups').where('id', '=', row.id).execute()
      }
      await removeArchives(join(archivesFolder(platform), ref), [])
    })
    const archive = await platform.store
      .selectFrom('storage_archives')
      .select('path')
      .where('project_id', '=', id)
      .executeTakeFirst()
    if (archive?.path) await rm(join(storageArchivesFolder(platform), archive.path), { force: true })
    await rm(objectsFolder(platform, ref), { recursive: true, force: true })
  },
}
