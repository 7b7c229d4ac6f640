import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BaseBackup, EngineError } from '@stoa/engine'
import { lastingClient } from '@stoa/engine/connections'
import { ADMIN } from '../access.ts'
import { asAdmin } from '../admin.ts'
import { asEngineError, unique, writeAtomically } from '../files.ts'
import { type Received, receiveBaseBackup } from './receive.ts'
import { segmentName } from './segments.ts'

/** The file whose presence says that a backup is whole. */
const DESCRIPTION = 'backup.json'

export const BASE_FILE = 'base.tar.gz'

/** What is written down about a base backup beside its files. */
export type BackupDescription = {
  /** The catalogue version of the server it was made of. */
  readonly version: string
  /** The earliest moment that a server made from it can have, as ISO text. */
  readonly from: string
  /** Bytes of the base file, to know a shortened one by. */
  readonly baseBytes: number
  /** Bytes of the data folder that it unpacks to, roughly. */
  readonly dataBytes: number
  /** The first and the last log segment that it holds itself. */
  readonly firstSegment: string
  readonly lastSegment: string
  readonly segmentBytes: number
}

/** @returns what a folder says about the backup in it, or `null` when there is no whole one */
export async function readDescription(folder: string): Promise<BackupDescription | null> {
  try {
    const description = JSON.parse(await readFile(join(folder, DESCRIPTION), 'utf8')) as BackupDescription
    const { size } = await stat(join(folder, BASE_FILE))
    return size === description.baseBytes ? description : null
  } catch {
    return null
  }
}

/** Waits until this file, or the names in this folder, are on disk: other work on the file system is not waited for. */
async function onDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/**
 * Backs a running server up into a folder: its data and the log written meanwhile, compressed by the server. A backup
 * that is already there whole is left as it is.
 * @throws EngineError `no-space`, `failed`
 */
export async function baseBackup(
  server: { sockets: string; port: number },
  version: string,
  folder: string,
): Promise<BaseBackup> {
  const made = (await readDescription(folder)) ?? (await take(server, version, folder))
  return { bytes: await bytesIn(folder), from: new Date(made.from) }
}

async function take(
  server: { sockets: string; port: number },
  version: string,
  folder: string,
): Promise<BackupDescription> {
  try {
    const { files, start, end } = await send(server, folder)
    const after = await stateAfter(server)
    if (!files.includes(BASE_FILE) || files.length > 2) {
      throw new EngineError('failed', 'This database keeps data in tablespaces, which cannot be backed up.')
    }
    const { size } = await stat(join(folder, BASE_FILE))
    const description: BackupDescription = {
      version,
      from: after.at,
      baseBytes: size,
      dataBytes: after.bytes,
      firstSegment: segmentName(start, after.segmentBytes),
      lastSegment: segmentName(end, after.segmentBytes),
      segmentBytes: after.segmentBytes,
    }
    await onDisk(folder)
    await writeAtomically(join(folder, DESCRIPTION), `${JSON.stringify(description, null, 2)}\n`, 0o600)
    await onDisk(join(folder, DESCRIPTION))
    await onDisk(folder)
    return description
  } catch (error) {
    throw asEngineError(error, 'The database could not be backed up.', 'the backup')
  }
}

async function send(server: { sockets: string; port: number }, folder: string): Promise<Received> {
  // pg's types know no replication sessions; the server takes the parameter as it is.
  const config = { host: server.sockets, port: server.port, user: ADMIN, database: 'postgres', replication: 'true' }
  const client = lastingClient(config)
  await client.connect()
  try {
    // The slot keeps the log that the backup holds in the end; it goes with the session.
    const slot = `stoa_backup_${unique().replace('-', '_')}`
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL)`)
    const options = [
      "LABEL 'stoa'",
      "CHECKPOINT 'fast'",
      'WAL true',
      "MANIFEST 'yes'",
      "COMPRESSION 'gzip'",
      "COMPRESSION_DETAIL 'level=1'",
    ]
    return await receiveBaseBackup(client, `BASE_BACKUP (${options.join(', ')})`, folder)
  } finally {
    await client.end().catch(() => {})
  }
}

/** What is asked once the backup is there. */
async function stateAfter(server: {
  sockets: string
  port: number
}): Promise<{ at: string; segmentBytes: number; bytes: number }> {
  const asked = await asAdmin(server, (admin) =>
    admin.query<{ at: Date; segment_bytes: string; bytes: string }>(
      // In whole milliseconds, and surely after everything that the backup holds.
      `select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as at,
              pg_size_bytes(current_setting('wal_segment_size'))::text as segment_bytes,
              (select sum(pg_database_size(oid))::text from pg_database) as bytes`,
    ),
  )
  const row = asked.rows[0]
  if (!row) throw new EngineError('failed', 'The database server does not say how large it is.')
  return { at: row.at.toISOString(), segmentBytes: Number(row.segment_bytes), bytes: Number(row.bytes) }
}
