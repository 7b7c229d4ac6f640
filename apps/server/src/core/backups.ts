import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BACKUP_DISK_FULL, BACKUP_INTERRUPTED, BACKUP_OVERTAKEN, type BackupReason, PLANS } from '@stoa/contract'
import { EngineError } from '@stoa/engine'
import type { StoreLike } from '../store/store.ts'
import type { BackupRow, ProjectRow } from '../store/tables.ts'
import type { Platform } from './platform.ts'
import { inTurn, Places } from './turns.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long the backups of a deleted project are kept where the plan keeps them at all, in days. */
export const DELETED_PROJECT_DAYS = 7

type Named = { readonly projectId: number; readonly projectRef: string }

/** The folder that all backups lie in. It is the platform's alone. */
export const backupsFolder = (platform: Pick<Platform, 'config'>): string => join(platform.config.dataDir, 'backups')

/** Where a backup's file or folder is. */
export const backupPath = (platform: Pick<Platform, 'config'>, row: Pick<BackupRow, 'path'>): string =>
  join(backupsFolder(platform), row.path)

/** Makes the folder of a project's backups. Nobody but the platform reads it. */
export async function makeBackupsFolder(platform: Pick<Platform, 'config'>, ref: string): Promise<string> {
  const [all, own] = [backupsFolder(platform), join(backupsFolder(platform), ref)]
  await mkdir(own, { recursive: true })
  for (const folder of [all, own]) await chmod(folder, 0o700)
  return own
}

/** SHA-256 of a file in hexadecimal digits, read in pieces. */
export async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('hex')
}

/** A name that sorts by time and that no other backup of the project has. */
const stamp = (at: Date, id: string) => `${at.toISOString().replace(/[-:]|\.\d+/g, '')}-${id.slice(0, 8)}`

/**
 * Notes a backup that is about to be taken, in the caller's transaction.
 * @param what.operationId the work that takes it; the same one has only one row, however often it is noted
 */
export async function noteBackup(
  tx: StoreLike,
  project: ProjectRow,
  what: { kind: 'logical' | 'physical'; reason: BackupReason; operationId: string; archive?: string },
): Promise<BackupRow> {
  const now = new Date()
  const name = `${stamp(now, what.operationId)}${what.kind === 'logical' ? '.sql.gz' : ''}`
  await tx
    .insertInto('backups')
    .values({
      project_id: project.id,
      project_ref: project.ref,
      organization_id: project.organization_id,
      kind: what.kind,
      reason: what.reason,
      status: 'PENDING',
      version: project.version,
      postgres_engine: project.postgres_engine,
      inserted_at: now,
      path: `${project.ref}/${name}`,
      archive: what.archive ?? null,
      operation_id: what.operationId,
    })
    .onConflict((conflict) => conflict.column('operation_id').where('operation_id', 'is not', null).doNothing())
    .execute()
  return tx.selectFrom('backups').selectAll().where('operation_id', '=', what.operationId).executeTakeFirstOrThrow()
}

/** Stopped servers that are written down at once, so that many pauses at a time leave the machine usable. */
const stopped = new Places(2)

/**
 * Takes a logical backup of a running project and waits for its end. Asking again for the same operation gives the
 * backup that is there, or takes it again when it was not finished.
 * @param what.operationId the operation that wants it
 * @param what.paused the project is paused: its stopped server is read, and whoever wants it ends that
 * @param what.server what the server runs, where the project's row does not say so yet
 * @returns the id of the finished backup
 * @throws Error with a sentence for people; nothing half-written is left then
 */
export async function takeLogicalBackup(
  platform: Platform,
  what: Named & {
    reason: BackupReason
    operationId: string
    paused?: boolean
    server?: Pick<ProjectRow, 'version' | 'postgres_engine'>
  },
): Promise<number> {
  const project = await platform.store
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', what.projectId)
    .executeTakeFirstOrThrow()
  const row = await noteBackup(platform.store, { ...project, ...what.server }, { ...what, kind: 'logical' })
  if (row.status === 'COMPLETED' && (await exists(backupPath(platform, row)))) return row.id
  const take = () =>
    inTurn(what.projectRef, () =>
      fill(
        platform,
        row,
        async (file) => {
          if (what.paused) await requirePaused(platform.store, what.projectId)
          const made = await platform.engine[what.paused ? 'dumpStopped' : 'dump'](what.projectRef, file)
          return { size_bytes: made.bytes, left_out: [...made.leftOut], checksum: await checksumOf(file) }
        },
        what.paused,
      ),
    )
  await (what.paused ? stopped.run(take) : take())
  return row.id
}

/** @throws Error with a sentence when somebody wants the project to be something else by now */
async function requirePaused(store: StoreLike, projectId: number): Promise<void> {
  const project = await store.selectFrom('projects').select('status').where('id', '=', projectId).executeTakeFirst()
  if (project?.status !== 'INACTIVE') throw new Error(BACKUP_OVERTAKEN)
}

/**
 * Does the work behind a backup's row and writes down how it ended.
 * @param take makes what the row names and says what is to be noted about it
 * @param paused whether it is made of a stopped server
 * @throws Error with a sentence; the row has it too, and nothing of the backup is left on disk
 */
export async function fill(
  platform: Platform,
  row: BackupRow,
  take: (
    path: string,
  ) => Promise<Pick<BackupRow, 'size_bytes'> & Partial<Pick<BackupRow, 'checksum' | 'left_out' | 'inserted_at'>>>,
  paused = false,
): Promise<void> {
  const { store } = platform
  const path = backupPath(platform, row)
  const note = (values: Partial<Omit<BackupRow, 'id'>>) =>
    store.updateTable('backups').set(values).where('id', '=', row.id).execute()
  await note({ status: 'RUNNING', started_at: new Date(), finished_at: null, error: null })
  try {
    await makeBackupsFolder(platform, row.project_ref)
    const made = await take(path)
    if (row.kind === 'logical') await chmod(path, 0o600)
    await note({ ...made, status: 'COMPLETED', finished_at: new Date(), expires_at: await expiry(store, row) })
  } catch (error) {
    // Whoever stops the server ends what is being read from it: that is no trouble of the backup's own.
    const interrupted = !paused && (await platform.engine.state(row.project_ref).catch(() => 'absent')) !== 'running'
    const message = interrupted ? BACKUP_INTERRUPTED : backupSentence(error)
    await discard(path)
    await note({ status: 'FAILED', finished_at: new Date(), error: message, size_bytes: null })
    throw new Error(message, { cause: error })
  }
}

/** Notes that the backup which an operation was taking failed, unless it has ended already. */
export async function failBackupOf(tx: StoreLike, operationId: string, message: string): Promise<void> {
  await tx
    .updateTable('backups')
    .set({ status: 'FAILED', finished_at: new Date(), error: message })
    .where('operation_id', '=', operationId)
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .execute()
}

/** Removes a backup's file or folder with everything half-written beside it. */
export async function discard(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await rm(`${path}.part`, { recursive: true, force: true })
}

/** What is told about a backup that failed. */
export function backupSentence(error: unknown): string {
  if (error instanceof EngineError) {
    if (error.code === 'no-space') return BACKUP_DISK_FULL
    if (error.code === 'not-running') return BACKUP_INTERRUPTED
    if (error.code === 'interrupted') return BACKUP_OVERTAKEN
    return error.message
  }
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return BACKUP_DISK_FULL
  return error instanceof Error ? error.message : String(error)
}

/** When a backup that is finished now is removed, by the plan of its organization. */
async function expiry(store: StoreLike, row: BackupRow): Promise<Date | null> {
  // How long base backups are kept is decided by the moments that need them.
  if (row.kind === 'physical' || row.organization_id === null) return null
  const organization = await store
    .selectFrom('organizations')
    .select('plan')
    .where('id', '=', row.organization_id)
    .executeTakeFirst()
  return organization ? new Date(Date.now() + PLANS[organization.plan].backupRetentionDays * DAY_MS) : null
}

/** The newest finished backup of a project that can be downloaded and restored; null when there is none. */
export async function latestLogicalBackup(store: StoreLike, projectId: number): Promise<BackupRow | null> {
  const row = await store
    .selectFrom('backups')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('kind', '=', 'logical')
    .where('status', '=', 'COMPLETED')
    .orderBy('inserted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Decides what becomes of the backups of a project that is being deleted: on the free plan they go at once, otherwise
 * finished logical ones are kept for a week. The scheduler removes the files.
 * @param tx the transaction that deletes the project
 */
export async function releaseBackups(tx: StoreLike, projectId: number): Promise<void> {
  const project = await tx
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .select('organizations.plan')
    .where('projects.id', '=', projectId)
    .executeTakeFirst()
  if (!project) return
  const now = new Date()
  const mine = tx.updateTable('backups').where('project_id', '=', projectId)
  await mine.set({ expires_at: now }).execute()
  if (project.plan === 'free') return
  await mine
    .set({ expires_at: new Date(now.getTime() + DELETED_PROJECT_DAYS * DAY_MS) })
    .where('kind', '=', 'logical')
    .where('status', '=', 'COMPLETED')
    .execute()
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
