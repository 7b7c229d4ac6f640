import { chown, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from '@stoa/engine'
import { isRoot } from '../account.ts'
import { asAdmin } from '../admin.ts'
import { asEngineError, exists, giveTo, makeFolder } from '../files.ts'
import type { Identity } from '../run.ts'
import { isTraversable } from '../traversable.ts'
import { readDescription } from './base-backup.ts'
import { isSegment, withoutTimeline } from './segments.ts'

/** Longest wait for log to be archived that is neither archived nor refused. */
const LONGEST_FLUSH_MS = 120_000
const LONGEST_FOLDER = 900

/**
 * Makes the folder that a server archives its log in, and gives it to the server's account.
 * @throws EngineError `failed` when it cannot be made or the account cannot reach it
 */
export async function prepareArchive(folder: string, owner: Identity): Promise<void> {
  if (!isAbsolute(folder) || Buffer.byteLength(folder) > LONGEST_FOLDER) {
    throw new EngineError('failed', 'The folder for the archive has to be an absolute path of at most 900 bytes.')
  }
  try {
    await mkdir(dirname(folder), { recursive: true })
    if (isRoot && !(await isTraversable(dirname(folder)))) {
      throw new EngineError(
        'failed',
        `The database runs under an account of its own, which cannot reach ${folder}. Open the folders on the way for traversal (chmod o+x), or choose another folder.`,
      )
    }
    await makeFolder(folder, 0o700)
    if (!owner) return
    // What is in it already may belong to the account that the server had before.
    const { uid } = await stat(folder)
    if (uid === owner.uid) return
    await giveTo(folder, owner)
    await chown(folder, owner.uid, owner.gid)
  } catch (error) {
    throw asEngineError(error, 'The folder for the archive could not be made.')
  }
}

/** The folder that a running server archives its log in, or `null` when it archives nothing. */
export async function runningArchive(server: { sockets: string; port: number }): Promise<string | null> {
  const asked = await asAdmin(server, (admin) =>
    admin.query<{ folder: string | null }>(
      `select case when current_setting('archive_mode') = 'on'
                   then current_setting('basic_archive.archive_directory', true) end as folder`,
    ),
  )
  return asked.rows[0]?.folder ?? null
}

/**
 * Waits until everything committed until now is in the archive.
 * @returns the moment up to which a recovery can go
 * @throws EngineError `failed`
 */
export async function flushArchive(server: { sockets: string; port: number }, folder: string): Promise<Date> {
  const flushed = await asAdmin(server, async (admin) => {
    const begun = await admin.query<{ at: Date; failures: string }>(
      `select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as at,
              failed_count::text as failures from pg_stat_archiver`,
    )
    const { at, failures } = begun.rows[0] ?? { at: null, failures: '0' }
    // A recovery to a moment ends at the first commit after it, so the archive needs one.
    await admin.query('select pg_sleep(0.002), pg_current_xact_id()')
    const switched = await admin.query<{ segment: string }>('select pg_walfile_name(pg_switch_wal() - 1) as segment')
    const path = join(folder, switched.rows[0]?.segment ?? '')
    const deadline = Date.now() + LONGEST_FLUSH_MS
    while (!(await exists(path))) {
      const asked = await admin.query<{ failures: string }>(
        'select failed_count::text as failures from pg_stat_archiver',
      )
      if (asked.rows[0]?.failures !== failures || Date.now() > deadline) return null
      await sleep(10)
    }
    return at
  }).catch((error: unknown) => {
    throw asEngineError(error, "The database's log could not be archived.")
  })
  if (flushed) return flushed
  throw new EngineError(
    'failed',
    `The database's log could not be written to its archive. Make sure that ${folder} has room, can be written to, and holds the log of no other database.`,
  )
}

/**
 * Removes the log that no recovery from this base backup, or a later one, needs.
 * @returns the bytes that were freed
 */
export async function pruneArchive(folder: string, base: string): Promise<number> {
  const description = await readDescription(base)
  if (!description)
    throw new EngineError('failed', 'This backup is not whole, so nothing was removed from the archive.')
  const needed = withoutTimeline(description.firstSegment)
  let freed = 0
  for (const name of await readdir(folder)) {
    if (!isSegment(name) || withoutTimeline(name) >= needed) continue
    freed += (await stat(join(folder, name))).size
    await rm(join(folder, name))
  }
  return freed
}
