import { useSyncExternalStore } from 'react'

/** A value outside React: who sets it renders nothing, who shows it renders alone. */
export type Value<T> = {
  get(): T
  set(next: T): void
  subscribe(listener: () => void): () => void
}

/** Makes a value. */
export function createValue<T>(first: T): Value<T> {
  let current = first
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(next) {
      if (Object.is(next, current)) return
      current = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** The value, for a component that shows it. */
export const useValue = <T>(value: Pick<Value<T>, 'get' | 'subscribe'>): T =>
  useSyncExternalStore(value.subscribe, value.get)
