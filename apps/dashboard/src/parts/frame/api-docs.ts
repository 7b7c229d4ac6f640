import { useSyncExternalStore } from 'react'

// The documentation of a project's APIs lies over the page, whichever page that is: many places open it, one shows it.

let open = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  open = next
  for (const listener of listeners) listener()
}

/** Opens and closes the documentation of the APIs. */
export const apiDocs = { open: () => set(true), close: () => set(false) }

/** Whether the documentation of the APIs is open. */
export const useApiDocsOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    () => open,
  )
