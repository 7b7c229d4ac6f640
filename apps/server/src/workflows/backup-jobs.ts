import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PLATFORM_ACTOR } from '../core/audit.ts'
import { backupPath, backupSentence, backupsFolder, discard } from '../core/backups.ts'
import { archivesFolder, baseBackups, flushLog } from '../core/pitr.ts'
import type { Platform } from '../core/platform.ts'
import type { Job } from '../core/schedule.ts'
import { scratchRef } from '../core/scratch.ts'
import { storageArchivesFolder } from '../core/storage-archive.ts'
import { inTurn } from '../core/turns.ts'
import type { BackupRow, PitrRow } from '../store/tables.ts'
import { retakePausedBackups, takeDailyBackups } from './daily-backups.ts'
import { removeArchives } from './pitr.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A backup that was proven this lately stands for the project's others. */
const PROOF_DAYS = 7
/** How long the row of a failed backup is shown. */
const FAILED_DAYS = 7
/** How old the known end of an archive may be. The server archives by itself; this finds out how far. */
const FLUSH_MS = 5 * MINUTE_MS
/** How long an archive of stored objects can be fetched. */
const STORAGE_ARCHIVE_DAYS = 7

/** Proves the newest backup of one project that none was proven of for a week. */
export async function proveBackups(platform: Platform, now = new Date()): Promise<void> {
  const { store, operations } = platform
  const running = await store
    .selectFrom('operations')
    .select('id')
    .where('kind', '=', 'backup.verify')
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  if (running) return
  const proven = new Date(now.getTime() - PROOF_DAYS * DAY_MS)
  const next = await store
    .selectFrom('backups as b')
    .innerJoin('projects as p', 'p.id', 'b.project_id')
    .select(['b.id', 'p.id as project_id', 'p.ref'])
    .where('b.status', '=', 'COMPLETED')
    .where('b.kind', '=', 'logical')
    .where('b.verify_error', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('backups as other')
            .select('other.id')
            .whereRef('other.project_id', '=', 'b.project_id')
            .where('other.kind', '=', 'logical')
            .where('other.status', '=', 'COMPLETED')
            .where((eb) =>
              eb.or([eb('other.verified_at', '>', proven), eb('other.inserted_at', '>', eb.ref('b.inserted_at'))]),
            ),
        ),
      ),
    )
    .orderBy('b.inserted_at')
    .limit(1)
    .executeTakeFirst()
  if (!next) return
  const id = await store.transaction().execute((tx) =>
    operations.beginBeside(tx, {
      kind: 'backup.verify',
      project: { id: next.project_id, ref: next.ref },
      actor: PLATFORM_ACTOR,
      input: { backup_id: next.id },
    }),
  )
  operations.kick(id)
}

/** Removes what the plan no longer keeps, what no row names, and log that no kept moment needs. */
export async function removeExpired(platform: Platform, now = new Date()): Promise<void> {
  const { store } = platform
  const expired = await store
    .selectFrom('backups as b')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('b.expires_at', '<=', now),
        eb.and([
          eb('b.status', '=', 'FAILED'),
          eb('b.inserted_at', '<=', new Date(now.getTime() - FAILED_DAYS * DAY_MS)),
        ]),
      ]),
    )
    .where('b.status', 'in', ['COMPLETED', 'FAILED'])
    // The newest one of a project is kept for as long as there is no newer one.
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('b.project_id', 'is', null),
        eb('b.status', '=', 'FAILED'),
        exists(
          selectFrom('backups as newer')
            .select('newer.id')
            .whereRef('newer.project_id', '=', 'b.project_id')
            .whereRef('newer.inserted_at', '>', 'b.inserted_at')
            .where('newer.kind', '=', 'logical')
            .where('newer.status', '=', 'COMPLETED'),
        ),
      ]),
    )
    .execute()
  for (const row of expired) await removeBackup(platform, row)
  for (const row of await store.selectFrom('pitr').selectAll().execute()) await pruneMoments(platform, row, now)
  await removeStrays(platform, now)
  await removeOldArchives(platform, now)
  await removeScratch(platform)
}

/** Removes scratch servers of restores that failed so badly that nothing could be cleared away then. */
async function removeScratch({ store, engine }: Platform): Promise<void> {
  const failed = await store
    .selectFrom('operations')
    .innerJoin('projects', 'projects.id', 'operations.project_id')
    .select('operations.id')
    .where('operations.kind', '=', 'backup.restore')
    .where('operations.error', 'is not', null)
    .where('projects.status', '=', 'ACTIVE_HEALTHY')
    .execute()
  const refs = new Set(failed.map(({ id }) => scratchRef(id)))
  for (const ref of await engine.list()) if (refs.has(ref)) await engine.remove(ref)
}

/** Removes archives of objects that nobody fetched lately: the next request writes a new one anyway. */
async function removeOldArchives(platform: Platform, now: Date): Promise<void> {
  const before = new Date(now.getTime() - STORAGE_ARCHIVE_DAYS * DAY_MS)
  const gone = await platform.store
    .deleteFrom('storage_archives')
    .where('status', '!=', 'RUNNING')
    .where('created_at', '<=', before)
    .returning('path')
    .execute()
  for (const { path } of gone) if (path) await rm(join(storageArchivesFolder(platform), path), { force: true })
}

async function removeBackup(platform: Platform, row: BackupRow): Promise<void> {
  await discard(backupPath(platform, row))
  await platform.store.deleteFrom('backups').where('id', '=', row.id).execute()
}

/** Removes base backups that no moment inside the kept days is recovered from, and the log before the oldest kept one. */
async function pruneMoments(platform: Platform, row: PitrRow, now: Date): Promise<void> {
  const bases = await baseBackups(platform.store, row.project_id)
  const from = new Date(now.getTime() - row.days * DAY_MS)
  const oldest = bases.findLast((base) => base.inserted_at <= from) ?? bases[0]
  if (!oldest) return
  const ref = oldest.project_ref
  await inTurn(ref, async () => {
    for (const base of bases.slice(0, bases.indexOf(oldest))) await removeBackup(platform, base)
    const kept = bases.slice(bases.indexOf(oldest))
    const archives = [...kept.map(({ archive }) => archive), row.archive].filter((archive) => archive !== null)
    await removeArchives(
      join(archivesFolder(platform), ref),
      archives.map((archive) => archive.slice(ref.length + 1)),
    )
    for (const archive of new Set(archives)) {
      const first = kept.find((base) => base.archive === archive)
      if (first)
        await platform.engine.pruneArchive(join(archivesFolder(platform), archive), backupPath(platform, first))
    }
  })
}

/** Removes files of backups that no row names any more: a crash can leave them. Young ones may still get theirs. */
async function removeStrays(platform: Platform, now: Date): Promise<void> {
  const folder = backupsFolder(platform)
  const known = new Set((await platform.store.selectFrom('backups').select('path').execute()).map(({ path }) => path))
  for (const ref of await readdir(folder).catch(() => [])) {
    const names = await readdir(join(folder, ref)).catch(() => [])
    for (const name of names) {
      if (known.has(`${ref}/${name}`) || known.has(`${ref}/${name.replace(/\.part$/, '')}`)) continue
      const info = await stat(join(folder, ref, name)).catch(() => null)
      if (info && now.getTime() - info.mtimeMs > DAY_MS) await discard(join(folder, ref, name))
    }
  }
}

/** Keeps the archives of projects with point in time recovery going: what is new, what failed, what is a day old. */
export async function tendArchives(platform: Platform, now = new Date()): Promise<void> {
  const { store, operations, engine } = platform
  const rows = await store
    .selectFrom('pitr')
    .innerJoin('projects', 'projects.id', 'pitr.project_id')
    .selectAll('pitr')
    .select(['projects.ref', 'projects.version as project_version'])
    .where('projects.status', '=', 'ACTIVE_HEALTHY')
    .execute()
  for (const row of rows) {
    const project = { id: row.project_id, ref: row.ref }
    // It is about to be started, or to be noticed as stopped: what it cannot tell now is no trouble.
    if ((await engine.state(row.ref)) !== 'running') continue
    const open = await store
      .selectFrom('operations')
      .select('id')
      .where('project_ref', '=', row.ref)
      .where('kind', 'like', 'pitr.%')
      .where('finished_at', 'is', null)
      .executeTakeFirst()
    if (open) continue
    const last = (await baseBackups(store, row.project_id)).findLast((base) => base.archive === row.archive)
    const moved = row.archive === null || row.version !== row.project_version
    if (moved || !last || now.getTime() - last.inserted_at.getTime() >= DAY_MS) {
      const id = await store
        .transaction()
        .execute((tx) => operations.beginBeside(tx, { kind: 'pitr.begin', project, actor: PLATFORM_ACTOR }))
      operations.kick(id)
      continue
    }
    const known = row.archived_until?.getTime() ?? 0
    if (row.error === null && now.getTime() - known < FLUSH_MS) continue
    await flushLog(platform, project).catch((error: unknown) =>
      store
        .updateTable('pitr')
        .set({ error: backupSentence(error) })
        .where('project_id', '=', row.project_id)
        .execute(),
    )
  }
}

/** What is done again and again for backups. */
export const BACKUP_JOBS: readonly Job[] = [
  { name: 'take daily backups', everyMs: MINUTE_MS, run: (platform) => takeDailyBackups(platform) },
  { name: 'retake backups of pauses', everyMs: MINUTE_MS, run: (platform) => retakePausedBackups(platform) },
  { name: 'prove backups', everyMs: 10 * MINUTE_MS, run: (platform) => proveBackups(platform) },
  { name: 'remove expired backups', everyMs: HOUR_MS, run: (platform) => removeExpired(platform) },
  { name: 'tend log archives', everyMs: MINUTE_MS, run: (platform) => tendArchives(platform) },
]
