import { randomUUID } from 'node:crypto'
import { NOT_RUNNING, projectPermissions, type SqlRunLine } from '@stoa/contract'
import { splitStatements } from '@stoa/sql'
import pg from 'pg'
import type { Context } from '../../../core/context.ts'
import { conflict } from '../../../core/errors.ts'
import { demand } from '../../../core/guard.ts'
import type { Platform } from '../../../core/platform.ts'
import type { ProjectSession } from '../../../core/project-databases.ts'
import { namedColumns, sqlError, streamQuery } from './stream-query.ts'

/** Text collected before it is sent, in characters: few enough for a quick first row, many enough to be cheap. */
const CHUNK = 64 * 1024

/**
 * A session for one run, which nobody uses afterwards: whatever the text does to it ends with it.
 * @throws ORPCError 409 while the server does not run
 */
async function connect(
  platform: Platform,
  project: { id: number; ref: string },
  readOnly: boolean,
): Promise<ProjectSession> {
  let session: ProjectSession | null = null
  try {
    session = await platform.databases.session(project, readOnly ? 'reader' : 'owner')
    if (readOnly) {
      // After the first statement of a transaction its mode cannot be changed back any more.
      await session.client.query('begin read only')
      await session.client.query('select 1')
    }
    return session
  } catch {
    session?.client.end().catch(() => {})
    throw conflict(NOT_RUNNING)
  }
}

/** Cancels what a connection runs, from outside. */
async function cancel(platform: Platform, project: { id: number; ref: string }, client: pg.Client): Promise<void> {
  const { processID } = client as pg.Client & { processID: number | null }
  if (processID === null) return
  const pool = await platform.databases.pool(project, 'admin')
  await pool.query('select pg_cancel_backend($1)', [processID])
}

/**
 * Runs SQL for the context's project and streams what comes of it as lines of JSON. When the reader of the stream
 * goes away, the run is cancelled in Postgres.
 */
export async function runStreamed(context: Context, input: { sql: string; read_only: boolean }): Promise<Response> {
  const { platform, scope, request } = context
  const { project } = scope
  if (!input.read_only) demand(context, projectPermissions.writeSql)
  const { client, types } = await connect(platform, project, input.read_only)
  const encoder = new TextEncoder()
  let over = false
  let gone = false
  let resume: (() => void) | null = null
  const stop = () => {
    gone = true
    resume?.()
    if (over) return
    cancel(platform, project, client).catch((error) =>
      platform.log.warn({ project: project.ref, reason: String(error) }, 'a run could not be cancelled'),
    )
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const started = performance.now()
        const socket = (client as unknown as { connection: { stream: { pause(): void; resume(): void } } }).connection
          .stream
        let rows: string[] = []
        let size = 0
        const send = (line: string) => {
          if (!gone) controller.enqueue(encoder.encode(`${line}\n`))
        }
        const tell = (line: SqlRunLine) => send(JSON.stringify(line))
        const flush = () => {
          if (rows.length > 0) send(`{"type":"rows","rows":[${rows.join(',')}]}`)
          rows = []
          size = 0
          // Nobody takes the rows as fast as Postgres sends them: let them wait there and not in this process.
          if (!gone && (controller.desiredSize ?? 0) <= 0) {
            socket.pause()
            resume = () => socket.resume()
          }
        }
        const ranges = splitStatements(input.sql)
        let statement = 0
        let begun = started
        const where = () => {
          const range = ranges[statement]
          return { statement, place: range ? { start: range.start, end: range.end } : null }
        }
        client.on('notice', (notice) =>
          tell({ type: 'notice', statement, severity: notice.severity ?? 'NOTICE', message: notice.message ?? '' }),
        )
        const since = (moment: number) => Math.round((performance.now() - moment) * 10) / 10
        tell({ type: 'run', id: randomUUID(), auto_limit: null })
        request.signal.addEventListener('abort', stop, { once: true })
        streamQuery(client, input.sql, input.read_only, {
          columns: (fields) => tell({ type: 'columns', ...where(), columns: namedColumns(fields, types) }),
          row: (values) => {
            const text = JSON.stringify(values)
            rows.push(text)
            size += text.length
            if (size >= CHUNK) flush()
          },
          complete: (command, row_count) => {
            flush()
            tell({ type: 'complete', ...where(), command, row_count, ms: since(begun) })
            statement++
            begun = performance.now()
          },
        })
          .then(() => tell({ type: 'done', ms: since(started) }))
          .catch((error) => {
            flush()
            tell({ type: 'error', ...where(), error: sqlError(error), ms: since(started) })
          })
          .finally(() => {
            over = true
            request.signal.removeEventListener('abort', stop)
            client.end().catch(() => {})
            platform.databases.prepareSession(project, input.read_only ? 'reader' : 'owner')
            // A stream that its reader has left is closed already.
            if (!gone) controller.close()
          })
      },
      pull: () => {
        const go = resume
        resume = null
        go?.()
      },
      cancel: stop,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 1024 * 1024 }),
  )
  return new Response(stream, {
    headers: { 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** Dates, times, intervals and byte strings, which would lose their time zone, their infinity or their form as objects. */
const AS_TEXT = new Set<number>([17, 1082, 1083, 1114, 1184, 1186, 1266])
const ARRAYS_AS_TEXT = new Set<number>([1001, 1115, 1182, 1183, 1185, 1187, 1270])
const TEXT_ARRAY: number = 1009
const INT8 = 20
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (AS_TEXT.has(oid)) return (value: string) => value
    if (ARRAYS_AS_TEXT.has(oid)) return pg.types.getTypeParser(TEXT_ARRAY, format)
    if (oid === INT8) return (value: string) => (Number.isSafeInteger(Number(value)) ? Number(value) : value)
    return pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser,
}

/** Runs SQL to its end and gives the rows of the last statement, as objects. */
export async function runToEnd(
  context: Context,
  input: { query: string; read_only: boolean },
): Promise<{ rows: Record<string, unknown>[] }> {
  const { platform, scope, request } = context
  if (!input.read_only) demand(context, projectPermissions.writeSql)
  const { client } = await connect(platform, scope.project, input.read_only)
  const stop = () => void cancel(platform, scope.project, client).catch(() => {})
  request.signal.addEventListener('abort', stop, { once: true })
  try {
    const text = input.read_only
      ? ({ text: input.query, values: [], queryMode: 'extended', types } as pg.QueryConfig)
      : { text: input.query, types }
    const answer = (await client.query(text)) as pg.QueryResult | pg.QueryResult[]
    return { rows: (Array.isArray(answer) ? answer.at(-1) : answer)?.rows ?? [] }
  } finally {
    request.signal.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}
