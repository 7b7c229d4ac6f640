import { chmod, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { audit } from '../core/audit.ts'
import { backupSentence } from '../core/backups.ts'
import type { Workflow } from '../core/operations.ts'
import { objectsFolder, storageArchivesFolder } from '../core/storage-archive.ts'
import { besideProject } from './backups.ts'

/** Writes all objects of a project into one compressed file. A project without objects gets one with nothing in it. */
export const archiveStorage: Workflow = {
  kind: 'storage.archive',
  steps: [
    {
      name: 'write archive',
      attempts: 1,
      async run({ platform, operation }) {
        const { id, ref } = besideProject(operation)
        const [objects, archives] = [objectsFolder(platform, ref), storageArchivesFolder(platform)]
        await mkdir(archives, { recursive: true, mode: 0o700 })
        await chmod(archives, 0o700)
        const name = `${ref}-${operation.id.slice(0, 8)}.tar.gz`
        const [file, part] = [join(archives, name), join(archives, `${name}.part`)]
        const some = await stat(objects).then(
          (info) => info.isDirectory(),
          () => false,
        )
        try {
          // An empty folder stands in for one that no object has been put into yet.
          const empty = join(archives, `${name}.empty`)
          if (!some) await mkdir(empty, { recursive: true })
          const { create } = await import('tar')
          await create({ gzip: true, file: part, cwd: some ? objects : empty, portable: true }, ['.'])
          if (!some) await rm(empty, { recursive: true, force: true })
          await chmod(part, 0o600)
          await rename(part, file)
        } catch (error) {
          await rm(part, { force: true })
          throw new Error(backupSentence(error), { cause: error })
        }
        const before = await platform.store
          .selectFrom('storage_archives')
          .select('path')
          .where('project_id', '=', id)
          .executeTakeFirst()
        const { size } = await stat(file)
        await platform.store
          .updateTable('storage_archives')
          .set({ path: name, size_bytes: size })
          .where('project_id', '=', id)
          .where('operation_id', '=', operation.id)
          .execute()
        if (before?.path && before.path !== name) await rm(join(archives, before.path), { force: true })
      },
    },
    {
      name: 'finish',
      run: ({ platform, operation }) =>
        platform.operations.finish(operation, async (tx) => {
          await tx
            .updateTable('storage_archives')
            .set({ status: 'COMPLETED', finished_at: new Date(), error: null })
            .where('operation_id', '=', operation.id)
            .execute()
          await audit(tx, operation.actor, { action: 'storage.archived', project: operation.projectRef })
        }),
    },
  ],
  async failed({ operation }, tx, message) {
    await tx
      .updateTable('storage_archives')
      .set({ status: 'FAILED', finished_at: new Date(), error: message })
      .where('operation_id', '=', operation.id)
      .execute()
    await audit(tx, operation.actor, {
      action: 'storage.archive_failed',
      project: operation.projectRef,
      details: { reason: message },
    })
  },
}
