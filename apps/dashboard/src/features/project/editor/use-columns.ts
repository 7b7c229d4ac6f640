import type { EditorColumn, EditorTable } from '@stoa/contract'
import { useMemo, useState } from 'react'
import {
  arrange,
  arrangedSource,
  type ColumnLayout,
  layoutMenu,
  PLAIN_LAYOUT,
  withMoved,
  withWidth,
} from '../../../parts/grid/layout.ts'
import type { CellMenuItem, GridColumn, GridSort } from '../../../parts/grid/types.ts'
import type { StagedSource } from './edit/staged-source.ts'
import { keepLayout, layoutFor } from './memory.ts'
import type { Words } from './use-editor.ts'

// Pixels. A date with its time, a row's label behind a key, the beginning of a document: what is to be seen at once.
const WIDTHS: Readonly<Record<string, number>> = {
  date: 116,
  timestamp: 150,
  timestamptz: 150,
  timetz: 120,
  interval: 140,
  uuid: 280,
  json: 200,
  jsonb: 200,
  text: 140,
  varchar: 140,
}
const POINTING_WIDTH = 180

/** How wide a column is at least while nobody has made it another width: by its type, as values may still come. */
const widthOf = ({ format, foreign_key }: EditorColumn): number =>
  Math.max(WIDTHS[format] ?? 0, foreign_key === null ? 0 : POINTING_WIDTH)

/** The columns of a table as somebody has arranged them, which is remembered, and what their heads offer. */
export function useColumns(
  ref: string,
  table: EditorTable,
  source: StagedSource,
  words: Words,
  onWords: (words: Words) => void,
  columnMenu: (table: EditorTable, column: string) => CellMenuItem[],
) {
  const place = { schema: table.schema, table: table.name }
  const [layout, setLayout] = useState(() => layoutFor(ref, place) ?? PLAIN_LAYOUT)
  const columns = useMemo(() => {
    const pointing = new Set([
      ...table.columns.flatMap(({ name, foreign_key }) => (foreign_key === null ? [] : [name])),
      ...table.foreign_keys.flatMap((key) => key.columns),
    ])
    return table.columns.map(
      (column): GridColumn => ({
        name: column.name,
        type: column.data_type,
        minWidth: widthOf(column),
        leads: pointing.has(column.name),
        ...(column.is_primary_key
          ? { badge: 'key' as const }
          : pointing.has(column.name)
            ? { badge: 'link' as const }
            : {}),
      }),
    )
  }, [table])
  const arranged = useMemo(() => arrange(columns, layout), [columns, layout])
  const shownSource = useMemo(
    () => arrangedSource(source, arranged.indices, columns.length),
    [source, arranged, columns],
  )
  const change = (next: ColumnLayout) => {
    setLayout(next)
    keepLayout(ref, place, next)
  }
  const [first] = words.sort
  const sortedAt = arranged.columns.findIndex(({ name }) => name === first?.column)
  const descending = first?.ascending === false
  const sort = useMemo<GridSort | null>(
    () => (sortedAt < 0 ? null : { column: sortedAt, descending }),
    [sortedAt, descending],
  )
  const headMenu = (at: number): CellMenuItem[] => {
    const column = arranged.columns[at]?.name ?? ''
    const others = words.sort.filter((item) => item.column !== column)
    const by = (ascending: boolean, keep: boolean) =>
      onWords({ ...words, sort: [...(keep ? others : []), { column, ascending }] })
    return [
      { label: 'Sort ascending', onSelect: () => by(true, false) },
      { label: 'Sort descending', onSelect: () => by(false, false) },
      ...(others.length > 0
        ? [
            { label: 'Then sort ascending', onSelect: () => by(true, true) },
            { label: 'Then sort descending', onSelect: () => by(false, true) },
          ]
        : []),
      ...(others.length < words.sort.length
        ? [{ label: 'Do not sort by this', onSelect: () => onWords({ ...words, sort: others }) }]
        : []),
      ...layoutMenu(columns, layout, at, change),
      ...columnMenu(table, column),
    ]
  }
  return {
    shown: arranged.columns,
    source: shownSource,
    /** For each shown column its place in the table. */
    indices: arranged.indices,
    frozen: arranged.frozen,
    sort,
    headMenu,
    onResize: (at: number, width: number) => {
      const key = arranged.columns[at]?.key
      // The grid has the width already: another array of columns would only make it draw anew.
      if (key !== undefined) keepLayout(ref, place, withWidth(layoutFor(ref, place) ?? PLAIN_LAYOUT, key, width))
    },
    onMove: (from: number, to: number) => change(withMoved(layout, columns, from, to)),
  }
}
