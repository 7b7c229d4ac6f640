import { useSyncExternalStore } from 'react'

// What lies over the page, whichever page that is: many places open it, the frame shows it.

/** Whether something is open over the page, for everyone who opens, closes or shows it. */
export function createOverlay() {
  let open = false
  const listeners = new Set<() => void>()
  const set = (next: boolean) => {
    open = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    open: () => set(true),
    close: () => set(false),
    /** Whether it is open. */
    useOpen: (): boolean => useSyncExternalStore(subscribe, () => open),
  }
}
export type Overlay = ReturnType<typeof createOverlay>

/** The documentation of a project's APIs. */
export const apiDocs = createOverlay()
/** The ways to connect to a project. */
export const connect = createOverlay()
