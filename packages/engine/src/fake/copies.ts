import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type BaseBackup, type Dump, EngineError, type RecoverySource } from '../engine.ts'

// The fake's dumps, base backups and archives: real files, for those who keep, serve and remove them, with next to
// nothing in them.

const DUMP = '-- A dump by the fake engine, which holds no data.\n'
const BACKUP = 'backup.json'
const ARCHIVE = 'archive.json'

type Backup = { readonly version: string; readonly from: string }

async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  await writeFile(`${path}.part`, content)
  await rename(`${path}.part`, path)
}

async function readJson<T>(path: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T
  } catch {
    return null
  }
}

/** Writes a dump with next to nothing in it. A crash leaves the whole file or none. */
export async function writeDump(file: string): Promise<Dump> {
  const content = gzipSync(DUMP)
  await writeWhole(file, content)
  return { bytes: content.length, leftOut: [] }
}

/** @throws EngineError `failed` when the file is not a whole dump */
export async function readDump(file: string): Promise<void> {
  const text = await readFile(file).then(
    (content) => {
      try {
        return gunzipSync(content).toString('utf8')
      } catch {
        return null
      }
    },
    () => null,
  )
  if (text !== DUMP) throw new EngineError('failed', 'This file is not a whole dump of a database.')
}

/** Writes a base backup, or finds the one that the folder holds already. */
export async function writeBaseBackup(folder: string, version: string): Promise<BaseBackup> {
  const path = join(folder, BACKUP)
  const made = (await readJson<Backup>(path)) ?? { version, from: new Date().toISOString() }
  await writeWhole(path, JSON.stringify(made))
  return { bytes: (await stat(path)).size, from: new Date(made.from) }
}

/** Writes down up to when the archive goes. */
export async function writeArchive(folder: string, until: Date): Promise<void> {
  await writeWhole(join(folder, ARCHIVE), JSON.stringify({ until: until.toISOString() }))
}

/**
 * Whether a server can be made from this.
 * @returns the version of the server that was backed up
 * @throws EngineError `failed` when the backup is broken, or the moment is outside of it and its archive
 */
export async function requireRecoverable({ base, archive, at }: RecoverySource): Promise<string> {
  const backup = await readJson<Backup>(join(base, BACKUP))
  if (!backup) throw new EngineError('failed', 'This backup is not whole, so no database can be made from it.')
  if (at === null) return backup.version
  if (at < new Date(backup.from)) {
    throw new EngineError('failed', `This backup begins at ${backup.from}. Choose that moment or a later one.`)
  }
  const kept = archive === null ? null : await readJson<{ until: string }>(join(archive, ARCHIVE))
  if (!kept || at > new Date(kept.until)) {
    throw new EngineError('failed', 'The archive ends before that moment. Choose an earlier one.')
  }
  return backup.version
}
