import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { EngineError, type RecoverySource } from '@stoa/engine'
import { majorOf } from '../binaries.ts'
import { giveTo, noSpace } from '../files.ts'
import { isPostmaster, logLength, spawnPostmaster, stopPostmaster, type Unit, waitUntilReady } from '../postmaster.ts'
import { type Identity, run } from '../run.ts'
import { BASE_FILE, type BackupDescription, readDescription } from './base-backup.ts'
import { gapAfter } from './segments.ts'

/**
 * Whether a server can be made from this, as far as can be told before it is tried.
 * @throws EngineError `unknown-version`, `failed`
 */
export async function requireRecoverable(source: RecoverySource, version: string): Promise<BackupDescription> {
  const backup = await readDescription(source.base)
  if (!backup) throw new EngineError('failed', 'This backup is not whole, so no database can be made from it.')
  if (majorOf(backup.version) !== majorOf(version)) {
    throw new EngineError(
      'unknown-version',
      `This backup is of version ${backup.version}, and only a database of the same major version can be made from it.`,
    )
  }
  const { archive, at } = source
  if (at && at < new Date(backup.from)) {
    throw new EngineError('failed', `This backup begins at ${backup.from}. Choose that moment or a later one.`)
  }
  if (archive === null) {
    if (at) throw new EngineError('failed', 'Without an archive of its log, a database is only had as its backup was.')
    return backup
  }
  if (!isAbsolute(archive)) throw new EngineError('failed', 'The folder of the archive has to be an absolute path.')
  const names = await readdir(archive).catch(() => {
    throw new EngineError('failed', 'The archive of the log is not there, so no database can be made from it.')
  })
  const gap = gapAfter(names, backup.lastSegment, backup.segmentBytes)
  // Postgres would end at the gap and call that the end of the log.
  if (gap) {
    throw new EngineError('failed', `The archive of the log has a gap: ${gap} is missing. Use a backup made after it.`)
  }
  return backup
}

/**
 * Fills an empty data folder from a base backup and an archive, so that it can be started.
 * @param build the program, and the account that prepares data folders
 * @param data inside a folder of its own, which is used for what the recovery needs beside it
 * @throws EngineError `no-space`, `failed`
 */
export async function recoverInto(
  data: string,
  source: RecoverySource,
  build: { postgres: string; account: Identity },
): Promise<void> {
  await unpack(join(source.base, BASE_FILE), data)
  // Log is archived for its server's account alone to read, so the recovery runs under that account.
  const owner = source.archive === null ? build.account : await ownerOf(source.archive, build.account)
  await giveTo(data, owner)
  if (source.archive !== null) await writeFile(join(data, 'recovery.signal'), '', { mode: 0o600 })
  await giveTo(data, owner)
  const scratch = dirname(data)
  const unit: Unit = {
    key: 'recovery',
    data,
    log: join(scratch, 'recovery.log'),
    sockets: join(scratch, 's'),
    port: 5432,
    postgres: build.postgres,
    identity: owner,
    settings: recoverySettings(source),
  }
  try {
    await replay(unit)
  } catch (error) {
    throw inWords(error)
  }
  await rm(unit.log, { force: true })
  await rm(unit.sockets, { recursive: true, force: true })
}

async function ownerOf(folder: string, account: Identity): Promise<Identity> {
  if (!account) return null
  const { uid, gid } = await stat(folder)
  return uid === 0 ? account : { uid, gid }
}

async function unpack(file: string, data: string): Promise<void> {
  const { code, stderr } = await run('tar', ['-xzf', file, '--no-same-owner', '-p', '-C', data])
  if (code === 0) return
  if (stderr.includes('No space left')) throw noSpace(stderr)
  throw new EngineError('failed', 'This backup is damaged, so no database can be made from it.', stderr.trim())
}

/** Starts a server that nobody can reach, lets it replay the log to its end or the moment, and stops it. */
async function replay(unit: Unit): Promise<void> {
  const from = await logLength(unit)
  const child = await spawnPostmaster(unit)
  const pid = child.pid
  if (pid === undefined) throw new EngineError('failed', 'The database server could not be started.')
  try {
    // It counts as ready once it takes changes; how long that takes depends on how much log there is.
    const alive = () => child.exitCode === null && child.signalCode === null
    await waitUntilReady(unit, pid, alive, from, Number.POSITIVE_INFINITY)
  } finally {
    if (await isPostmaster(pid, unit.data)) await stopPostmaster(pid, unit.data)
  }
}

function recoverySettings({ archive, at }: RecoverySource): Record<string, string> {
  return {
    // No one connects while the log is replayed, so the size that the server had does not matter.
    hot_standby: 'off',
    listen_addresses: '',
    unix_socket_permissions: '0700',
    shared_buffers: '128MB',
    max_wal_size: '1GB',
    autovacuum: 'off',
    archive_mode: 'off',
    ssl: 'off',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    wal_level: 'logical',
    ...(archive === null ? {} : { restore_command: restoreCommand(archive), recovery_target_timeline: 'current' }),
    // Names of time zones, the letter Z too, are not known yet when this is read.
    ...(at ? { recovery_target_time: at.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' } : {}),
  }
}

/**
 * The shell command by which Postgres fetches a file of the log. It replaces %f and %p itself, by names of its own
 * making; in the folder's path a percent sign is doubled and quotes are closed around each quote.
 */
export function restoreCommand(archive: string): string {
  const quoted = `'${archive.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`
  return `cp -- ${quoted}/%f %p`
}

/** Says in a sentence why the log could not be replayed. */
function inWords(error: unknown): unknown {
  if (!(error instanceof EngineError) || error.code !== 'failed') return error
  const words = error.detail ?? ''
  const say = (message: string) => new EngineError('failed', message, words)
  if (words.includes('No space left on device')) return noSpace(words)
  if (words.includes('before configured recovery target was reached')) {
    return say('The archive ends before that moment. Choose an earlier one.')
  }
  if (words.includes('before consistent recovery point')) {
    return say('The backup was not finished at that moment. Choose a later one.')
  }
  return say('The log could not be replayed, so no database could be made from this backup.')
}
