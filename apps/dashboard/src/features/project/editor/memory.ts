import {
  type EntityKind,
  filterText,
  parseFilters,
  parseSorts,
  sortText,
  type TableFilter,
  type TableSort,
} from '@stoa/contract'
import { local } from '../../../parts/browser-store/local.ts'
import type { ColumnLayout } from '../../../parts/grid/layout.ts'

// What this browser remembers of a project's tables: which are open, how each was sorted and filtered, and how its
// columns are arranged. One entry for each project.

export type OpenTable = { readonly schema: string; readonly table: string }
/** A tab, with what kind of entity it shows, as far as that is known. */
export type OpenTab = OpenTable & { readonly kind?: EntityKind }
type Looks = { readonly sort?: readonly string[]; readonly filter?: readonly string[]; readonly layout?: ColumnLayout }
type Memory = {
  readonly tabs: readonly OpenTab[]
  readonly last: OpenTable | null
  readonly looks: Record<string, Looks>
}

/** Tabs that are kept; the one that was opened first goes first. */
const TABS_MAX = 20
/** Tables whose looks are kept. */
const LOOKS_MAX = 200
export const SAVE_DEBOUNCE_MS = 500

const memoryKey = (ref: string) => `stoa.tables.${ref}`
/** What a table is kept under, a text that two tables never share. */
export const tableKey = ({ schema, table }: OpenTable) => JSON.stringify([schema, table])
/** Whether two name the same table. */
export const sameTable = (a: OpenTable, b: OpenTable) => a.schema === b.schema && a.table === b.table

function read(ref: string): Memory {
  const found = local.readJson(memoryKey(ref)) as Partial<Memory> | null
  return { tabs: found?.tabs ?? [], last: found?.last ?? null, looks: found?.looks ?? {} }
}

const write = (ref: string, memory: Memory): void => void local.storeJson(memoryKey(ref), memory)

function changeLooks(ref: string, table: OpenTable, change: Looks): void {
  const memory = read(ref)
  const key = tableKey(table)
  const { [key]: known, ...others } = memory.looks
  const kept = Object.entries(others).slice(-LOOKS_MAX + 1)
  write(ref, { ...memory, looks: { ...Object.fromEntries(kept), [key]: { ...known, ...change } } })
}

/** The tables that are open as tabs. */
export const openTabs = (ref: string): readonly OpenTab[] => read(ref).tabs

/** Keeps the tabs, and which of them was in front. */
export function keepTabs(ref: string, tabs: readonly OpenTab[], last: OpenTable | null): void {
  write(ref, { ...read(ref), tabs: tabs.slice(-TABS_MAX), last })
}

/** Keeps how a table is sorted and filtered. */
export function keepWords(
  ref: string,
  table: OpenTable,
  sort: readonly TableSort[],
  filter: readonly TableFilter[],
): void {
  changeLooks(ref, table, { sort: sort.map(sortText), filter: filter.map(filterText) })
}

/** Keeps how a table's columns are arranged. */
export const keepLayout = (ref: string, table: OpenTable, layout: ColumnLayout): void =>
  changeLooks(ref, table, { layout })

/** How a table's columns were arranged; null as they come. */
export const layoutFor = (ref: string, table: OpenTable): ColumnLayout | null =>
  read(ref).looks[tableKey(table)]?.layout ?? null

/** Parameters of the table editor's address. */
export type EditorSearch = {
  readonly schema?: string
  readonly table?: string
  readonly sort?: readonly string[]
  readonly filter?: readonly string[]
}

/**
 * What an address that says less than it could is completed with: the table that was open last, and how it was sorted
 * and filtered. Null when there is nothing to add.
 */
export function restored(ref: string, search: EditorSearch): EditorSearch | null {
  const memory = read(ref)
  const isPlain = search.table === undefined && search.schema === undefined
  const table = isPlain
    ? memory.last
    : search.table === undefined
      ? null
      : { schema: search.schema ?? 'public', table: search.table }
  if (table === null) return null
  const looks = memory.looks[tableKey(table)]
  const hasWords = search.sort !== undefined || search.filter !== undefined
  // Through the parsers, so that a damaged memory cannot send the page in circles.
  const sort = hasWords ? search.sort : parseSorts(looks?.sort ?? []).map(sortText)
  const filter = hasWords ? search.filter : parseFilters(looks?.filter ?? []).map(filterText)
  const adds = isPlain || (!hasWords && ((sort?.length ?? 0) > 0 || (filter?.length ?? 0) > 0))
  if (!adds) return null
  return { ...table, ...(sort?.length && { sort }), ...(filter?.length && { filter }) }
}

/** The address's parameters, as the router gives them. */
export function editorSearch(search: Readonly<Record<string, unknown>>): EditorSearch {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  const list = (value: unknown) => {
    const texts = (Array.isArray(value) ? value : [value]).flatMap((item) => text(item) ?? [])
    return texts.length > 0 ? texts : undefined
  }
  const [schema, table, sort, filter] = [
    text(search.schema),
    text(search.table),
    list(search.sort),
    list(search.filter),
  ]
  return { ...(schema && { schema }), ...(table && { table }), ...(sort && { sort }), ...(filter && { filter }) }
}

/** What the server is asked for at an address. The same words give the same question, so that one answer serves both. */
export function openInput(ref: string, search: EditorSearch) {
  return {
    ref,
    schema: search.schema ?? 'public',
    table: search.table ?? null,
    sort: parseSorts(search.sort ?? []),
    filter: parseFilters(search.filter ?? []),
  }
}
