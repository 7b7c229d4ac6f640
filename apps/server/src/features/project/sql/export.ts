import {
  EXPORT_WRITES,
  type ExportFormat,
  NO_SQL,
  NOT_ONE_RESULT,
  NOT_RUNNING,
  projectPermissions,
  type RunRole,
} from '@stoa/contract'
import { commandKeyword, isBlank, quoteIdent, splitStatements } from '@stoa/sql'
import pg from 'pg'
import { api, type Context } from '../../../core/context.ts'
import { badRequest, conflict } from '../../../core/errors.ts'
import { type CopyFile, copyOut, describeStatement } from '../../../core/export/copy-out.ts'
import { copyStatement, type ExportColumn } from '../../../core/export/copy-statement.ts'
import { answerExport, keepExport, takePlace } from '../../../core/export/exports.ts'
import { rowWriter } from '../../../core/export/row-writer.ts'
import { allows, demand } from '../../../core/guard.ts'
import { NOTHING } from '../../../core/sql/own.ts'

const READ_ONLY_TRANSACTION = '25006'
/** Commands that can be part of another statement. EXPLAIN and SHOW give rows too, but only by themselves. */
const QUERIES = new Set(['select', 'with', 'values', 'table'])

type Wanted = {
  readonly sql: string
  readonly format: ExportFormat
  readonly role: RunRole
  readonly claims: Readonly<Record<string, unknown>> | null
  readonly timeout_ms: number | null
}

export const exporting = {
  export: api.project.sql.export.handler(async ({ input, context }) => {
    if (isBlank(input.sql)) throw badRequest(NO_SQL)
    const { project, caller } = context.scope
    // Another role is reached through the owner's session.
    if (input.role !== 'postgres') demand(context, projectPermissions.writeSql)
    const release = takePlace(project.ref)
    try {
      const { file, name } = await begin(context, input, release)
      const at = new Date().toISOString().slice(0, 19).replaceAll(/[T:]/g, '-')
      const id = keepExport({
        project: project.ref,
        account: caller.account.id,
        name: `${name}-${at}`,
        format: input.format,
        file,
      })
      return { url: `/api/platform/projects/${project.ref}/sql/exports/${id}` }
    } catch (error) {
      release()
      throw refusal(error)
    }
  }),

  exportedFile: api.project.sql.exportedFile.handler(async ({ input, context }) => {
    const { scope, request, reply } = context
    const breakOff = () => reply.breakOff?.()
    reply.response = answerExport(input.id, scope.project.ref, scope.caller.account.id, request.signal, breakOff)
  }),
}

/** What is said when Postgres does not begin to write. */
function refusal(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  if (error.code === READ_ONLY_TRANSACTION || /data-modifying/.test(error.message)) return conflict(EXPORT_WRITES)
  return badRequest(`Failed to export: ${error.message}`)
}

/** Lets Postgres run the statement in a transaction that cannot change anything, up to its first row. */
async function begin(context: Context, wanted: Wanted, release: () => void): Promise<{ file: CopyFile; name: string }> {
  const { platform, scope, request } = context
  const { project } = scope
  const isOwner = allows(context, projectPermissions.writeSql)
  const [statement, ...more] = splitStatements(wanted.sql)
  if (statement === undefined || more.length > 0) throw badRequest(NOT_ONE_RESULT)
  const text = wanted.sql.slice(statement.start, statement.end)
  const { client } = await platform.databases.session(project, isOwner ? 'owner' : 'reader').catch(() => {
    throw conflict(NOT_RUNNING)
  })
  const end = () => {
    release()
    client.end().catch(() => {})
  }
  const leave = async () => {
    const { processID } = client as pg.Client & { processID: number | null }
    const pool = await platform.databases.pool(project, 'admin')
    await pool.query('select pg_cancel_backend($1)', [processID])
  }
  const warn = (error: unknown) =>
    platform.log.warn({ project: project.ref, reason: String(error) }, 'an export was not ended')
  // The first row may take long, and whoever asked may not want to wait for it.
  const giveUp = () => void leave().catch(warn)
  request.signal.addEventListener('abort', giveUp, { once: true })
  try {
    await prepare(client, wanted)
    const { columns: found, tableId } = await described(client, text)
    const table = tableId === null ? null : await tableName(client, tableId)
    const { columns, isCounted } =
      tableId === null || wanted.format !== 'sql'
        ? { columns: found, isCounted: false }
        : await insertable(client, tableId, found)
    const writer = rowWriter(wanted.format, columns, table ?? 'result', isCounted)
    const file = await copyOut(client, copyStatement(text, columns, wanted.format), writer, (left) => {
      if (!left) return end()
      leave().catch(warn).finally(end)
    })
    return { file, name: table?.replaceAll(/[^\w.]/g, '') ?? 'result' }
  } catch (error) {
    end()
    throw error
  } finally {
    request.signal.removeEventListener('abort', giveUp)
  }
}

async function prepare(client: pg.Client, { role, claims, timeout_ms }: Wanted): Promise<void> {
  await client.query('begin read only')
  if (timeout_ms !== null) await client.query(`set local statement_timeout = ${Math.round(timeout_ms)}`)
  if (claims !== null)
    await client.query(`select pg_catalog.set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)])
  if (role !== 'postgres') await client.query(`set local role ${quoteIdent(role)}`)
  // After the first statement of a transaction its mode cannot be changed back any more.
  await client.query(NOTHING)
}

/** The columns of the statement. Its text becomes part of another one, so the server says first that it is whole. */
async function described(client: pg.Client, text: string): ReturnType<typeof describeStatement> {
  const found = await describeStatement(client, text)
  const isQuery = QUERIES.has(commandKeyword(text) ?? '')
  if (found.columns.length === 0 || !isQuery) throw badRequest(NOT_ONE_RESULT)
  return found
}

/** The columns of a table with what an INSERT into it has to know of them. */
async function insertable(client: pg.Client, tableId: number, columns: readonly ExportColumn[]) {
  const { rows } = await client.query<{ number: number; computed: boolean; counted: boolean }>(
    `select attnum as number, attgenerated <> '' as computed, attidentity = 'a' as counted
     from pg_catalog.pg_attribute where attrelid = $1 and attnum > 0`,
    [tableId],
  )
  const known = new Map(rows.map((row) => [row.number, row]))
  return {
    columns: columns.map((column) => ({ ...column, isComputed: known.get(column.number)?.computed ?? false })),
    isCounted: columns.some(({ number }) => known.get(number)?.counted),
  }
}

/** The name of a table as it has to be written, or null when the role may not know it. */
async function tableName(client: pg.Client, oid: number): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    'select $1::pg_catalog.oid::pg_catalog.regclass::text as name',
    [oid],
  )
  return rows[0]?.name ?? null
}
