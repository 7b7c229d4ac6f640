import {
  type EditorView,
  PAGE_ROWS,
  projectPermissions,
  ROW_GONE,
  ROWS_ALIKE,
  type RowPage,
  TABLE_CHANGED,
  type TableFilter,
  type TableSort,
  tableGone,
  VALUE_MAX,
  VALUE_TOO_LARGE,
} from '@stoa/contract'
import { quoteIdent } from '@stoa/sql'
import type pg from 'pg'
import { onWire, type ReadTable, readEntities, readTable } from '../../../core/catalog/table.ts'
import type { Context } from '../../../core/context.ts'
import { badRequest, conflict, notFound } from '../../../core/errors.ts'
import { allows } from '../../../core/guard.ts'
import { answerFor, noColumn } from './errors.ts'
import {
  type Cursor,
  conditions,
  hasVersion,
  isByPlace,
  orderOf,
  pageStatements,
  rowCondition,
  type Statement,
  selection,
  tableName,
  Values,
  where,
} from './rows-sql.ts'

type Looked = { schema: string; table: string; sort: readonly TableSort[]; filter: readonly TableFilter[] }
type Row = (string | null)[]

/** Values stay the text that Postgres sent: nothing is rounded, reordered or moved to another time zone. */
const AS_SENT: pg.CustomTypesConfig = { getTypeParser: () => (value: string) => value }

/** The role that a member's reading is done as: whoever may write reads as the owner, everybody else as the reader. */
export const roleFor = (context: Context): 'owner' | 'reader' =>
  allows(context, projectPermissions.writeSql) ? 'owner' : 'reader'

/** What Postgres calls that role. */
export const roleName = (context: Context): string => (roleFor(context) === 'owner' ? 'postgres' : 'stoa_reader')

/** Ends what a connection does at this moment. */
async function stop({ platform, scope }: Context, client: pg.ClientBase): Promise<void> {
  const { processID } = client as pg.ClientBase & { processID: number | null }
  const pool = await platform.databases.pool(scope.project, 'admin')
  if (processID !== null) await pool.query('select pg_cancel_backend($1)', [processID])
}

/** @throws ORPCError 409 while the server does not run */
export async function reading<T>(context: Context, read: (pool: pg.Pool) => Promise<T>): Promise<T> {
  try {
    return await read(await context.platform.databases.readPool(context.scope.project, 'rows', roleFor(context)))
  } catch (error) {
    throw answerFor(error, roleName(context))
  }
}

/**
 * Reads rows over one connection. What runs is ended in Postgres when the caller goes away: whoever has chosen another
 * filter is not to wait behind the one before.
 */
async function readingRows<T>(
  context: Context,
  kind: 'rows' | 'places',
  read: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const { databases, log } = context.platform
  const { signal } = context.request
  const pool = await databases.readPool(context.scope.project, kind, roleFor(context))
  const client = await pool.connect()
  let isLeft = signal.aborted
  const onAbort = () => {
    isLeft = true
    stop(context, client).catch((error) => log.warn({ reason: String(error) }, 'a page could not be cancelled'))
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await read(client)
  } finally {
    signal.removeEventListener('abort', onAbort)
    // The word to stop may arrive late, and is not to meet somebody else's statement.
    client.release(isLeft)
  }
}

/** @throws ORPCError 409 while the server does not run */
export async function inCatalog<T>(context: Context, read: (pool: pg.Pool) => Promise<T>): Promise<T> {
  try {
    return await read(await context.platform.databases.readPool(context.scope.project, 'catalog', 'reader'))
  } catch (error) {
    throw answerFor(error, 'stoa_reader')
  }
}

/** @throws ORPCError 404 when there is none */
export async function tableOf(context: Context, schema: string, name: string): Promise<ReadTable> {
  const table = await inCatalog(context, (catalog) => readTable(catalog, schema, name))
  if (!table) throw notFound(tableGone(schema, name))
  return table
}

const writeCursor = (cursor: NonNullable<Cursor>): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

function readCursor(text: string | null, length: number): Cursor {
  if (text === null) return null
  try {
    const value = JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>
    if (Number.isSafeInteger(value.skip) && Number(value.skip) >= 0) return { skip: Number(value.skip) }
    if (Array.isArray(value.after) && value.after.length === length) return { after: value.after.map(textOrNull) }
  } catch {
    // Said below.
  }
  throw badRequest('This is not the place of a page')
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value))

async function readPage(
  context: Context,
  table: ReadTable,
  { sort, filter }: Pick<Looked, 'sort' | 'filter'>,
  limit: number,
  at: string | null,
): Promise<RowPage> {
  const started = performance.now()
  const order = orderOf(table, sort)
  const selected = selection(table, order)
  const cursor = readCursor(at, order.by.length)
  // One more than asked for tells whether there is a next page.
  const wanted = limit + 1
  const found: Row[] = []
  await readingRows(context, isByPlace(order) ? 'places' : 'rows', async (client) => {
    for (const { text, values } of pageStatements(table, selected, order, filter, cursor, wanted)) {
      const { rows } = await client.query<Row>({ text, values, rowMode: 'array', types: AS_SENT })
      found.push(...rows.slice(0, wanted - found.length))
      if (found.length >= wanted) break
    }
  })
  const more = found.length > limit
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const width = table.columns.length
  const large: [number, number, number][] = []
  rows.forEach((row, r) => {
    selected.sizes.forEach((place, c) => {
      const size = place < 0 ? null : row[place]
      if (size !== null && size !== undefined) large.push([r, c, Number(size)])
    })
  })
  const skipped = cursor !== null && 'skip' in cursor ? cursor.skip : 0
  const next: Cursor = order.total
    ? { after: selected.cursor.map((place) => last?.[place] ?? null) }
    : { skip: skipped + rows.length }
  return {
    rows: rows.map((row) => row.slice(0, width)),
    large,
    versions: selected.version < 0 ? null : rows.map((row) => row[selected.version] ?? ''),
    places: selected.place < 0 ? null : rows.map((row) => row[selected.place] ?? ''),
    next: more && last ? writeCursor(next) : null,
    ms: Math.round((performance.now() - started) * 10) / 10,
  }
}

/** About how many rows there are, as the planner thinks. Costs no look at the rows. */
async function estimate(pool: pg.Pool, table: ReadTable, filter: readonly TableFilter[]): Promise<number | null> {
  if (filter.length === 0 && table.estimated_rows !== null && table.estimated_rows > 0) return table.estimated_rows
  const values = new Values()
  const text = `explain (format json) select from ${tableName(table)}${where(conditions(table, filter, values))}`
  const { rows } = await pool.query(text, values.list)
  const rowsInPlan: unknown = rows[0]?.['QUERY PLAN']?.[0]?.Plan?.['Plan Rows']
  return typeof rowsInPlan === 'number' ? rowsInPlan : null
}

/** A page of a table or view, with the table itself: columns may have changed since the last one. */
export async function rows(
  context: Context,
  input: Looked & { limit: number; cursor: string | null; shape: string | null },
) {
  const table = await tableOf(context, input.schema, input.table)
  if (input.shape !== null && input.shape !== table.shape) throw conflict(TABLE_CHANGED)
  return reading(context, async (pool) => {
    const page = await readPage(context, table, input, input.limit, input.cursor)
    // Later pages are as many as the first.
    const guess = input.cursor === null ? await estimate(pool, table, input.filter) : null
    return { table: onWire(table), page, estimate: guess }
  })
}

/** Everything the table editor shows first. A table that is not there, or a filter that fails, leaves the rest. */
export async function open(
  context: Context,
  input: Omit<Looked, 'table'> & { table: string | null },
): Promise<EditorView> {
  const listed = inCatalog(context, (catalog) => readEntities(catalog, input.schema))
  const [lists, named] = await Promise.all([
    listed,
    input.table === null ? null : inCatalog(context, (catalog) => readTable(catalog, input.schema, input.table ?? '')),
  ])
  const first = input.table === null ? lists.entities[0] : undefined
  const table = first ? await inCatalog(context, (catalog) => readTable(catalog, input.schema, first.name)) : named
  const view = { ...lists, schema: input.schema, table: null, page: null, problem: null, estimate: null }
  if (!table) return { ...view, problem: input.table === null ? null : tableGone(input.schema, input.table) }
  try {
    return await reading(context, async (pool) => {
      const page = await readPage(context, table, input, PAGE_ROWS, null)
      // Over the same connection: to make another one takes longer than both.
      const guess = await estimate(pool, table, input.filter).catch(() => null)
      return { ...view, table: onWire(table), page, estimate: guess }
    })
  } catch (error) {
    return { ...view, table: onWire(table), problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Runs one statement for as long as it takes; it is cancelled in Postgres when the caller goes away. */
async function patiently(context: Context, statement: Statement): Promise<Row[]> {
  const { platform, scope, request } = context
  const role = roleFor(context)
  const client = await platform.databases.client(scope.project, role)
  const onAbort = () =>
    void stop(context, client).catch((error) =>
      platform.log.warn({ reason: String(error) }, 'a count could not be cancelled'),
    )
  try {
    await client.connect()
    await client.query('begin read only')
    request.signal.addEventListener('abort', onAbort, { once: true })
    if (request.signal.aborted) return []
    const { rows } = await client.query<Row>({
      text: statement.text,
      values: statement.values,
      rowMode: 'array',
      types: AS_SENT,
    })
    return rows
  } catch (error) {
    throw answerFor(error, roleName(context))
  } finally {
    request.signal.removeEventListener('abort', onAbort)
    client.end().catch(() => {})
  }
}

/** How many rows a filter lets through, counted. */
export async function count(context: Context, input: Omit<Looked, 'sort'>): Promise<{ count: number }> {
  const table = await tableOf(context, input.schema, input.table)
  const values = new Values()
  const text = `select count(*) from ${tableName(table)}${where(conditions(table, input.filter, values))}`
  const [row] = await patiently(context, { text, values: values.list })
  return { count: Number(row?.[0] ?? 0) }
}

/** One value, whole. */
export async function value(
  context: Context,
  input: { schema: string; table: string; row: Readonly<Record<string, string | null>>; column: string },
): Promise<{ value: string | null; version: string | null }> {
  const table = await tableOf(context, input.schema, input.table)
  if (!table.columns.some(({ name }) => name === input.column)) throw noColumn(input.column)
  const name = quoteIdent(input.column)
  return reading(context, async (pool) => {
    const values = new Values()
    const from = ` from ${tableName(table)} where ${rowCondition(table, input.row, values)}`
    // What is stored is compressed: only the printed text tells how much would be sent.
    const { rows: sizes } = await pool.query<{ size: string | null }>(
      `select octet_length(${name}::text) as size${from} limit 2`,
      values.list,
    )
    if (sizes.length > 1) throw conflict(ROWS_ALIKE)
    if (Number(sizes[0]?.size ?? 0) > VALUE_MAX) throw conflict(VALUE_TOO_LARGE)
    const { rows } = await pool.query<Row>({
      text: `select ${name}${hasVersion(table) ? ', xmin' : ''}${from}`,
      values: values.list,
      rowMode: 'array',
      types: AS_SENT,
    })
    const [row] = rows
    if (!row) throw notFound(ROW_GONE)
    return { value: row[0] ?? null, version: row[1] ?? null }
  })
}
