import { LABEL_MAX, labelColumn } from '@stoa/contract'
import { quoteIdent } from '@stoa/sql'
import { type ReadTable, readTable } from '../../../core/catalog/table.ts'
import type { Context } from '../../../core/context.ts'
import { inCatalog, reading, tableOf } from './rows.ts'
import { tableName } from './rows-sql.ts'

type Asked = { readonly column: string; readonly values: readonly string[] }

/**
 * What people know the rows by that foreign keys point to. Keys point to what a unique index holds, so that this costs
 * a look at each row. What cannot be read has no label, which is no reason to fail.
 */
export async function labels(
  context: Context,
  input: { schema: string; table: string; columns: readonly Asked[] },
): Promise<{ labels: Record<string, Record<string, string>> }> {
  const table = await tableOf(context, input.schema, input.table)
  const found: Record<string, Record<string, string>> = {}
  for (const asked of input.columns) {
    const target = table.columns.find(({ name }) => name === asked.column)?.foreign_key
    if (!target) continue
    const pointed = await inCatalog(context, (catalog) => readTable(catalog, target.schema, target.table))
    const label = pointed && labelColumn(pointed.columns, target.column)
    if (!pointed || !label) continue
    found[asked.column] = await readLabels(context, pointed, target.column, label, asked.values).catch(() => ({}))
  }
  return { labels: found }
}

async function readLabels(
  context: Context,
  table: ReadTable,
  key: string,
  label: string,
  values: readonly string[],
): Promise<Record<string, string>> {
  const [name, words] = [quoteIdent(key), quoteIdent(label)]
  return reading(context, async (pool) => {
    const { rows } = await pool.query<{ key: string; label: string }>(
      `select ${name}::text as key, left(${words}::text, ${LABEL_MAX}) as label from ${tableName(table)}
       where ${name} = any ($1) and ${words} is not null`,
      [values],
    )
    return Object.fromEntries(rows.map((row) => [row.key, row.label]))
  })
}
