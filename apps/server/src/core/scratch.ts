import { createHash } from 'node:crypto'
import { COMPUTE_SIZES, DEFAULT_COMPUTE } from '@stoa/contract'
import type { ServerPasswords, ServerResources, ServerSpec } from '@stoa/engine'
import { lastingClient } from '@stoa/engine/connections'
import type pg from 'pg'
import type { BackupRow, ProjectRow } from '../store/tables.ts'
import { backupPath } from './backups.ts'
import type { Platform } from './platform.ts'
import { readProjectSecret } from './project-secrets.ts'
import { newPassword } from './secrets.ts'

/**
 * The ref of the server that an operation makes for itself and takes away again. The same operation always has the
 * same one, so that what a crash left is found and removed.
 */
export function scratchRef(operationId: string): string {
  const digest = createHash('sha256').update(`scratch ${operationId}`).digest()
  return Array.from(digest.subarray(0, 20), (byte) => String.fromCharCode(97 + (byte % 26))).join('')
}

/** A project's size in the engine's terms. */
export function resourcesOf(project: Pick<ProjectRow, 'compute_size'>): ServerResources {
  const { memoryMb, maxConnections, workers } = COMPUTE_SIZES[project.compute_size]
  return { memoryMb, maxConnections, workers }
}

/** The passwords that a project's server is made with. */
export async function passwordsOf(platform: Platform, projectId: number): Promise<ServerPasswords> {
  const [owner, api, reader] = await Promise.all(
    (['owner_password', 'api_password', 'reader_password'] as const).map((name) =>
      readProjectSecret(platform, projectId, name),
    ),
  )
  return { owner: owner ?? '', api: api ?? '', reader: reader ?? '' }
}

/**
 * Makes a server anew from a logical backup and leaves it running. What an earlier attempt left is removed first.
 * @throws EngineError; the server is of no use then
 */
export async function loadInto(platform: Platform, spec: ServerSpec, backup: BackupRow): Promise<void> {
  const { engine } = platform
  await engine.remove(spec.ref)
  await engine.create(spec)
  await engine.start(spec.ref)
  await engine.load(spec.ref, backupPath(platform, backup))
}

/** A small server of a version that nobody but the platform ever connects to. */
export const scratchSpec = (ref: string, version: string): ServerSpec => ({
  ref,
  version,
  resources: resourcesOf({ compute_size: DEFAULT_COMPUTE }),
  passwords: { owner: newPassword(), api: newPassword(), reader: newPassword() },
})

/** Runs something with a connection to a scratch server as its superuser. */
export async function asScratchAdmin<T>(
  platform: Platform,
  ref: string,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = lastingClient({
    ...(await platform.engine.target(ref, 'admin')),
    application_name: 'stoa',
    options: '-c search_path=pg_catalog -c default_transaction_read_only=on',
  })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end().catch(() => {})
  }
}
