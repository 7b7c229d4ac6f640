import { stat } from 'node:fs/promises'
import { BACKUP_FILE_MISSING, type Backup, NO_SUCH_BACKUP } from '@stoa/contract'
import { backupPath } from '../../../../core/backups.ts'
import { conflict, notFound } from '../../../../core/errors.ts'
import type { Platform } from '../../../../core/platform.ts'
import type { StoreLike } from '../../../../store/store.ts'
import type { BackupRow } from '../../../../store/tables.ts'

/** A backup in the shape that the dashboard reads. */
export const backupOnWire = (row: BackupRow): Backup => ({
  id: row.id,
  isPhysicalBackup: row.kind === 'physical',
  status: row.status,
  reason: row.reason,
  version: row.version,
  postgres_engine: row.postgres_engine,
  inserted_at: row.inserted_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  size_bytes: row.size_bytes,
  error: row.error,
  left_out: row.left_out,
  verified_at: row.verified_at?.toISOString() ?? null,
  verify_error: row.verify_error,
  verified_tables: row.verified_tables,
  verified_rows: row.verified_rows,
  expires_at: row.expires_at?.toISOString() ?? null,
})

/** All backups of a project, newest first. */
export const backupsOf = (store: StoreLike, projectId: number): Promise<BackupRow[]> =>
  store
    .selectFrom('backups')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('inserted_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** One backup of a project. @throws ORPCError 404 */
export async function findBackup(store: StoreLike, projectId: number, id: number): Promise<BackupRow> {
  const row = await store
    .selectFrom('backups')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(NO_SUCH_BACKUP)
  return row
}

/** @throws ORPCError 409 when somebody took the file away */
export async function requireFile(platform: Platform, row: BackupRow): Promise<void> {
  const there = await stat(backupPath(platform, row)).then(
    () => true,
    () => false,
  )
  if (!there) throw conflict(BACKUP_FILE_MISSING)
}

/** The last restore in place that failed, unless a later one succeeded. */
export async function failedRestore(store: StoreLike, ref: string): Promise<{ at: string; reason: string } | null> {
  const last = await store
    .selectFrom('operations')
    .select(['error', 'finished_at'])
    .where('project_ref', '=', ref)
    .where('kind', '=', 'backup.restore')
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last?.error || !last.finished_at) return null
  // It stands inside sentences; engines end theirs with a full stop.
  return { at: last.finished_at.toISOString(), reason: last.error.replace(/\.$/, '') }
}

/** The ids of the backups of a project that are being proven now. */
export async function proving(store: StoreLike, ref: string): Promise<number[]> {
  const open = await store
    .selectFrom('operations')
    .select('input')
    .where('kind', '=', 'backup.verify')
    .where('project_ref', '=', ref)
    .where('finished_at', 'is', null)
    .execute()
  return open.map(({ input }) => Number(input.backup_id))
}
