import type { EditorColumn, EditorTable, ImportInput } from '@stoa/contract'
import { createTable, migrationName, recordMigration, type TableShape } from '@stoa/sql/ddl'
import { type ColumnType, columnNames, inferType, nullWordIn, plainName } from './infer.ts'
import { looksLikeNames, type Sample } from './sample.ts'

/** Where a column of the file goes; null for nowhere. */
export type ColumnPlan = { readonly to: string | null; readonly type: ColumnType }

/** What is to be done with a file. */
export type Plan = {
  readonly header: boolean
  readonly empty: 'null' | 'text'
  /** A word that stands for NULL besides; an empty one for none. */
  readonly nullWord: string
  readonly dates: 'YMD' | 'MDY' | 'DMY'
  readonly onRefusal: 'stop' | 'skip'
  readonly columns: readonly ColumnPlan[]
  /** Of a new table. */
  readonly name: string
  /** The place of the column that tells its rows apart, a new one that counts them, or none. */
  readonly key: number | 'new' | 'none'
  readonly rls: boolean
  readonly migrates: boolean
}

/** The columns of a table that a file can fill. */
export const fillable = (table: EditorTable): EditorColumn[] =>
  table.columns.filter(({ generated, is_updatable }) => generated === null && is_updatable)

/** The rows of a sample that are values. */
export const valueRows = (sample: Sample, header: boolean): Sample['rows'] =>
  sample.kind === 'csv' && header ? sample.rows.slice(1) : sample.rows

const columnValues = (rows: Sample['rows'], at: number) => rows.map((row) => row[at] ?? null)

/** A key by itself: a column called id that has another number, or another text, in every row. */
function keyIn(names: readonly string[], rows: Sample['rows']): Plan['key'] {
  const at = names.indexOf('id')
  if (at < 0) return 'new'
  const values = columnValues(rows, at)
  return values.every((value) => value !== null) && new Set(values).size === values.length ? at : 'none'
}

/** What fits a file, before anybody has chosen anything. */
export function planFor(sample: Sample, table: EditorTable | null, fileName: string, before?: Plan): Plan {
  const header = sample.kind === 'json' || (before?.header ?? looksLikeNames(sample))
  const rows = valueRows(sample, header)
  const nullWord = before?.nullWord ?? (sample.kind === 'csv' ? nullWordIn(rows) : '')
  const types = sample.first.map((_, at) =>
    inferType(
      columnValues(rows, at).map((value) => (value === nullWord ? null : value)),
      sample.kinds[at],
    ),
  )
  const names = columnNames(sample.first, header)
  const targets = table === null ? [] : fillable(table)
  const taken = new Set<string>()
  const targetOf = (at: number): string | null => {
    const text = sample.first[at]?.trim() ?? ''
    const found = header
      ? (targets.find(({ name }) => name === text) ??
        targets.find(({ name }) => plainName(name) === plainName(text) && plainName(text) !== ''))
      : targets[at]
    if (found === undefined || taken.has(found.name)) return null
    taken.add(found.name)
    return found.name
  }
  return {
    header,
    empty: before?.empty ?? 'null',
    nullWord,
    dates: before?.dates ?? 'MDY',
    onRefusal: before?.onRefusal ?? 'stop',
    columns: sample.first.map((_, at) => ({
      to: table === null ? (names[at] ?? null) : targetOf(at),
      type: types[at] ?? 'text',
    })),
    name: before?.name ?? plainName(fileName.replace(/\.[^.]*$/, '')),
    key: table === null ? keyIn(names, rows) : 'none',
    rls: before?.rls ?? true,
    migrates: before?.migrates ?? false,
  }
}

/** A name for the column that counts the rows of a new table. */
const newKeyName = (plan: Plan): string => (plan.columns.some(({ to }) => to === 'id') ? 'row_id' : 'id')

/** The table that a plan makes. */
function newTable(plan: Plan, schema: string): TableShape {
  const plain = { default_value: null, identity: null, generated: null, comment: null } as const
  const own = plan.columns.flatMap(({ to, type }, at) =>
    to === null ? [] : [{ ...plain, key: `${at}`, name: to, data_type: type, is_nullable: plan.key !== at }],
  )
  const counted = { ...plain, key: 'new', name: newKeyName(plan), data_type: 'bigint', is_nullable: false }
  const isCounted = plan.key === 'new'
  return {
    schema,
    name: plan.name,
    comment: null,
    rls_enabled: plan.rls,
    columns: isCounted ? [{ ...counted, identity: 'BY DEFAULT' }, ...own] : own,
    constraints:
      plan.key === 'none'
        ? []
        : [
            {
              name: null,
              kind: 'primary',
              columns: [isCounted ? 'new' : `${plan.key}`],
              expression: null,
              references: null,
              on_delete: 'NO ACTION',
              on_update: 'NO ACTION',
            },
          ],
  }
}

/** The statements that make the table of a plan. */
export const tableStatements = (plan: Plan, schema: string): string[] => createTable(newTable(plan, schema))

/** Why a plan cannot be carried out yet; null when it can. */
export function obstacle(plan: Plan, table: EditorTable | null, tables: readonly string[]): string | null {
  const targets = plan.columns.flatMap(({ to }) => (to === null ? [] : [to]))
  if (targets.length === 0) return 'Choose at least one column to import'
  const twice = targets.find((name, at) => targets.indexOf(name) !== at)
  if (twice !== undefined) return `Two columns go to ${twice}`
  if (table === null) {
    if (plan.name === '') return 'The new table needs a name'
    if (tables.includes(plan.name)) return `There is a table named ${plan.name} already`
    if (targets.includes('')) return 'Every column needs a name'
    if (typeof plan.key === 'number' && plan.columns[plan.key]?.to === null)
      return 'The primary key is a column that is left out'
    return null
  }
  const missing = fillable(table).find(
    (column) =>
      !column.is_nullable && column.default_value === null && !column.is_identity && !targets.includes(column.name),
  )
  return missing === undefined ? null : `${missing.name} may not be null and has no default: a column has to go there`
}

/** What the server is told to begin with. */
export function inputFor(
  plan: Plan,
  sample: Sample,
  { ref, schema, table }: { ref: string; schema: string; table: string | null },
): ImportInput {
  const statements = table === null ? tableStatements(plan, schema) : []
  const kept = plan.migrates
    ? recordMigration({ version: null, name: migrationName(`create ${plan.name}`), statements })
    : []
  return {
    ref,
    schema,
    table: table ?? plan.name,
    prepare: [...statements, ...kept],
    format:
      sample.kind === 'json'
        ? { kind: 'json' }
        : {
            kind: 'csv',
            delimiter: sample.delimiter,
            header: plan.header,
            width: sample.first.length,
            empty: plan.empty,
            null_word: plan.nullWord === '' ? null : plan.nullWord,
            quoted: sample.quoted,
          },
    columns: plan.columns.flatMap(({ to }, at) =>
      to === null ? [] : [{ from: sample.kind === 'json' ? (sample.first[at] ?? '') : at, to }],
    ),
    dates: plan.dates,
    on_refusal: plan.onRefusal,
  }
}
