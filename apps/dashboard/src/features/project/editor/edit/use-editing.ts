import type { EditorTable } from '@stoa/contract'
import { toast } from '@stoa/ui'
import { useMemo } from 'react'
import type { CellRange } from '../../../../parts/grid/types.ts'
import type { Value } from '../../../../parts/value/value.ts'
import { editorKind, pastedCells, whyFixed } from './columns.ts'
import {
  type CellEdit,
  type KnownRow,
  type Staged,
  undo,
  withCells,
  withDefault,
  withDeletes,
  withInserts,
} from './staged.ts'
import type { StagedSource } from './staged-source.ts'

const newId = () => crypto.randomUUID()

/** What can be done to the rows on screen. Columns are places in the table, not on the screen. */
export type Editing = {
  setCell(row: number, column: number, value: string | null): void
  setRange(range: CellRange, columns: readonly number[], value: string | null): void
  toDefault(row: number, column: number): void
  /** Takes a copied range over, beginning at a cell. */
  paste(text: string, row: number, columns: readonly number[]): void
  insert(): void
  duplicate(rows: readonly number[]): void
  remove(rows: readonly number[]): void
  undo(): void
}

/** Stages changes of a table's rows. */
export function useEditing(table: EditorTable, source: StagedSource, staged: Value<Staged>): Editing {
  return useMemo(() => {
    const edit = (row: number, column: number, value: string | null): CellEdit | null => {
      const of = source.at(row)
      const target = table.columns[column]
      if (of === null || !target || whyFixed(target, typeof of === 'string') !== null) return null
      // What is here only in part is nobody's old value: a change of it is always one.
      const before =
        source.pages.mark(row - source.insertCount, column) === null ? source.before(row, column) : undefined
      return { of, column: target.name, value, before }
    }
    const stage = (edits: (CellEdit | null)[]) => {
      const possible = edits.filter((item) => item !== null)
      if (possible.length > 0) staged.set(withCells(staged.get(), possible))
      if (possible.length < edits.length)
        toast.info(
          possible.length === 0
            ? 'Nothing was changed: these cells take no value'
            : `${edits.length - possible.length} cells take no value and stay as they are`,
        )
    }
    const known = (rows: readonly number[]): (KnownRow | string)[] =>
      rows.flatMap((row) => {
        const of = source.at(row)
        return of === null ? [] : [of]
      })
    return {
      setCell: (row, column, value) => stage([edit(row, column, value)]),
      setRange: (range, columns, value) =>
        stage(
          rowsOf(range).flatMap((row) =>
            columns.slice(range.left, range.right + 1).map((column) => edit(row, column, value)),
          ),
        ),
      toDefault(row, column) {
        const of = source.at(row)
        const name = table.columns[column]?.name
        if (typeof of === 'string' && name !== undefined) staged.set(withDefault(staged.get(), of, name))
      },
      paste(text, row, columns) {
        const lines = pastedCells(text)
        stage(
          lines.flatMap((line, r) =>
            line.flatMap((value, c) => {
              const column = columns[c]
              const target = column === undefined ? undefined : table.columns[column]
              // A range that reaches over the edge is cut there.
              if (column === undefined || !target || source.row(row + r) === undefined) return []
              const empty = value === '' && editorKind(target) !== 'long' && target.is_nullable
              return [edit(row + r, column, value === 'NULL' || empty ? null : value)]
            }),
          ),
        )
      },
      insert: () => staged.set(withInserts(staged.get(), [{ id: newId(), values: {} }])),
      duplicate(rows) {
        const copies = rows.flatMap((row) => {
          const values = source.row(row)
          if (values === undefined) return []
          const isWhole = table.columns.every((_, column) => source.largeSize(row, column) === null)
          if (!isWhole) {
            toast.info('A row with values that are too large for the page is not duplicated')
            return []
          }
          const taken = table.columns.flatMap((column, c) =>
            whyFixed(column, true) !== null || column.is_primary_key || column.is_identity
              ? []
              : [[column.name, values[c] ?? null] as const],
          )
          return [{ id: newId(), values: Object.fromEntries(taken) }]
        })
        if (copies.length > 0) staged.set(withInserts(staged.get(), copies))
      },
      remove: (rows) => staged.set(withDeletes(staged.get(), known(rows))),
      undo: () => staged.set(undo(staged.get())),
    }
  }, [table, source, staged])
}

/** The rows of a range, from top to bottom. */
export const rowsOf = (range: CellRange): number[] =>
  Array.from({ length: range.bottom - range.top + 1 }, (_, i) => range.top + i)
