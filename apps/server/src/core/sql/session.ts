import { NOT_RUNNING, projectPermissions } from '@stoa/contract'
import { loadParser } from '@stoa/sql/parsing'
import type pg from 'pg'
import type { Context } from '../context.ts'
import { conflict } from '../errors.ts'
import { allows } from '../guard.ts'
import type { Platform } from '../platform.ts'
import type { ProjectSession } from '../project-databases.ts'

/** For how long what a page asks for together goes first, in ms. */
const ASIDE_MS = 300

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

/**
 * Gets ready for a run, because its text is being looked at or written: a session and the parser take longer than most
 * runs do.
 */
export function expectRun(context: Context): void {
  const { platform, scope } = context
  const { project } = scope
  const as = allows(context, projectPermissions.writeSql) ? 'owner' : 'reader'
  const getReady = () => {
    platform.databases.prepareSession(project, as)
    // A run says what is wrong with it.
    loadParser().catch(() => {})
  }
  setTimeout(getReady, ASIDE_MS).unref()
}
