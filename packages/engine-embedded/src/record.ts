import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerResources } from '@stoa/engine'
import { writeAtomically } from './files.ts'

/** What is written down about a server beside its data. No secrets. */
export type ServerRecord = {
  readonly version: string
  readonly port: number
  /** The server's own account; `null` when it runs under the platform's. */
  readonly uid: number | null
  readonly resources: ServerResources
}

/** The names a server can have: 20 lower-case letters. Anything else never becomes part of a path. */
export const isRef = (ref: string): boolean => /^[a-z]{20}$/.test(ref)

/** @returns the record in this server's folder, or `null` when there is no such server */
export async function readRecord(folder: string): Promise<ServerRecord | null> {
  try {
    return JSON.parse(await readFile(join(folder, 'server.json'), 'utf8')) as ServerRecord
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

export async function writeRecord(folder: string, record: ServerRecord): Promise<void> {
  await writeAtomically(join(folder, 'server.json'), `${JSON.stringify(record, null, 2)}\n`, 0o600)
}

/** The refs of all servers below `projects`, in alphabetical order. */
export async function listRefs(projects: string): Promise<string[]> {
  return (await readdir(projects)).filter(isRef).sort()
}

/** All servers below `projects`. */
export async function listRecords(projects: string): Promise<ServerRecord[]> {
  const found = await Promise.all((await listRefs(projects)).map((ref) => readRecord(join(projects, ref))))
  return found.filter((record) => record !== null)
}
