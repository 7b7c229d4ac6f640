import type { EditorColumn, EditorTable } from '@stoa/contract'
import { toast } from '@stoa/ui'
import { useMemo } from 'react'
import { errorMessage } from '../../../../api/errors.ts'
import { copiedCells } from '../../../../parts/grid/clipboard.ts'
import type { CellRange } from '../../../../parts/grid/types.ts'
import type { Value } from '../../../../parts/value/value.ts'
import { editorKind, pastedCells, whyFixed } from './columns.ts'
import {
  type CellEdit,
  type KnownRow,
  redo,
  type Staged,
  undo,
  withCells,
  withDefault,
  withDeletes,
  withInserts,
  withPasted,
} from './staged.ts'
import type { StagedSource } from './staged-source.ts'

/** More rows than this are not pasted: an import takes them in without holding them in the page. */
const PASTED_MAX = 5_000

/** What can be done to the rows on screen. Columns are places in the table, not on the screen. */
export type Editing = {
  setCell(row: number, column: number, value: string | null): void
  setRange(range: CellRange, columns: readonly number[], value: string | null): void
  toDefault(row: number, column: number): void
  /**
   * Takes a copied range over, beginning at a range's first cell; one value fills all of the range.
   * @returns how many rows are new, by which all others have moved down
   */
  paste(text: string, range: CellRange, columns: readonly number[]): Promise<number>
  insert(): void
  duplicate(rows: readonly number[]): Promise<void>
  remove(rows: readonly number[]): void
  undo(): void
  redo(): void
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
      setRange(range, columns, value) {
        const chosen = columns.slice(range.left, range.right + 1)
        const takers = chosen.filter((column) => value !== null || table.columns[column]?.is_nullable)
        if (takers.length > 0) stage(rowsOf(range).flatMap((row) => takers.map((column) => edit(row, column, value))))
        const names = chosen.filter((column) => !takers.includes(column)).map((column) => table.columns[column]?.name)
        if (names.length > 0)
          toast.info(`${names.join(', ')} may not be NULL and ${names.length === 1 ? 'stays' : 'stay'}`)
      },
      toDefault(row, column) {
        const of = source.at(row)
        const name = table.columns[column]?.name
        if (typeof of === 'string' && name !== undefined) staged.set(withDefault(staged.get(), of, name))
      },
      async paste(text, range, columns) {
        const lines = linesFor(text, range)
        const last = range.top + lines.length
        if (lines.length > PASTED_MAX)
          return nothingPasted(`More than ${PASTED_MAX.toLocaleString('en')} rows come in by Import.`)
        // Rows that were not looked at yet have to be here to be changed.
        const { pages } = source
        const isShort = () => last > source.insertCount + pages.known && !pages.isComplete && pages.failure === null
        while (isShort()) await pages.more()
        if (last > source.insertCount + pages.known && !pages.isComplete)
          return nothingPasted(errorMessage(pages.failure))
        const targets = columns.slice(range.left)
        const edits: (CellEdit | null)[] = []
        const inserts: { id: string; values: Record<string, string | null> }[] = []
        let lost = 0
        for (const [r, line] of lines.entries()) {
          const row = range.top + r
          const isNew = row >= source.insertCount + pages.known
          const values: Record<string, string | null> = {}
          for (const [c, given] of line.entries()) {
            const column = targets[c]
            const target = column === undefined ? undefined : table.columns[column]
            if (column === undefined || target === undefined) continue
            const value = typeof given === 'string' || given === null ? given : meant(given.text, target)
            if (!isNew && source.row(row) === undefined) lost += c === 0 ? 1 : 0
            else if (!isNew) edits.push(edit(row, column, value))
            else if (whyFixed(target, true) === null) values[target.name] = value
          }
          if (isNew) inserts.push({ id: crypto.randomUUID(), values })
        }
        const possible = edits.filter((item) => item !== null)
        if (possible.length + inserts.length > 0) staged.set(withPasted(staged.get(), possible, inserts))
        const cut = Math.max(0, ...lines.map((line) => line.length - targets.length))
        const words = [
          possible.length < edits.length ? `${edits.length - possible.length} cells take no value` : '',
          cut > 0 ? `${cut} ${cut === 1 ? 'column reaches' : 'columns reach'} over the edge of the table` : '',
          lost > 0 ? `${lost} rows have not come yet` : '',
        ].filter(Boolean)
        if (words.length > 0) toast.info({ title: 'Not everything was pasted', description: `${words.join(', ')}.` })
        return inserts.length
      },
      insert: () => staged.set(withInserts(staged.get(), [{ id: crypto.randomUUID(), values: {} }])),
      async duplicate(rows) {
        const copies: { id: string; values: Record<string, string | null> }[] = []
        try {
          for (const row of rows) {
            const values = source.row(row)
            if (values === undefined) continue
            const copy: Record<string, string | null> = {}
            for (const [c, column] of table.columns.entries()) {
              // A key by itself is another one in another row; of a key of several columns one is changed by hand.
              const isOwn = column.is_primary_key && table.key.length === 1
              const isMade = column.is_primary_key && column.default_value !== null
              if (isOwn || isMade || column.is_identity || whyFixed(column, true) !== null) continue
              if (source.mark(row, c) === 'inserted-default') continue
              const load = source.whole(row, c)
              copy[column.name] = load === null ? (values[c] ?? null) : await load()
            }
            copies.push({ id: crypto.randomUUID(), values: copy })
          }
        } catch (error) {
          return void toast.error({ title: 'Nothing was duplicated', description: errorMessage(error) })
        }
        if (copies.length > 0) staged.set(withInserts(staged.get(), copies))
      },
      remove: (rows) => staged.set(withDeletes(staged.get(), known(rows))),
      undo: () => staged.set(undo(staged.get())),
      redo: () => staged.set(redo(staged.get())),
    }
  }, [table, source, staged])
}

function nothingPasted(description: string): number {
  toast.info({ title: 'Nothing was pasted', description })
  return 0
}

/** A cell of a text that comes from elsewhere, where NULL can only be written. */
type Written = { readonly text: string }

/** What is pasted, row by row: as it was copied in this page, or as its text says. One value fills a range. */
function linesFor(text: string, range: CellRange): (readonly (Written | string | null)[])[] {
  const lines = [
    ...(copiedCells(text) ?? pastedCells(text).map((line) => line.map((cell): Written => ({ text: cell })))),
  ]
  const [only, ...more] = lines
  if (only?.length !== 1 || more.length > 0) return lines
  const width = range.right - range.left + 1
  return rowsOf(range).map(() => Array.from({ length: width }, () => only[0] ?? null))
}

/** The value that a text means in a column: nothing is NULL, but in a column of texts it is an empty one. */
function meant(text: string, target: EditorColumn): string | null {
  const isNothing = text === '' && editorKind(target) !== 'long' && target.is_nullable
  return text === 'NULL' || isNothing ? null : text
}

/** The rows of a range, from top to bottom. */
export const rowsOf = (range: CellRange): number[] =>
  Array.from({ length: range.bottom - range.top + 1 }, (_, i) => range.top + i)
