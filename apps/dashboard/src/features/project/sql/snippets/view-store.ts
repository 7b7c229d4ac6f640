import { local } from '../../../../parts/browser-store/local.ts'
import type { Sort } from './use-content.ts'

// How this browser shows the list of queries.

const SORT_KEY = 'stoa.sql.sort'
const SORTS: readonly Sort[] = ['name', 'updated_at', 'inserted_at']

/** By what queries are sorted; by name unless somebody chose otherwise. */
export const readSort = (): Sort => SORTS.find((one) => one === local.read(SORT_KEY)) ?? 'name'
/** Keeps by what queries are sorted. */
export const storeSort = (sort: Sort): void => void local.store(SORT_KEY, sort)

const toggledKey = (ref: string) => `stoa.sql.tree ${ref}`

/** The keys of sections that are closed and of folders that are open. */
export function readToggled(ref: string): ReadonlySet<string> {
  const found = local.readJson(toggledKey(ref))
  return new Set(Array.isArray(found) ? found.filter((key) => typeof key === 'string') : [])
}

/** Keeps which sections are closed and which folders are open. */
export const storeToggled = (ref: string, toggled: ReadonlySet<string>): void =>
  void local.storeJson(toggledKey(ref), [...toggled])
