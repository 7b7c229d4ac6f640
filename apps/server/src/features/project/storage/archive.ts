import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { STORAGE_ARCHIVE_NOT_FOUND } from '@stoa/contract'
import { audit } from '../../../core/audit.ts'
import { actorOf, api } from '../../../core/context.ts'
import { downloadLink } from '../../../core/downloads.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import { lockProject } from '../../../core/project-status.ts'
import { storageArchivesFolder } from '../../../core/storage-archive.ts'

export const storage = {
  createArchive: api.project.storage.createArchive.handler(async ({ context }) => {
    const { platform, scope } = context
    const actor = actorOf(context)
    const id = await platform.store.transaction().execute(async (tx) => {
      const project = await lockProject(tx, scope.project.id)
      const running = await tx
        .selectFrom('storage_archives')
        .select('status')
        .where('project_id', '=', project.id)
        .where('status', '=', 'RUNNING')
        .executeTakeFirst()
      // Whoever asks while one is being written gets that one.
      if (running) return null
      const begun = await platform.operations.beginBeside(tx, { kind: 'storage.archive', project, actor })
      const values = {
        operation_id: begun,
        status: 'RUNNING' as const,
        error: null,
        created_at: new Date(),
        finished_at: null,
      }
      await tx
        .insertInto('storage_archives')
        .values({ project_id: project.id, path: null, size_bytes: null, ...values })
        .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
        .execute()
      await audit(tx, actor, {
        action: 'storage.archive_requested',
        organization: scope.organization.slug,
        project: project.ref,
      })
      return begun
    })
    if (id !== null) platform.operations.kick(id)
    return { status: 'RUNNING' as const }
  }),

  getArchive: api.project.storage.getArchive.handler(async ({ context }) => {
    const { platform, scope } = context
    const row = await platform.store
      .selectFrom('storage_archives')
      .selectAll()
      .where('project_id', '=', scope.project.id)
      .executeTakeFirst()
    // Whoever waits for it would wait for ever.
    if (row?.status === 'FAILED') throw conflict(row.error ?? STORAGE_ARCHIVE_NOT_FOUND)
    const file = row?.status === 'COMPLETED' && row.path ? join(storageArchivesFolder(platform), row.path) : null
    const there = file !== null && (await stat(file).catch(() => null))
    if (file === null || !there) throw notFound(STORAGE_ARCHIVE_NOT_FOUND)
    return { fileUrl: await downloadLink(platform, file, `${scope.project.ref}-storage.tar.gz`) }
  }),
}
