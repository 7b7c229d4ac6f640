import { randomUUID } from 'node:crypto'
import {
  IMPORT_GONE,
  IMPORT_OUT_OF_ORDER,
  IMPORTS_AT_ONCE,
  type ImportInput,
  type ImportProgress,
  NOT_RUNNING,
  TOO_MANY_IMPORTS,
} from '@stoa/contract'
import type pg from 'pg'
import { audit } from '../../../../core/audit.ts'
import { actorOf, api, type Context } from '../../../../core/context.ts'
import { conflict, notFound } from '../../../../core/errors.ts'
import { ImportSession } from './session.ts'

/** An import with what this process knows of it. It lives as long as its connection, and no longer than the process. */
type Held = {
  readonly project: string
  readonly account: string
  readonly table: string
  readonly session: ImportSession
  next: number
  busy: boolean
  /** The answer to the last part, for whoever did not get it. */
  last: ImportProgress | null
}
const held = new Map<string, Held>()
/** Imports that are about to begin. */
const beginning = new Map<string, number>()

const running = (project: string): number =>
  (beginning.get(project) ?? 0) +
  [...held.values()].filter((one) => one.project === project && !one.session.isOver).length

async function begin(context: Context, input: ImportInput): Promise<{ id: string }> {
  const { platform, scope } = context
  const { ref } = scope.project
  if (running(ref) >= IMPORTS_AT_ONCE) throw conflict(TOO_MANY_IMPORTS)
  beginning.set(ref, (beginning.get(ref) ?? 0) + 1)
  try {
    const client = await platform.databases.client(scope.project, 'owner').catch(() => {
      throw conflict(NOT_RUNNING)
    })
    const stop = async () => {
      const { processID } = client as pg.Client & { processID: number | null }
      const pool = await platform.databases.pool(scope.project, 'admin')
      if (processID !== null) await pool.query('select pg_cancel_backend($1)', [processID])
    }
    const session = await ImportSession.begin(client, input, stop)
    const id = randomUUID()
    const table = `${input.schema}.${input.table}`
    held.set(id, {
      project: ref,
      account: scope.caller.account.id,
      table,
      session,
      next: 0,
      busy: false,
      last: null,
    })
    session.wait(() => held.delete(id))
    return { id }
  } finally {
    beginning.set(ref, (beginning.get(ref) ?? 1) - 1)
  }
}

/** @throws ORPCError 404 when there is none, or when it is somebody else's */
function find(context: Context, id: string): Held {
  const found = held.get(id)
  const { project, caller } = context.scope
  if (found?.project !== project.ref || found.account !== caller.account.id) throw notFound(IMPORT_GONE)
  return found
}

/** How long the answer to the last part is kept after the end, in ms. */
const KEPT_MS = 60_000

async function takePart(
  context: Context,
  { id, part, text, last }: { id: string; part: number; text: string; last: boolean },
): Promise<ImportProgress> {
  const found = find(context, id)
  const { session } = found
  // It was taken, and its answer lost.
  if (part === found.next - 1 && found.last !== null && !found.busy) return found.last
  if (session.isOver) throw notFound(IMPORT_GONE)
  if (part !== found.next || found.busy) throw conflict(IMPORT_OUT_OF_ORDER)
  found.busy = true
  try {
    const refused = await session.take(text, last)
    found.next++
    found.last = { rows: session.rows, refused: [...refused], done: last }
    if (last) {
      setTimeout(() => held.delete(id), KEPT_MS).unref()
      await audit(context.platform.store, actorOf(context), {
        action: 'project.rows_imported',
        organization: context.scope.organization.slug,
        project: found.project,
        details: { table: found.table, rows: session.rows },
      })
    } else session.wait(() => held.delete(id))
    return found.last
  } catch (error) {
    held.delete(id)
    throw error
  } finally {
    found.busy = false
  }
}

export const importing = {
  begin: api.project.editor.import.begin.handler(({ input, context }) => begin(context, input)),
  part: api.project.editor.import.part.handler(({ input, context }) => takePart(context, input)),
  cancel: api.project.editor.import.cancel.handler(async ({ input, context }) => {
    const { session } = find(context, input.id)
    held.delete(input.id)
    await session.end()
    return {}
  }),
}
