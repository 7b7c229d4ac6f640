import { randomUUID } from 'node:crypto'
import {
  IMPORT_GONE,
  IMPORT_OUT_OF_ORDER,
  IMPORT_PART_MAX,
  IMPORT_PARTS_AHEAD,
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
import type { Part } from './pieces.ts'
import { ImportSession } from './session.ts'

/** An import with what this process knows of it. It lives as long as its connection, and no longer than the process. */
type Held = {
  readonly project: string
  readonly account: string
  readonly table: string
  readonly session: ImportSession
  /** The part that is taken next, once the one before has been. */
  next: number
  /** What parts are answered with, for those that wait for it and for whoever did not get it. */
  readonly answers: Map<number, PromiseWithResolvers<ImportProgress>>
  /** Parts that are here and wait for those before them. */
  readonly waiting: Map<number, Come>
  busy: boolean
  /** Memory of parts that were taken, for those that come: a file would else leave much to be cleared away. */
  readonly spare: Buffer[]
}
/** A part that is here, and the call that brought it. */
type Come = { readonly part: Part; readonly last: boolean; readonly context: Context }
/** Room before a part for what was left of the one before; a longer row is put together elsewhere. */
const ROOM = 64 * 1024
const held = new Map<string, Held>()
/** Imports that are about to begin. */
const beginning = new Map<string, number>()
/** How long answers are kept after the end, in ms. */
const KEPT_MS = 60_000

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
    held.set(id, {
      project: ref,
      account: scope.caller.account.id,
      table: `${input.schema}.${input.table}`,
      session,
      next: 0,
      answers: new Map(),
      waiting: new Map(),
      busy: false,
      spare: [],
    })
    session.wait(() => giveUp(id))
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

/** Forgets an import; parts that still wait for others are told. */
function giveUp(id: string): void {
  const found = held.get(id)
  held.delete(id)
  for (const part of found?.waiting.keys() ?? []) found?.answers.get(part)?.reject(notFound(IMPORT_GONE))
  found?.waiting.clear()
}

/**
 * Takes a part of the file when those before it were taken: the next one may be on its way already, and come first.
 * @throws ORPCError 409 for one that nobody waits for, 400 for what ends the import
 */
async function takePart(
  context: Context,
  { id, part, last }: { id: string; part: number; last: boolean },
): Promise<ImportProgress> {
  const found = find(context, id)
  // It was taken, or is about to be, and its answer lost.
  const known = found.answers.get(part)
  if (known !== undefined) return await known.promise
  if (found.session.isOver) throw notFound(IMPORT_GONE)
  if (part < found.next || part > found.next + IMPORT_PARTS_AHEAD) throw conflict(IMPORT_OUT_OF_ORDER)
  const come = await read(context, found)
  const answer = found.answers.get(part) ?? Promise.withResolvers<ImportProgress>()
  if (!found.answers.has(part)) {
    if (found.session.isOver) throw notFound(IMPORT_GONE)
    // Whoever asked may have left by the time it is refused.
    answer.promise.catch(() => {})
    found.answers.set(part, answer)
    found.answers.delete(part - IMPORT_PARTS_AHEAD - 2)
    found.waiting.set(part, { part: come, last, context })
    void takeWaiting(id, found)
  }
  return await answer.promise
}

async function read({ request }: Context, { spare }: Held): Promise<Part> {
  let memory: Buffer = Buffer.alloc(0)
  let to = ROOM
  await request.bytes(IMPORT_PART_MAX, (length) => {
    to = ROOM + length
    const found = spare.findIndex((one) => one.length >= to)
    memory = found < 0 ? Buffer.allocUnsafeSlow(to) : (spare.splice(found, 1)[0] as Buffer)
    return memory.subarray(ROOM, to)
  })
  return { memory, from: ROOM, to }
}

/** Takes what is here, one part after the other. */
async function takeWaiting(id: string, found: Held): Promise<void> {
  if (found.busy) return
  found.busy = true
  try {
    for (;;) {
      const part = found.next
      const come = found.waiting.get(part)
      if (come === undefined) break
      found.waiting.delete(part)
      found.next++
      const answer = found.answers.get(part)
      await takeOne(found, come).then(answer?.resolve, (error) => {
        answer?.reject(error)
        throw error
      })
      if (come.last) return forgetLater(id)
    }
    found.session.wait(() => giveUp(id))
  } catch (error) {
    // What waits behind the part that was refused hears the same.
    for (const part of found.waiting.keys()) found.answers.get(part)?.reject(error)
    found.waiting.clear()
    forgetLater(id)
  } finally {
    found.busy = false
  }
}

const forgetLater = (id: string): void => {
  held.get(id)?.spare.splice(0)
  setTimeout(() => held.delete(id), KEPT_MS).unref()
}

async function takeOne(
  { session, project, table, spare }: Held,
  { part, last, context }: Come,
): Promise<ImportProgress> {
  const refused = await session.take(part, last)
  spare.push(part.memory)
  if (last)
    await audit(context.platform.store, actorOf(context), {
      action: 'project.rows_imported',
      organization: context.scope.organization.slug,
      project,
      details: { table, rows: session.rows },
    })
  return { rows: session.rows, refused, done: last }
}

export const importing = {
  begin: api.project.editor.import.begin.handler(({ input, context }) => begin(context, input)),
  part: api.project.editor.import.part.handler(({ input, context }) =>
    takePart(context, { ...input.params, ...input.query }),
  ),
  cancel: api.project.editor.import.cancel.handler(async ({ input, context }) => {
    const { session } = find(context, input.id)
    giveUp(input.id)
    await session.end()
    return {}
  }),
}
