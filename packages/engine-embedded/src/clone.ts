import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '@stoa/engine'
import type pg from 'pg'
import { copyEntries, unique } from './files.ts'

/** Belongs to the server that runs, not to its data. */
const OF_THE_PROCESS = ['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map']

/** Folders whose contents a copy must not or need not have: they start empty. */
const EMPTIED = ['pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans']

const SEGMENT = /^[0-9A-F]{24}$/

/**
 * Copies the data folder of a server that does not run.
 * @param from its data folder
 * @param to an existing, empty folder
 */
export async function copyStopped(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => !OF_THE_PROCESS.includes(name) && !EMPTIED.includes(name))
  await copyEntries(from, names, to)
  await makeFolders(to, EMPTIED)
}

/**
 * Copies the data folder of a running server while it goes on writing: a base backup by way of the file system.
 * The copy replays the log written meanwhile when it is first started, and is then as the source was when this returns.
 * @param admin a superuser session on the source, used by nothing else meanwhile
 * @param from the source's data folder
 * @param to an existing, empty folder
 */
export async function copyOnline(admin: pg.Client, from: string, to: string): Promise<void> {
  // The slot keeps the log that the copy will need; it ends with the session at the latest.
  const slot = `stoa_clone_${unique().replace('-', '_')}`
  await admin.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
  await admin.query('select pg_backup_start($1, true)', [slot])
  const skipped = [...OF_THE_PROCESS, ...EMPTIED, 'pg_wal']
  const names = (await readdir(from)).filter((name) => !skipped.includes(name))
  await copyEntries(from, names, to, true)
  await makeFolders(to, [...EMPTIED, 'pg_wal', 'pg_wal/archive_status', 'pg_wal/summaries'])
  const stopped = await admin.query<{ labelfile: string; last: string }>(
    'select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
  )
  const { labelfile, last } = stopped.rows[0] ?? { labelfile: '', last: '' }
  await copyLog(join(from, 'pg_wal'), join(to, 'pg_wal'), labelfile, last)
  await writeFile(join(to, 'backup_label'), labelfile, { mode: 0o600 })
  await admin.query('select pg_drop_replication_slot($1)', [slot])
}

async function copyLog(from: string, to: string, label: string, last: string): Promise<void> {
  const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1]
  const names = await readdir(from)
  const segments = names.filter((name) => SEGMENT.test(name) && first !== undefined && name >= first && name <= last)
  if (!first || !segments.includes(first) || !segments.includes(last)) {
    throw new EngineError(
      'failed',
      'The source wrote more during the copy than it keeps. Copy it again when it is less busy.',
    )
  }
  await copyEntries(from, [...segments, ...names.filter((name) => name.endsWith('.history'))], to)
}

async function makeFolders(to: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await rm(join(to, name), { recursive: true, force: true })
    await mkdir(join(to, name), { mode: 0o700 })
  }
}
