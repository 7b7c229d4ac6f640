import type { TableDetail } from '@stoa/contract'
import { alterTable, createTable, type TableShape } from '@stoa/sql/ddl'
import { client } from '../../api/client.ts'
import type { Findings, SchemaChange } from '../schema-change/change.ts'
import { meantBy, shapeOf, type TableDraft } from './draft.ts'
import { findingsOf, goes } from './findings.ts'

type Look = (signal: AbortSignal) => Promise<Findings>

/**
 * The change that a draft stands for.
 * @param ref the project
 * @param table the table as it is; null for a new one
 * @returns null when nothing has changed
 */
export function changeOf(ref: string, draft: TableDraft, table: TableDetail | null): SchemaChange | null {
  const after = meantBy(draft, table)
  if (table === null)
    return {
      title: `Create table ${after.name}`,
      statements: createTable(after),
      label: 'Create table',
      done: `Created ${after.schema}.${after.name}`,
    }
  const before = shapeOf(table)
  const statements = alterTable(before, after)
  if (statements.length === 0) return null
  const warnings = warningsOf(before, after)
  const check = lookBefore(ref, before, after)
  return {
    title: `Change table ${table.name}`,
    statements,
    label: 'Change table',
    done: `Changed ${after.schema}.${after.name}`,
    ...(warnings.length > 0 && { warnings }),
    ...(check !== null && { check }),
  }
}

/** Looks how many values go with a column that is dropped. */
export const valuesIn =
  (ref: string, { schema, name }: { schema: string; name: string }, column: string): Look =>
  async (signal) => {
    const input = { ref, schema, table: name, drops: [column] }
    const found = await client.project.database.columns.check(input, { signal })
    return { losses: found.values.map(goes), obstacle: null }
  }

function warningsOf(before: TableShape, after: TableShape): string[] {
  const warnings: string[] = []
  if (before.rls_enabled && !after.rls_enabled)
    warnings.push('Without row level security every role that may use this table sees and changes all of its rows.')
  if (before.name !== after.name || before.schema !== after.schema)
    warnings.push('Queries, functions and clients that use the old name will not find the table any more.')
  for (const { key, name } of before.columns) {
    const now = after.columns.find((column) => column.key === key)
    if (now !== undefined && now.name !== name)
      warnings.push(`Queries, functions and clients that use the name ${name} will not find the column any more.`)
  }
  return warnings
}

/** Looks through the table for what would be lost or would fail; null when the change asks for no look. */
function lookBefore(ref: string, before: TableShape, after: TableShape): Look | null {
  const pairs = before.columns.map((old) => ({ old, now: after.columns.find(({ key }) => key === old.key) }))
  const drops = pairs.filter(({ now }) => now === undefined).map(({ old }) => old.name)
  const conversions = pairs.flatMap(({ old, now }) =>
    now === undefined || now.data_type === old.data_type || now.generated !== null
      ? []
      : [{ column: old.name, data_type: now.data_type }],
  )
  const not_null = pairs.flatMap(({ old, now }) => (now && old.is_nullable && !now.is_nullable ? [old.name] : []))
  const required = after.columns.filter(
    (column) =>
      !before.columns.some(({ key }) => key === column.key) &&
      !column.is_nullable &&
      column.default_value === null &&
      column.identity === null &&
      column.generated === null,
  )
  if (drops.length + conversions.length + not_null.length + required.length === 0) return null
  return async (signal) => {
    const input = { ref, schema: before.schema, table: before.name, conversions, drops, not_null }
    const found = await client.project.database.columns.check(input, { signal })
    return findingsOf(found, { conversions, required })
  }
}
