import type { Sort } from './use-content.ts'

// How this browser shows the list of queries.

const SORT_KEY = 'stoa.sql.sort'
const SORTS: readonly Sort[] = ['name', 'updated_at', 'inserted_at']

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
const store = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Refused: it holds for as long as the page does.
  }
}

export const readSort = (): Sort => SORTS.find((one) => one === read(SORT_KEY)) ?? 'name'
export const storeSort = (sort: Sort): void => store(SORT_KEY, sort)

const toggledKey = (ref: string) => `stoa.sql.tree ${ref}`

/** The keys of sections that are closed and of folders that are open. */
export function readToggled(ref: string): ReadonlySet<string> {
  try {
    const found: unknown = JSON.parse(read(toggledKey(ref)) ?? '[]')
    return new Set(Array.isArray(found) ? found.filter((key) => typeof key === 'string') : [])
  } catch {
    return new Set()
  }
}
export const storeToggled = (ref: string, toggled: ReadonlySet<string>): void =>
  store(toggledKey(ref), JSON.stringify([...toggled]))
