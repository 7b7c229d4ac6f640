import { local } from '../../../../parts/browser-store/local.ts'

/** One open document. The name is kept for the picture before the document itself is there. */
export type Tab = {
  readonly id: string
  readonly name: string
  /** Set for one that was only looked at: the next that is looked at takes its place. */
  readonly preview?: boolean
}

export type Tabs = { readonly tabs: readonly Tab[]; readonly active: string | null }

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
