import { ORPCError } from '@orpc/server'
import {
  CHANGED_MEANWHILE,
  KEPT_AS_IT_WAS,
  notEditable,
  type RefusedChange,
  type RowConflict,
  TABLE_CHANGED,
} from '@stoa/contract'
import { changeSql, type RowChange } from '@stoa/sql'
import pg from 'pg'
import { audit } from '../../../core/audit.ts'
import type { ReadTable } from '../../../core/catalog/table.ts'
import { actorOf, type Context } from '../../../core/context.ts'
import { badRequest, conflict } from '../../../core/errors.ts'
import { answerFor, noColumn } from './errors.ts'
import { tableOf } from './rows.ts'
import { orderOf, rowCondition, selection, tableName, Values } from './rows-sql.ts'

type Input = { schema: string; table: string; shape: string; changes: readonly RowChange[] }

/** Saved text is read the way it was printed, whatever the role or the database is set to. */
const SETTINGS = `set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1; set local lock_timeout = '10s'; set local statement_timeout = '60s'`

/** @throws ORPCError 400 for a change that does not fit the table */
function check(table: ReadTable, changes: readonly RowChange[]): void {
  const columns = new Map(table.columns.map((column) => [column.name, column]))
  for (const change of changes) {
    if (change.kind !== 'insert') {
      const named = Object.keys(change.row)
      if (named.length !== table.key.length || !table.key.every((name) => named.includes(name)))
        throw badRequest(`A row of this table is told by ${table.key.join(', ')}`)
    }
    if (change.kind === 'delete') continue
    for (const name of Object.keys(change.values)) {
      const column = columns.get(name)
      if (!column) throw noColumn(name)
      if (column.generated !== null) throw badRequest(`${name} is generated: Postgres computes it`)
    }
  }
}

/** The row that a change meant, as it is now. */
async function current(
  client: pg.Client,
  table: ReadTable,
  index: number,
  change: Exclude<RowChange, { kind: 'insert' }>,
): Promise<RowConflict> {
  const values = new Values()
  const selected = selection(table, orderOf(table, []))
  const { rows } = await client.query<(string | null)[]>({
    text: `${selected.text} from ${tableName(table)} where ${rowCondition(table, change.row, values)}`,
    values: values.list,
    rowMode: 'array',
    types: { getTypeParser: () => (value: string) => value },
  })
  const [row] = rows
  return {
    index,
    current: row?.slice(0, table.columns.length) ?? null,
    version: row?.[selected.version] ?? null,
  }
}

/** Postgres's refusal of one change, or of all together, in its own words. */
function refused(error: pg.DatabaseError, index: number | null): unknown {
  const data: RefusedChange = {
    index,
    code: error.code ?? null,
    detail: error.detail ?? null,
    hint: error.hint ?? null,
    column: error.column ?? null,
    constraint: error.constraint ?? null,
  }
  const answer = answerFor(error, 'postgres', 'change')
  return answer instanceof ORPCError
    ? new ORPCError(answer.code, { message: answer.message, data })
    : badRequest(error.message)
}

/**
 * Makes all changes in one transaction, or none of them.
 * @throws ORPCError 409 with the rows that somebody else has changed, 400 with what Postgres refused
 */
export async function saveChanges(context: Context, input: Input): Promise<{ saved: number }> {
  const { platform, scope } = context
  const table = await tableOf(context, input.schema, input.table)
  // A row that is new need not be told from others.
  const isAdding = input.changes.every(({ kind }) => kind === 'insert')
  const hindered = isAdding ? table.not_insertable : table.not_editable
  if (hindered !== null) throw conflict(notEditable(hindered))
  if (table.shape !== input.shape) throw conflict(TABLE_CHANGED)
  check(table, input.changes)
  const client = await platform.databases.client(scope.project, 'owner').catch((error) => {
    throw answerFor(error, 'postgres')
  })
  try {
    await client.connect().catch((error) => {
      throw answerFor(error, 'postgres')
    })
    await client.query(`begin; ${SETTINGS}`)
    const conflicts: RowConflict[] = []
    for (const [index, change] of input.changes.entries()) {
      const { rowCount } = await client
        // One statement by the extended protocol, whatever its text says.
        .query({ text: changeSql(table, change), queryMode: 'extended' } as pg.QueryConfig)
        .catch((error) => {
          throw error instanceof pg.DatabaseError ? refused(error, index) : answerFor(error, 'postgres')
        })
      if (change.kind === 'insert' || rowCount === 1) continue
      const found = await current(client, table, index, change)
      // Its own earlier change gave the row another version, or it is as it was read and something else held it back.
      if (found.version !== null && found.version === change.version) throw conflict(KEPT_AS_IT_WAS)
      conflicts.push(found)
    }
    if (conflicts.length > 0) throw conflict(CHANGED_MEANWHILE, { conflicts })
    // Constraints that are checked at the end speak here.
    await client.query('commit').catch((error) => {
      throw error instanceof pg.DatabaseError ? refused(error, null) : answerFor(error, 'postgres')
    })
  } finally {
    // What was not committed goes with the connection.
    await client.end().catch(() => {})
  }
  await audit(platform.store, actorOf(context), {
    action: 'project.rows_changed',
    organization: scope.organization.slug,
    project: scope.project.ref,
    details: { table: `${table.schema}.${table.name}`, changes: input.changes.length },
  })
  return { saved: input.changes.length }
}
