import { useSyncExternalStore } from 'react'

// The browser's own "offline" says nothing about a server on this machine, so what counts is whether calls arrive.

let reachable = true
const listeners = new Set<() => void>()

/** Remembers whether the last call got any answer. */
export function setReachable(value: boolean): void {
  if (reachable === value) return
  reachable = value
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the server answers, as far as the last call could tell. */
export const useReachable = (): boolean => useSyncExternalStore(subscribe, () => reachable)

/** Asks the server for a sign of life. */
export async function ping(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
