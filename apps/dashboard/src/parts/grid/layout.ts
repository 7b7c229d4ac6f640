import type { CellMenuItem, GridColumn, GridRow, RowSource } from './types.ts'

/**
 * How a person has arranged columns. Plain data that can be kept as JSON, by the keys of the columns and not by their
 * places, so that it survives columns that come and go.
 */
export type ColumnLayout = {
  /** Keys in their order from left to right; columns that are not named follow in their own order. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Keys of the columns that stay at the left edge, in their order. */
  readonly frozen: readonly string[]
  /** Widths in pixels that were set by hand. */
  readonly widths: Readonly<Record<string, number>>
}

/** Columns as they come. */
export const PLAIN_LAYOUT: ColumnLayout = { order: [], hidden: [], frozen: [], widths: {} }

/** Columns as they are shown: which of the given ones, in which order, with their widths, and how many stay. */
export type Arrangement = {
  readonly columns: readonly GridColumn[]
  /** For each shown column its place among the given ones. */
  readonly indices: readonly number[]
  readonly frozen: number
}

/**
 * The key of each column: its own, or its name. A name that occurs again gets a number, since a query may give
 * several columns the same name.
 */
export function columnKeys(columns: readonly GridColumn[]): string[] {
  const seen = new Map<string, number>()
  return columns.map((column) => {
    const key = column.key ?? column.name
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count === 1 ? key : `${key} ${count}`
  })
}

/** Applies a layout to columns. Someone who hides every column still sees the first one. */
export function arrange(columns: readonly GridColumn[], layout: ColumnLayout): Arrangement {
  const keys = columnKeys(columns)
  const places = new Map(keys.map((key, index) => [key, index]))
  const hidden = new Set(layout.hidden)
  const taken = new Set<number>()
  const take = (wanted: readonly string[]) => {
    for (const key of wanted) {
      const index = places.get(key)
      if (index !== undefined && !hidden.has(key)) taken.add(index)
    }
  }
  take(layout.frozen)
  const frozen = taken.size
  take(layout.order)
  take(keys)
  if (taken.size === 0 && columns.length > 0) taken.add(0)
  const indices = [...taken]
  const shown = indices.flatMap((index) => {
    const column = columns[index]
    const key = keys[index] ?? ''
    const width = layout.widths[key]
    return column ? [{ ...column, key, ...(width === undefined ? {} : { width }) }] : []
  })
  return { columns: shown, indices, frozen }
}

/** Rows with their values in the order of an arrangement; the same rows when nothing is arranged. */
export function arrangedSource(source: RowSource, indices: readonly number[], columnCount: number): RowSource {
  const isPlain = indices.length === columnCount && indices.every((index, at) => index === at)
  if (isPlain) return source
  return {
    get rowCount() {
      return source.rowCount
    },
    row(index) {
      const row = source.row(index)
      return row && pick(row, indices)
    },
    mark: (row, column) => source.mark?.(row, indices[column] ?? -1) ?? null,
    hint: (row, column) => source.hint?.(row, indices[column] ?? -1) ?? null,
    whole: (row, column) => source.whole?.(row, indices[column] ?? -1) ?? null,
    subscribe: (listener) => source.subscribe(listener),
  }
}

const pick = (row: GridRow, indices: readonly number[]): GridRow => indices.map((index) => row[index] ?? null)

const without = (keys: readonly string[], key: string): string[] => keys.filter((other) => other !== key)

/** Keeps a width that was set by hand. */
export const withWidth = (layout: ColumnLayout, key: string, width: number): ColumnLayout => ({
  ...layout,
  widths: { ...layout.widths, [key]: width },
})

/** Hides a column. */
export const withHidden = (layout: ColumnLayout, key: string): ColumnLayout => ({
  ...layout,
  hidden: [...without(layout.hidden, key), key],
})

/** Lets a column stay at the left edge, or scroll again. */
export const withFrozen = (layout: ColumnLayout, key: string, frozen: boolean): ColumnLayout => ({
  ...layout,
  frozen: frozen ? [...without(layout.frozen, key), key] : without(layout.frozen, key),
})

/**
 * Moves a shown column to the place of another shown column. A column that stays remains among those that stay, and
 * one that scrolls among those that scroll.
 */
export function withMoved(
  layout: ColumnLayout,
  columns: readonly GridColumn[],
  from: number,
  to: number,
): ColumnLayout {
  const { columns: shown, frozen } = arrange(columns, layout)
  const keys = shown.map((column) => column.key ?? column.name)
  const key = keys[from]
  if (key === undefined) return layout
  const [low, high] = from < frozen ? [0, frozen - 1] : [frozen, keys.length - 1]
  const target = Math.max(low, Math.min(high, to))
  keys.splice(from, 1)
  keys.splice(target, 0, key)
  return from < frozen ? { ...layout, frozen: keys.slice(0, frozen) } : { ...layout, order: keys.slice(frozen) }
}

/** The entries that every grid offers for arranging one of its shown columns, for the menu of its head. */
export function layoutMenu(
  columns: readonly GridColumn[],
  layout: ColumnLayout,
  at: number,
  onLayout: (layout: ColumnLayout) => void,
): CellMenuItem[] {
  const { columns: shown, frozen } = arrange(columns, layout)
  const key = shown[at]?.key
  if (key === undefined) return []
  const isFrozen = at < frozen
  const keys = new Set(columnKeys(columns))
  const hidden = layout.hidden.filter((name) => keys.has(name))
  const [low, high] = isFrozen ? [0, frozen - 1] : [frozen, shown.length - 1]
  const item = (label: string, next: () => ColumnLayout): CellMenuItem => ({ label, onSelect: () => onLayout(next()) })
  return [
    item(isFrozen ? 'Unfreeze column' : 'Freeze column', () => withFrozen(layout, key, !isFrozen)),
    ...(at > low ? [item('Move column left', () => withMoved(layout, columns, at, at - 1))] : []),
    ...(at < high ? [item('Move column right', () => withMoved(layout, columns, at, at + 1))] : []),
    ...(shown.length > 1 ? [item('Hide column', () => withHidden(layout, key))] : []),
    ...hidden.map((name) => item(`Show column ${name}`, () => ({ ...layout, hidden: without(layout.hidden, name) }))),
    ...(hidden.length > 1 ? [item('Show all columns', () => ({ ...layout, hidden: [] }))] : []),
    ...(layout === PLAIN_LAYOUT ? [] : [item('Reset columns', () => PLAIN_LAYOUT)]),
  ]
}
