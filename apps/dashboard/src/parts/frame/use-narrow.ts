import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(max-width: 899.98px)')

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window is too narrow for rail and menu: they then go into a drawer. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
