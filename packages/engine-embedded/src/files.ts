import { randomBytes } from 'node:crypto'
import { access, chmod, mkdir, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '@stoa/engine'
import type { Identity } from './run.ts'
import { run } from './run.ts'

/** A suffix that no other process chooses. */
export const unique = (): string => `${process.pid}-${randomBytes(4).toString('hex')}`

/** Whether there is anything at a path. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Makes a folder with exactly this mode, whatever the process's umask, unless it is there. */
export async function makeFolder(path: string, mode: number): Promise<void> {
  await mkdir(path, { recursive: true })
  await chmod(path, mode)
}

/** Writes a file so that it is either the old or the new text, never a part of one. */
export async function writeAtomically(path: string, text: string, mode: number): Promise<void> {
  const fresh = `${path}.${unique()}`
  await writeFile(fresh, text, { mode: 0o600 })
  await chmod(fresh, mode)
  await rename(fresh, path)
}

/**
 * Copies files and folders with all their attributes; where the file system can, the copies share their blocks.
 * @param names what to copy out of `from`, an existing folder
 * @param to an existing folder
 * @param mayVanish whether files that disappear while the copy runs are no failure
 * @throws EngineError `no-space`, `failed`
 */
export async function copyEntries(
  from: string,
  names: readonly string[],
  to: string,
  mayVanish = false,
): Promise<void> {
  const flags = process.platform === 'darwin' ? ['-c', '-pR'] : ['-a', '--reflink=auto']
  const { code, stderr } = await run('cp', [...flags, '--', ...names, to], { cwd: from })
  if (code === 0) return
  if (stderr.includes('No space left')) throw noSpace(stderr)
  const complaints = stderr.split('\n').filter((line) => line !== '')
  if (mayVanish && complaints.every((line) => line.endsWith('No such file or directory'))) return
  throw new EngineError('failed', 'The database files could not be copied.', stderr)
}

/** Copies all that is in a folder. @throws EngineError `no-space`, `failed` */
export async function copyFolder(from: string, to: string): Promise<void> {
  await copyEntries(from, await readdir(from), to)
}

/** Gives a folder and all in it to an account; without one it stays the platform's. */
export async function giveTo(folder: string, owner: Identity): Promise<void> {
  if (!owner) return
  const { code, stderr } = await run('chown', ['-R', `${owner.uid}:${owner.gid}`, folder])
  if (code !== 0) throw new EngineError('failed', 'The database files could not be given to their account.', stderr)
}

/** Waits until what was written to this folder's file system is on disk. */
export async function flush(folder: string): Promise<void> {
  if (process.platform === 'linux') await run('sync', ['-f', folder])
  else await run('sync', [])
}

/** @throws EngineError `no-space` when the file system of `folder` has less than `bytes` left */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes) throw noSpace(null)
}

/** @param what there is no room for */
export function noSpace(detail: string | null, what = 'another database'): EngineError {
  return new EngineError('no-space', `There is not enough disk space left for ${what}.`, detail)
}

/** Removes a folder and all in it, also while a process that is being stopped still writes into it. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

/** Removes the entries of a folder whose names start with `prefix`. */
export async function removeLeftovers(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder)
  await Promise.all(names.filter((name) => name.startsWith(prefix)).map((name) => removeFolder(join(folder, name))))
}

/** Removes half-made folders, named `….new-<process>-<random>`, whose maker is no longer alive, and half-removed ones. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const maker = /\.(?:new|gone)-(\d+)-[0-9a-f]{8}$/.exec(name)?.[1]
    if (maker && !isAlive(Number(maker))) await removeFolder(join(folder, name))
  }
}

/** Whether any process has this id, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Puts whatever went wrong into the engine's own terms.
 * @param what there was no room for, if it was that
 */
export function asEngineError(error: unknown, message: string, what?: string): EngineError {
  if (error instanceof EngineError) return error
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return noSpace(null, what)
  return new EngineError('failed', message, error instanceof Error ? error.message : String(error))
}
