import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerAccess, ServerResources } from '@stoa/engine'
import { writeAtomically } from './files.ts'

/** What is written down about a server beside its data. No secrets. */
export type ServerRecord = {
  readonly version: string
  readonly port: number
  /** The server's own account; `null` when it runs under the platform's. */
  readonly uid: number | null
  readonly resources: ServerResources
  /** The size to go back to when the server does not start with `resources`; gone once it has. */
  readonly formerResources?: ServerResources
  /** Who reaches it by network; everybody when left out. Belongs to the address, not to the data. */
  readonly access?: ServerAccess
  /** Whether new transactions are read-only. Belongs to the data. */
  readonly readOnly?: boolean
  /** Whether nobody but the platform is let in, while an upgrade reads it. */
  readonly closed?: boolean
  /** The ref whose place it was in before it took this one. */
  readonly formerRef?: string
  /** The folder that the log is archived in; null or left out when it is not. Belongs to the data. */
  readonly archive?: string | null
}

/** How many workers every server had before sizes said how many. */
const FORMER_WORKERS = 2

/** The names a server can have: 20 lower-case letters. Anything else never becomes part of a path. */
export const isRef = (ref: string): boolean => /^[a-z]{20}$/.test(ref)

/** @returns the record in this server's folder, or `null` when there is no such server */
export async function readRecord(folder: string): Promise<ServerRecord | null> {
  try {
    const record = JSON.parse(await readFile(join(folder, 'server.json'), 'utf8')) as ServerRecord
    // Records of the first version say nothing of workers.
    return { ...record, resources: { ...record.resources, workers: record.resources.workers ?? FORMER_WORKERS } }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

/** Writes down what a server is. A crash leaves the record before or this one, each whole. */
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
