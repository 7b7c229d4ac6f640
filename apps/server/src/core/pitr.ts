import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PITR_NOT_READY, PITR_OFF, pitrGap, pitrOutside } from '@stoa/contract'
import type { StoreLike } from '../store/store.ts'
import type { BackupRow, PitrRow, ProjectRow } from '../store/tables.ts'
import type { Actor } from './audit.ts'
import { audit } from './audit.ts'
import type { Platform } from './platform.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The folder that holds the archives of all projects' logs. */
export const archivesFolder = (platform: Pick<Platform, 'config'>): string => join(platform.config.dataDir, 'archives')

/** Makes the way to a project's archives. Servers pass through under accounts of their own and see nothing. */
export async function makeArchivesFolder(platform: Pick<Platform, 'config'>, ref: string): Promise<void> {
  const [all, own] = [archivesFolder(platform), join(archivesFolder(platform), ref)]
  await mkdir(own, { recursive: true })
  for (const folder of [all, own]) await chmod(folder, 0o711)
}

/** A project's point in time recovery; null while it is off. */
export async function pitrOf(store: StoreLike, projectId: number): Promise<PitrRow | null> {
  return (await store.selectFrom('pitr').selectAll().where('project_id', '=', projectId).executeTakeFirst()) ?? null
}

/**
 * Turns point in time recovery on, or changes how many days are kept, in the caller's transaction.
 * @param days how far back it has to be possible to go
 * @returns the operation to kick once the transaction has committed; null when there is nothing to do
 */
export async function enablePitr(
  platform: Platform,
  tx: StoreLike,
  project: ProjectRow,
  actor: Actor,
  days: number,
): Promise<string | null> {
  const known = await pitrOf(tx, project.id)
  await tx
    .insertInto('pitr')
    .values({ project_id: project.id, days })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ days }))
    .execute()
  await audit(tx, actor, { action: 'pitr.enabled', project: project.ref, details: { days } })
  return known === null ? platform.operations.beginBeside(tx, { kind: 'pitr.begin', project, actor }) : null
}

/**
 * Turns point in time recovery off, in the caller's transaction. What was kept for it is removed by the operation.
 * @returns the operation to kick once the transaction has committed; null when it was off
 */
export async function disablePitr(
  platform: Platform,
  tx: StoreLike,
  project: ProjectRow,
  actor: Actor,
): Promise<string | null> {
  const known = await tx.deleteFrom('pitr').where('project_id', '=', project.id).returning('project_id').execute()
  if (known.length === 0) return null
  await audit(tx, actor, { action: 'pitr.disabled', project: project.ref })
  return platform.operations.beginBeside(tx, { kind: 'pitr.end', project, actor })
}

/**
 * Notes that a project has another server than the one whose log was archived: the next round begins a new archive.
 * @param tx the transaction that says so
 */
export async function leaveArchive(tx: StoreLike, projectId: number): Promise<void> {
  await tx.updateTable('pitr').set({ archive: null }).where('project_id', '=', projectId).execute()
}

/** Finished base backups of a project, oldest first. */
export function baseBackups(store: StoreLike, projectId: number): Promise<BackupRow[]> {
  return store
    .selectFrom('backups')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('kind', '=', 'physical')
    .where('status', '=', 'COMPLETED')
    .orderBy('inserted_at')
    .orderBy('id')
    .execute()
}

export type RecoveryWindow = { readonly earliest: Date; readonly latest: Date }

/**
 * The moments that a project can be restored to, in whole seconds; null while there is none.
 * @param now until when a running server can still be asked for its log
 */
export async function recoveryWindow(
  store: StoreLike,
  project: Pick<ProjectRow, 'id' | 'status'>,
  now = new Date(),
): Promise<RecoveryWindow | null> {
  const [row, bases] = [await pitrOf(store, project.id), await baseBackups(store, project.id)]
  const [first, last] = [bases[0], bases.at(-1)]
  if (!row || !first || !last) return null
  const current = project.status === 'ACTIVE_HEALTHY' && row.error === null && last.archive === row.archive
  const known = row.archived_until !== null && row.archived_until > last.inserted_at
  const latest = current ? now : known && row.archived_until ? row.archived_until : last.inserted_at
  // Never before the first base backup, never after what is archived.
  const earliest = Math.max(first.inserted_at.getTime(), now.getTime() - row.days * DAY_MS)
  const [from, to] = [Math.ceil(earliest / 1000) * 1000, Math.floor(latest.getTime() / 1000) * 1000]
  return { earliest: new Date(from), latest: new Date(Math.max(from, to)) }
}

/**
 * The base backup that a moment is recovered from.
 * @returns a sentence instead when the moment cannot be had
 */
export async function baseFor(
  store: StoreLike,
  project: Pick<ProjectRow, 'id' | 'status'>,
  at: Date,
): Promise<BackupRow | string> {
  const row = await pitrOf(store, project.id)
  if (row === null) return PITR_OFF
  const window = await recoveryWindow(store, project)
  if (window === null) return PITR_NOT_READY
  const bases = await baseBackups(store, project.id)
  const base = bases.findLast((one) => one.inserted_at <= at)
  if (!base || at < window.earliest || at > window.latest)
    return pitrOutside(window.earliest.toISOString(), window.latest.toISOString())
  const end = base.archived_until ?? base.inserted_at
  const next = bases[bases.indexOf(base) + 1]
  // Only the log of the server that runs now can still be asked for.
  if (base.archive !== row.archive && at > end)
    return pitrGap(end.toISOString(), (next?.inserted_at ?? window.latest).toISOString())
  return base
}

/**
 * Brings what a project's running server has committed until now into its archive, and notes how far that goes.
 * Does nothing where nothing is archived. @throws EngineError `failed`, `not-running`
 */
export async function flushLog({ store, engine }: Platform, project: { id: number; ref: string }): Promise<void> {
  const row = await pitrOf(store, project.id)
  if (!row?.archive) return
  const until = await engine.flushArchive(project.ref)
  await store
    .updateTable('pitr')
    .set({ archived_until: until, error: null })
    .where('project_id', '=', project.id)
    .execute()
  await store
    .updateTable('backups')
    .set({ archived_until: until })
    .where('project_id', '=', project.id)
    .where('archive', '=', row.archive)
    .execute()
}
