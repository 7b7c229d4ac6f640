import type { EditorChange, EditorTable, RowConflict } from '@stoa/contract'
import { whyFixed } from './columns.ts'

// Changes that are made in the page and not yet in the database. Plain data without a clock or a network, so that it
// can be kept, undone, shown as SQL and sent.

export type StagedValues = Readonly<Record<string, string | null>>
export type StagedInsert = { readonly kind: 'insert'; readonly id: string; readonly values: StagedValues }
export type StagedUpdate = {
  readonly kind: 'update'
  readonly id: string
  readonly row: Readonly<Record<string, string>>
  readonly version: string | null
  /** What the changed columns held when they were read. */
  readonly before: StagedValues
  readonly values: StagedValues
}
export type StagedDelete = {
  readonly kind: 'delete'
  readonly id: string
  readonly row: Readonly<Record<string, string>>
  readonly version: string | null
}
export type StagedRow = StagedInsert | StagedUpdate | StagedDelete

/** The staged changes of one table, in the order in which rows were first touched. */
export type Staged = {
  /** The table's shape that they were made for. */
  readonly shape: string
  readonly rows: readonly StagedRow[]
  /** Earlier states, the latest last. */
  readonly past: readonly (readonly StagedRow[])[]
  /** States that were taken back, the one that comes next last. */
  readonly future?: readonly (readonly StagedRow[])[]
}

/** A row of the server's, as the page has it. */
export type KnownRow = {
  readonly id: string
  readonly row: Readonly<Record<string, string>>
  readonly version: string | null
}

const UNDO_MAX = 100

/** No changes, of a table of this shape. */
export const nothingStaged = (shape: string): Staged => ({ shape, rows: [], past: [] })

/** What a row is told by: its key, as a text that two rows never share. */
export const rowId = (table: Pick<EditorTable, 'key'>, row: Readonly<Record<string, string>>): string =>
  JSON.stringify(table.key.map((name) => row[name] ?? ''))

/** Another state, which can be taken back. */
export const step = (staged: Staged, rows: readonly StagedRow[]): Staged => ({
  ...staged,
  rows,
  past: [...staged.past.slice(1 - UNDO_MAX), staged.rows],
  future: [],
})

const put = (rows: readonly StagedRow[], row: StagedRow): StagedRow[] => {
  const at = rows.findIndex(({ id }) => id === row.id)
  return at < 0 ? [...rows, row] : rows.with(at, row)
}
const drop = (rows: readonly StagedRow[], id: string) => rows.filter((row) => row.id !== id)

/** One cell that is to hold another value. */
export type CellEdit = {
  /** The row: one of the server's, or the id of a staged insert. */
  readonly of: KnownRow | string
  readonly column: string
  readonly value: string | null
  /** What the server has there now; undefined when the page holds only a part of it. */
  readonly before: string | null | undefined
}

function edited(rows: readonly StagedRow[], { of, column, value, before }: CellEdit): readonly StagedRow[] {
  const id = typeof of === 'string' ? of : of.id
  const known = rows.find((row) => row.id === id)
  if (known?.kind === 'insert') return put(rows, { ...known, values: { ...known.values, [column]: value } })
  if (typeof of === 'string' || known?.kind === 'delete') return rows
  const first = known !== undefined && column in known.before ? known.before[column] : before
  const values: Record<string, string | null> = { ...known?.values, [column]: value }
  const was: Record<string, string | null> = { ...known?.before, ...(first !== undefined && { [column]: first }) }
  if (value === first) {
    // Back to what it was: nothing is left to save in this column.
    delete values[column]
    delete was[column]
  }
  if (Object.keys(values).length === 0) return drop(rows, id)
  return put(rows, { kind: 'update', id, row: of.row, version: known?.version ?? of.version, before: was, values })
}

/** Stages other values for cells, as one step of undo. */
export const withCells = (staged: Staged, edits: readonly CellEdit[]): Staged => {
  const rows = edits.reduce<readonly StagedRow[]>(edited, staged.rows)
  return rows === staged.rows ? staged : step(staged, rows)
}

/** Stages other values for cells and new rows, as one step of undo. */
export const withPasted = (
  staged: Staged,
  edits: readonly CellEdit[],
  inserts: readonly { id: string; values: StagedValues }[],
): Staged =>
  step(staged, [
    ...edits.reduce<readonly StagedRow[]>(edited, staged.rows),
    ...inserts.map((insert): StagedInsert => ({ kind: 'insert', ...insert })),
  ])

/** Leaves a column of a new row to Postgres again. */
export const withDefault = (staged: Staged, id: string, column: string): Staged => {
  const row = staged.rows.find((item) => item.id === id)
  if (row?.kind !== 'insert' || !(column in row.values)) return staged
  const { [column]: _, ...values } = row.values
  return step(staged, put(staged.rows, { ...row, values }))
}

/** Stages new rows. */
export const withInserts = (staged: Staged, inserts: readonly { id: string; values: StagedValues }[]): Staged =>
  step(staged, [...staged.rows, ...inserts.map((insert): StagedInsert => ({ kind: 'insert', ...insert }))])

/** Stages the deletion of rows; a new row that is deleted was never there. */
export const withDeletes = (staged: Staged, of: readonly (KnownRow | string)[]): Staged =>
  step(
    staged,
    of.reduce<readonly StagedRow[]>(
      (rows, item) =>
        typeof item === 'string'
          ? drop(rows, item)
          : put(rows, { kind: 'delete', id: item.id, row: item.row, version: versionIn(rows, item) }),
      staged.rows,
    ),
  )

function versionIn(rows: readonly StagedRow[], item: KnownRow): string | null {
  const known = rows.find(({ id }) => id === item.id)
  return known !== undefined && known.kind !== 'insert' ? known.version : item.version
}

/** Takes back everything that was staged for rows. */
export const withoutRows = (staged: Staged, ids: readonly string[]): Staged =>
  step(
    staged,
    staged.rows.filter(({ id }) => !ids.includes(id)),
  )

/** Takes back the last step. */
export function undo(staged: Staged): Staged {
  const last = staged.past.at(-1)
  if (last === undefined) return staged
  const future = [...(staged.future ?? []), staged.rows]
  return { ...staged, rows: last, past: staged.past.slice(0, -1), future }
}

/** Makes the step again that was taken back last. */
export function redo(staged: Staged): Staged {
  const next = staged.future?.at(-1)
  if (next === undefined) return staged
  return { ...staged, rows: next, past: [...staged.past, staged.rows], future: staged.future?.slice(0, -1) ?? [] }
}

/** Saves over what somebody else has written: the change is made for the row as it is now. */
export function withCurrent(staged: Staged, index: number, conflict: Pick<RowConflict, 'version'>): Staged {
  const row = staged.rows[index]
  if (row === undefined || row.kind === 'insert') return staged
  return step(staged, staged.rows.with(index, { ...row, version: conflict.version }))
}

/**
 * What of the changes still fits a table whose columns are others now. Values for columns that are gone or take none
 * any more are left out, and so are changes of rows that are told by another key.
 */
export function fitted(staged: Staged, table: Pick<EditorTable, 'key' | 'columns' | 'shape'>): Staged {
  const columns = new Map(table.columns.map((column) => [column.name, column]))
  const takenBy = (values: StagedValues, isNew: boolean): StagedValues =>
    Object.fromEntries(
      Object.entries(values).filter(([name]) => {
        const column = columns.get(name)
        return column !== undefined && whyFixed(column, isNew) === null
      }),
    )
  const isTold = (row: Readonly<Record<string, string>>) =>
    Object.keys(row).length === table.key.length && table.key.every((name) => name in row)
  const rows = staged.rows.flatMap((row): StagedRow[] => {
    if (row.kind === 'delete') return isTold(row.row) ? [row] : []
    if (row.kind === 'update' && !isTold(row.row)) return []
    const values = takenBy(row.values, row.kind === 'insert')
    const isEmpty = Object.keys(values).length === 0 && Object.keys(row.values).length > 0
    return isEmpty ? [] : [{ ...row, values }]
  })
  return { ...step(staged, rows), shape: table.shape }
}

/** The changes as they are sent and shown as SQL. */
export const changesOf = (staged: Staged): EditorChange[] =>
  staged.rows.map((row): EditorChange => {
    if (row.kind === 'insert') return { kind: 'insert', id: row.id, values: row.values }
    if (row.kind === 'delete') return { kind: 'delete', row: row.row, version: row.version }
    return { kind: 'update', row: row.row, version: row.version, values: row.values }
  })

const several = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** What is staged, in words: "1 new row, 2 rows edited". */
export function stagedWords(staged: Staged): string {
  const count = (kind: StagedRow['kind']) => staged.rows.filter((row) => row.kind === kind).length
  const [inserts, updates, deletes] = [count('insert'), count('update'), count('delete')]
  return [
    inserts > 0 ? several(inserts, 'new row', 'new rows') : '',
    updates > 0 ? several(updates, 'row edited', 'rows edited') : '',
    deletes > 0 ? several(deletes, 'row deleted', 'rows deleted') : '',
  ]
    .filter(Boolean)
    .join(', ')
}
