import { useCallback, useSyncExternalStore } from 'react'
import { THEME_STORAGE_KEY } from './theme-script.ts'

/** What the person chose. `system` follows the system, live. */
export type Theme = 'system' | 'light' | 'dark'

/** Reads a stored choice; anything unknown means `system`. */
export function parseTheme(stored: string | null): Theme {
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

const listeners = new Set<() => void>()
const darkQuery = () => window.matchMedia('(prefers-color-scheme: dark)')

// A browser that keeps no storage still gets the choice for as long as the page lives.
let memory: Theme | null = null

function readTheme(): Theme {
  if (memory) return memory
  try {
    return parseTheme(localStorage.getItem(THEME_STORAGE_KEY))
  } catch {
    return 'system'
  }
}

function apply(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Chooses a theme: stores it, pins it on the root element and tells every subscriber. */
export function setTheme(theme: Theme) {
  memory = theme
  try {
    if (theme === 'system') localStorage.removeItem(THEME_STORAGE_KEY)
    else localStorage.setItem(THEME_STORAGE_KEY, theme)
  } catch {
    // Storage is refused in some private windows; the choice then lasts until the page is left.
  }
  apply(theme)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== THEME_STORAGE_KEY) return
    memory = null
    apply(readTheme())
    listener()
  }
  const query = darkQuery()
  listeners.add(listener)
  query.addEventListener('change', listener)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    query.removeEventListener('change', listener)
    window.removeEventListener('storage', fromOtherTab)
  }
}

/** The chosen theme, the one in force (`light` or `dark`), and a function to choose another. */
export function useTheme() {
  const theme = useSyncExternalStore(subscribe, readTheme)
  const systemDark = useSyncExternalStore(subscribe, () => darkQuery().matches)
  const resolved: 'light' | 'dark' = theme === 'system' ? (systemDark ? 'dark' : 'light') : theme
  const choose = useCallback((next: Theme) => setTheme(next), [])
  return { theme, resolved, setTheme: choose }
}
