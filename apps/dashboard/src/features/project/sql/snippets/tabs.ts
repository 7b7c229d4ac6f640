import { createValue, type Value } from '../../../../parts/value/value.ts'
import { storedTabs, storeTabs, type Tab, type Tabs } from './stored-tabs.ts'

/** Shows a document: in its tab, or in a new one beside the active one. Something looked at gives way to the next. */
export function showTab({ tabs, active }: Tabs, tab: Tab): Tabs {
  const known = tabs.find(({ id }) => id === tab.id)
  if (known) return { tabs, active: tab.id }
  const looked = tab.preview ? tabs.findIndex(({ preview }) => preview) : -1
  if (looked >= 0) return { tabs: tabs.with(looked, tab), active: tab.id }
  const at = tabs.findIndex(({ id }) => id === active)
  return { tabs: tabs.toSpliced(at < 0 ? tabs.length : at + 1, 0, tab), active: tab.id }
}

/** Takes a tab away. The one behind it is shown then, or the one before. */
export function closeTab({ tabs, active }: Tabs, id: string): Tabs {
  const at = tabs.findIndex((tab) => tab.id === id)
  if (at < 0) return { tabs, active }
  const rest = tabs.toSpliced(at, 1)
  return { tabs: rest, active: active === id ? ((rest[at] ?? rest[at - 1])?.id ?? null) : active }
}

/** Makes a tab stay that was only looked at. */
export const keepTab = ({ tabs, active }: Tabs, id: string): Tabs => ({
  tabs: tabs.map((tab) => (tab.id === id && tab.preview ? { id, name: tab.name } : tab)),
  active,
})

/** Gives a tab another name. */
export const renameTab = ({ tabs, active }: Tabs, id: string, name: string): Tabs => ({
  tabs: tabs.map((tab) => (tab.id === id ? { ...tab, name } : tab)),
  active,
})

/** Puts a tab where another is. */
export function moveTab({ tabs, active }: Tabs, id: string, to: number): Tabs {
  const from = tabs.findIndex((tab) => tab.id === id)
  const tab = tabs[from]
  if (tab === undefined || to < 0 || to >= tabs.length) return { tabs, active }
  return { tabs: tabs.toSpliced(from, 1).toSpliced(to, 0, tab), active }
}

const stores = new Map<string, Value<Tabs>>()

/** The tabs of an account's in a project, remembered by this browser. */
export function tabsOf(account: string, ref: string): Value<Tabs> {
  const key = `${account} ${ref}`
  const known = stores.get(key)
  if (known !== undefined) return known
  const value = createValue(storedTabs(account, ref))
  value.subscribe(() => storeTabs(account, ref, value.get()))
  stores.set(key, value)
  return value
}
