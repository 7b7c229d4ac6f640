import { local } from '../../../../parts/browser-store/local.ts'
import type { Tab, Tabs } from './tabs.ts'

export const NO_TABS: Tabs = { tabs: [], active: null }

const keyOf = (account: string, ref: string) => `stoa.sql.tabs ${account} ${ref}`

/** The tabs of an account's in a project, as this browser remembers them. */
export function storedTabs(account: string, ref: string): Tabs {
  const found = local.readJson(keyOf(account, ref))
  if (typeof found !== 'object' || found === null || !('tabs' in found) || !Array.isArray(found.tabs)) return NO_TABS
  const tabs = found.tabs.flatMap((tab: unknown): Tab[] => {
    if (typeof tab !== 'object' || tab === null || !('id' in tab) || typeof tab.id !== 'string') return []
    const name = 'name' in tab && typeof tab.name === 'string' ? tab.name : ''
    return [{ id: tab.id, name, ...('preview' in tab && tab.preview === true && { preview: true }) }]
  })
  const active = 'active' in found && typeof found.active === 'string' ? found.active : null
  return { tabs, active: tabs.some(({ id }) => id === active) ? active : (tabs[0]?.id ?? null) }
}

/** Remembers the tabs of an account's in a project. */
export function storeTabs(account: string, ref: string, tabs: Tabs): void {
  local.storeJson(keyOf(account, ref), tabs)
}
