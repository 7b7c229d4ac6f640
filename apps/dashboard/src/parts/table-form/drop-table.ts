import { type DroppedRelation, dropColumn, dropRelation } from '@stoa/sql/ddl'
import { formatNumber } from '@stoa/ui'
import type { SchemaChange } from '../schema-change/change.ts'

/** Drops a table and all of its rows. */
export function dropTable({
  id,
  schema,
  name,
  live_rows_estimate: rows,
  kind = 'table',
}: {
  id: number
  schema: string
  name: string
  live_rows_estimate: number | null
  kind?: DroppedRelation
}): SchemaChange {
  return {
    title: `Drop the ${kind} ${name}`,
    statements: [dropRelation(kind, schema, name)],
    label: `Drop ${kind}`,
    done: `Dropped ${schema}.${name}`,
    ...(kind === 'table' && {
      losses: [
        `${rows === null || rows === 0 ? 'Its rows' : `Its rows, about ${formatNumber(Math.round(rows))},`} and its indexes, policies and triggers go with it. They do not come back by themselves.`,
      ],
    }),
    typed: name,
    drops: { objects: [{ kind: 'relation', id }], cascade: [dropRelation(kind, schema, name, true)] },
  }
}

/**
 * Drops a column and its values.
 * @param position its place in the catalogue
 * @param check looks how many values go with it
 */
export function dropOneColumn(
  table: { id: number; schema: string; name: string },
  column: { name: string; position: number },
  check: NonNullable<SchemaChange['check']>,
): SchemaChange {
  return {
    title: `Drop the column ${column.name} of ${table.name}`,
    statements: [dropColumn(table.schema, table.name, column.name)],
    label: 'Drop column',
    done: `Dropped ${column.name}`,
    check,
    typed: column.name,
    drops: {
      objects: [{ kind: 'column', id: table.id, column: column.position }],
      cascade: [dropColumn(table.schema, table.name, column.name, true)],
    },
  }
}
