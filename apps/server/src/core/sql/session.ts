import { NOT_RUNNING } from '@stoa/contract'
import type pg from 'pg'
import { conflict } from '../errors.ts'
import type { Platform } from '../platform.ts'
import type { ProjectSession } from '../project-databases.ts'

type Named = { readonly id: number; readonly ref: string }

/**
 * A session for one run, which nobody uses afterwards: whatever the text does to it ends with it.
 * @throws ORPCError 409 while the server does not run
 */
export async function sessionFor(platform: Platform, project: Named, as: 'reader' | 'owner'): Promise<ProjectSession> {
  try {
    return await platform.databases.session(project, as)
  } catch {
    throw conflict(NOT_RUNNING)
  }
}

/** Cancels what a connection runs, from outside. */
export async function cancelBackend(platform: Platform, project: Named, client: pg.Client): Promise<void> {
  await signalBackend(platform, project, client, 'pg_cancel_backend')
}

/**
 * Tells the server from outside what becomes of what a connection runs.
 * @param how `pg_terminate_backend` ends the connection, too
 */
export async function signalBackend(
  platform: Platform,
  project: Named,
  client: pg.Client,
  how: 'pg_cancel_backend' | 'pg_terminate_backend',
): Promise<void> {
  const { processID } = client as pg.Client & { processID: number | null }
  if (processID === null) return
  const pool = await platform.databases.pool(project, 'admin')
  await pool.query(`select ${how}($1)`, [processID])
}
